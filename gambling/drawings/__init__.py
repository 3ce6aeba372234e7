"""Drawings of table games."""
