"""An action while it is being resolved, and what happens meanwhile that somebody may react to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rules.effects import Effect, SavingThrow
from rules.p2v_combat.numbers import (
    IN_THE_OPEN,
    AimedTarget,
    BattleNumber,
    Circumstances,
    NamedModifier,
    power_number,
)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionUse:
    """An action, or a part of one, that a creature is using.

    ``action`` is its key and ``name`` its name. ``effect`` is what it does, ``text`` says it in words. ``modifiers``
    are those of the step on its Fight roll. ``power`` stands in for the user's Power. ``riders`` follow a hit of its
    strike: what an activity adds. ``chosen`` are the choices made beforehand. ``is_reaction`` marks what happens
    outside the user's own turn, or counts as if it did. ``was_cast`` says that everyone was asked about its casting,
    ``asks_holds`` that no player has said yet what holds for its targets.
    """

    user: str
    action: str
    name: str
    effect: Effect = field(repr=False)
    text: str = ""
    modifiers: tuple[NamedModifier, ...] = ()
    power: BattleNumber | None = None
    riders: tuple[ActionUse, ...] = ()
    chosen: tuple[str, ...] = ()
    is_weapon: bool = False
    is_magical: bool = False
    is_spell: bool = False
    is_reaction: bool = False
    is_wrestling: bool = False
    was_cast: bool = False
    asks_holds: bool = False

    def of(self, effect: Effect) -> ActionUse:
        """Return the use of a part of the effect."""
        return replace(self, effect=effect, text="", riders=(), is_wrestling=False)

    def trigger(self, kind: TriggerKind, target: AimedTarget | None, **more: Any) -> Trigger:
        """Return what happens as the action is used, for those who may react to it."""
        if target is not None:
            more = {"target": target.creature, "circumstances": target.circumstances, **more}
        return Trigger(
            kind=kind,
            creature=self.user,
            action=self.action,
            source=self.name,
            effect=self.effect,
            is_spell=self.is_spell,
            **more,
        )

    def power_against(self, state: BattleState, save: SavingThrow | None = None) -> BattleNumber:
        """Return the Power that saves against it have to reach."""
        if save is not None and save.power is not None:
            return BattleNumber("Power", (NamedModifier(self.name, save.power),))
        return self.power or power_number(state, self.user)


@dataclass(frozen=True, slots=True)
class ActChosen:
    """The answer to what a creature does next in an activity; no action where it leaves the step out."""

    action: str = ""
    way: str = ""
    targets: tuple[AimedTarget, ...] = ()
    choices: tuple[str, ...] = ()
