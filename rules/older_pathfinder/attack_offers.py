"""Parts of offers that many acts share; attacks and maneuvers as offers, in a short form and in one with details."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.combat.resolution import FightOffer, OfferField, Option
from rules.combat.sheets import MAX_WORD
from rules.older_pathfinder.events.acting import MOST_COVER, MOST_TIMES, SPENDS
from rules.older_pathfinder.figures import ATTACK_TYPES_BY_KEY, MELEE_MANEUVERS, maneuver_options
from rules.older_pathfinder.numbers import DEFENSES, MAX_RANGE
from rules.older_pathfinder.sheets import attack_numbers, reach_of_sheet
from rules.older_pathfinder.state import MOST_MODIFIER, OlderState, OlderTurn

_PROVOKES = "Those you tick are offered an attack first. Reach says how far each one threatens."


def combatant_options(state: OlderState, ids: tuple[str, ...]) -> tuple[Option, ...]:
    """Return combatants to choose from."""
    return tuple(Option(combatant, state.name(combatant)) for combatant in ids)


def threat_field(state: OlderState, combatant: str, label: str = "Who threatens you?") -> OfferField:
    """Return the field for who is offered an opportunity attack; each option names a reach in feet."""
    options = tuple(
        Option(opponent, f"{state.name(opponent)} (reach {reach_of_sheet(state.fighter_sheet(opponent))} feet)")
        for opponent in state.other_side(combatant)
        if state.fighter_of(opponent).is_able
    )
    return OfferField("threatened_by", label, "choices", options, (), help=_PROVOKES, optional=True)


def target_field(state: OlderState, combatant: str) -> OfferField:
    """Return the field for a target: standing opponents first, then fallen ones, then friends.

    By default, the last target, while it is standing.
    """
    friends = state.own_side(combatant)
    standing = [opponent for opponent in state.other_side(combatant) if state.fighter_of(opponent).hp >= 0]
    fallen = [opponent for opponent in state.other_side(combatant) if opponent not in standing]
    last = state.fighter_of(combatant).target
    options = combatant_options(state, (*standing, *fallen, *friends))
    return OfferField("target", "Target", "choice", options, last if last in standing else None)


def numeric_field(name: str, label: str, value: int, low: int, high: int) -> OfferField:
    """Return the question for a number."""
    return OfferField(name, label, "number", value=value, low=low, high=high)


def modifier_field() -> OfferField:
    """Return the field for a further modifier of a die."""
    return numeric_field("modifier", "Other modifier", 0, -MOST_MODIFIER, MOST_MODIFIER)


def word_field(name: str, label: str, explained: str = "") -> OfferField:
    """Return the question for a few words."""
    return OfferField(name, label, "word", value="", high=MAX_WORD, help=explained, optional=True)


class OfferMaker:
    """Makes the offers of one combatant."""

    def __init__(self, state: OlderState, combatant: str) -> None:
        self.state = state
        self.combatant = combatant
        self.side = state.entry(combatant).side

    def offer(self, label: str, event: str, group: str, *fields: OfferField, **more: Any) -> FightOffer:
        """Return an offer of the combatant; ``more`` is what else it says, by name."""
        return FightOffer.asking(label, event, group, *fields, **more).by(self.combatant, self.side)


def everyone_around(make: OfferMaker) -> tuple[str, ...]:
    """Return opponents first, then the combatant and its friends."""
    own = make.state.own_side(make.combatant)
    return (*make.state.other_side(make.combatant), make.combatant, *own)


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
    """Yield attacks in melee, shots, and maneuvers; those beyond the turn's actions are extra, if the players agree.

    Shots usually come next if the sheet begins with one, melee attacks if it has any.
    """
    rows = make.state.attack_rows(make.combatant)
    ranged = [place for place, row in enumerate(rows) if ATTACK_TYPES_BY_KEY[row["type"]].increments]
    melee = [place for place in range(len(rows)) if place not in ranged]
    most, own = make.state.full_attack_limit(make.combatant), make.state.fighter_sheet(make.combatant).rows("attacks")
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
            left_to_players=not can_attack,
            is_main=is_main,
        )
        more = tuple(_more_fields(make))
        rare = {name: value for name, value in settled.items() if name not in [field.name for field in more]}
        yield make.offer(
            f"{label} with details",
            "attack",
            "More attacks",
            *fields,
            *more,
            parts=rare,
            left_to_players=not can_attack,
        )
    yield _maneuver_offer(make, turn, most)


def _attack_fields(make: OfferMaker, turn: OlderTurn, places: list[int], *, has_range: bool) -> Iterator[OfferField]:
    state, combatant = make.state, make.combatant
    rows = state.attack_rows(combatant)
    left = [place for place in places if place not in turn.rows] or places
    usual = next((place for place in left if turn.is_full_attack or not rows[place]["full_only"]), left[0])
    options = tuple(Option(str(place), _attack_words(rows[place])) for place in left)
    yield OfferField("attack", "With", options=options, value=str(usual))
    yield target_field(state, combatant)
    is_used = left == places and places[0] in turn.rows
    yield _spend_field(turn, full_only=rows[usual]["full_only"], is_used=is_used)
    if has_range:
        friends = combatant_options(state, state.own_side(combatant))
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
        state.fighter_sheet(combatant).number("dr") for combatant in state.combatants if combatant != make.combatant
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
