"""Pictures: card faces, the table, the list. Pure functions; no await, no clock, no discord."""
