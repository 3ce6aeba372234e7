"""The requester: an account, or a visitor with a token in the web session."""
