"""The custom user model and what hangs on it."""
