"""Warbands from documents: homebrew that travels with a roster becomes its importer's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db import transaction

from accounts.models import Owner
from compendium.selectors.creature_list import creatures
from compendium.selectors.homebrew import HomebrewByFacts
from compendium.services.homebrew import homebrew_create
from rules.building import Draft
from rules.cards import Card
from rules.cards.origins import HOMEBREW_MARK
from rules.roster.model import Member
from warbands.models import Warband
from warbands.selectors.legality import rulebook_of
from warbands.services.drafts import pin_homebrew, refuse_closed
from warbands.services.warbands import warband_create


@transaction.atomic
def warband_import(*, owner: Owner, draft: Draft, words: str = "Imported the warband") -> Warband:
    """Store a warband from a document; the homebrew in it becomes private creatures of the owner.

    A card that the owner has already is not stored again. Cards that stand for a creature of the compendium stay with
    the warband. Raises ``Refusal`` for too many warbands or creatures, for cards that cannot be stored, and for
    members whose homebrew is another person's own.
    """
    roster = draft.roster
    listed = creatures().filter(key__in=[card.key for card in roster.cards]) if roster.cards else creatures().none()
    kept = set(listed.values_list("key", flat=True))
    brought = [card for card in roster.cards if card.key not in kept]
    known = HomebrewByFacts(owner, brought)
    stored: dict[str, tuple[str, int]] = {}
    for card in _minions_first(brought):
        stored[card.key] = _own(owner, known, replace(card, starts_with=_own_keys(card.starts_with, stored)))
    own = replace(
        roster,
        cards=tuple(card for card in roster.cards if card.key in kept),
        members=tuple(_pinned(member, stored) for member in roster.members),
        collection=None
        if roster.collection is None
        else dict(zip(_own_keys(roster.collection, stored), roster.collection.values(), strict=True)),
        house_rules=roster.house_rules
        and replace(roster.house_rules, banned=_own_keys(roster.house_rules.banned, stored)),
    )
    refuse_closed(owner, own)
    if any(member.revision is None for member in own.members if HOMEBREW_MARK in member.creature):
        own = replace(own, members=pin_homebrew(own, rulebook_of([own])))
    return warband_create(owner=owner, draft=replace(draft, roster=own), words=words)


def _own(owner: Owner, known: HomebrewByFacts, card: Card) -> tuple[str, int]:
    """Return the key and the revision of the owner's creature that has this card, which is stored if there is none."""
    if found := known.get(card):
        return found
    creature = homebrew_create(owner=owner, card=card)
    known.add(card, creature.key, 1)
    return creature.key, 1


def _pinned(member: Member, stored: Mapping[str, tuple[str, int]]) -> Member:
    if member.creature not in stored:
        return member
    key, number = stored[member.creature]
    return replace(member, creature=key, revision=number)


def _own_keys(keys: Iterable[str], stored: Mapping[str, tuple[str, int]]) -> tuple[str, ...]:
    """Return keys with those of the owner's own creatures in place of the document's."""
    return tuple(stored[key][0] if key in stored else key for key in keys)


def _minions_first(cards: list[Card]) -> list[Card]:
    """Return cards so that those that others start with come before them, as far as that can be."""
    waiting, done = list(cards), []
    while waiting:
        keys = {card.key for card in waiting}
        free = [card for card in waiting if not keys & set(card.starts_with) - {card.key}] or waiting[:1]
        done += free
        waiting = [card for card in waiting if card not in free]
    return done
