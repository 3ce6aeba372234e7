"""Reading webhooks: their subjects, and those of an account."""
