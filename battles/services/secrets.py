"""Secrets of a battle: sealed by the side whose they are, drawn by the server, revealed."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from battles.models import Battle
from battles.selectors.battles import BattleVisitor
from battles.selectors.families import refuse_other_rules
from battles.selectors.folding import setup_of
from battles.selectors.tables import secret_of, table_of
from battles.services.battles import battle_locked
from battles.services.recording import event_record
from battles.services.sealing import game_secrets_seal, new_salt, store_secrets
from battles.services.setup import SecretRefused, refusing_faults, save_table, setup_dice, setup_locked
from common.refusal import Refusal
from rules.p2v_combat.events.objectives import SecretShown
from rules.p2v_combat.setup import TablePlan
from rules.p2v_combat.setup.secrets import (
    ChosenPairs,
    hide_treasure,
    keep_seal,
    make_secrets,
    reveal_secret,
    secrets_due,
)
from rules.p2v_combat.setup.starts import Places, deployment_secret

NOT_YOURS = "Only the side whose secret it is can do that."


@transaction.atomic
def secret_seal(*, visitor: BattleVisitor, key: str, side: str, pairs: ChosenPairs) -> None:
    """Seal a choice of a side, or the two of an Assassin and its Target; an earlier one is forgotten."""
    view = setup_locked(visitor, key)
    if side not in view.held:
        raise Refusal(NOT_YOURS, code="secret.forbidden")
    setup = setup_of(view.battle)
    plan = table_of(view.battle, setup)
    purposes = tuple(purpose for purpose, _ in pairs)
    demand = next(
        (demand for demand in secrets_due(plan, setup.fielded) if (demand.side, demand.purposes) == (side, purposes)),
        None,
    )
    if demand is None:
        raise Refusal("This battle asks for no such secret.", code="secret.state")
    with refusing_faults(SecretRefused):
        made = make_secrets(demand, pairs, [new_salt() for _ in pairs])
    store_secrets(view.battle, made)
    save_table(view.battle, setup, keep_seal(plan, *made))
    game_secrets_seal(view.battle, setup_of(view.battle))


@transaction.atomic
def deployment_seal(*, visitor: BattleVisitor, key: str, side: str, places: Places) -> None:
    """Seal where the creatures of a side start."""
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
    """Let the server draw where the Buried Treasure lies, and return the plan with the seal of that."""
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
