"""Triggers of reactions: which event a reaction waits for, as data and in notation."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from rules.documents.shapes import choice, choices
from rules.effects.activities import WHERE_BY_WORDS, WORDS_OF_WHERE
from rules.effects.notation import NotationError, split_parts
from rules.effects.values import NumberOrNone, Where
from rules.text import listed

TriggerKind = Literal[
    "acts",
    "casts",
    "moves",
    "teleports",
    "strikes",
    "targets",
    "hits",
    "misses",
    "damages",
    "falls",
    "starts turn",
    "eliminated",
    "gains",
    "save",
    "check",
    "reported",
]
"""A creature's action or what happens to it; only players see what is ``reported``.

``strikes`` and ``targets`` come before any die, ``hits`` and ``misses`` after the Fight roll, ``damages`` before the
damage is taken, ``gains`` before a condition is gained, ``save`` and ``check`` after the roll.
"""

Relation = Literal["self", "ally", "enemy", "other", "any"]
"""Somebody's relation to the reacting creature; ``other`` is any creature but itself."""

MOST_TRIGGERS = 20
"""The most triggers of an effect in a document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReactionTrigger:
    """What an event has to be: its kind, its actor and target, the result of a roll, the types of its damage.

    ``where`` and ``within`` (in squares) say how near somebody has to be. ``is_once_per_spell`` excludes the attacks of
    a spell whose casting was already a trigger.
    """

    kinds: Annotated[tuple[TriggerKind, ...], choices(get_args(TriggerKind), "A trigger is one of", low=1)]
    by: Annotated[Relation, choice(get_args(Relation))] = "any"
    to: Annotated[Relation, choice(get_args(Relation))] = "any"
    where: Annotated[Where, choice(get_args(Where))] = ""
    within: NumberOrNone = None
    outcomes: tuple[str, ...] = ()
    is_ranged: bool | None = None
    source: str = ""
    own_turn: bool = False
    is_once_per_spell: bool = False
    of: tuple[str, ...] = ()

    @property
    def is_near(self) -> bool:
        """Whether it depends on a distance or on sight."""
        return bool(self.where) or self.within is not None

    @property
    def is_own(self) -> bool:
        """Whether it is about its own creature."""
        return "self" in (self.by, self.to)


_OR = " or "
_KINDS, _RELATIONS = "|".join(get_args(TriggerKind)), "|".join(get_args(Relation))
_TRIGGER = re.compile(
    rf"(?P<kinds>(?:{_KINDS})(?: or (?:{_KINDS}))*)(?: by (?P<by>{_RELATIONS}))?(?: to (?P<to>{_RELATIONS}))?"
    rf"(?: (?P<where>{'|'.join(WHERE_BY_WORDS)}))?(?: within (?P<within>\d{{1,3}}))?(?: with (?P<outcomes>[a-z ]+?))?"
    r"(?: (?P<shot>melee|ranged))?(?: of (?P<of>[a-z, ]+?))?(?: from (?P<source>[^;]+?))?"
    r"(?P<own_turn> in its own turn)?(?P<once> once per spell)?"
)


def parse_triggers(text: str) -> tuple[ReactionTrigger, ...]:
    """Read triggers: ``damages to ally within 4; hits to self with critical hit melee``."""
    return tuple(map(_trigger, split_parts(text)))


def _trigger(part: str) -> ReactionTrigger:
    match = _TRIGGER.fullmatch(" ".join(part.split()))
    if match is None:
        raise NotationError(
            f"A trigger is {listed(get_args(TriggerKind), 'or')}, then who does it and to whom (“strikes by enemy to "
            f"ally within 4; hits to self with critical hit melee”); “{part}” is not."
        )
    words: dict[str, Any] = match.groupdict("")
    return ReactionTrigger(
        kinds=tuple(words["kinds"].split(_OR)),
        by=words["by"] or "any",
        to=words["to"] or "any",
        where=WHERE_BY_WORDS.get(words["where"], ""),
        within=int(words["within"]) if words["within"] else None,
        outcomes=tuple(words["outcomes"].split(_OR)) if words["outcomes"] else (),
        is_ranged=words["shot"] == "ranged" if words["shot"] else None,
        of=tuple(split_parts(words["of"], ",")),
        source=words["source"],
        own_turn=bool(words["own_turn"]),
        is_once_per_spell=bool(words["once"]),
    )


def format_triggers(triggers: Iterable[ReactionTrigger]) -> str:
    """Write triggers."""
    return "; ".join(map(_trigger_text, triggers))


def _trigger_text(trigger: ReactionTrigger) -> str:
    shot = {None: "", True: "ranged", False: "melee"}
    words = [
        _OR.join(trigger.kinds),
        f"by {trigger.by}" if trigger.by != "any" else "",
        f"to {trigger.to}" if trigger.to != "any" else "",
        WORDS_OF_WHERE.get(trigger.where, ""),
        f"within {trigger.within}" if trigger.within is not None else "",
        f"with {_OR.join(trigger.outcomes)}" if trigger.outcomes else "",
        shot[trigger.is_ranged],
        f"of {', '.join(trigger.of)}" if trigger.of else "",
        f"from {trigger.source}" if trigger.source else "",
        "in its own turn" if trigger.own_turn else "",
        "once per spell" if trigger.is_once_per_spell else "",
    ]
    return " ".join(filter(None, words))
