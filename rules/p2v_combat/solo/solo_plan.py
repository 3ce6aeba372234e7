"""The start of a battle in solo play: the gambits of each kind of monster, and the goal of a scenario."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from rules.documents.reading import Fields, fail
from rules.documents.records import WRITTEN, InDocument, record_fields, record_of
from rules.documents.shapes import Shape, choice, choices, records, text
from rules.p2v_combat.solo.gambits import MAX_LINES, MAX_PLAN, Gambits, format_gambits, parse_gambits
from rules.p2v_combat.solo.story.adventure import (
    MAX_SCENARIOS,
    SCENARIO_OUTCOMES,
    ScenarioGoal,
    ScenarioOutcome,
    WordsOrNone,
)
from rules.p2v_combat.solo.targets import PREFERENCES_BY_KEY

MAX_KINDS = 60
MOST_EARLIER = 10 * MAX_SCENARIOS
"""Scenarios that an adventure may have been through; one that is lost may be played again."""
_MAX_TABLE = MAX_LINES * (MAX_PLAN + 20)


@dataclass(frozen=True, slots=True)
class MonsterKind:
    """A kind of monster, by the key of its creature, with the gambits that it is played by in this battle."""

    creature: str
    gambits: Gambits


def _make_kind(creature: str, lines: str, prefers: str = "") -> MonsterKind:
    return MonsterKind(creature, parse_gambits(lines, prefers))


@dataclass(frozen=True, slots=True)
class _KindLines:
    """A kind as documents have it: its gambits as lines."""

    creature: WordsOrNone
    lines: Annotated[str, text(_MAX_TABLE), InDocument(key="gambits")]
    prefers: Annotated[str, choice(("", *PREFERENCES_BY_KEY), needed=True)] = ""


_KINDS = records(_make_kind, record_fields(_KindLines), MAX_KINDS)


def _write_kinds(kinds: tuple[MonsterKind, ...]) -> Any:
    return _KINDS.write(
        [_KindLines(kind.creature, format_gambits(kind.gambits), kind.gambits.prefers) for kind in kinds]
    )


MONSTER_KINDS = Shape(_write_kinds, _KINDS.read, _KINDS.schema)
"""Kinds of monsters with their gambits in documents."""

_OUTCOMES = choices(SCENARIO_OUTCOMES, "An outcome is")


def _read_outcomes(read: Fields, name: str) -> Any:
    outcomes = _OUTCOMES.read(read, name)
    if len(outcomes) > MOST_EARLIER:
        fail("document.range", read.at(name), f"At most {MOST_EARLIER} scenarios come before another.")
    return outcomes


_EARLIER = Shape(list, _read_outcomes, _OUTCOMES.schema)


@dataclass(frozen=True, slots=True)
class SoloPlan:
    """How the game plays its side.

    ``kinds`` have the gambits of every monster. ``goal`` is the party's goal, None for an ordinary battle;
    ``adventure`` and ``scenario`` are the keys of this battle's scenario, ``earlier`` the outcomes of those before it
    and ``previous`` the site's key of the previous battle. Monsters claim objectives only if ``monsters_claim``.
    """

    kinds: Annotated[tuple[MonsterKind, ...], MONSTER_KINDS, WRITTEN] = ()
    goal: ScenarioGoal | None = None
    adventure: WordsOrNone = ""
    scenario: WordsOrNone = ""
    monsters_claim: bool = False
    earlier: Annotated[tuple[ScenarioOutcome, ...], _EARLIER] = ()
    previous: WordsOrNone = ""

    def gambits(self) -> Mapping[str, Gambits]:
        """Return the gambits of each kind, by the key of its creature."""
        return {kind.creature: kind.gambits for kind in self.kinds}


SOLO_PLAN = record_of(SoloPlan)
"""The solo plan in a battle's document, or null."""
