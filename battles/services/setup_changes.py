"""What can be done to the set-up of a battle before its first entry, declared once for pages and programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django.db import transaction

from battles.selectors.adventures import monster_kinds
from battles.selectors.battles import BattleView, BattleVisitor
from battles.selectors.folding import setup_of
from battles.selectors.tables import beast_choices, table_of
from battles.services.secrets import treasure_hidden
from battles.services.setup import MONSTER, refusing_faults, save_table, setup_dice, setup_locked
from common.refusal import Refusal
from compendium.selectors.rulebook import rulebook_get
from rules.errors import ChangeRefused
from rules.p2v_combat.setup import TablePlan
from rules.p2v_combat.setup.changes import PLAN_CHANGES, PlanChange, SetupFields
from rules.p2v_combat.setup.conditions import choose_monster
from rules.p2v_combat.setup.layouts import suggest_table
from rules.p2v_combat.setup.plan import STEPS, SetupStep
from rules.p2v_combat.setup.steps import agree_on, repeat_step, skip_step
from rules.p2v_combat.sides import NEUTRAL, BattleSetup, Fielded
from rules.roster.model import Member
from rules.text import with_minus


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """What a change starts from: who makes it in which step, the set-up with its plan, and what was filled in."""

    view: BattleView
    setup: BattleSetup
    plan: TablePlan
    step: SetupStep
    given: SetupFields

    def planned(self, plan: TablePlan) -> BattleSetup:
        """Return the set-up with another plan."""
        return replace(self.setup, table=plan)


BattleChange = Callable[[SetupDraft], BattleSetup]


@transaction.atomic
def setup_change(*, visitor: BattleVisitor, key: str, step: SetupStep, do: str, given: SetupFields) -> None:
    """Do something in a step of a set-up; raise ``Refusal`` where it cannot be done, or the battle has begun."""
    known = {**STEP_CHANGES[step], **EVERY_STEP}
    change = {**known, "all": _suggest_rest}.get(do)
    if change is None:
        one_of = f"This step does not have that. Choose one of {', '.join(known)}."
        raise Refusal(one_of if do else "Choose what to do.", code="setup.invalid")
    view = setup_locked(visitor, key)
    setup = setup_of(view.battle)
    draft = SetupDraft(view, setup, table_of(view.battle, setup), step, given)
    with refusing_faults():
        setup = change(draft)
    save_table(view.battle, setup, setup.table)


@transaction.atomic
def table_remove(*, visitor: BattleVisitor, key: str) -> None:
    """Play without a plan of the table: the players settle everything themselves."""
    view = setup_locked(visitor, key)
    if not view.may_settle:
        raise Refusal("Only the person who made the battle can remove the plan of its table.", code="battle.forbidden")
    setup = setup_of(view.battle)
    view.battle.secrets.filter(revealed_at=None).delete()
    fielded = tuple(creature for creature in setup.fielded if creature.side != NEUTRAL)
    save_table(view.battle, replace(setup, fielded=fielded), None)


def _on_plan(change: PlanChange) -> BattleChange:
    return lambda draft: draft.planned(change(draft.plan, draft.given, setup_dice(draft.view.battle)))


def _agree(draft: SetupDraft) -> BattleSetup:
    # The visitor's own sides agree, and those that the game plays.
    games = (side.key for side in draft.setup.sides if side.player == "game")
    return draft.planned(agree_on(draft.plan, draft.step, *draft.view.held, *games))


def _repeat(draft: SetupDraft) -> BattleSetup:
    return draft.planned(repeat_step(draft.plan, draft.step))


def _skip(draft: SetupDraft) -> BattleSetup:
    if not draft.view.may_settle:
        raise Refusal("Only the person who made the battle can skip a step.", code="battle.forbidden")
    return draft.planned(skip_step(draft.plan, draft.step))


def _suggest_rest(draft: SetupDraft) -> BattleSetup:
    return draft.planned(suggest_table(draft.plan, setup_dice(draft.view.battle)()))


def _monster(draft: SetupDraft) -> BattleSetup:
    """Choose the monster of a Beast Hunt, which fights for no side."""
    creature, setup = draft.given.text("creature"), draft.setup
    card = rulebook_get(creatures=[creature], items=()).cards.get(creature)
    if card is None:
        raise Refusal("There is no such creature.", code="creature.gone")
    plan = choose_monster(draft.plan, creature)
    level, _ = beast_choices(plan, setup)
    if card.level != level:
        # Half of the cost of the smaller warband: ruling 89.
        here = f"The monster is of level {with_minus(str(level))} here"
        raise ChangeRefused(f"{here}, which is half of the smaller warband’s points.")
    monster = Fielded(MONSTER, NEUTRAL, Member(creature, id=MONSTER.partition(".")[2]), card)
    others = tuple(creature for creature in setup.fielded if creature.id != MONSTER)
    return replace(setup, fielded=(*others, monster), neutral_kinds=monster_kinds((monster,)), table=plan)


def _lone_creature(draft: SetupDraft) -> BattleSetup:
    """Choose the creature that a Rescue Mission is about."""
    creature = draft.given.text("creature")
    if creature not in draft.setup.by_id:
        raise Refusal("This creature does not fight here.", code="creature.invalid")
    return replace(draft.planned(draft.plan), lone_creature=creature)


def _hide_treasure(draft: SetupDraft) -> BattleSetup:
    return draft.planned(treasure_hidden(draft.view.battle, draft.plan))


_OF_BATTLE: Mapping[SetupStep, Mapping[str, BattleChange]] = {
    "victory": {"monster": _monster, "lone-creature": _lone_creature},
    "secrets": {"treasure": _hide_treasure},
}
STEP_CHANGES: Mapping[SetupStep, Mapping[str, BattleChange]] = {
    step: {name: _on_plan(change) for name, change in PLAN_CHANGES[step].items()} | {**_OF_BATTLE.get(step, {})}
    for step in STEPS
}
"""What can be done in each step, by name."""
EVERY_STEP: Mapping[str, BattleChange] = {"agree": _agree, "repeat": _repeat, "skip": _skip}
"""What can be done in all of them."""
