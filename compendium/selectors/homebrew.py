"""Reading homebrew: whose creatures somebody may use, and which pages are there for whom."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q, QuerySet

from accounts.models import Owner
from compendium.models import Creature, Homebrew
from compendium.selectors.creature_list import creatures

HOMEBREW_MARK = "--hb-"
"""What the keys of homebrew have within them; other keys need no look at whose they are."""


def homebrew_of(owner: Owner) -> QuerySet[Homebrew]:
    """Return an owner's creatures with their cards, the last changed first."""
    return Homebrew.objects.filter(owner.q, creature__current__isnull=False).select_related("creature__source")


def homebrew_get(owner: Owner, key: str) -> Homebrew | None:
    """Return a creature of an owner, with its current revision, or None. One query."""
    return homebrew_of(owner).select_related("creature__current").filter(creature__key=key).first()


def creatures_for(owner: Owner) -> QuerySet[Creature]:
    """Return the creatures of the compendium and the owner's own."""
    if owner.is_nobody:
        return creatures()
    own = Q(pk__in=Homebrew.objects.filter(owner.q).values("creature"))
    return Creature.objects.filter(Q(is_listed=True) | own, current__isnull=False)


def creatures_open_to(owner: Owner) -> QuerySet[Creature]:
    """Return the creatures that somebody may look at and use by their keys: also those that others share."""
    seen = Homebrew.objects.filter(Q(is_shared=True) | owner.q).values("creature")
    return Creature.objects.filter(Q(is_listed=True) | Q(pk__in=seen), current__isnull=False)


def closed_keys(owner: Owner, keys: Collection[str]) -> set[str]:
    """Return those of some keys that are homebrew of others who do not share it. One query, or none."""
    marked = [key for key in keys if HOMEBREW_MARK in key and "\0" not in key]
    if not marked:
        return set()
    hidden = Homebrew.objects.filter(creature__key__in=marked, is_shared=False).exclude(owner.q)
    return set(hidden.values_list("creature__key", flat=True))
