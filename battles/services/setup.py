"""The set-up of a battle before its first entry: the plan of its table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from battles.models import Battle
from battles.selectors.battles import BattleView, BattleVisitor
from battles.selectors.families import refuse_other_rules
from battles.services.battles import battle_locked, readable_document
from common.refusal import Refusal
from common.saving import save_new_version
from compendium.selectors.rulebook import rulebook_get
from rules.dice import EnteredRoller, Roller, SeededRoller
from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.companions import is_objective_creature, objective_creature_id
from rules.p2v_combat.family import P2V
from rules.p2v_combat.setup import TablePlan
from rules.p2v_combat.setup.changes import Dice
from rules.p2v_combat.sides import NEUTRAL, BattleSetup, Distances, Fielded
from rules.roster.model import Member

BEGUN = "The battle has begun: the set-up stays as it is."
MONSTER = f"{NEUTRAL}.m1"
"""The id of the monster of a Beast Hunt."""


def setup_dice(battle: Battle) -> Dice:
    """Return what rolls for a set-up: faces that were entered, or else the server's seed."""

    def roller(faces: tuple[int, ...] = ()) -> Roller:
        return EnteredRoller(faces) if faces else SeededRoller(bytes(battle.seed))

    return roller


class SetupRefused(Refusal):
    """The rules do not allow this of a set-up."""

    code = "setup.invalid"


class SecretRefused(Refusal):
    """The rules do not allow this of a secret choice."""

    code = "secret.invalid"


@contextmanager
def refusing_faults(kind: type[Refusal] = SetupRefused) -> Iterator[None]:
    """Refuse what the rules do not allow."""
    try:
        yield
    except (ChangeRefused, RulesError) as refused:
        raise kind(str(refused)) from refused


def setup_locked(visitor: BattleVisitor, key: str) -> BattleView:
    """Lock a battle that has not begun and return it for somebody who plays it. Raises ``Refusal``."""
    view = battle_locked(visitor, key)
    refuse_other_rules(view.battle, "table")
    if not view.plays:
        raise Refusal("Only those who play the battle can set it up.", code="battle.forbidden")
    if not view.may_set_up:
        raise Refusal(BEGUN, code="battle.state")
    return view


def with_objective_creatures(setup: BattleSetup, plan: TablePlan | None) -> BattleSetup:
    """Return a set-up in which each golem, animal or fey among the objectives fights for no side, and no other does.

    One query where a card has to be read.
    """
    wanted = (
        {
            objective_creature_id(objective.kind): objective.creature
            for objective in plan.objectives
            if objective.creature
        }
        if plan
        else {}
    )
    there = {creature.id: creature for creature in setup.fielded if wanted.get(creature.id) == creature.member.creature}
    missing = [creature for key, creature in wanted.items() if key not in there]
    cards = rulebook_get(creatures=missing, items=()).cards if missing else {}
    for key, creature in wanted.items():
        if key not in there and creature in cards:
            member = Member(creature, id=key.partition(".")[2])
            there[key] = Fielded(key, NEUTRAL, member, cards[creature])
    others = [creature for creature in setup.fielded if not is_objective_creature(creature.id)]
    return replace(setup, fielded=(*others, *there.values()))


def save_table(battle: Battle, setup: BattleSetup, plan: TablePlan | None) -> None:
    """Store a plan with its battle; distances are told as the plan says, and a monster leaves with its condition."""
    if plan is not None:
        distances: Distances = "inches" if plan.is_gridless else "squares"
        setup = replace(setup, rules=replace(setup.rules, distances=distances))
    if plan is None or plan.victory != "beast-hunt":
        fielded = tuple(creature for creature in setup.fielded if creature.id != MONSTER)
        setup = replace(setup, fielded=fielded, neutral_kinds=())
    if plan is None or plan.victory != "rescue-mission":
        setup = replace(setup, lone_creature="")
    setup = with_objective_creatures(setup, plan)
    battle.setup = readable_document(P2V, replace(setup, table=plan))
    save_new_version(battle, "setup")
