"""Table games as they are looked up: ready ones, those that somebody keeps, and one that is shared by a link."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import Owner
from gambling.models import OwnTableGame
from rules.gambling.game import TableGame, game_from_document
from rules.gambling.library import ready_games

READY, OWN = "ready", "own"
"""What a new table is opened with: ``ready:four-crows``, or ``own:`` and the key of a game."""


def own_games(owner: Owner) -> QuerySet[OwnTableGame]:
    """Return the games that an owner keeps. One query."""
    return OwnTableGame.objects.filter(owner.q)


def own_game(owner: Owner, key: str) -> OwnTableGame | None:
    """Return a game that an owner keeps, None where there is none. One query."""
    return own_games(owner).filter(key=key).first()


def shared_game(token: str) -> OwnTableGame | None:
    """Return the game that is shared at a link, None where there is none. One query."""
    return OwnTableGame.objects.filter(share_token=token).first() if token else None


def stored_game(row: OwnTableGame) -> TableGame:
    """Return the game of a row. No query."""
    return game_from_document(row.document)


def game_of_source(owner: Owner, value: str) -> TableGame | None:
    """Return the game that a form names, None for one that is not there. At most one query."""
    what, _, key = value.partition(":")
    if what == READY:
        return ready_games().get(key)
    row = own_game(owner, key) if what == OWN else None
    return stored_game(row) if row else None


GAMES, TABLES = "games", "tables"
