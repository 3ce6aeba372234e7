"""Keeping answers of writes that must not happen twice, for as long as a program or a page may ask again.

An owner's answers have a bound. Beyond it, the older answers are emptied: their requests still happen only once.
"""

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet, Sum, TextField
from django.db.models.functions import Cast, Length
from django.utils import timezone

from accounts.models import Owner, StoredAnswer, User
from common.refusal import Refusal

KEPT_FOR = timedelta(days=1)
COMMANDS_KEPT_FOR = timedelta(days=60)
"""How long the names of commands stay, which a device may send again after weeks without a network."""
MOST_KEYS = 20_000
"""The most keys of one owner, so that commands cannot fill the database."""
KEPT_MOST = 4_000_000
"""The most characters of one owner's stored answers."""
EMPTIED = 0
"""The status of an answer that was emptied."""
_SIZE = Length(Cast("body", TextField()))


def answer_reserve(
    *, owner: Owner, key: str, request: str, kept_for: timedelta = KEPT_FOR
) -> tuple[StoredAnswer, bool]:
    """Return the answer stored under an owner's key, or a new row for it, and whether it is new.

    Call it in the transaction of the request itself: both are stored or neither. A second request with the key waits
    here until the first one's transaction ends. Removes answers that are too old. Raises ``Refusal`` for the command of
    an owner with ``MOST_KEYS`` keys.
    """
    answers_clear()
    stored = StoredAnswer.objects.filter(owner.q)
    if kept_for > KEPT_FOR and stored.count() >= MOST_KEYS:
        if known := stored.filter(key=key).first():
            return known, False
        raise Refusal("You have sent too many changes. Wait a few days, then send them again.", code="command.full")
    row = StoredAnswer(key=key, request=request, status=0, ends_at=timezone.now() + kept_for)
    row.belongs_to(owner)
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        return stored.get(key=key), False
    return row, True


def answers_clear() -> int:
    """Remove the answers that no client requests again; return how many."""
    removed, _ = StoredAnswer.objects.filter(ends_at__lt=timezone.now()).delete()
    return removed


def answers_adopt(*, user: User, token: str) -> None:
    """Give a visitor's answers to the account of the same person, so that commands stay done."""
    known = StoredAnswer.objects.filter(owner=user).values("key")
    StoredAnswer.objects.filter(Owner(token=token).q).exclude(key__in=known).update(owner=user, owner_token="")


def answer_keep(*, row: StoredAnswer, status: int, headers: dict[str, str], body: Any) -> None:
    """Store an answer in its reserved row; if its owner has too many, empty the older ones.

    Answers to commands are short, and ``MOST_KEYS`` bounds them.
    """
    row.status, row.headers, row.body = status, headers, body
    row.save(update_fields=["status", "headers", "body"])
    if row.ends_at - row.made_at > KEPT_FOR:
        return
    others = StoredAnswer.objects.filter(owner=row.owner_id, owner_token=row.owner_token)
    kept = others.exclude(status=EMPTIED)
    if (kept.aggregate(total=Sum(_SIZE))["total"] or 0) > KEPT_MOST:
        _empty_oldest(kept)


def _empty_oldest(kept: QuerySet[StoredAnswer]) -> None:
    """Empty all answers but the newest, which take half of the bound, so that it is not reached again at once."""
    room, emptied = KEPT_MOST // 2, []
    for pk, size in kept.order_by("-pk").values_list("pk", _SIZE)[1:]:
        room -= size
        if room < 0:
            emptied.append(pk)
    StoredAnswer.objects.filter(pk__in=emptied).update(status=EMPTIED, headers={}, body=None)
