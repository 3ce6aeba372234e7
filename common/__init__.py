"""Game-blind Django helpers: the base of commands, the API's error shape, the refusal."""
