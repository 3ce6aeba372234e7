"""What a battle against the game begins with: the gambits of each kind of monster, and the goal of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.documents import Fields, fail
from rules.documents.shapes import (
    REQUIRED,
    RecordField,
    Shape,
    choice,
    choices,
    flag,
    integer,
    number,
    record,
    records,
    text,
)
from rules.p2v_combat.solo.gambits import GambitError, Gambits
from rules.p2v_combat.solo.notation import MAX_LINES, MAX_PLAN, format_gambits, parse_gambits
from rules.p2v_combat.solo.preferences import BY_KEY
from rules.p2v_combat.solo.story.adventure import (
    GOAL_KINDS,
    MAX_SCENARIOS,
    SCENARIO_OUTCOMES,
    ScenarioGoal,
    ScenarioOutcome,
)
from rules.p2v_combat.solo.story.reading import MAX_ROUNDS, MAX_STORY, MAX_WORDS

MAX_KINDS = 60
MOST_EARLIER = 10 * MAX_SCENARIOS
"""Scenarios that an adventure may have been through; one that is lost may be played again."""
_MAX_TABLE = MAX_LINES * (MAX_PLAN + 20)


@dataclass(frozen=True, slots=True)
class MonsterKind:
    """A kind of monster, by the key of its creature, with the gambits that it is played by in this battle."""

    creature: str
    gambits: Gambits


@dataclass(frozen=True, slots=True)
class SoloPlan:
    """How the game plays its side.

    ``kinds`` have the gambits of every monster. ``goal`` is what the party has to do, None for an ordinary battle;
    ``adventure`` and ``scenario`` are the keys of the scenario that this battle is, ``earlier`` the outcomes of those
    before it and ``previous`` what the site calls the battle before. Monsters claim objectives only if
    ``monsters_claim``.
    """

    kinds: tuple[MonsterKind, ...] = ()
    goal: ScenarioGoal | None = None
    adventure: str = ""
    scenario: str = ""
    monsters_claim: bool = False
    earlier: tuple[ScenarioOutcome, ...] = ()
    previous: str = ""

    def gambits(self) -> Mapping[str, Gambits]:
        """Return the gambits of each kind, by the key of its creature."""
        return {kind.creature: kind.gambits for kind in self.kinds}


def _make_kind(creature: str, lines: str, prefers: str = "") -> MonsterKind:
    return MonsterKind(creature, parse_gambits(lines, prefers))


@dataclass(frozen=True, slots=True)
class _KindLines:
    """A kind as documents have it: its gambits as lines."""

    creature: str
    lines: str
    prefers: str


_KINDS = records(
    _make_kind,
    (
        RecordField("creature", text(MAX_WORDS), REQUIRED, always=True),
        RecordField("lines", text(_MAX_TABLE), REQUIRED, always=True, key="gambits"),
        RecordField("prefers", choice(("", *BY_KEY), needed=True), ""),
    ),
    high=MAX_KINDS,
)


def _write_kinds(kinds: tuple[MonsterKind, ...]) -> Any:
    return _KINDS.write([_KindLines(one.creature, format_gambits(one.gambits), one.gambits.prefers) for one in kinds])


def _read_kinds(read: Fields, name: str) -> Any:
    try:
        return _KINDS.read(read, name)
    except GambitError as fault:
        fail("document.value", read.at(name), str(fault))


MONSTER_KINDS = Shape(_write_kinds, _read_kinds, _KINDS.schema)
"""How documents list kinds of monsters with their gambits."""

_GOAL = record(
    ScenarioGoal,
    (
        RecordField("kind", choice(GOAL_KINDS, needed=True), REQUIRED, always=True),
        RecordField("text", text(MAX_STORY), REQUIRED, always=True),
        RecordField("number", integer(1, MAX_ROUNDS), 1),
        RecordField("creature", text(MAX_WORDS), ""),
        RecordField("rounds", number(1, MAX_ROUNDS), None),
    ),
)

_OUTCOMES = choices(SCENARIO_OUTCOMES, "An outcome is")


def _read_outcomes(read: Fields, name: str) -> Any:
    outcomes = _OUTCOMES.read(read, name)
    if len(outcomes) > MOST_EARLIER:
        fail("document.range", read.at(name), f"At most {MOST_EARLIER} scenarios come before another.")
    return outcomes


_EARLIER = Shape(list, _read_outcomes, _OUTCOMES.schema)

SOLO_PLAN = record(
    SoloPlan,
    (
        RecordField("kinds", MONSTER_KINDS, (), always=True),
        RecordField("goal", _GOAL, None),
        RecordField("adventure", text(MAX_WORDS), ""),
        RecordField("scenario", text(MAX_WORDS), ""),
        RecordField("monsters_claim", flag(), False),
        RecordField("earlier", _EARLIER, ()),
        RecordField("previous", text(MAX_WORDS), ""),
    ),
)
"""How a battle's document tells how the game plays, or null."""
