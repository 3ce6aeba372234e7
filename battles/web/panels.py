"""The panel of a creature, the forms by hand for it, and ending a battle before its time."""

from dataclasses import dataclass
from typing import ClassVar

from battles.selectors.battles import BattleView
from battles.selectors.gambits import plays_for
from battles.web.creature_rows import CreatureRow, HeldToggle, UseBoxes, condition_toggles, creature_row, use_boxes
from rules.cards.phrases import effect_text
from rules.items import ITEMS
from rules.p2v_combat.action_points import controller
from rules.p2v_combat.actions import carried_title, item_kind_name
from rules.p2v_combat.conditions import PLACES, mode_now
from rules.p2v_combat.events.by_hand import EDGES
from rules.p2v_combat.events.moving import ENTERED
from rules.p2v_combat.events.turns import deciding_sides, may_be_ended, may_end_early
from rules.p2v_combat.numbers import skill_numbers
from rules.p2v_combat.scoring.conditions import victory_in_play
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.waiting import DISGUISES, waiting_upgrade
from rules.tables import conditions
from rules.tables.damage import DAMAGE_TYPES
from rules.text import listed, with_minus

_OUT_OF_REACH = frozenset(row.name for row in conditions.CONDITIONS if conditions.End.OUT_OF_REACH in row.ends)
USUAL_POWER = 15
CHOSEN = ":"
"""Separates an item from its choice in forms."""


@dataclass(frozen=True, slots=True)
class HandForms:
    """The options of the forms by hand for one creature.

    ``skills`` are skills with the creature's modifiers, ``places`` those that sustain a condition, with whether it is
    there. ``is_held_in_reach`` is True if a condition of it ends once no enemy has it within reach. ``items`` are its
    items, each once, ``others`` the creatures to which it can pass something on. Shared by all are ``hazards``, the
    effects of terrain on entering creatures, ``all_items``, and the ``power`` of a check unless the board gives
    another.
    """

    creature: str
    skills: tuple[tuple[str, str], ...]
    places: tuple[tuple[str, bool], ...]
    is_held_in_reach: bool
    items: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str], ...]
    types: ClassVar[tuple[str, ...]] = tuple(row.name for row in DAMAGE_TYPES)
    hazards: ClassVar[tuple[str, ...]] = (*types, *ENTERED)
    all_items: ClassVar = tuple((item.key, f"{item_kind_name(item)}, level {item.level}") for item in ITEMS)
    power: ClassVar[int] = USUAL_POWER


def hand_forms(view: BattleView, state: BattleState, creature: str) -> HandForms | None:
    """Return the forms by hand for a creature, None if the visitor does not play it. No query."""
    combatant = state.combatants[creature]
    if state.phase != "playing" or not combatant.is_in_play or not plays_for(view, state, controller(state, creature)):
        return None
    return HandForms(
        creature=creature,
        skills=tuple((number.name, with_minus(f"{number.value:+d}")) for number in skill_numbers(state, creature)),
        places=tuple((place, place in combatant.places) for place in PLACES),
        is_held_in_reach=any(combatant.has(name) for name in _OUT_OF_REACH),
        items=tuple(
            (f"{choice.item}{CHOSEN}{choice.choice or ''}", carried_title(choice))
            for choice in dict.fromkeys(combatant.items)
        ),
        others=tuple(
            (other.id, state.name(other.id))
            for other in state.combatants.values()
            if other.is_in_play and other.id != creature
        ),
    )


def may_leave_disguise(view: BattleView, state: BattleState, creature: str) -> bool:
    """Return True if a creature of the visitor is in disguise."""
    combatant = state.combatants[creature]
    is_disguised = combatant.presence == "waiting" and waiting_upgrade(state.setup, creature) in DISGUISES
    return state.phase == "playing" and is_disguised and view.plays and combatant.side in view.held


def may_give_points(view: BattleView, state: BattleState) -> bool:
    """Return True if the visitor may give victory points by hand."""
    return view.plays and state.phase == "playing" and victory_in_play(state).by_points


TAPS = (-10, -5, -1, 1, 5, 10)
"""Changes of HP by one tap."""


@dataclass(frozen=True, slots=True)
class CreaturePanel:
    """The creature in focus with everything that can be done with it by hand.

    ``taps`` are changes of HP by one tap, ``edges`` those over which it can leave, "" for none in particular.
    """

    row: CreatureRow
    is_acting: bool
    may_act: bool
    often: tuple[HeldToggle, ...]
    others: tuple[HeldToggle, ...]
    uses: tuple[UseBoxes, ...]
    stats: tuple[tuple[str, int | str], ...]
    minions: tuple[tuple[str, str], ...]
    may_leave_disguise: bool
    left_to_players: tuple[tuple[str, str], ...]
    taps: ClassVar[tuple[int, ...]] = TAPS
    edges: ClassVar[tuple[str, ...]] = EDGES

    @property
    def held(self) -> tuple[HeldToggle, ...]:
        """The conditions and statuses that it has."""
        return tuple(toggle for toggle in self.often if toggle.has)

    @property
    def frequent(self) -> tuple[HeldToggle, ...]:
        """Those that it does not have, but creatures often get."""
        return tuple(toggle for toggle in self.often if not toggle.has)


def creature_panel(view: BattleView, state: BattleState, creature: str) -> CreaturePanel:
    """Return the panel of a creature. No query."""
    combatant, fielded = state.combatants[creature], state.fielded(creature)
    often, others = condition_toggles(combatant)
    stats = fielded.card.stats
    acting = state.acting(creature)
    return CreaturePanel(
        row=creature_row(state, combatant),
        is_acting=acting is not None and not acting.has_ended,
        may_act=plays_for(view, state, controller(state, creature)),
        often=often,
        others=others,
        uses=use_boxes(state, creature),
        stats=tuple(
            (label, value)
            for label, value in (
                ("Fight", stats.fight),
                ("Armor", stats.armor),
                ("Power", stats.power),
                ("Fort", stats.fortitude),
                ("Ref", stats.reflex),
                ("Will", stats.will),
                ("Speed", stats.speed),
                ("Mode", mode_now(state, creature) or None),
            )
            if value is not None
        ),
        minions=tuple(
            (minion.id, state.name(minion.id))
            for minion in (state.turn.acting if state.turn else ())
            if minion.is_minion and not minion.has_ended and state.combatants[minion.id].commander == creature
        ),
        may_leave_disguise=may_leave_disguise(view, state, creature),
        left_to_players=tuple(
            (feature.name, effect_text(feature))
            for feature in fielded.features
            if feature.by_table and feature.cost is None and not feature.caster
        ),
    )


SideName = tuple[str, str]


@dataclass(frozen=True, slots=True)
class EndingForms:
    """A visitor's ways to end a battle: sides by key and name.

    ``concede`` are the visitor's sides, ``agree`` those of them that have yet to agree to the end; ``others`` are other
    people's sides that have yet to agree. ``wanted`` says who wants it, "" while no side does.
    """

    concede: tuple[SideName, ...]
    agree: tuple[SideName, ...]
    others: str
    wanted: str


def ending_forms(view: BattleView, state: BattleState) -> EndingForms | None:
    """Return how a visitor can end a battle, None where they cannot. No query."""
    sides = [(key, state.setup.side(key).name) for key in deciding_sides(state)]
    own = tuple((key, name) for key, name in sides if key in view.held)
    if not (view.plays and own and may_be_ended(state)):
        return None
    wanted = [name for key, name in sides if key in state.end_wanted]
    verb = "wants" if len(wanted) == 1 else "want"
    return EndingForms(
        concede=own,
        agree=tuple(side for side in own if side[0] not in state.end_wanted) if may_end_early(state) else (),
        others=listed(name for key, name in sides if key not in (*view.held, *state.end_wanted)),
        wanted=f"{listed(wanted)} {verb} to end the battle now, with its points counted." if wanted else "",
    )
