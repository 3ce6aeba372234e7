"""Stored table games: people's games, and tables with their logs."""

from gambling.models.tables import GamblingEntry, GamblingTable, OwnTableGame, TableStatus

__all__ = ["GamblingEntry", "GamblingTable", "OwnTableGame", "TableStatus"]
