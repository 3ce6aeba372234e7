"""Storing secrets of a battle, and those of a side that the game plays: chosen by the seed, sealed like any other."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from django.utils import timezone

from battles.models import Battle, BattleSecret
from battles.selectors.folding import battle_played
from battles.selectors.tables import secret_of
from battles.services.setup import save_table, setup_dice
from rules.combat.asks import RevealAsk
from rules.combat.family import PlannedFight
from rules.combat.resolution import ResolvingState
from rules.dice import Roller
from rules.p2v_combat.events.objectives import SecretShown
from rules.p2v_combat.events.reactions import Chosen
from rules.p2v_combat.setup import SecretChoice
from rules.p2v_combat.setup.secrets import (
    SecretDemand,
    SecretOption,
    disguise_purpose,
    keep_seal,
    make_secrets,
    missing_demands,
)
from rules.p2v_combat.setup.steps import SETUP, sealed_choice
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.tasks.objectives import DisguiseQuestion
from rules.p2v_combat.waiting import DISGUISES, IS_DISGUISED, NOT_DISGUISED

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


def game_secrets_seal(battle: Battle, setup: BattleSetup) -> bool:
    """Seal what the game's side has to choose in secret and has not yet; return True if there was anything.

    The seed chooses, so that the same battle makes the same choice. Call it within a transaction.
    """
    plan, games = setup.table, game_sides(setup)
    due = (
        [demand for demand in missing_demands(plan, setup.fielded) if demand.side in games and demand.options]
        if plan
        else []
    )
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
    """Return the event by which the game shows the next secret of its side, None where none is asked for."""
    games = game_sides(setup)
    wanted = next(((side, purpose) for side, purpose in ask.secrets if side in games), None)
    if wanted is None:
        return None
    return _shown(battle, *wanted)


def _shown(battle: Battle, side: str, purpose: str) -> SecretShown | None:
    """Return the event that shows a sealed secret, None where none is stored. Two queries."""
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


def disguise_answered(battle: Battle, state: ResolvingState) -> Chosen | None:
    """Return what a sealed choice answers to the question whether something is a creature in disguise.

    None where none is asked, or its side keeps the choice on paper. At most one query.
    """
    played = battle_played(state)
    question = played.stack[-1] if played and played.stack else None
    if played is None or not isinstance(question, DisguiseQuestion):
        return None
    side = played.combatants[question.disguised].side
    row = _row(battle, side, question.purpose(played))
    return Chosen(IS_DISGUISED if row.choice == question.suspect else NOT_DISGUISED) if row else None


def disguise_shown(battle: Battle, state: ResolvingState) -> SecretShown | None:
    """Return the event that shows where a creature was that has left its disguise, None where nothing is to be shown.

    No query while none has left one. Battles from before leave it to the side.
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
