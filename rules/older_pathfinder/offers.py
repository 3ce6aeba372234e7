"""What may be done now in a fight of the older rules, the usual first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.fights.asks import Option
from rules.fights.offers import FightOffer, OfferField
from rules.fights.state import FightState
from rules.older_pathfinder.events.acts import MOST_MODIFIER
from rules.older_pathfinder.events.moving import MOST_WITHDRAWN
from rules.older_pathfinder.events.striking import MOST_COVER, MOST_TIMES, SPENDS
from rules.older_pathfinder.figures import ATTACK_TYPES_BY_KEY, MELEE_MANEUVERS, TURN_COSTS, maneuver_options, run_feet
from rules.older_pathfinder.numbers import DEFENSES, MAX_RANGE
from rules.older_pathfinder.sheets import reach_of_sheet, speed_of_sheet
from rules.older_pathfinder.state import (
    OlderTurn,
    attack_rows,
    fighter_of,
    fighter_sheet,
    order_of,
    other_side,
    own_side,
)
from rules.older_pathfinder.table_offers import older_table_offers, word_field

_PROVOKES = "Those you tick are offered an attack first. Reach says how far each one threatens."


def older_offers(state: FightState) -> tuple[FightOffer, ...]:
    """Return what may be done while nothing is asked."""
    if state.phase != "playing" or state.stack:
        return ()
    order = order_of(state)
    if not order.is_called:
        return (_initiative(state),)
    turn = order.turn
    own = tuple(_turn_offers(state, turn)) if turn is not None and fighter_of(state, turn.combatant).is_able else ()
    return (*_ends(state), *own, *_waiting_offers(state), *older_table_offers(state))


def _initiative(state: FightState) -> FightOffer:
    unaware = OfferField("unaware", "Surprised", "choices", _options(state, tuple(state.combatants)), (), optional=True)
    return FightOffer(
        "Roll initiative",
        "initiative",
        "Start",
        fields=(unaware,),
        side=state.setup.master,
        about="Everyone rolls once. If you tick some as surprised, the others have a surprise round first.",
        is_main=True,
    )


def _ends(state: FightState) -> Iterator[FightOffer]:
    """Offer the end once only one side has anyone left who can act."""
    standing = {state.is_master(one) for one in state.combatants if fighter_of(state, one).hp >= 0}
    if len(standing) > 1:
        return
    winner = None if not standing else state.setup.master if standing == {True} else state.setup.party[0]
    yield FightOffer(
        "End the fight",
        "ended",
        "Start",
        {"winner": winner, "reason": "Only one side is left standing." if winner else "Everyone has fallen."},
        side=state.setup.master,
        about="The rules do not say when a fight ends, so you do.",
        by_table=True,
        is_main=True,
    )


def _options(state: FightState, ids: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(one, state.name(one)) for one in ids)


def _threat(state: FightState, combatant: str, label: str = "Who threatens you?") -> OfferField:
    options = tuple(
        Option(one, f"{state.name(one)} (reach {reach_of_sheet(fighter_sheet(state, one))} feet)")
        for one in other_side(state, combatant)
        if fighter_of(state, one).is_able
    )
    return OfferField("threatened_by", label, "choices", options, (), help=_PROVOKES, optional=True)


def _target(state: FightState, combatant: str) -> OfferField:
    friends = own_side(state, combatant)
    standing = [one for one in other_side(state, combatant) if fighter_of(state, one).hp >= 0]
    fallen = [one for one in other_side(state, combatant) if one not in standing]
    return OfferField("target", "Target", "choice", _options(state, (*standing, *fallen, *friends)))


def _modifier() -> OfferField:
    return OfferField("modifier", "Other modifier", "number", value=0, low=-MOST_MODIFIER, high=MOST_MODIFIER)


class _Maker:
    """Makes the offers of one combatant."""

    def __init__(self, state: FightState, combatant: str) -> None:
        self.state = state
        self.combatant = combatant
        self.side = state.entry(combatant).side

    def offer(
        self,
        label: str,
        event: str,
        group: str,
        *fields: OfferField,
        parts: Mapping[str, Any] | None = None,
        about: str = "",
        by_table: bool = False,
        is_main: bool = False,
    ) -> FightOffer:
        """Return an offer of the combatant."""
        return FightOffer(
            label,
            event,
            group,
            {"combatant": self.combatant, **(parts or {})},
            fields,
            self.combatant,
            self.side,
            about,
            by_table,
            is_main,
        )


def _turn_offers(state: FightState, turn: OlderTurn) -> Iterator[FightOffer]:
    make = _Maker(state, turn.combatant)
    yield from _touch_offers(make, turn)
    yield from _attack_offers(make, turn)
    yield from _spell_offers(make, turn)
    yield from _move_offers(make, turn)
    yield from _other_offers(make, turn)


def _spend_field(turn: OlderTurn, *, full_only: bool = False, is_used: bool = False) -> OfferField:
    usual = "full" if turn.is_full_attack or full_only else "standard"
    words = {key: label for key, label in SPENDS if not (full_only and key == "standard")}
    left = {
        "standard": turn.has_standard,
        "full": not is_used and (turn.is_full_attack or turn.has_full_round),
        "extra": True,
    }
    options = tuple(Option(key, label) for key, label in words.items() if left[key])
    value = usual if left[usual] else "extra"
    return OfferField("spend", "Action", options=options, value=value, help="A full attack makes one attack per row.")


def _attack_offers(make: _Maker, turn: OlderTurn) -> Iterator[FightOffer]:
    state, combatant = make.state, make.combatant
    can_attack = turn.has_standard or turn.is_full_attack
    has_reduction = any(fighter_sheet(state, one).number("dr") for one in state.combatants if one != combatant)
    for place, row in enumerate(attack_rows(state, combatant)):
        kind = ATTACK_TYPES_BY_KEY[row["type"]]
        is_ranged, is_unarmed = kind.increments > 0, kind.key == "unarmed"
        fields = [_target(state, combatant), _spend_field(turn, full_only=row["full_only"], is_used=place in turn.rows)]
        parts: dict[str, Any] = {"attack": str(place)}
        if is_ranged:
            friends = _options(state, own_side(state, combatant))
            fields.append(OfferField("distance", "Distance (feet)", "number", value=0, high=MAX_RANGE))
            fields.append(OfferField("friend", "Friend in melee with the target", options=friends, optional=True))
            fields.append(_threat(state, combatant))
        else:
            parts |= {"distance": 0, "friend": "", "threatened_by": []}
        if not has_reduction:
            parts["bypass"] = False
        if is_unarmed:
            fields.append(OfferField("lethal", "Deal lethal damage", "flag", value=False))
        else:
            parts["lethal"] = False
        yield make.offer(
            f"{row['name']} {row['bonus']:+d}",
            "attack",
            "Attack",
            *fields,
            *_attack_fields(has_reduction=has_reduction),
            parts=parts,
            about=_attack_words(row, kind.name),
            by_table=not can_attack,
            is_main=can_attack and place not in turn.rows,
        )
    usual = MELEE_MANEUVERS[0] if turn.is_full_attack else None
    options = tuple(Option(*one) for one in maneuver_options())
    is_used = len(turn.rows) + turn.maneuvers >= len(attack_rows(state, combatant))
    maneuver = OfferField("maneuver", "Maneuver", options=options, value=usual)
    yield make.offer(
        "Combat maneuver",
        "maneuver",
        "Attack",
        maneuver,
        _target(state, combatant),
        _spend_field(turn, is_used=is_used),
        _modifier(),
        _threat(state, combatant),
        about="Your CMB against the target’s CMD. The table applies what the maneuver does.",
    )


def _attack_fields(*, has_reduction: bool) -> tuple[OfferField, ...]:
    defenses = tuple(Option(key, label[0].upper() + label[1:]) for key, label in DEFENSES.items())
    return (
        OfferField("against", "Against", options=defenses, value="ac"),
        _modifier(),
        OfferField("cover", "Cover bonus of the target", "number", value=0, high=MOST_COVER),
        OfferField("times", "Damage multiplied by", "number", value=1, low=1, high=MOST_TIMES),
        *((OfferField("bypass", "Bypasses damage reduction", "flag", value=False),) if has_reduction else ()),
    )


def _attack_words(row: Mapping[str, Any], kind: str) -> str:
    threat = "20" if row["threat"] == 20 else f"{row['threat']} to 20"
    increment = f", range increment {row['increment']} feet" if row["increment"] else ""
    return f"{kind}: {row['dice'] or 'no'} damage, critical {threat}, times {row['multiplier']}{increment}."


def _touch_offers(make: _Maker, turn: OlderTurn) -> Iterator[FightOffer]:
    if turn.touch is None:
        return
    row = fighter_sheet(make.state, make.combatant).rows("spells")[turn.touch]
    yield make.offer(
        f"Touch with {row['name']}",
        "touch",
        "Magic",
        OfferField("target", "Target", options=_options(make.state, _everyone(make))),
        _modifier(),
        about="Free in this turn. A friend is touched without a roll.",
        is_main=True,
    )


def _everyone(make: _Maker) -> tuple[str, ...]:
    """Return opponents first, then the combatant and its friends."""
    own = own_side(make.state, make.combatant)
    return (*other_side(make.state, make.combatant), make.combatant, *own)


def _spell_offers(make: _Maker, turn: OlderTurn) -> Iterator[FightOffer]:
    state, sheet = make.state, fighter_sheet(make.state, make.combatant)
    defensive = OfferField(
        "on_defensive", "On the defensive", "flag", value=False, help="Provokes nothing, but takes a check."
    )
    free_limit, everyone = state.setup.table.number("free_actions"), _options(state, _everyone(make))
    for place, row in enumerate(sheet.rows("spells")):
        if not turn.has(row["time"], free_limit):
            continue
        targets = OfferField("targets", "Targets", "choices", everyone, (), optional=True)
        is_touch = row["touch"] != "none"
        yield make.offer(
            f"Cast {row['name']}",
            "cast",
            "Magic",
            *(() if is_touch else (targets,)),
            defensive,
            _threat(state, make.combatant),
            parts={"spell": str(place), **({"targets": []} if is_touch else {})},
            about=row["effect"][:200],
        )
    for place, row in enumerate(sheet.rows("items") if turn.has_standard else ()):
        fields = (defensive, _threat(state, make.combatant)) if row["completion"] else ()
        parts = {"item": str(place)} if fields else {"item": str(place), "on_defensive": False, "threatened_by": []}
        yield make.offer(f"Use {row['name']}", "item", "Magic", *fields, parts=parts, about=row["effect"][:200])


def _feet(most: int) -> OfferField:
    return OfferField("feet", "Feet", "number", value=most, low=1, high=max(1, most))


def _move_offers(make: _Maker, turn: OlderTurn) -> Iterator[FightOffer]:
    state, sheet = make.state, fighter_sheet(make.state, make.combatant)
    speed, armor = speed_of_sheet(sheet), sheet.word("armor")
    leaves = "Who threatens a square that you leave?"
    if turn.has_move and not turn.steps:
        yield make.offer(
            "Move",
            "move",
            "Move",
            _feet(speed),
            _threat(state, make.combatant, leaves),
            about="A move action; your standard action can become one.",
            is_main=not turn.feet,
        )
    if turn.has_step:
        yield make.offer("5-foot step", "step", "Move", about="Provokes nothing. Only without any other movement.")
    if turn.has_full_round and not turn.steps:
        yield make.offer(
            "Withdraw",
            "withdraw",
            "Move",
            _feet(MOST_WITHDRAWN * speed),
            _threat(state, make.combatant, "Who threatens a later square that you leave?"),
            about="Takes the whole turn. The square where you start is not threatened.",
        )
        yield make.offer(
            "Run",
            "run",
            "Move",
            _feet(run_feet(speed, armor)),
            _threat(state, make.combatant, leaves),
            about="Takes the whole turn: four times your speed, three times in heavy armor.",
        )


def _other_offers(make: _Maker, turn: OlderTurn) -> Iterator[FightOffer]:
    state = make.state
    free_limit = state.setup.table.number("free_actions")
    costs = tuple(Option(row.key, row.name) for row in TURN_COSTS if turn.has(row.key, free_limit))
    keys = [one.key for one in costs]
    for label, what, cost in (
        ("Pick up or handle an object", "picks up or handles an object", "move"),
        ("Another action", "", "standard"),
    ):
        words = () if what else (word_field("what", "What you do"),)
        yield make.offer(
            label,
            "act",
            "Other",
            OfferField("cost", "Action", options=costs, value=cost if cost in keys else keys[0]),
            *words,
            _threat(state, make.combatant),
            parts={"what": what} if what else {},
            about="What kind of action it is, and whether it provokes, the table decides."
            if not what
            else "Provokes from those who can reach your space. What kind of action it is, the table decides.",
            by_table=True,
        )
    if turn == OlderTurn(turn.combatant, turn.limited) and order_of(state).interrupted is None:
        yield make.offer("Delay", "delay", "Turn", about="Act later, when you say so.")
    if turn.has_standard and order_of(state).interrupted is None:
        about = "Uses your standard action and ends your turn. Later you act with one standard or move action."
        yield make.offer("Ready an action", "ready", "Turn", word_field("what", "What, and when"), about=about)
    yield make.offer("End turn", "end-turn", "Turn", is_main=not (turn.has_standard or turn.has_move))


def _waiting_offers(state: FightState) -> Iterator[FightOffer]:
    order = order_of(state)
    if order.turn is None or order.interrupted is not None:
        return
    for one in order.order:
        if one in order.waiting and fighter_of(state, one).is_able:
            about = order.readied.get(one, "It has delayed.")
            make = _Maker(state, one)
            yield make.offer(f"{state.name(one)} acts now", "act-now", "Turn", about=about)
