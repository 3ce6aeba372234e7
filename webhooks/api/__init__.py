"""The webhook API."""
