"""The quotas of games and of tables."""

from __future__ import annotations

GAMES, TABLES = "games", "tables"
