"""Webhooks for programs."""
