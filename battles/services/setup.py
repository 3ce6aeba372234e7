"""The set-up of a battle before its first entry: the plan of its table, and sealed secrets, the game's too."""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from django.utils import timezone

from battles.models import Battle, BattleSecret
from battles.selectors.battles import BattleView, BattleVisitor, secret_of
from battles.selectors.families import refuse_other_rules
from battles.selectors.folding import battle_played
from battles.services.battles import battle_locked, readable_document
from common.refusal import Refusal
from common.saving import save_new_version
from compendium.selectors.rulebook import rulebook_get
from rules.combat.family import PlannedFight
from rules.combat.resolution import ResolvingState, RevealAsk
from rules.dice import EnteredRoller, Roller, SeededRoller
from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.action_points import is_objective_creature, objective_creature_id
from rules.p2v_combat.events.objectives import SecretShown
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.family import P2V
from rules.p2v_combat.setup.changes import Dice
from rules.p2v_combat.setup.plan import SecretChoice, TablePlan
from rules.p2v_combat.setup.secrets import (
    SecretDemand,
    SecretOption,
    disguise_purpose,
    keep_seal,
    make_secrets,
    missing_demands,
)
from rules.p2v_combat.setup.steps import SETUP, sealed_choice
from rules.p2v_combat.sides import NEUTRAL, BattleSetup, Distances, Fielded
from rules.p2v_combat.tasks.objectives import DisguiseQuestion
from rules.p2v_combat.waiting import DISGUISES, IS_DISGUISED, NOT_DISGUISED
from rules.roster.model import Member

BEGUN = "The battle has begun: you can no longer change the set-up."
MONSTER = f"{NEUTRAL}.m1"
"""The id of the monster of a Beast Hunt."""


def setup_dice(battle: Battle) -> Dice:
    """Return the roller for a set-up: entered faces, or else the server's seed."""

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
    """Refuse a plan against the rules."""
    try:
        yield
    except (ChangeRefused, RulesError) as refused:
        raise kind(str(refused)) from refused


def setup_locked(visitor: BattleVisitor, key: str) -> BattleView:
    """Lock a battle that has not begun and return it for one of its players. Raises ``Refusal``."""
    view = battle_locked(visitor, key)
    refuse_other_rules(view.battle, "table")
    if not view.plays:
        raise Refusal("Only players of the battle can set it up.", code="battle.forbidden")
    if not view.may_set_up:
        raise Refusal(BEGUN, code="battle.state")
    return view


def with_objective_creatures(setup: BattleSetup, plan: TablePlan | None) -> BattleSetup:
    """Return a set-up in which exactly the golems, animals and feys among the objectives fight for no side.

    One query if a card must be loaded.
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
    """Store a plan with its battle; sets the measure of distances by the plan, and removes a monster with its
    condition.
    """
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


SALT_BYTES = 16


def new_salt() -> str:
    """Return a salt that nobody can guess."""
    return secrets.token_hex(SALT_BYTES)


def store_secrets(battle: Battle, made: Iterable[SecretChoice]) -> None:
    """Store secrets in place of those of the same purpose."""
    for secret in made:
        purpose, _, subject = secret.purpose.partition(" ")
        battle.secrets.filter(side=secret.side, purpose=purpose, subject=subject).delete()
        BattleSecret.objects.create(
            battle=battle,
            side=secret.side,
            purpose=purpose,
            subject=subject,
            choice=secret.choice,
            salt=secret.salt,
            seal=sealed_choice(battle.key, secret).digest,
            sealed_at=timezone.now(),
        )


def game_sides(setup: PlannedFight) -> frozenset[str]:
    """Return the keys of the sides that the game plays."""
    return frozenset(side.key for side in setup.sides if side.player == "game")


def opponent_sides(battle: Battle) -> frozenset[str]:
    """Return the keys of the sides whose seats were given to the game's own players. One query."""
    return frozenset(battle.seats.exclude(played_by="").values_list("side", flat=True))


def game_secrets_seal(battle: Battle, setup: BattleSetup) -> bool:
    """Seal the missing secret choices of the game's side; return True if there were any.

    The seed chooses, so that the same battle makes the same choice. Call it within a transaction.
    """
    plan = setup.table
    missing = missing_demands(plan, setup.fielded) if plan else ()
    games = game_sides(setup) | opponent_sides(battle) if missing else game_sides(setup)
    due = [demand for demand in missing if demand.side in games and demand.options]
    if plan is None or not due:
        return False
    roller = setup_dice(battle)()
    for demand in due:
        pairs = _chosen(demand, roller).pairs
        made = make_secrets(demand, pairs, [new_salt() for _ in pairs])
        store_secrets(battle, made)
        plan = keep_seal(plan, *made)
    save_table(battle, setup, plan)
    return True


def _chosen(demand: SecretDemand, roller: Roller) -> SecretOption:
    if len(demand.options) == 1:
        return demand.options[0]
    place = (SETUP, "secret", demand.side, demand.purposes[0])
    roll = roller.roll(1, len(demand.options), reason="A secret of the game’s side", place=place)
    return demand.options[roll.total - 1]


def game_secret_shown(battle: Battle, setup: PlannedFight, ask: RevealAsk) -> SecretShown | None:
    """Return the event by which the game reveals the next secret of its side, None if none is due."""
    games = game_sides(setup) | opponent_sides(battle)
    wanted = next(((side, purpose) for side, purpose in ask.secrets if side in games), None)
    if wanted is None:
        return None
    return _shown(battle, *wanted)


def _shown(battle: Battle, side: str, purpose: str) -> SecretShown | None:
    """Return the event that reveals a sealed secret, None if none is stored. Two queries."""
    row = _row(battle, side, purpose)
    if row is None:
        return None
    row.revealed_at = timezone.now()
    row.save(update_fields=["revealed_at"])
    shown = secret_of(row)
    return SecretShown(shown.side, shown.purpose, shown.choice, shown.salt)


def _row(battle: Battle, side: str, purpose: str) -> BattleSecret | None:
    word, _, subject = purpose.partition(" ")
    return battle.secrets.filter(side=side, purpose=word, subject=subject).first()


def disguise_answered(battle: Battle, state: ResolvingState) -> BattleOptionChosen | None:
    """Return whether a sealed choice says that something is a creature in disguise.

    None if there is no such question, or its side has the choice on paper. At most one query.
    """
    played = battle_played(state)
    question = played.stack[-1] if played and played.stack else None
    if played is None or not isinstance(question, DisguiseQuestion):
        return None
    side = played.combatants[question.disguised].side
    row = _row(battle, side, question.purpose(played))
    return BattleOptionChosen(IS_DISGUISED if row.choice == question.suspect else NOT_DISGUISED) if row else None


def disguise_shown(battle: Battle, state: ResolvingState) -> SecretShown | None:
    """Return the event that reveals the place of a creature that has left its disguise, None if there is none.

    No query while none has left one. Older battles leave it to the side.
    """
    played = battle_played(state)
    if played is None or played.setup.table is None:
        return None
    shown = {(side, purpose) for side, purpose, _ in played.revealed}
    for start in played.setup.table.starts:
        secret = start.side, disguise_purpose(start)
        left = start.upgrade in DISGUISES and played.combatants[start.creature].presence != "waiting"
        if left and secret not in shown and (event := _shown(battle, *secret)):
            return event
    return None
