"""What happens that somebody may react to, as a value: ``tasks.offers`` asks with it whether anyone does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules.effects import Effect
from rules.p2v_combat.positions import IN_THE_OPEN, Circumstances
from rules.p2v_combat.state import BattleState

TriggerKind = Literal[
    "acts",
    "casts",
    "moves",
    "strikes",
    "targets",
    "hits",
    "misses",
    "damages",
    "falls",
    "starts turn",
    "eliminated",
    "save",
    "check",
]
"""What a creature does or meets.

``strikes`` and ``targets`` come before any die, ``hits`` and ``misses`` after the Fight roll, ``damages`` before the
damage is taken, ``save`` and ``check`` after the roll.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """Something that happens: who does it (``creature``), to whom, with which action of which effect.

    ``outcome`` is how a roll ended (``critical hit``, ``failure``), ``stat`` what a save was made with. ``amount`` and
    ``types`` are damage before resistance, ``source`` the name of what causes it. ``circumstances`` hold between the
    two. ``was_cast`` marks a part of a spell about whose casting everyone was asked.
    """

    kind: TriggerKind
    creature: str
    target: str | None = None
    action: str = ""
    source: str = ""
    effect: Effect | None = field(default=None, repr=False)
    is_spell: bool = False
    is_ranged: bool = False
    was_cast: bool = False
    outcome: str = ""
    stat: str = ""
    amount: int = 0
    types: tuple[str, ...] = ()
    circumstances: Circumstances = IN_THE_OPEN


_TEXTS: dict[TriggerKind, str] = {
    "acts": "{creature} uses {source}",
    "casts": "{creature} casts {source}",
    "moves": "{creature} moves",
    "strikes": "{creature} attacks {target} with {source}",
    "targets": "{creature} targets {target} with {source}",
    "hits": "{creature} hits {target} with {source}",
    "misses": "{creature} misses {target} with {source}",
    "damages": "{target} takes {amount} damage",
    "falls": "{target} falls to 0 HP",
    "starts turn": "{creature} starts its turn",
    "eliminated": "{creature} is eliminated",
    "save": "{creature}: {source}, {outcome}",
    "check": "{creature}: {source}, {outcome}",
}


def trigger_text(state: BattleState, trigger: Trigger) -> str:
    """Say what happens, for the question who reacts."""
    return _TEXTS[trigger.kind].format(
        creature=state.name(trigger.creature),
        target=state.name(trigger.target) if trigger.target else "",
        source=trigger.source,
        amount=trigger.amount,
        outcome=trigger.outcome,
    )
