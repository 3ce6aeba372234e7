"""Possible actions in a fight of the older rules, the usual first, and what the players may do at any time."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.combat.resolution import FightOffer, OfferField, Option
from rules.older_pathfinder.attack_offers import (
    OfferMaker,
    attack_offers,
    combatant_options,
    everyone_around,
    modifier_field,
    numeric_field,
    threat_field,
    word_field,
)
from rules.older_pathfinder.events.by_hand import HARM_SORTS
from rules.older_pathfinder.events.turns import MOST_WITHDRAWN
from rules.older_pathfinder.figures import BONUS_TARGETS, SAVE_ROWS, TURN_COSTS, bonus_word, run_feet
from rules.older_pathfinder.sheets import MAX_HP, speed_of_sheet
from rules.older_pathfinder.state import MOST_DC, MOST_MODIFIER, OlderState, OlderTurn

TABLE_GROUP = "By the table"


def _who(state: OlderState, label: str = "Combatant") -> OfferField:
    return OfferField("combatant", label, options=combatant_options(state, tuple(state.combatants)))


def _pairs(pairs: tuple[tuple[str, str], ...]) -> tuple[Option, ...]:
    return tuple(Option(key, label) for key, label in pairs)


def older_table_offers(state: OlderState) -> Iterator[FightOffer]:
    """Yield what anyone at the table may enter, and the game master's changes of the order."""
    yield FightOffer.asking(
        "Saving throw",
        "save",
        TABLE_GROUP,
        _who(state),
        OfferField("save", "Save", options=tuple(Option(row.key, row.name) for row in SAVE_ROWS)),
        numeric_field("dc", "DC", 15, 0, MOST_DC),
        modifier_field(),
        word_field("what", "Against"),
        about="A 1 always fails and a 20 always succeeds.",
    )
    yield FightOffer.asking(
        "Damage",
        "damage",
        TABLE_GROUP,
        _who(state),
        numeric_field("amount", "Amount", 1, 1, MAX_HP),
        OfferField("sort", "Damage", options=_pairs(HARM_SORTS)),
        OfferField("bypass", "Bypasses damage reduction", "flag", value=False),
        word_field("what", "From what"),
        about="Damage that Muster does not roll.",
    )
    living = tuple(combatant for combatant in state.combatants if not state.fighter_of(combatant).is_dead)
    if living:
        who = OfferField("combatant", "Combatant", options=combatant_options(state, living))
        yield FightOffer.asking("Heal", "heal", TABLE_GROUP, who, numeric_field("amount", "Hit points", 1, 1, MAX_HP))
    yield from _bonus_offers(state)
    yield from _checks(state)
    yield _order_offer(state)


def _bonus_offers(state: OlderState) -> Iterator[FightOffer]:
    yield FightOffer.asking(
        "Bonus or penalty",
        "bonus",
        TABLE_GROUP,
        _who(state),
        OfferField("to", "Adds to", options=_pairs(BONUS_TARGETS)),
        numeric_field("value", "Value", 1, -MOST_MODIFIER, MOST_MODIFIER),
        word_field("type", "Type", "Such as dodge, deflection, morale, armor or force armor. Empty for none."),
        word_field("until", "Until"),
        about="Of bonuses with the same type only the highest counts. Dodge bonuses and penalties add up.",
    )
    for combatant in state.combatants:
        bonuses = state.fighter_of(combatant).bonuses
        if bonuses:
            options = tuple(Option(str(place), bonus_word(bonus)) for place, bonus in enumerate(bonuses))
            ends = OfferField("bonus", "Bonus", options=options)
            label = f"End a bonus of {state.name(combatant)}"
            yield FightOffer.asking(
                label, "bonus-ended", TABLE_GROUP, ends, parts={"combatant": combatant}, combatant=combatant
            )


def _checks(state: OlderState) -> Iterator[FightOffer]:
    able = tuple(combatant for combatant in state.combatants if state.fighter_of(combatant).is_able)
    everyone = combatant_options(state, tuple(state.combatants))
    yield FightOffer.asking(
        "Offer an opportunity attack",
        "provoked",
        TABLE_GROUP,
        _who(state, "Who provokes"),
        OfferField("threatened_by", "Who threatens", "choices", everyone, ()),
        word_field("what", "By what"),
        about="For anything else that provokes. The source has no table of actions.",
        left_to_players=True,
    )
    if able:
        caster = OfferField("combatant", "Combatant", options=combatant_options(state, able))
        dc = numeric_field("dc", "DC", state.setup.table.number("concentration_dc"), 0, MOST_DC)
        yield FightOffer.asking(
            "Concentration check",
            "concentration",
            TABLE_GROUP,
            caster,
            dc,
            word_field("what", "Why"),
            about="For a spell that lasts, or one that something interferes with.",
            left_to_players=True,
        )


def _order_offer(state: OlderState) -> FightOffer:
    options = combatant_options(state, state.own.order)
    return FightOffer.asking(
        "Change the order",
        "order-moved",
        TABLE_GROUP,
        OfferField("combatant", "Combatant", options=options),
        OfferField("before", "Before (empty: last)", options=options, optional=True),
        side=state.setup.master,
        about="For equal totals of initiative, and for anything else that the table decides.",
        left_to_players=True,
    )


def older_offers(state: OlderState) -> tuple[FightOffer, ...]:
    """Return the possible actions while no question is open."""
    if state.phase != "playing" or state.stack:
        return ()
    if not state.own.is_called:
        return (_initiative(state),)
    turn = state.own.turn
    own = tuple(_turn_offers(state, turn)) if turn is not None and state.fighter_of(turn.combatant).is_able else ()
    return (*_ends(state), *own, *_waiting_offers(state), *older_table_offers(state))


def _initiative(state: OlderState) -> FightOffer:
    options = (*_whole_sides(state), *combatant_options(state, tuple(state.combatants)))
    unaware = OfferField("unaware", "Surprised", "choices", options, (), optional=True)
    return FightOffer.asking(
        "Roll initiative",
        "initiative",
        "Start",
        unaware,
        side=state.setup.master,
        about="Everyone rolls once. If you tick some as surprised, the others have a surprise round first.",
        is_main=True,
    )


def _whole_sides(state: OlderState) -> Iterator[Option]:
    """Yield the sides with several combatants, each to select as a whole."""
    for side in state.setup.sides:
        if sum(state.entry(combatant).side == side.key for combatant in state.combatants) > 1:
            yield Option(side.key, f"Everyone of {side.name}")


def _ends(state: OlderState) -> Iterator[FightOffer]:
    """Offer the end once only one side has combatants who can act."""
    standing = {state.is_master(combatant) for combatant in state.combatants if state.fighter_of(combatant).hp >= 0}
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
        left_to_players=True,
        is_main=True,
    )


def _turn_offers(state: OlderState, turn: OlderTurn) -> Iterator[FightOffer]:
    make = OfferMaker(state, turn.combatant)
    yield from _touch_offers(make, turn)
    yield from attack_offers(make, turn)
    yield from _spell_offers(make, turn)
    yield from _move_offers(make, turn)
    yield from _other_offers(make, turn)


def _touch_offers(make: OfferMaker, turn: OlderTurn) -> Iterator[FightOffer]:
    if turn.touch is None:
        return
    row = make.state.fighter_sheet(make.combatant).rows("spells")[turn.touch]
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
    state, sheet = make.state, make.state.fighter_sheet(make.combatant)
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
    state, sheet = make.state, make.state.fighter_sheet(make.combatant)
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
            left_to_players=True,
        )
    if turn.is_untouched and state.own.interrupted is None:
        yield make.offer("Delay", "delay", "Turn", about="Act later, when you say so.")
    if turn.has_standard and state.own.interrupted is None:
        about = "Uses your standard action and ends your turn. Later you act with one standard or move action."
        yield make.offer("Ready an action", "ready", "Turn", word_field("what", "What, and when"), about=about)
    yield make.offer("End turn", "end-turn", "Turn", is_main=True)


def _waiting_offers(state: OlderState) -> Iterator[FightOffer]:
    order = state.own
    if order.turn is None or order.interrupted is not None:
        return
    for combatant in order.order:
        if combatant in order.waiting and state.fighter_of(combatant).is_able:
            about = order.readied.get(combatant, "It has delayed.")
            make = OfferMaker(state, combatant)
            yield make.offer(f"{state.name(combatant)} acts now", "act-now", "Turn", about=about)
