"""Creatures of the compendium that come into adventures: by what the organizer types, or by what an encounter needs."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from accounts.models import Owner
from common.refusal import Refusal
from compendium.cards import card_from_snapshot
from compendium.models import Creature
from compendium.selectors.creature_list import creatures, with_facet
from compendium.selectors.creatures import creature_get, creatures_named
from rules.adventures.kinds.hexploration.encounters import CreatureWish, creature_wishes
from rules.adventures.participants import MAX_ID, AdventureParticipant, member_participant
from rules.adventures.state import AdventureState
from rules.cards.model import Card
from rules.lengths import MAX_NAME
from rules.points import MAX_LEVEL, MIN_LEVEL
from rules.text import listed

MOST_NAMED = 6
"""Creatures that a refusal names."""


def opposing_creature(owner: Owner, wanted: str) -> tuple[AdventureParticipant, Card]:
    """Return a creature as a participant of the other side, with its card; queries, errors as ``wanted_creature``."""
    found, card = wanted_creature(owner, wanted)
    who = member_participant(
        f"creature.{found.key}"[:MAX_ID], found.name[:MAX_NAME], card, card.features, is_rival=True
    )
    return who, card


def wanted_creature(owner: Owner, wanted: str) -> tuple[Creature, Card]:
    """Return a creature with its card.

    ``wanted`` is its key, or enough of its name to tell it from all others. The owner finds their own homebrew too. Two
    queries, three by name. Raises ``Refusal`` if there is no such creature, or several.
    """
    found = creature_get(wanted, owner) if wanted else None
    found = found or _named(owner, wanted)
    if found.current is None:
        raise _no_creature(wanted)
    return found, card_from_snapshot(found.current.document)


def _named(owner: Owner, wanted: str) -> Creature:
    rows = creatures_named(wanted, MOST_NAMED, owner)
    exact = [row for row in rows if row.name.casefold() == wanted.casefold()]
    chosen = exact or rows
    if not chosen:
        raise _no_creature(wanted)
    if len(chosen) > 1:
        names = listed([f"{creature.name} ({creature.key})" if exact else creature.name for creature in chosen])
        raise Refusal(f"There are several: {names}. Type the whole name or the key.", code="command.invalid")
    found = creature_get(chosen[0].key, owner)
    if found is None:
        raise _no_creature(wanted)
    return found


def _no_creature(wanted: str) -> Refusal:
    return Refusal(f"No creature in the compendium is called “{wanted[:40]}”.", code="command.invalid")


MOST_OFFERS = 3
MOST_CREATURES = 8


@dataclass(frozen=True, slots=True)
class CreatureOffer:
    """An encounter that waits, with creatures that fit it (key, name, level) and the address of all that do."""

    wish: CreatureWish
    creatures: tuple[tuple[str, str, int], ...]
    address: str

    @property
    def levels(self) -> str:
        """The levels in words."""
        return f"levels {self.wish.lowest} to {self.wish.highest}"


def creature_offers(state: AdventureState) -> tuple[CreatureOffer, ...]:
    """Return what fits the creature encounters that wait, the first few. One query each."""
    return tuple(_offer(wish) for wish in creature_wishes(state)[:MOST_OFFERS])


def _offer(wish: CreatureWish) -> CreatureOffer:
    rows = creatures().filter(level__gte=wish.lowest, level__lte=wish.highest)
    # The list of creatures knows no levels beyond those of cards.
    lowest, highest = (min(max(level, MIN_LEVEL), MAX_LEVEL) for level in (wish.lowest, wish.highest))
    query: dict[str, str | int] = {"level_from": lowest, "level_to": highest}
    if wish.tag:
        rows, query = with_facet(rows, "tag", [wish.tag]), {**query, "tag": wish.tag}
    found = rows.order_by("level", "search_name").values_list("key", "name", "level")[:MOST_CREATURES]
    return CreatureOffer(wish, tuple(found), f"{reverse('compendium:creature-list')}?{urlencode(query)}")
