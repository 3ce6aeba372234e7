"""Triggers of reactions: the kinds of events, and which of them a reaction waits for, by its name or its sentence."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from rules.p2v_combat.actions import BattleAction
from rules.tables.actions import REACTIONS, Reaction
from rules.text import cached_by_text

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
"""A creature's action or what happens to it.

``strikes`` and ``targets`` come before any die, ``hits`` and ``misses`` after the Fight roll, ``damages`` before the
damage is taken, ``save`` and ``check`` after the roll.
"""

Relation = Literal["self", "ally", "enemy", "other", "any"]
"""Somebody's relation to the reacting creature; ``other`` is any creature but itself."""

CRITICAL_HIT = "critical hit"
FAILURES = ("failure", "critical failure")

ATTACK_OF_OPPORTUNITY, RETRIBUTIVE_STRIKE, FEROCITY, SHIELD_BLOCK = (row.name for row in REACTIONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerFit:
    """The requirements of a trigger: its kind, its actor and target, and the result of a roll.

    ``is_once_per_spell`` excludes the attacks of a spell whose casting was already a trigger.
    """

    kinds: tuple[TriggerKind, ...]
    by: Relation = "any"
    to: Relation = "any"
    outcomes: tuple[str, ...] = ()
    is_ranged: bool | None = None
    source: str = ""
    own_turn: bool = False
    is_once_per_spell: bool = False


_STRUCK = TriggerFit(kinds=("hits",), by="other", to="self")
_COMMON: dict[str, tuple[TriggerFit, ...]] = {
    ATTACK_OF_OPPORTUNITY: (
        TriggerFit(kinds=("casts", "moves"), by="enemy"),
        TriggerFit(kinds=("strikes",), by="enemy", is_ranged=True, is_once_per_spell=True),
    ),
    RETRIBUTIVE_STRIKE: (TriggerFit(kinds=("damages",), by="enemy", to="ally"),),
    FEROCITY: (TriggerFit(kinds=("falls",), to="self"),),
    SHIELD_BLOCK: (TriggerFit(kinds=("damages",), to="self"),),
}

# The sentences that cards use for their triggers. What no row fits, the players report.
_SENTENCES: tuple[tuple[str, TriggerFit], ...] = (
    (r"begins its turn|starts its turn", TriggerFit(kinds=("starts turn",), by="enemy")),
    (r"^its hp fall to 0", TriggerFit(kinds=("falls",), to="self")),
    (r"^it takes .*damage", TriggerFit(kinds=("damages",), to="self")),
    (r"^an ally .*takes damage", TriggerFit(kinds=("damages",), to="ally")),
    (
        r"^it is critically hit by a melee",
        TriggerFit(kinds=("hits",), to="self", outcomes=(CRITICAL_HIT,), is_ranged=False),
    ),
    (r"^it is critically hit", TriggerFit(kinds=("hits",), to="self", outcomes=(CRITICAL_HIT,))),
    (r"^a creature hits you with a melee", TriggerFit(kinds=("hits",), by="other", to="self", is_ranged=False)),
    (r"^a melee strike hits the carrier", TriggerFit(kinds=("hits",), by="other", to="self", is_ranged=False)),
    (r"^it is hit|^a strike would hit it", _STRUCK),
    (r"critically misses it", TriggerFit(kinds=("misses",), by="other", to="self", outcomes=("critical miss",))),
    (r"^a rock strike .*targets it", TriggerFit(kinds=("strikes", "targets"), by="other", to="self", source="rock")),
    (r"^a melee strike targets it", TriggerFit(kinds=("strikes",), by="other", to="self", is_ranged=False)),
    (r"^an attack targets an ally", TriggerFit(kinds=("strikes", "targets"), by="enemy", to="ally")),
    (r"^an attack targets|attacks it$", TriggerFit(kinds=("strikes", "targets"), by="enemy", to="self")),
    (r"attempts a strike", TriggerFit(kinds=("strikes",), by="enemy")),
    (r"attempts to move", TriggerFit(kinds=("moves",), by="enemy")),
    (r"^it strides", TriggerFit(kinds=("moves",), by="self", own_turn=True)),
    (r"^an ally .*fails its will save", TriggerFit(kinds=("save",), by="ally", outcomes=FAILURES, source="will")),
    (r"^an ally makes a will save", TriggerFit(kinds=("save",), by="ally", outcomes=FAILURES, source="will")),
    (r"^an enemy .*fails a skill check", TriggerFit(kinds=("check",), by="enemy", outcomes=FAILURES)),
)


def trigger_fits(action: BattleAction) -> tuple[TriggerFit, ...]:
    """Return the triggers of a reaction; empty if only the players can see them."""
    common = common_reaction(action.name)
    if common is not None:
        return _COMMON[common.name]
    effect = action.ways[0].effect
    return _fits_of((effect.trigger or "").casefold(), reduces=bool(effect.reduces))


@cached_by_text(1_024)
def _fits_of(text: str, *, reduces: bool) -> tuple[TriggerFit, ...]:
    if reduces and "critical" in text:
        # What takes something off the damage of a critical hit waits for that damage.
        return (TriggerFit(kinds=("damages",), to="self", outcomes=(CRITICAL_HIT,)),)
    return next(((fit,) for pattern, fit in _SENTENCES if re.search(pattern, text)), ())


_BY_ANY_NAME = {name.casefold(): row for row in REACTIONS for name in (row.name, *row.aliases)}


def common_reaction(name: str) -> Reaction | None:
    """Return the common reaction that a feature is, by its name; None for any other."""
    return _BY_ANY_NAME.get(name.casefold())


def is_ferocity(name: str) -> bool:
    """Return True if a feature is the common reaction Ferocity, by its name."""
    common = common_reaction(name)
    return common is not None and common.name == FEROCITY


TriggeredReactions = Mapping[TriggerKind, tuple[tuple[BattleAction, tuple[TriggerFit, ...]], ...]]
"""Reactions by the kinds of events that may trigger them, each with its triggers of that kind."""


def reactions_by_trigger(reactions: Iterable[BattleAction]) -> TriggeredReactions:
    """Return reactions by the kinds of their triggers, in their order."""
    by_kind: dict[TriggerKind, list[tuple[BattleAction, tuple[TriggerFit, ...]]]] = {}
    for reaction in reactions:
        fits = trigger_fits(reaction)
        for kind in dict.fromkeys(kind for fit in fits for kind in fit.kinds):
            by_kind.setdefault(kind, []).append((reaction, tuple(fit for fit in fits if kind in fit.kinds)))
    return {kind: tuple(pairs) for kind, pairs in by_kind.items()}
