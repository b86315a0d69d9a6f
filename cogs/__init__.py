"""What people see and click on Discord."""
