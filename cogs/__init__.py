"""What people see and click on Discord. Empty, so that the drawing process loads no more than it draws with."""
