"""Reading webhooks: what they are about, and those of an account."""
