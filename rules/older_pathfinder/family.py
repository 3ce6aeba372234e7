"""The family of the older rules: the interface for the site, and how combatants are shown and set by hand."""

from dataclasses import replace
from typing import Any

from rules.combat.declared import DeclaredFamily
from rules.combat.events import require_nothing_asked
from rules.combat.log import FightEvent
from rules.combat.resolution import OfferField
from rules.combat.sheets import MAX_WORD, FightMeter, FightRow, FightSection, FightSheet
from rules.combat.state import FightSetup
from rules.older_pathfinder.attack_offers import numeric_field
from rules.older_pathfinder.events import acting, by_hand, turns
from rules.older_pathfinder.figures import SAVE_ROWS, bonus_word
from rules.older_pathfinder.numbers import armor_class, maneuver_defense, save_modifier, standing_noted
from rules.older_pathfinder.offers import older_offers
from rules.older_pathfinder.order import (
    first_in_order,
    next_in_order,
    next_older_turn,
    order_document,
    turn_in_words,
    with_initiative,
)
from rules.older_pathfinder.sheets import (
    MAX_HP,
    OLDER_CREATURE,
    OLDER_TABLE,
    attack_numbers,
    check_older_sheet,
    reach_of_sheet,
    speed_of_sheet,
)
from rules.older_pathfinder.state import LEAST_HP, OlderFighter, OlderOrder, OlderState, new_fighter, opportunity_limit
from rules.older_pathfinder.tasks.rolls import OlderInitiativeTask

MOST_INITIATIVE = 200


def standing_word(fighter: OlderFighter) -> str:
    """Return a combatant's condition, if everyone can see it."""
    if fighter.is_dead:
        return "dead"
    return "unconscious" if fighter.is_unconscious else ""


def _badges(state: OlderState, fighter: OlderFighter, *, sees_hidden: bool) -> list[str]:
    order, table = state.own, state.setup.table
    badges = []
    if sees_hidden and fighter.hp == 0:
        badges.append(f"0 HP: {table.word('at_zero')}")
    if sees_hidden and fighter.nonlethal:
        badges.append(f"nonlethal {fighter.nonlethal}")
        if fighter.nonlethal >= fighter.hp >= 0:
            badges.append(f"nonlethal as high as HP: {table.word('nonlethal')}")
    if fighter.id in order.waiting:
        badges.append("delaying" if order.waiting[fighter.id] == "delays" else "readied")
    if order.is_surprise and fighter.id in order.unaware:
        badges.append("surprised")
    if fighter.dexterity_denied:
        badges.append("Dexterity denied")
    if not fighter.is_armed:
        badges.append("unarmed")
    if fighter.limited:
        badges.append("one action a turn")
    if fighter.skips:
        badges.append("cannot act")
    if fighter.condition:
        badges.append(fighter.condition)
    return badges


def _reduction(sheet: FightSheet) -> tuple[tuple[str, str], ...]:
    """Return damage reduction with what bypasses it, in the usual notation, if there is any."""
    number = sheet.number("dr")
    return (("Damage reduction", f"{number}/{sheet.word('dr_bypass') or '—'}"),) if number else ()


def _limited_now(state: OlderState, *, limited: bool) -> OlderState:
    """Return the state with the present turn limited too, unless it has already used more."""
    turn = state.own.turn
    if turn is None or (limited and (turn.full_round or turn.standard + turn.move > 1)):
        return state
    return state.with_order(turn=replace(turn, limited=limited or state.own.is_surprise))


OLDER_ASSUMPTIONS = (
    "Armor Class starts at 10.",
    "A total equal to the Armor Class hits. A maneuver succeeds with a total equal to the CMD.",
    "Each range increment beyond the first is a -2 penalty.",
    "Ranged attacks and combat maneuvers provoke from those who threaten. Both can be switched off.",
    "Casting on the defensive, and casting after being hurt, each take a concentration check against DC 15.",
    "A turn has at most 5 free actions.",
    "Readying takes the standard action and ends the turn. A readied action is one standard or move action.",
    "One that delays has its whole turn when it acts.",
    "Penalties add up, and so do bonuses without a type.",
    "Withdrawing takes a full-round action and goes up to twice the speed.",
    "Equal totals of initiative act in the order in which they rolled. The game master can change that.",
    "Opportunity attacks come back at the beginning of each round.",
    "Half of a Strength bonus and half of a spell’s damage are rounded down.",
    "A composite bow adds the whole Strength modifier to damage.",
    "A spell rolls its damage once for all its targets.",
    "Temporary hit points are lost first.",
    "On combat maneuvers and concentration checks, a 1 does not always fail and a 20 does not always succeed.",
    "A spell with an attack roll threatens on a 20 and doubles its damage.",
    "Without a melee attack on its sheet, a creature strikes unarmed with base attack and Strength for 1d3.",
    "There are nine sizes, from Fine to Colossal, with reach 5 feet up to Medium and 10 feet above.",
    "A fight ends when the game master says so.",
)


class OlderPathfinder(DeclaredFamily):
    """Combat of older Pathfinder, as far as its source goes; the players decide the rest."""

    key = "older"
    name = "Older Pathfinder"
    about = "Initiative, standard and move actions, opportunity attacks, hit points below 0."
    notice = (
        "Pathfinder is a game of Paizo Inc. Muster is independent: it is not published, endorsed or approved by Paizo."
    )
    kinds = (OLDER_CREATURE,)
    table = OLDER_TABLE
    state = OlderState
    events = FightEvent.defined_in(turns, acting, by_hand)
    assumptions = OLDER_ASSUMPTIONS

    combatant_of = staticmethod(new_fighter)
    resolve_all = staticmethod(next_older_turn)
    offers = staticmethod(older_offers)
    own_document = staticmethod(order_document)
    check_sheet = staticmethod(check_older_sheet)

    def start(self, setup: FightSetup) -> OlderOrder:
        return OlderOrder()

    def begun(self, state: OlderState) -> OlderState:
        return state.note(None, "The fight begins. Roll initiative.")

    def joined(self, state: OlderState, combatant: str) -> OlderState:
        """Let a combatant that comes later roll initiative."""
        return state.pushed(OlderInitiativeTask(combatant)) if state.own.is_called else state

    def order(self, state: OlderState) -> tuple[str, ...]:
        """Return the combatants in order of initiative, as delays and the table have changed it."""
        return state.own.order

    def row(self, state: OlderState, combatant: str, *, sees_hidden: bool) -> FightRow:
        fighter, order = state.fighter_of(combatant), state.own
        meters = (FightMeter("HP", fighter.hp, fighter.most_hp, fighter.temporary),) if sees_hidden else ()
        is_acting = order.turn is not None and order.turn.combatant == combatant
        has_acted = combatant in order.acted and not (order.is_surprise and combatant in order.unaware)
        return FightRow(
            combatant,
            state.name(combatant),
            fighter.side,
            standing_word(fighter),
            meters,
            tuple(_badges(state, fighter, sees_hidden=sees_hidden)),
            state.entry(combatant).group,
            order.initiative.get(combatant),
            is_acting=is_acting,
            has_acted=has_acted and not is_acting,
            is_out=fighter.hp < 0,
        )

    def panel(self, state: OlderState, combatant: str) -> tuple[FightSection, ...]:
        fighter, sheet, order = state.fighter_of(combatant), state.fighter_sheet(combatant), state.own
        left = opportunity_limit(sheet) - fighter.opportunities
        sections = [
            FightSection(
                "Defense",
                (
                    ("Armor Class", str(armor_class(state, combatant))),
                    ("Touch", str(armor_class(state, combatant, "touch"))),
                    ("Incorporeal touch", str(armor_class(state, combatant, "incorporeal"))),
                    ("CMD", str(maneuver_defense(state, combatant))),
                    *_reduction(sheet),
                    *((row.name, f"{save_modifier(state, combatant, row.key):+d}") for row in SAVE_ROWS),
                ),
            ),
            FightSection(
                "Fighting",
                (
                    ("Speed", f"{speed_of_sheet(sheet)} feet"),
                    ("Reach", f"{reach_of_sheet(sheet)} feet"),
                    ("Opportunity attacks left", str(max(0, left))),
                    *((row["name"], attack_numbers(row)) for row in state.attack_rows(combatant)),
                ),
            ),
        ]
        if fighter.bonuses:
            lines = tuple(
                (f"Bonus {number}", bonus_word(typed_bonus))
                for number, typed_bonus in enumerate(fighter.bonuses, start=1)
            )
            sections.append(FightSection("Bonuses in play", lines))
        if order.turn is not None and order.turn.combatant == combatant:
            sections.append(FightSection("This turn", (("Left", turn_in_words(order.turn)),)))
        return tuple(sections)

    def headline(self, state: OlderState) -> str:
        order = state.own
        if state.phase != "playing":
            return ""
        if not order.is_called:
            return "Roll initiative."
        if order.turn is None:
            return "Initiative is being rolled." if state.stack else "No one can act."
        words = f"{state.name(order.turn.combatant)} acts. Left: {turn_in_words(order.turn)}."
        following = order.interrupted.combatant if order.interrupted is not None else next_in_order(state)
        if following is not None:
            words = f"{words} Next: {state.name(following)}."
        elif (first := first_in_order(state)) is not None:
            words = f"{words} Next round: {state.name(first)}."
        return f"Surprise round. {words}" if order.is_surprise else words

    def hand_fields(self, state: OlderState, combatant: str) -> tuple[OfferField, ...]:
        fighter, sheet = state.fighter_of(combatant), state.fighter_sheet(combatant)
        total = state.own.initiative.get(combatant)
        last = (
            []
            if total is None
            else [numeric_field("initiative", "Initiative", total, -MOST_INITIATIVE, MOST_INITIATIVE)]
        )
        return (
            numeric_field("hp", "Hit points", fighter.hp, LEAST_HP, fighter.most_hp),
            numeric_field("temporary", "Temporary hit points", fighter.temporary, 0, MAX_HP),
            numeric_field("nonlethal", "Nonlethal damage", fighter.nonlethal, 0, MAX_HP),
            OfferField("dexterity_denied", "Dexterity denied", "flag", value=fighter.dexterity_denied),
            OfferField("is_armed", "Armed", "flag", value=fighter.is_armed),
            OfferField("limited", "One standard or move action a turn", "flag", value=fighter.limited),
            OfferField("skips", "Cannot act", "flag", value=fighter.skips),
            OfferField("condition", "Condition", "word", value=fighter.condition, high=MAX_WORD, optional=True),
            numeric_field(
                "opportunities", "Opportunity attacks made", fighter.opportunities, 0, opportunity_limit(sheet)
            ),
            *last,
        )

    def set_by_hand(self, state: OlderState, combatant: str, name: str, value: Any) -> OlderState:
        before = state.fighter_of(combatant).hp
        if name == "initiative":
            order = state.own
            require_nothing_asked(state)
            kept = with_initiative(state, combatant, value)
            return kept.with_order(acted=order.acted)
        state = state.change(combatant, **{name: value})
        if name == "limited" and (turn := state.own.turn) is not None and turn.combatant == combatant:
            state = _limited_now(state, limited=value)
        return standing_noted(state, combatant, before) if name == "hp" else state

    def combatant_document(self, state: OlderState, combatant: str, *, sees_hidden: bool) -> dict[str, Any]:
        fighter, sheet = state.fighter_of(combatant), state.fighter_sheet(combatant)
        left = (
            {
                "hp": fighter.hp,
                "most_hp": fighter.most_hp,
                "temporary_hp": fighter.temporary,
                "nonlethal": fighter.nonlethal,
                "armor_class": armor_class(state, combatant),
                "touch": armor_class(state, combatant, "touch"),
                "bonuses": [
                    {"type": bonus.type, "value": bonus.value, "to": bonus.to, "until": bonus.until}
                    for bonus in fighter.bonuses
                ],
                "opportunity_attacks_left": max(0, opportunity_limit(sheet) - fighter.opportunities),
            }
            if sees_hidden
            else {}
        )
        return {
            "initiative": state.own.initiative.get(combatant),
            "standing": standing_word(fighter),
            "dexterity_denied": fighter.dexterity_denied,
            "condition": fighter.condition,
            **left,
        }


OLDER_PATHFINDER = OlderPathfinder()
"""The older rules."""
