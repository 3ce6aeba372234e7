"""Stored table games: people's games, and tables with their logs."""

from gambling.models.games import OwnTableGame
from gambling.models.tables import GamblingEntry, GamblingTable, TableStatus

__all__ = ["GamblingEntry", "GamblingTable", "OwnTableGame", "TableStatus"]
