"""Proving that stored tables can be played again."""

from __future__ import annotations

from collections.abc import Iterator

from gambling.models import OwnTableGame
from gambling.selectors.folding import TABLE_LOGS
from gambling.selectors.games import stored_game
from rules.errors import RulesError


def gambling_that_fails() -> Iterator[tuple[str, str]]:
    """Yield the key of each stored game and table that cannot be opened, with the reason. One query for each table."""
    for game in OwnTableGame.objects.order_by("pk").iterator():
        try:
            stored_game(game)
        except RulesError as fault:
            yield game.key, str(fault)
    yield from TABLE_LOGS.failing()
