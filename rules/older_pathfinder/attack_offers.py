"""Attacks and maneuvers as offers: a short form for the usual ones, and one with everything that may be added."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.combat.asks import Option
from rules.combat.offers import FightOffer, OfferField
from rules.older_pathfinder.events.striking import MOST_COVER, MOST_TIMES, SPENDS
from rules.older_pathfinder.figures import ATTACK_TYPES_BY_KEY, MELEE_MANEUVERS, maneuver_options
from rules.older_pathfinder.numbers import DEFENSES, MAX_RANGE
from rules.older_pathfinder.offer_fields import (
    OfferMaker,
    combatant_options,
    modifier_field,
    target_field,
    threat_field,
)
from rules.older_pathfinder.sheets import attack_numbers
from rules.older_pathfinder.state import OlderTurn, attack_rows, fighter_sheet, full_attack_limit, own_side

_PLAIN: Mapping[str, Any] = {
    "against": "ac",
    "cover": 0,
    "times": 1,
    "bypass": False,
    "lethal": False,
    "distance": 0,
    "friend": "",
    "threatened_by": [],
}


def attack_offers(make: OfferMaker, turn: OlderTurn) -> Iterator[FightOffer]:
    """Yield attacks in melee, shots, and maneuvers; what the turn does not pay for is extra, by the table.

    Shots usually come next where the sheet begins with one, attacks in melee where it has any.
    """
    rows = attack_rows(make.state, make.combatant)
    ranged = [place for place, row in enumerate(rows) if ATTACK_TYPES_BY_KEY[row["type"]].increments]
    melee = [place for place in range(len(rows)) if place not in ranged]
    most, own = full_attack_limit(make.state, make.combatant), fighter_sheet(make.state, make.combatant).rows("attacks")
    can_attack = turn.has_standard or (turn.is_full_attack and len(turn.rows) + turn.maneuvers < most)
    shoots_first = 0 in ranged
    for label, places, shots in (("Attack", melee, False), ("Shoot or throw", ranged, True)):
        if not places:
            continue
        fields = tuple(_attack_fields(make, turn, places, has_range=shots))
        settled = {name: value for name, value in _PLAIN.items() if name not in [field.name for field in fields]}
        is_usual = (shoots_first or not melee) if shots else (not shoots_first or places[0] < len(own))
        is_main = can_attack and is_usual and any(place not in turn.rows for place in places)
        yield make.offer(
            label,
            "attack",
            "More attacks",
            *fields,
            parts=settled,
            about="A full attack makes each attack of the sheet once." if not shots else "",
            by_table=not can_attack,
            is_main=is_main,
        )
        more = tuple(_more_fields(make))
        rare = {name: value for name, value in settled.items() if name not in [field.name for field in more]}
        yield make.offer(
            f"{label} with details", "attack", "More attacks", *fields, *more, parts=rare, by_table=not can_attack
        )
    yield _maneuver_offer(make, turn, most)


def _attack_fields(make: OfferMaker, turn: OlderTurn, places: list[int], *, has_range: bool) -> Iterator[OfferField]:
    state, combatant = make.state, make.combatant
    rows = attack_rows(state, combatant)
    left = [place for place in places if place not in turn.rows] or places
    usual = next((place for place in left if turn.is_full_attack or not rows[place]["full_only"]), left[0])
    options = tuple(Option(str(place), _attack_words(rows[place])) for place in left)
    yield OfferField("attack", "With", options=options, value=str(usual))
    yield target_field(state, combatant)
    is_used = left == places and places[0] in turn.rows
    yield _spend_field(turn, full_only=rows[usual]["full_only"], is_used=is_used)
    if has_range:
        friends = combatant_options(state, own_side(state, combatant))
        yield OfferField("distance", "Distance (feet)", "number", value=0, high=MAX_RANGE)
        yield OfferField("friend", "Friend in melee with the target", options=friends, optional=True)
        yield threat_field(state, combatant)
    if any(rows[place]["type"] == "unarmed" for place in places):
        yield OfferField("lethal", "Lethal damage, if unarmed", "flag", value=False)
    yield modifier_field()


def _more_fields(make: OfferMaker) -> Iterator[OfferField]:
    state = make.state
    defenses = tuple(Option(key, label[0].upper() + label[1:]) for key, label in DEFENSES.items())
    yield OfferField("against", "Against", options=defenses, value="ac")
    yield OfferField("cover", "Cover bonus of the target", "number", value=0, high=MOST_COVER)
    yield OfferField("times", "Damage multiplied by", "number", value=1, low=1, high=MOST_TIMES)
    if any(
        fighter_sheet(state, combatant).number("dr") for combatant in state.combatants if combatant != make.combatant
    ):
        yield OfferField("bypass", "Bypasses damage reduction", "flag", value=False)


def _spend_field(turn: OlderTurn, *, full_only: bool = False, is_used: bool = False) -> OfferField:
    left = {
        "standard": turn.has_standard,
        "full": not is_used and (turn.is_full_attack or turn.has_full_round),
        "extra": True,
    }
    usual = "full" if turn.is_full_attack or full_only else "standard"
    options = tuple(Option(key, label) for key, label in SPENDS if left[key])
    return OfferField("spend", "Action", options=options, value=usual if left[usual] else "extra")


def _attack_words(row: Mapping[str, Any]) -> str:
    only = ", full attack only" if row["full_only"] else ""
    return f"{row['name']} {attack_numbers(row)}{only}"


def _maneuver_offer(make: OfferMaker, turn: OlderTurn, most: int) -> FightOffer:
    usual = MELEE_MANEUVERS[0] if turn.is_full_attack else None
    options = tuple(Option(*option) for option in maneuver_options())
    return make.offer(
        "Combat maneuver",
        "maneuver",
        "More attacks",
        OfferField("maneuver", "Maneuver", options=options, value=usual),
        target_field(make.state, make.combatant),
        _spend_field(turn, is_used=len(turn.rows) + turn.maneuvers >= most),
        threat_field(make.state, make.combatant),
        modifier_field(),
        about="Your CMB against the target’s CMD. The table applies what the maneuver does.",
    )
