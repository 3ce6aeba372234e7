"""Pinning members to the revisions of their cards, so that an edit of the compendium no longer changes them."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from rules.legality.rulebook import Rulebook
from rules.roster.model import Member, Roster


def pin_members(roster: Roster, rulebook: Rulebook, *, settled: Container[str] = ()) -> tuple[Member, ...]:
    """Return the members of a roster, each pinned to the revision of its card that it follows now.

    Unchanged are the members with the ids ``settled``, those whose card is the roster's own, and those without a card.
    """
    own = {card.key for card in roster.cards}
    return tuple(
        member if member.id in settled or member.creature in own else _pinned(member, rulebook)
        for member in roster.members
    )


def _pinned(member: Member, rulebook: Rulebook) -> Member:
    # A revision that does not exist means the current card, so it is replaced as well.
    card = rulebook.card(member.creature, member.revision)
    return member if card is None else replace(member, revision=card.revision)
