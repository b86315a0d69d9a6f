"""A local stand-in for Discord: REST, gateway, limits, people and a web page."""
