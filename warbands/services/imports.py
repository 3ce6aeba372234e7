"""Warbands from documents: homebrew that travels with a roster becomes its importer's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction

from accounts.models import Owner
from compendium.selectors.creature_list import creatures
from compendium.selectors.homebrew import homebrew_like
from compendium.services.homebrew import homebrew_create
from rules.building import Draft
from rules.cards import Card
from rules.roster.model import Member
from warbands.models import Warband
from warbands.services.drafts import refuse_closed
from warbands.services.warbands import warband_create


@transaction.atomic
def warband_import(*, owner: Owner, draft: Draft, words: str = "Imported the warband") -> Warband:
    """Store a warband from a document; the homebrew in it becomes private creatures of the owner.

    A card that the owner has already is not stored again. Cards that stand for a creature of the compendium stay with
    the warband. Raises ``Refusal`` for too many warbands or creatures, for cards that cannot be stored, and for
    members whose homebrew is somebody else's own.
    """
    roster = draft.roster
    listed = creatures().filter(key__in=[card.key for card in roster.cards]) if roster.cards else creatures().none()
    kept = set(listed.values_list("key", flat=True))
    brought = [card for card in roster.cards if card.key not in kept]
    stored: dict[str, tuple[str, int]] = {}
    for card in _minions_first(brought):
        stored[card.key] = _own(owner, _renamed(card, stored))
    own = replace(
        roster,
        cards=tuple(card for card in roster.cards if card.key in kept),
        members=tuple(_pinned(member, stored) for member in roster.members),
        collection=None
        if roster.collection is None
        else {stored.get(key, (key, 0))[0]: number for key, number in roster.collection.items()},
        house_rules=roster.house_rules
        and replace(
            roster.house_rules, banned=tuple(stored.get(key, (key, 0))[0] for key in roster.house_rules.banned)
        ),
    )
    refuse_closed(owner, own)
    return warband_create(owner=owner, draft=replace(draft, roster=own), words=words)


def _own(owner: Owner, card: Card) -> tuple[str, int]:
    """Return the key and the revision of the owner's creature that has this card, which is stored if there is none."""
    if found := homebrew_like(owner, card):
        return found
    creature = homebrew_create(owner=owner, card=card)
    return creature.key, 1


def _pinned(member: Member, stored: Mapping[str, tuple[str, int]]) -> Member:
    if member.creature not in stored:
        return member
    key, number = stored[member.creature]
    return replace(member, creature=key, revision=number)


def _renamed(card: Card, stored: Mapping[str, tuple[str, int]]) -> Card:
    """Return a card that starts with the owner's own creatures instead of those of the document."""
    return replace(card, starts_with=tuple(stored.get(key, (key, 0))[0] for key in card.starts_with))


def _minions_first(cards: list[Card]) -> list[Card]:
    """Return cards so that those that others start with come before them, as far as that can be."""
    waiting, done = list(cards), []
    while waiting:
        keys = {card.key for card in waiting}
        free = [card for card in waiting if not keys & set(card.starts_with) - {card.key}] or waiting[:1]
        done += free
        waiting = [card for card in waiting if card not in free]
    return done
