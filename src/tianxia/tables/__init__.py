"""The platform without HTTP: tables, seats, the store and the bots at work."""
