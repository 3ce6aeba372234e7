"""What writes webhooks and their deliveries, and what sends them."""
