"""The custom user model and its related models."""
