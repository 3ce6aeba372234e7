"""The job API: their state, and canceling them."""
