"""What may be done now in a fight of the older rules, the usual first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.combat.asks import Option
from rules.combat.offers import FightOffer, OfferField
from rules.combat.state import FightState
from rules.older_pathfinder.attack_offers import attack_offers
from rules.older_pathfinder.events.moving import MOST_WITHDRAWN
from rules.older_pathfinder.figures import SAVE_ROWS, TURN_COSTS, run_feet
from rules.older_pathfinder.offer_fields import (
    OfferMaker,
    combatant_options,
    everyone_around,
    modifier_field,
    threat_field,
    word_field,
)
from rules.older_pathfinder.sheets import speed_of_sheet
from rules.older_pathfinder.state import OlderTurn, fighter_of, fighter_sheet, order_of
from rules.older_pathfinder.table_offers import older_table_offers


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
    options = (*_whole_sides(state), *combatant_options(state, tuple(state.combatants)))
    unaware = OfferField("unaware", "Surprised", "choices", options, (), optional=True)
    return FightOffer(
        "Roll initiative",
        "initiative",
        "Start",
        fields=(unaware,),
        side=state.setup.master,
        about="Everyone rolls once. If you tick some as surprised, the others have a surprise round first.",
        is_main=True,
    )


def _whole_sides(state: FightState) -> Iterator[Option]:
    """Yield the sides of more than one combatant, each to be ticked as a whole."""
    for side in state.setup.sides:
        if sum(state.entry(combatant).side == side.key for combatant in state.combatants) > 1:
            yield Option(side.key, f"Everyone of {side.name}")


def _ends(state: FightState) -> Iterator[FightOffer]:
    """Offer the end once only one side has anyone left who can act."""
    standing = {state.is_master(combatant) for combatant in state.combatants if fighter_of(state, combatant).hp >= 0}
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


def _turn_offers(state: FightState, turn: OlderTurn) -> Iterator[FightOffer]:
    make = OfferMaker(state, turn.combatant)
    yield from _touch_offers(make, turn)
    yield from attack_offers(make, turn)
    yield from _spell_offers(make, turn)
    yield from _move_offers(make, turn)
    yield from _other_offers(make, turn)


def _touch_offers(make: OfferMaker, turn: OlderTurn) -> Iterator[FightOffer]:
    if turn.touch is None:
        return
    row = fighter_sheet(make.state, make.combatant).rows("spells")[turn.touch]
    yield make.offer(
        f"Touch with {row['name']}",
        "touch",
        "More magic",
        OfferField("target", "Target", options=combatant_options(make.state, everyone_around(make))),
        modifier_field(),
        about="Free in this turn. A friend is touched without a roll.",
        is_main=True,
    )


def _spell_offers(make: OfferMaker, turn: OlderTurn) -> Iterator[FightOffer]:
    state, sheet = make.state, fighter_sheet(make.state, make.combatant)
    free_limit = state.setup.table.number("free_actions")
    spells = [(place, row) for place, row in enumerate(sheet.rows("spells")) if turn.has(row["time"], free_limit)]
    defensive = OfferField(
        "on_defensive", "On the defensive", "flag", value=False, help="Provokes nothing, but takes a check."
    )
    if spells:
        options = tuple(Option(str(place), _spell_words(row)) for place, row in spells)
        everyone = combatant_options(state, everyone_around(make))
        yield make.offer(
            "Cast a spell",
            "cast",
            "More magic",
            OfferField("spell", "Spell", options=options, value=options[0].key),
            OfferField("targets", "Targets (none for a touch spell)", "choices", everyone, (), optional=True),
            defensive,
            threat_field(state, make.combatant),
            is_main=turn.has_standard,
        )
    items = sheet.rows("items") if turn.has_standard else ()
    if items:
        options = tuple(Option(str(place), row["name"]) for place, row in enumerate(items))
        fields = (defensive, threat_field(state, make.combatant)) if any(row["completion"] for row in items) else ()
        yield make.offer(
            "Use a magic item",
            "item",
            "More magic",
            OfferField("item", "Item", options=options, value=options[0].key),
            *fields,
            parts={} if fields else {"on_defensive": False, "threatened_by": []},
            about="Only spell completion items provoke.",
        )


def _spell_words(row: Mapping[str, Any]) -> str:
    save = next((save_row.name for save_row in SAVE_ROWS if save_row.key == row["save"]), "")
    touch = f"{row['touch']} touch" if row["touch"] != "none" else ""
    time = "" if row["time"] == "standard" else f"{row['time']} action"
    parts = ", ".join(part for part in (time, touch, f"{save} DC {row['dc']}" if save else "", row["dice"]) if part)
    return f"{row['name']} ({parts})" if parts else row["name"]


def _feet(most: int) -> OfferField:
    return OfferField("feet", "Feet", "number", value=most, low=1, high=max(1, most))


def _move_offers(make: OfferMaker, turn: OlderTurn) -> Iterator[FightOffer]:
    state, sheet = make.state, fighter_sheet(make.state, make.combatant)
    speed, armor = speed_of_sheet(sheet), sheet.word("armor")
    leaves = "Who threatens a square that you leave?"
    if turn.has_move and not turn.steps:
        yield make.offer(
            "Move",
            "move",
            "More movement",
            _feet(speed),
            threat_field(state, make.combatant, leaves),
            about="A move action; your standard action can become one.",
            is_main=not turn.feet,
        )
    if turn.has_step:
        about = "Provokes nothing. Only without any other movement."
        yield make.offer("5-foot step", "step", "More movement", about=about, is_main=True)
    if turn.has_full_round and not turn.steps:
        yield make.offer(
            "Withdraw",
            "withdraw",
            "More movement",
            _feet(MOST_WITHDRAWN * speed),
            threat_field(state, make.combatant, "Who threatens a later square that you leave?"),
            about="Takes the whole turn. The square where you start is not threatened.",
        )
        yield make.offer(
            "Run",
            "run",
            "More movement",
            _feet(run_feet(speed, armor)),
            threat_field(state, make.combatant, leaves),
            about="Takes the whole turn: four times your speed, three times in heavy armor.",
        )


def _other_offers(make: OfferMaker, turn: OlderTurn) -> Iterator[FightOffer]:
    state = make.state
    free_limit = state.setup.table.number("free_actions")
    costs = tuple(Option(row.key, row.name) for row in TURN_COSTS if turn.has(row.key, free_limit))
    keys = [cost.key for cost in costs]
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
            threat_field(state, make.combatant),
            parts={"what": what} if what else {},
            about="The table decides what kind of action it is and whether it provokes."
            if not what
            else "Provokes from those who can reach your space. The table decides what kind of action it is.",
            by_table=True,
        )
    if turn.is_untouched and order_of(state).interrupted is None:
        yield make.offer("Delay", "delay", "Turn", about="Act later, when you say so.")
    if turn.has_standard and order_of(state).interrupted is None:
        about = "Uses your standard action and ends your turn. Later you act with one standard or move action."
        yield make.offer("Ready an action", "ready", "Turn", word_field("what", "What, and when"), about=about)
    yield make.offer("End turn", "end-turn", "Turn", is_main=True)


def _waiting_offers(state: FightState) -> Iterator[FightOffer]:
    order = order_of(state)
    if order.turn is None or order.interrupted is not None:
        return
    for one in order.order:
        if one in order.waiting and fighter_of(state, one).is_able:
            about = order.readied.get(one, "It has delayed.")
            make = OfferMaker(state, one)
            yield make.offer(f"{state.name(one)} acts now", "act-now", "Turn", about=about)
