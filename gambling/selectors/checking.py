"""Proving that stored tables can be played again."""

from __future__ import annotations

from collections.abc import Iterator

from gambling.models import GamblingTable, OwnTableGame
from gambling.selectors.folding import refolded_table
from gambling.selectors.games import stored_game
from rules.campaigns.journal import seed_commitment
from rules.errors import ChangeRefused, RulesError


def gambling_that_fails() -> Iterator[tuple[str, str]]:
    """Yield the key of each stored game and table that cannot be opened, with the reason. One query for each table."""
    for game in OwnTableGame.objects.order_by("pk").iterator():
        try:
            stored_game(game)
        except RulesError as fault:
            yield game.key, str(fault)
    for row in GamblingTable.objects.order_by("pk").iterator():
        if reason := reason_not_to_open(row):
            yield row.key, reason


def reason_not_to_open(row: GamblingTable) -> str:
    """Return why a table cannot be folded up to its head, "" where it can. One query."""
    if seed_commitment(bytes(row.seed)) != row.commitment:
        return "Its seed is not the one that was promised."
    try:
        if [one.number for one in refolded_table(row).entries] != list(range(1, row.head + 1)):
            return f"Its log does not have all {row.head} entries."
    except (RulesError, ChangeRefused) as fault:
        return str(fault)
    return ""
