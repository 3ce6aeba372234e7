"""Game-blind Django helpers: abstract models, HTTP, the API's error shape."""
