"""The engine, proven against its rules, other people's data and itself."""
