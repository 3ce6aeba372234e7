"""An action during its resolution, and the events to which somebody may react."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.effects.circumstances import Quiet
from rules.effects.limits import ban_of
from rules.effects.model import Effect
from rules.effects.triggers import TriggerKind
from rules.effects.values import SavingThrow
from rules.items import FORMER_ITEMS
from rules.items.item import Item
from rules.p2v_combat.numbers import IN_THE_OPEN, AimedTarget, BattleNumber, Circumstances, NamedModifier, power_number
from rules.p2v_combat.state import BattleState
from rules.replacing import replace
from rules.spells.casting import Casting
from rules.tables.areas import Square


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """An event: its actor (``creature``), its target, and the effect of which action.

    ``outcome`` is the result of a roll (``critical hit``, ``failure``), ``stat`` that of a save. ``amount`` and
    ``types`` are damage before resistance, ``source`` the name of its cause. ``circumstances`` are those between the
    two. ``was_cast`` marks a part of a spell whose casting was already offered for reactions, ``quiet`` the
    reactions that a movement does not trigger. ``left`` are the creatures out of whose reach a step on a board leads.
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
    quiet: Quiet = ""
    outcome: str = ""
    stat: str = ""
    amount: int = 0
    types: tuple[str, ...] = ()
    circumstances: Circumstances = IN_THE_OPEN
    left: tuple[str, ...] = ()


_TEXTS: dict[TriggerKind, str] = {
    "acts": "{creature} uses {source}",
    "casts": "{creature} casts {source}",
    "moves": "{creature} moves",
    "teleports": "{creature} has teleported",
    "strikes": "{creature} attacks {target} with {source}",
    "targets": "{creature} targets {target} with {source}",
    "hits": "{creature} hits {target} with {source}",
    "misses": "{creature} misses {target} with {source}",
    "damages": "{target} takes {amount} damage",
    "falls": "{target} falls to 0 HP",
    "starts turn": "{creature} starts its turn",
    "eliminated": "{creature} is eliminated",
    "gains": "{creature} would give {target} a condition",
    "save": "{creature}: {source}, {outcome}",
    "check": "{creature}: {source}, {outcome}",
    "reported": "{creature}: {source}",
}


def trigger_text(state: BattleState, trigger: Trigger) -> str:
    """Return the event in words, for the question who reacts."""
    return _TEXTS[trigger.kind].format(
        creature=state.name(trigger.creature),
        target=state.name(trigger.target) if trigger.target else "",
        source=trigger.source,
        amount=trigger.amount,
        outcome=trigger.outcome,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionUse:
    """A creature's use of an action, or of a part of one.

    ``action`` is its key and ``name`` its name. ``effect`` is its effect, ``text`` the same in words. ``modifiers`` are
    those of the step on its Fight roll. ``power`` replaces the user's Power. ``riders`` follow a hit of its strike:
    what an activity adds. ``chosen`` are the choices made in advance. ``is_reaction`` marks a use outside the user's
    own turn, or one that counts as such. ``other`` is the creature that its user met, where a part of an effect binds
    the user itself. ``is_combined``: its activity deals its damage in the end, and bonuses that are ``counted`` already
    do not add to it. ``way_to`` is where it moves first on a board: the way, or its end alone. ``was_cast`` is True if
    everyone was asked about its casting, ``asks_holds`` if no player has yet stated the circumstances of its targets.
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
    other: str = ""
    is_weapon: bool = False
    is_magical: bool = False
    is_spell: bool = False
    is_reaction: bool = False
    is_wrestling: bool = False
    was_cast: bool = False
    asks_holds: bool = False
    is_combined: bool = False
    counted: tuple[str, ...] = ()
    way_to: tuple[Square, ...] = ()

    def of(self, effect: Effect) -> ActionUse:
        """Return the use of a part of the effect."""
        return replace(self, effect=effect, text="", riders=(), is_wrestling=False)

    def trigger(self, kind: TriggerKind, target: AimedTarget | None, **more: Any) -> Trigger:
        """Return the event of using the action, for those who may react to it."""
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


POTION = "item/spell-potion"


def as_begun(state: BattleState, use: ActionUse) -> ActionUse:
    """Return the use of a spell or an item as the version plays it with which the battle began.

    Before bans and early ends it lacks what only later battles know, and the players are given its text instead.
    """
    effect = use.effect
    if state.has_limits:
        return use
    if isinstance(effect, Item):
        return replace(use, effect=FORMER_ITEMS.get(effect.key, effect))
    if not isinstance(effect, Casting):
        return use
    if use.action.startswith(POTION):
        effect = effect.with_steps_by(target=False)
    then = tuple(part for part in effect.then if not ((part.lasts and part.gives) or _is_replacing(effect, part)))
    bonuses = tuple(bonus for bonus in effect.bonuses if not (bonus.is_value or bonus.is_twice))
    older = replace(effect, ends_when=(), ignores=(), bonuses=bonuses, then=then)
    is_less = older != effect or effect.on == "zone" or any(map(ban_of, effect.gives))
    return replace(use, effect=replace(older, by_table=is_less or older.by_table))


def _is_replacing(effect: Effect, part: Effect) -> bool:
    """Return True if a part is chosen in place of the terrain that the whole effect makes."""
    return part.on == "choice" and bool(part.terrain and effect.terrain)


@dataclass(frozen=True, slots=True)
class ActChosen:
    """The chosen next action of an activity; empty if the creature omits the step."""

    action: str = ""
    way: str = ""
    targets: tuple[AimedTarget, ...] = ()
    choices: tuple[str, ...] = ()
    way_to: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class WayChosen:
    """The chosen way of a move on a board, or its end alone; empty if the creature stays."""

    way: tuple[Square, ...] = ()
