"""Who may record which event: a side does what is its own, a game master's everything; some are everybody's."""

from __future__ import annotations

from datetime import timedelta
from math import ceil

from django.utils import timezone

from battles.models import Battle
from battles.selectors.battles import BattleView
from battles.selectors.folding import AnyFoldedFight
from common.refusal import Refusal
from rules.combat.log import LogEvent
from rules.text import counted

PATIENCE = timedelta(seconds=20)
"""How long the acting side waits for what others were offered before it may go on without them."""
NOT_YOURS = "Another side decides this."


def refuse_event(view: BattleView, folded: AnyFoldedFight, event: LogEvent, side: str | None) -> str | None:
    """Return the side that an event is recorded for; raise ``Refusal`` if the visitor may not record it.

    ``side`` is the one that the visitor wants to act for, None for the one that fits.
    """
    if side is not None and side not in view.held:
        raise Refusal("You do not play this side.", code="side.forbidden")
    own = folded.family.whose(folded.state, event)
    if own is None or own not in [side.key for side in folded.setup.sides]:
        return side or view.held[0]
    if folded.setup.side(own).player == "game":
        return None
    if own in view.held:
        return own
    if arbiter := next((arbiter for arbiter in folded.arbiters if arbiter in view.held), None):
        return arbiter
    if folded.family.passes(event):
        left = patience_left(view.battle)
        if not left:
            return view.held[0]
        name = folded.setup.side(own).name
        raise Refusal(
            f"{name} can still react. You can go on without an answer in {counted(left, 'second')}.",
            code="reaction.locked",
        )
    raise Refusal(NOT_YOURS, code="side.forbidden")


def patience_left(battle: Battle) -> int:
    """Return for how many seconds a side that is offered something can still answer before others go on. One query."""
    at = battle.entries.filter(number=battle.head).values_list("at", flat=True).first()
    left = PATIENCE if at is None else at + PATIENCE - timezone.now()
    return max(0, ceil(left.total_seconds()))
