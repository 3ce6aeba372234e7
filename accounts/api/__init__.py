"""The callers of the API: tokens with scopes, browser sessions, and idempotent writes."""
