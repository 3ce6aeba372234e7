"""Game-blind Django helpers: the base of commands, large forms drawn quickly, the API's error shape, the refusal."""
