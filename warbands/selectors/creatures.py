"""Warbands by the creatures in them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db.models import F, Q, TextField
from django.db.models.functions import Cast

from accounts.models import Owner
from warbands.models import Step


def warbands_with(creatures: Iterable[str], owner: Owner | None = None) -> int:
    """Return how many warbands have a member with one of these keys; those in the bin do not count. One query.

    With an ``owner`` only theirs count.
    """
    # A draft is a document, and SQLite cannot look for a value within a list of one: its text is searched. Both
    # databases write a field of a document in this way, and quotes within a text of the player have a backslash.
    members = [Q(document__contains=f'"creature": {json.dumps(key)}') for key in creatures]
    if not members:
        return 0
    current = Step.objects.filter(warband__deleted_at=None, number=F("warband__position"))
    if owner is not None:
        current = current.filter(owner.q_of("warband__"))
    return current.annotate(document=Cast("draft", TextField())).filter(reduce(or_, members)).count()
