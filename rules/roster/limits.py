"""How much a roster document may hold."""

from __future__ import annotations

MAX_MEMBERS = 500
MAX_CARDS = 200
MAX_BOUGHT = 100
"""Upgrades, items or positioning upgrades of one member."""
MAX_BOUGHT_IN_ALL = 5_000
"""Upgrades, items and positioning upgrades of all members."""
MAX_COLLECTION = 10_000
MAX_SOURCES = 100
MAX_NUMBER = 1_000_000
MAX_KEY = 120
MAX_REASON = 500
