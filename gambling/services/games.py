"""Keeping games: storing, changing, sharing, copying and deleting them."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from accounts.selectors.rooms import STORED, quota_refusal
from campaigns.services.campaigns import new_key
from common.refusal import Refusal
from common.saving import save_new_version, switch_link
from gambling.models import OwnTableGame
from gambling.selectors.games import GAMES, own_games, stored_game
from rules.errors import DocumentError, RulesError
from rules.gambling.game import TableGame, game_document, game_from_document
from rules.gambling.odds import refuse_too_many
from rules.text import plain_texts

GONE = "You have no such game."
NOT_SHARED = "No game is shared at this link."
GAME_CHANGED = (
    "This game was changed since you opened its form, so nothing was saved. Look at it in another tab. If you save "
    "again, what stands here takes its place."
)


class GameMovedOn(Refusal):
    """A game was changed since somebody saw it."""

    code = "game.changed"


def readable_game(document: object) -> TableGame:
    """Return the game of a document without signs that turn directions; raise ``Refusal`` for one that has no odds.

    Raises ``DocumentError`` for what cannot be read.
    """
    game = game_from_document(plain_texts(document))
    try:
        refuse_too_many(game)
    except RulesError as fault:
        raise Refusal(str(fault), code="game.invalid") from fault
    return game


@transaction.atomic
def game_store(*, owner: Owner, game: TableGame) -> OwnTableGame:
    """Keep a game. Raises ``Refusal`` where there is no room, or where it could not be read again."""
    if refusal := quota_refusal(owner, GAMES, STORED):
        raise Refusal(refusal, code="game.full")
    kept, now = _checked(game), timezone.now()
    row = OwnTableGame(key=new_key(), name=kept.name, document=game_document(kept), created_at=now, changed_at=now)
    row.belongs_to(owner)
    row.save()
    return row


def _checked(game: TableGame) -> TableGame:
    try:
        return readable_game(game_document(game))
    except DocumentError as fault:
        raise Refusal(f"Muster cannot keep this game. {fault.path}: {fault.message}", code="game.invalid") from fault


def game_locked(owner: Owner, key: str) -> OwnTableGame:
    """Lock a game of an owner. Call it within a transaction. Raises ``Refusal`` where there is none."""
    found = own_games(owner).select_for_update(of=("self",)).filter(key=key).first()
    if found is None:
        raise Refusal(GONE, code="game.gone")
    return found


@transaction.atomic
def game_change(*, owner: Owner, key: str, game: TableGame, seen: int | None = None) -> OwnTableGame:
    """Put another game in the place of one that is kept; tables that were opened with it stay as they are.

    ``seen`` is the version that somebody saw; None changes any.
    """
    row, kept = game_locked(owner, key), _checked(game)
    if seen not in (None, row.version):
        raise GameMovedOn(GAME_CHANGED)
    row.name, row.document = kept.name, game_document(kept)
    save_new_version(row, "name", "document")
    return row


@transaction.atomic
def game_share(*, owner: Owner, key: str, shared: bool) -> OwnTableGame:
    """Let everyone who has the link see a game and keep a copy, or no one; a new link each time."""
    row = game_locked(owner, key)
    switch_link(row, "share_token", shared=shared)
    return row


@transaction.atomic
def game_take(*, owner: Owner, token: str) -> OwnTableGame:
    """Keep an own copy of a game that is shared by a link."""
    found = OwnTableGame.objects.filter(share_token=token).first() if token else None
    if found is None:
        raise Refusal(NOT_SHARED, code="game.gone")
    return game_store(owner=owner, game=stored_game(found))


@transaction.atomic
def game_delete(*, owner: Owner, key: str) -> None:
    """Delete a game; tables that were opened with it stay."""
    game_locked(owner, key).delete()
