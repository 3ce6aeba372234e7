"""The set-up of a battle before its first entry: the plan of its table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction

from battles.models import Battle
from battles.selectors.adventures import monster_kinds
from battles.selectors.battles import BattleView, BattleVisitor
from battles.selectors.families import refuse_other_rules
from battles.selectors.folding import setup_of
from battles.selectors.tables import beast_choices, table_of
from battles.services.battles import battle_locked, readable_document
from common.refusal import Refusal
from common.saving import save_new_version
from compendium.selectors.rulebook import rulebook_get
from rules.dice import EnteredRoller, Roller, SeededRoller
from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.family import P2V
from rules.p2v_combat.objective_creatures import is_objective_creature, objective_creature_id
from rules.p2v_combat.setup import TablePlan
from rules.p2v_combat.setup.conditions import choose_monster
from rules.p2v_combat.setup.plan import SetupStep
from rules.p2v_combat.setup.steps import skip_step
from rules.p2v_combat.sides import NEUTRAL, BattleSetup, Distances, Fielded
from rules.roster.model import Member
from rules.text import with_minus

BEGUN = "The battle has begun: the set-up stays as it is."
MONSTER = f"{NEUTRAL}.m1"
"""The id of the monster of a Beast Hunt."""

TableChange = Callable[[TablePlan, BattleSetup, "SetupDice"], TablePlan]
"""Makes another plan from the one that is stored."""


class SetupDice:
    """Where the dice of a set-up come from: the server's seed, or faces that were entered."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle

    def roller(self, faces: tuple[int, ...] = ()) -> Roller:
        """Return what takes the faces that fell on the table, or else rolls on the server."""
        return EnteredRoller(faces) if faces else SeededRoller(bytes(self._battle.seed))


@transaction.atomic
def table_change(*, visitor: BattleVisitor, key: str, change: TableChange) -> None:
    """Change the plan of a table; raise ``Refusal`` where it cannot be changed so, or the battle has begun."""
    view = setup_locked(visitor, key)
    setup = setup_of(view.battle)
    save_table(view.battle, setup, changed_plan(view.battle, setup, change))


@transaction.atomic
def step_skip(*, visitor: BattleVisitor, key: str, step: SetupStep) -> None:
    """Leave a step to the players; raise ``Refusal`` for a side whose phone is not the only one."""
    view = setup_locked(visitor, key)
    if not view.may_settle:
        raise Refusal("Only the person who made the battle can skip a step.", code="battle.forbidden")
    setup = setup_of(view.battle)
    save_table(view.battle, setup, changed_plan(view.battle, setup, lambda plan, *_: skip_step(plan, step)))


def changed_plan(battle: Battle, setup: BattleSetup, change: TableChange) -> TablePlan:
    """Return the changed plan of a battle's table. Raises ``Refusal``."""
    try:
        return change(table_of(battle, setup), setup, SetupDice(battle))
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="setup.invalid") from refused
    except RulesError as fault:
        raise Refusal(str(fault), code="setup.invalid") from fault


@transaction.atomic
def monster_choose(*, visitor: BattleVisitor, key: str, creature: str) -> None:
    """Choose the monster of a Beast Hunt, which fights for no side; raise ``Refusal`` where there is none."""
    view = setup_locked(visitor, key)
    setup = setup_of(view.battle)
    card = rulebook_get(creatures=[creature], items=()).cards.get(creature)
    if card is None:
        raise Refusal("There is no such creature.", code="creature.gone")
    plan = changed_plan(view.battle, setup, lambda plan, *_: choose_monster(plan, creature))
    try:
        level, _ = beast_choices(plan, setup)
    except RulesError as fault:
        raise Refusal(str(fault), code="setup.invalid") from fault
    if card.level != level:
        # Half of the cost of the smaller warband: ruling 89.
        message = (
            f"The monster is of level {with_minus(str(level))} here, which is half of the smaller warband’s points."
        )
        raise Refusal(message, code="setup.invalid")
    monster = Fielded(MONSTER, NEUTRAL, Member(creature, id=MONSTER.partition(".")[2]), card)
    others = tuple(one for one in setup.fielded if one.id != MONSTER)
    kinds = monster_kinds((monster,))
    save_table(view.battle, replace(setup, fielded=(*others, monster), neutral_kinds=kinds), plan)


@transaction.atomic
def lone_creature_choose(*, visitor: BattleVisitor, key: str, creature: str) -> None:
    """Choose the creature that a Rescue Mission is about."""
    view = setup_locked(visitor, key)
    setup = setup_of(view.battle)
    if creature not in setup.by_id:
        raise Refusal("This creature does not fight here.", code="creature.invalid")
    save_table(view.battle, replace(setup, lone_creature=creature), table_of(view.battle, setup))


@transaction.atomic
def table_remove(*, visitor: BattleVisitor, key: str) -> None:
    """Play without a plan of the table: the players settle everything themselves."""
    view = setup_locked(visitor, key)
    if not view.may_settle:
        raise Refusal("Only the person who made the battle can remove the plan of its table.", code="battle.forbidden")
    setup = setup_of(view.battle)
    view.battle.secrets.filter(revealed_at=None).delete()
    fielded = tuple(one for one in setup.fielded if one.side != NEUTRAL)
    save_table(view.battle, replace(setup, fielded=fielded), None)


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
    wanted = {objective_creature_id(one.kind): one.creature for one in plan.objectives if one.creature} if plan else {}
    there = {one.id: one for one in setup.fielded if wanted.get(one.id) == one.member.creature}
    missing = [creature for key, creature in wanted.items() if key not in there]
    cards = rulebook_get(creatures=missing, items=()).cards if missing else {}
    for key, creature in wanted.items():
        if key not in there and creature in cards:
            member = Member(creature, id=key.partition(".")[2])
            there[key] = Fielded(key, NEUTRAL, member, cards[creature])
    others = [one for one in setup.fielded if not is_objective_creature(one.id)]
    return replace(setup, fielded=(*others, *there.values()))


def save_table(battle: Battle, setup: BattleSetup, plan: TablePlan | None) -> None:
    """Store a plan with its battle; distances are told as the plan says, and a monster leaves with its condition."""
    if plan is not None:
        distances: Distances = "inches" if plan.is_gridless else "squares"
        setup = replace(setup, rules=replace(setup.rules, distances=distances))
    if plan is None or plan.victory != "beast-hunt":
        fielded = tuple(one for one in setup.fielded if one.id != MONSTER)
        setup = replace(setup, fielded=fielded, neutral_kinds=())
    if plan is None or plan.victory != "rescue-mission":
        setup = replace(setup, lone_creature="")
    setup = with_objective_creatures(setup, plan)
    battle.setup = readable_document(P2V, replace(setup, table=plan))
    save_new_version(battle, "setup")
