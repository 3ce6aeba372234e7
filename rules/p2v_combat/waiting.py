"""Creatures that come into a battle: as it begins, out of a disguise, or summoned."""

from rules.p2v_combat.announcements import announce_passives
from rules.p2v_combat.conditions import always_held
from rules.p2v_combat.scoring.places import unmasked
from rules.p2v_combat.setup.plan import SpecialStart
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.p2v_combat.state import ActiveCondition, BattleState, Combatant

FALSE_OBJECT, TEMPTING_DISGUISE, SUMMONABLE = "false-object", "tempting-disguise", "summonable"
DISGUISES = (FALSE_OBJECT, TEMPTING_DISGUISE)
APPEARS = "appears"
"""The choice of a creature that leaves its disguise."""
IS_DISGUISED, NOT_DISGUISED = "it is", "it is not"
"""A side's answers to the question whether something is its creature in disguise."""
SUMMONING_AP = 2
"""A caster's cost of placing an ally with Summonable."""


def waiting_upgrade(setup: BattleSetup, creature: str) -> str:
    """Return the positioning upgrade for which a creature waits, empty if it starts on the board."""
    start = special_start(setup, creature)
    return start.upgrade if start else ""


def special_start(setup: BattleSetup, creature: str) -> SpecialStart | None:
    """Return the start for which a creature waits, None if it starts on the board."""
    starts = setup.table.starts if setup.table else ()
    waits = (*DISGUISES, SUMMONABLE)
    return next((start for start in starts if start.creature == creature and start.upgrade in waits), None)


def disguised(state: BattleState) -> tuple[str, ...]:
    """Return the creatures that are still in disguise."""
    return tuple(
        combatant.id
        for combatant in state.combatants.values()
        if combatant.presence == "waiting" and waiting_upgrade(state.setup, combatant.id) in DISGUISES
    )


def appear(state: BattleState, creature: str) -> BattleState:
    """Return the state with a creature on the board that was waiting; in place of its disguise, if that is revealed."""
    state = unmasked(state, creature, mask_of(state, creature)).change(creature, presence="in play")
    state = state.with_scored_fact("appeared", None, creature)
    where = "" if state.board is not None else ": place its figure"
    state = state.note(creature, f"{state.name(creature)} appears{where}.")
    return announce_passives(state, creature, "begins")


def mask_of(state: BattleState, creature: str) -> str:
    """Return what a creature is or was in disguise, empty if that is not revealed."""
    purposes = {f"{disguise} {creature}" for disguise in DISGUISES}
    return next((choice for _, purpose, choice in state.revealed if purpose in purposes), "")


def unmasked_objectives(state: BattleState) -> frozenset[str]:
    """Return the objectives that were creatures in disguise, once that is revealed and the creature has left."""
    masks = {
        f"{TEMPTING_DISGUISE} {combatant.id}"
        for combatant in state.combatants.values()
        if combatant.presence != "waiting"
    }
    return frozenset(choice for _, purpose, choice in state.revealed if purpose in masks)


def combatant_of(setup: BattleSetup, fielded: Fielded) -> Combatant:
    """Return a creature at full HP as it enters a battle, with its starting conditions."""
    hp = fielded.card.stats.hp or 1
    conditions, statuses = always_held(fielded)
    always = {held.name for held in conditions}
    starts = (name for name in fielded.starts if name not in always)
    return Combatant(
        id=fielded.id,
        side=fielded.side,
        hp=hp,
        max_hp=hp,
        conditions=(*conditions, *(ActiveCondition(name, source="Before the battle") for name in starts)),
        statuses=statuses,
        spent=fielded.spent,
        items=fielded.member.items,
        hero_points=fielded.member.hero_points,
        commander=fielded.minion_of,
        presence="waiting" if waiting_upgrade(setup, fielded.id) else "in play",
    )
