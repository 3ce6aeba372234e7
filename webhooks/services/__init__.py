"""Writing webhooks and their deliveries, and sending them."""
