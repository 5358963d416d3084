"""First Martians: 1-4 astronauts keep a base on Mars running and accomplish a mission together."""
