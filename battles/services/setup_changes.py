"""Changes to the set-up of a battle before its first entry, secrets and the table of a scenario included."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from battles.models import Battle
from battles.selectors.battles import BattleView, BattleVisitor, beast_choices, secret_of, table_of
from battles.selectors.boards import board_plan, saved_board_of
from battles.selectors.families import refuse_other_rules
from battles.selectors.folding import setup_of
from battles.selectors.lineups import monster_kinds
from battles.services.battles import battle_locked
from battles.services.recording import event_record
from battles.services.setup import (
    MONSTER,
    SecretRefused,
    game_secrets_seal,
    new_salt,
    refusing_faults,
    save_table,
    setup_dice,
    setup_locked,
    store_secrets,
)
from campaigns.selectors.scenario_pages import ScenarioView
from common.refusal import Refusal
from compendium.selectors.rulebook import rulebook_get
from rules.campaigns.scenarios import STANDARD_VICTORY
from rules.errors import ChangeRefused, require
from rules.p2v_combat.events.objectives import SecretShown
from rules.p2v_combat.setup.changes import PLAN_CHANGES, PlanChange, SetupFields
from rules.p2v_combat.setup.conditions import choose_condition, choose_monster
from rules.p2v_combat.setup.deploying import choose_board, choose_deployment, set_points
from rules.p2v_combat.setup.layouts import suggest_table
from rules.p2v_combat.setup.plan import ALTERNATIVES, STEPS, SetupStep, TablePlan
from rules.p2v_combat.setup.saved_boards import lay_saved_board
from rules.p2v_combat.setup.secrets import (
    ChosenPairs,
    Places,
    deployment_secret,
    hide_treasure,
    keep_seal,
    make_secrets,
    reveal_secret,
    secrets_due,
)
from rules.p2v_combat.setup.steps import agree_on, repeat_step, skip_step
from rules.p2v_combat.sides import NEUTRAL, BattleSetup, Fielded
from rules.roster.model import Member
from rules.text import with_minus

NOT_YOURS = "Only the side that owns this secret can do that."


@transaction.atomic
def secret_seal(*, visitor: BattleVisitor, key: str, side: str, pairs: ChosenPairs) -> None:
    """Seal a choice of a side, or the two of an Assassin and its Target; an earlier one is forgotten."""
    view = setup_locked(visitor, key)
    if side not in view.held:
        raise Refusal(NOT_YOURS, code="secret.forbidden")
    setup = setup_of(view.battle)
    plan = table_of(view.battle, setup)
    purposes = tuple(purpose for purpose, _ in pairs)
    demand = require(
        next(
            (
                demand
                for demand in secrets_due(plan, setup.fielded)
                if (demand.side, demand.purposes) == (side, purposes)
            ),
            None,
        ),
        Refusal("This battle does not ask for that secret.", code="secret.state"),
    )
    with refusing_faults(SecretRefused):
        made = make_secrets(demand, pairs, [new_salt() for _ in pairs])
    store_secrets(view.battle, made)
    save_table(view.battle, setup, keep_seal(plan, *made))
    game_secrets_seal(view.battle, setup_of(view.battle))


@transaction.atomic
def deployment_seal(*, visitor: BattleVisitor, key: str, side: str, places: Places) -> None:
    """Seal the starting places of a side's creatures."""
    view = setup_locked(visitor, key)
    if side not in view.held:
        raise Refusal(NOT_YOURS, code="secret.forbidden")
    setup = setup_of(view.battle)
    plan = table_of(view.battle, setup)
    with refusing_faults(SecretRefused):
        made = deployment_secret(plan, side, setup.fielded, places, new_salt())
    store_secrets(view.battle, [made])
    save_table(view.battle, setup, keep_seal(plan, made))


def treasure_hidden(battle: Battle, plan: TablePlan) -> TablePlan:
    """Let the server draw the place of the Buried Treasure, and return the plan with its seal."""
    with refusing_faults(SecretRefused):
        made = hide_treasure(plan, setup_dice(battle)(), new_salt())
    store_secrets(battle, [made])
    return keep_seal(plan, made)


@transaction.atomic
def secret_reveal(*, visitor: BattleVisitor, key: str, number: int) -> None:
    """Show a secret of a side that the visitor plays: in the set-up, or in the log of a battle that has begun."""
    view = battle_locked(visitor, key)
    refuse_other_rules(view.battle, "secrets")
    row = view.battle.secrets.filter(pk=number, revealed_at=None).first()
    if row is None or row.side not in view.held:
        raise Refusal(NOT_YOURS, code="secret.forbidden")
    secret = secret_of(row)
    row.revealed_at = timezone.now()
    row.save(update_fields=["revealed_at"])
    if not view.battle.head:
        setup = setup_of(view.battle)
        with refusing_faults():
            plan = reveal_secret(table_of(view.battle, setup), secret)
        save_table(view.battle, setup, plan)
        return
    shown = SecretShown(secret.side, secret.purpose, secret.choice, secret.salt)
    event_record(visitor=visitor, key=key, command=lambda state: shown, side=row.side)


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """The input of a change: its author and step, the set-up with its plan, and the form."""

    visitor: BattleVisitor
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
    """Make a change in a step of a set-up; raise ``Refusal`` if it is impossible, or the battle has begun."""
    known = {**STEP_CHANGES[step], **EVERY_STEP}
    change = {**known, "all": _suggest_rest}.get(do)
    if change is None:
        one_of = f"This step does not have that option. Choose one of {', '.join(known)}."
        raise Refusal(one_of if do else "Choose what to do.", code="setup.invalid")
    view = setup_locked(visitor, key)
    setup = setup_of(view.battle)
    draft = SetupDraft(visitor, view, setup, table_of(view.battle, setup), step, given)
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
    return draft.planned(agree_on(draft.plan, draft.step, *draft.view.held, *games, *draft.view.opponents))


def _suggest_rest(draft: SetupDraft) -> BattleSetup:
    return draft.planned(suggest_table(draft.plan, setup_dice(draft.view.battle)()))


def _skip(draft: SetupDraft) -> BattleSetup:
    if not draft.view.may_settle:
        raise Refusal("Only the person who made the battle can skip a step.", code="battle.forbidden")
    return draft.planned(skip_step(draft.plan, draft.step))


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
        here = f"The monster has level {with_minus(str(level))} here"
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


def _saved_board(draft: SetupDraft) -> BattleSetup:
    """Lay a board that the visitor has saved."""
    row = saved_board_of(draft.visitor.owner, draft.given.text("board"))
    if row is None:
        raise Refusal("Choose a board that you have saved.", code="board.gone")
    return draft.planned(lay_saved_board(draft.plan, board_plan(row), setup_dice(draft.view.battle)()))


_OF_BATTLE: Mapping[SetupStep, Mapping[str, BattleChange]] = {
    "terrain": {"saved": _saved_board},
    "victory": {"monster": _monster, "lone-creature": _lone_creature},
    "secrets": {"treasure": lambda draft: draft.planned(treasure_hidden(draft.view.battle, draft.plan))},
}
STEP_CHANGES: Mapping[SetupStep, Mapping[str, BattleChange]] = {
    step: {name: _on_plan(change) for name, change in PLAN_CHANGES[step].items()} | {**_OF_BATTLE.get(step, {})}
    for step in STEPS
}
"""The possible changes of each step, by name."""
EVERY_STEP: Mapping[str, BattleChange] = {
    "agree": _agree,
    "repeat": lambda draft: draft.planned(repeat_step(draft.plan, draft.step)),
    "skip": _skip,
}
"""The possible changes of every step."""


@transaction.atomic
def table_as_scenario(*, visitor: BattleVisitor, key: str, scenario: ScenarioView) -> None:
    """Choose a scenario's board, victory condition and deployment for the table of its battle; raise ``Refusal``."""
    wanted, board = scenario.state.plan, scenario.board
    has_zones = wanted.deployment in ALTERNATIVES  # the normal ones are those of the board
    if board is None and wanted.victory == STANDARD_VICTORY and not has_zones:
        return
    view = setup_locked(visitor, key)
    setup = setup_of(view.battle)
    plan = table_of(view.battle, setup)
    with refusing_faults():
        if wanted.board_points is not None and board is not None:
            plan = choose_board(set_points(plan, wanted.board_points), board.key)
        if wanted.victory != plan.victory:
            plan = choose_condition(plan, wanted.victory)
        plan = choose_deployment(plan, wanted.deployment) if has_zones else plan
    save_table(view.battle, setup, plan)
