"""Interacting with the board: objectives, supplies, digging spots, disguises, secrets."""

from dataclasses import replace

from rules.documents.records import LaterFlag
from rules.errors import ChangeRefused, require
from rules.p2v_combat.action_points import pay_to_interact
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.numbers import BattleNumber, NamedModifier, check_number, power_number
from rules.p2v_combat.scoring.conditions import TREASURE
from rules.p2v_combat.scoring.objectives import (
    numbered_markers,
    objective_in_play,
    objective_name,
    owners_of,
    runes_bonus,
)
from rules.p2v_combat.scoring.places import SPOTTING_DISTANCE, is_on_other_half, refuse_far
from rules.p2v_combat.setup.objectives import terms_of
from rules.p2v_combat.setup.plan import OBSTACLE, SecretChoice
from rules.p2v_combat.setup.secrets import check_reveal
from rules.p2v_combat.solo.playing import is_monster
from rules.p2v_combat.standing import with_thing
from rules.p2v_combat.state import ActiveCondition, BattleState
from rules.p2v_combat.tasks.checks import CHECK, skill_test
from rules.p2v_combat.tasks.objectives import ClaimTask, DisguiseSeen, ObjectiveMet, SpottingEnd
from rules.p2v_combat.tasks.task import D20Task, D20Test
from rules.p2v_combat.waiting import TEMPTING_DISGUISE, disguised, special_start, unmasked_objectives, waiting_upgrade
from rules.tables.skills import PERCEPTION, may_check_untrained, save_of, skill


class ObjectiveTried(BattleEvent, kind="objective-tried", filled_in=(("plays_out", True),)):
    """A creature next to an objective interacts with it and rolls one of its skills.

    With ``plays_out`` everything that follows is chosen and rolled; older logs only name it.
    """

    creature: str
    objective: str
    skill: str
    plays_out: LaterFlag = True

    def play(self, state: BattleState, side: str | None) -> BattleState:
        placed = objective_in_play(state, self.objective)
        if self.plays_out and self.objective in unmasked_objectives(state):
            raise ChangeRefused("That objective was a creature in disguise.")
        name = objective_name(state, placed)
        terms = require(terms_of(placed), ChangeRefused(f"{name} has no d6 yet."))
        if self.skill not in terms.skills:
            raise ChangeRefused(f"{name} is claimed with {' or '.join(terms.skills)}.")
        combatant = state.combatants.get(self.creature)
        solo = state.setup.solo
        if combatant is not None and solo is not None and not solo.monsters_claim and is_monster(state, combatant.id):
            raise ChangeRefused("Monsters claim objectives only where the scenario says so.")
        if combatant is None or owners_of(state).get(self.objective) == combatant.side:
            raise ChangeRefused(f"{name} is yours already.")
        refuse_far(state, self.creature, self.objective)
        state = pay_to_interact(state, self.creature)
        _refuse_untrained(state, self.creature, self.skill)
        runes = runes_bonus(state, combatant.side)
        more = (NamedModifier("Ancient Runes", runes),) if runes else ()
        power = BattleNumber("Power", (NamedModifier(name, terms.power),))
        test = skill_test(state, self.creature, self.skill, f"{self.skill} check for the {name}", power, more)
        roll = D20Task(test=test, then=ClaimTask(self.creature, self.objective, name, self.plays_out))
        hidden = [key for key in disguised(state) if waiting_upgrade(state.setup, key) == TEMPTING_DISGUISE]
        if not hidden or not self.plays_out:
            return state.pushed(roll)
        first, *others = hidden
        met = ObjectiveMet(
            disguised=first, suspect=self.objective, name=name, by=self.creature, others=tuple(others), roll=roll
        )
        return state.pushed(met)


def _refuse_untrained(state: BattleState, creature: str, word: str) -> None:
    # Mindless creatures, and animals and beasts without spells or weapons, use trained skills only. "Skill checks".
    fielded = state.fielded(creature)
    trained = any(skill(printed_skill).name == word for printed_skill in fielded.card.skills)
    fights = any(feature.strike and feature.range and feature.range.kind == "ranged" for feature in fielded.features)
    casts = fielded.card.is_caster
    if not trained and not may_check_untrained(fielded.card.tags, casts_spells=casts, uses_weapons=fights):
        raise ChangeRefused(f"{state.name(creature)} can only use skills in which it is trained.")
    if getattr(fielded.card.stats, save_of(word)) is None:
        raise ChangeRefused(f"{state.name(creature)} has no {save_of(word).capitalize()} to roll with.")


class SupplyDestroyed(BattleEvent, kind="supply-destroyed"):
    """A creature next to a Supply destroys it; ``on_other_half`` means that it is on the opponent's half."""

    creature: str
    supply: str
    on_other_half: bool

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if any(fact.kind == "supply destroyed" and fact.to == self.supply for fact in state.scored_facts):
            raise ChangeRefused("That Supply is destroyed already.")
        _refuse_unmarked(state, "supply", self.supply)
        refuse_far(state, self.creature, self.supply)
        is_other = self.on_other_half or is_on_other_half(state, self.creature, self.supply)
        state = pay_to_interact(state, self.creature).note(
            self.creature, f"{state.name(self.creature)} destroys a Supply."
        )
        return state.with_scored_fact("supply destroyed", self.creature, self.supply, int(is_other))


class SpotDug(BattleEvent, kind="spot-dug", reveals=True, filled_in=(("has_treasure", False),)):
    """A creature next to a Digging Spot flips it; with the treasure it carries a Heavy Load from now on."""

    creature: str
    spot: str
    has_treasure: bool

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if any(fact.kind == "spot dug" and fact.to == self.spot for fact in state.scored_facts):
            raise ChangeRefused("That Digging Spot is open already.")
        _refuse_unmarked(state, "digging spot", self.spot)
        refuse_far(state, self.creature, self.spot)
        state = pay_to_interact(state, self.creature).with_scored_fact("spot dug", self.creature, self.spot)
        if not self.has_treasure:
            return state.note(self.creature, f"{state.name(self.creature)} digs and finds nothing.")
        return _takes_treasure(state, self.creature, "digs up")


def _refuse_unmarked(state: BattleState, kind: str, key: str) -> None:
    # Players may leave the markers out of the set-up. Battles that an older version began took any word.
    names = [name for name, *_ in numbered_markers(state, kind)]
    if state.has_limits and names and key not in names:
        raise ChangeRefused(f"There is no {kind.title()} of that name on the board.")


def _takes_treasure(state: BattleState, creature: str, verb: str) -> BattleState:
    combatant = state.combatants[creature]
    load = ActiveCondition("heavy load", source=TREASURE)
    state = with_thing(state, TREASURE, None)
    state = state.change(creature, statuses=(*combatant.statuses, load)).with_scored_fact(
        "treasure held", creature, TREASURE
    )
    return state.note(creature, f"{state.name(creature)} {verb} the Buried Treasure.")


class TreasureTaken(BattleEvent, kind="treasure-taken"):
    """A creature picks up the Buried Treasure from where it was left."""

    creature: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if not any(fact.kind == "treasure held" for fact in state.scored_facts) or any(
            held.source == TREASURE for combatant in state.combatants.values() for held in combatant.statuses
        ):
            raise ChangeRefused("The Buried Treasure does not lie on the board.")
        refuse_far(state, self.creature, TREASURE)
        return _takes_treasure(pay_to_interact(state, self.creature), self.creature, "picks up")


class SecretShown(BattleEvent, kind="secret-shown", is_sent=False, reveals=True):
    """A side shows a secret choice, with the salt that it was sealed with."""

    by: str
    purpose: str
    choice: str
    salt: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if self.by not in [side.key for side in state.setup.sides] or side not in (None, self.by):
            raise ChangeRefused("A side shows its own secret choices.")
        if (self.by, self.purpose) in [(shown, purpose) for shown, purpose, _ in state.revealed]:
            raise ChangeRefused("That has been shown already.")
        table = state.setup.table
        if table and any((seal.side, seal.purpose) == (self.by, self.purpose) for seal in table.seals):
            check_reveal(table, SecretChoice(self.by, self.purpose, self.choice, self.salt))
        state = replace(state, revealed=(*state.revealed, (self.by, self.purpose, self.choice)))
        name = state.setup.side(self.by).name
        return state.note(None, f"{name} reveals {self._what(state)}: {_with_names(state, self.choice)}.")

    def _what(self, state: BattleState) -> str:
        """Return the subject of the choice, in words."""
        purpose, _, creature = self.purpose.partition(" ")
        words = purpose.replace("-", " ")
        return f"{state.name(creature)}’s {words.title()}" if creature in state.combatants else f"its {words}"


def _with_names(state: BattleState, choice: str) -> str:
    """Return a secret choice with the names of its creatures in place of their ids."""
    words = (state.name(word) if word in state.combatants else word for word in choice.split(" "))
    return " ".join(words)


class DisguiseSpotted(BattleEvent, kind="disguise-spotted"):
    """A creature within 6 squares looks whether an objective or obstacle (``suspect``) is a creature in disguise."""

    creature: str
    suspect: str
    disguised: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        # An Interact and a Perception check against the Power of the creature. "Spotting a disguised creature".
        combatant = state.combatants.get(self.creature)
        if combatant is None or self.disguised not in disguised(state):
            raise ChangeRefused("That creature is not in disguise.")
        if state.combatants[self.disguised].side == combatant.side:
            raise ChangeRefused(f"Its own side knows where {state.name(self.disguised)} is.")
        name = _name_of(state, self.suspect, self.disguised)
        refuse_far(state, self.creature, self.suspect, SPOTTING_DISTANCE)
        state = pay_to_interact(state, self.creature)
        if getattr(state.fielded(self.creature).card.stats, save_of(PERCEPTION.name)) is None:
            raise ChangeRefused(f"{state.name(self.creature)} has no {PERCEPTION.name} to roll with.")
        test = D20Test(
            creature=self.creature,
            kind="check",
            purpose=CHECK,
            reason=f"{state.name(self.creature)}’s {PERCEPTION.name} check for the {name}",
            number=check_number(state, self.creature, PERCEPTION.name),
            against=power_number(state, self.disguised),
            stats=("skills",),
        )
        question = DisguiseSeen(disguised=self.disguised, suspect=self.suspect, name=name, by=self.creature)
        return state.pushed(D20Task(test=test, then=SpottingEnd(question)))


def _name_of(state: BattleState, suspect: str, creature: str) -> str:
    """Return the players' name for something that may be a creature; raise ``ChangeRefused`` if it cannot be."""
    start, table = special_start(state.setup, creature), state.setup.table
    if start is not None and start.upgrade == TEMPTING_DISGUISE:
        return objective_name(state, objective_in_play(state, suspect))
    for piece in table.terrain if table else ():
        if start and piece.id == suspect and piece.kind == OBSTACLE and piece.width == piece.height == start.width:
            return piece.name_and_place
    raise ChangeRefused(f"That cannot be {state.name(creature)}.")
