"""How a fight ended, or stands: each side with who fell, how everyone is, and what was spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from battles.selectors.families import FightViewer
from battles.selectors.folding import AnyFoldedFight, FoldedBattle, fight_log_sentences
from rules.campaigns.chronicle import Chronicle, ChronicleChapter
from rules.combat.rows import row_words
from rules.combat.state import FightState
from rules.items import BY_KEY as ITEMS
from rules.p2v_combat.scoring.results import ScoreLine
from rules.p2v_combat.state import BattleState, Combatant
from rules.p2v_combat.tasks.recovery import HERO_POINT
from rules.text import counted

FATES = {"in play": "In play", "eliminated": "Eliminated", "left": "Left the board"}


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A creature at the end: what became of it, by whom, and what it spent, in words."""

    id: str
    name: str
    fate: str
    by: str
    hp: int
    max_hp: int
    spent: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The row as a sentence."""
        by = f" by {self.by}" if self.by else ""
        ended = f"{self.fate.lower()}{by}" if self.fate != FATES["in play"] else f"{self.hp} of {self.max_hp} HP"
        spent = f"; spent {', '.join(self.spent)}" if self.spent else ""
        return f"{self.name}: {ended}{spent}."


@dataclass(frozen=True, slots=True)
class SideSummary:
    """A side of Path 2 Victory at the end: its victory points, with what they are for, and its creatures."""

    key: str
    name: str
    points: int
    lines: tuple[ScoreLine, ...]
    rows: tuple[SummaryRow, ...]

    @property
    def heading(self) -> str:
        """The side and its victory points."""
        return f"{self.name}: {self.points} VP"

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the points are for, and what became of each creature."""
        return (*(f"{line.points} VP: {line.reason}" for line in self.lines), *(row.sentence for row in self.rows))


@dataclass(frozen=True, slots=True)
class FightSideReport:
    """A side of a declared family in a report: its name, and how each of its combatants is, in words."""

    key: str
    name: str
    combatants: tuple[tuple[str, str], ...]

    @property
    def heading(self) -> str:
        """The side."""
        return self.name

    @property
    def sentences(self) -> tuple[str, ...]:
        """How each combatant is."""
        return tuple(f"{name}: {words}." for name, words in self.combatants)


SideT = TypeVar("SideT", SideSummary, FightSideReport)


@dataclass(frozen=True, slots=True)
class FightReport(Generic[SideT]):
    """How a fight ended or stands: the result in words and why, its sides, and whose game it is, "" for the site's."""

    name: str
    rounds: int
    sentence: str
    reason: str
    sides: tuple[SideT, ...]
    game: str = ""


def battle_summary(folded: FoldedBattle) -> FightReport[SideSummary]:
    """Return how a battle of Path 2 Victory ended, or stands now. No queries."""
    state = folded.state
    result = state.result
    sides = tuple(
        SideSummary(
            key=side.key,
            name=side.name,
            points=result.points(side.key) if result else state.points(side.key),
            lines=tuple(line for line in result.lines if line.side == side.key) if result else (),
            rows=tuple(_row(state, combatant) for combatant in state.of_side(side.key)),
        )
        for side in state.setup.sides
    )
    names = {side.key: side.name for side in state.setup.sides}
    sentence = result.sentence(names) if result else "The battle has no result yet."
    return FightReport(state.setup.name, state.round, sentence, result.reason if result else "", sides)


def fight_report(folded: AnyFoldedFight, viewer: FightViewer) -> FightReport[FightSideReport]:
    """Return the report of a fight of a declared family as a visitor may read it. No query."""
    state: FightState = folded.state
    ending = folded.family.ending(state)
    sides = []
    for side in state.setup.sides:
        own = [combatant for combatant in state.combatants if state.entry(combatant).side == side.key]
        rows = [state.family.row(state, one, sees_hidden=viewer.sees_hidden or not state.is_master(one)) for one in own]
        sides.append(FightSideReport(side.key, side.name, tuple((row.name, row_words(row)) for row in rows)))
    sentence = ending.sentence if ending else "The fight has no result yet."
    reason = ending.reason if ending else ""
    return FightReport(state.setup.name, state.round, sentence, reason, tuple(sides), state.family.name)


def report_text(report: FightReport[Any]) -> str:
    """Return a report as plain text."""
    lines = [report.name, *([report.game] if report.game else []), "", report.sentence]
    lines += [*([report.reason] if report.reason else []), f"{counted(report.rounds, 'round')} played."]
    for side in report.sides:
        lines += ["", side.heading, *(f"  {sentence}" for sentence in side.sentences)]
    return "\n".join(lines) + "\n"


def report_chronicle(report: FightReport[Any], folded: AnyFoldedFight, log_title: str) -> Chronicle:
    """Return a report with the whole log under a title, as it is printed."""
    played = f"{report.game}, {counted(report.rounds, 'round')}." if report.game else ""
    ending = " ".join(filter(None, (played, report.sentence, report.reason)))
    sides = (ChronicleChapter(side.heading, "", side.sentences) for side in report.sides)
    log = ChronicleChapter(log_title, "", tuple(fight_log_sentences(folded)))
    return Chronicle(report.name, ending, (), (), (*sides, log))


def felled_by(state: BattleState, creature: str) -> str | None:
    """Return the creature that eliminated another, or felled it before; None where nothing tells it."""
    scored_facts = [
        fact for fact in reversed(state.scored_facts) if fact.to == creature and fact.by and fact.by in state.combatants
    ]
    for kind in ("eliminated", "felled"):
        found = next((fact.by for fact in scored_facts if fact.kind == kind), None)
        if found:
            return found
    return None


def _row(state: BattleState, combatant: Combatant) -> SummaryRow:
    by = felled_by(state, combatant.id) if combatant.presence == "eliminated" else None
    return SummaryRow(
        id=combatant.id,
        name=state.name(combatant.id),
        fate=FATES.get(combatant.presence, combatant.presence),
        by=state.name(by) if by else "",
        hp=combatant.hp,
        max_hp=combatant.max_hp,
        spent=tuple(_spent(state, combatant)),
    )


def _spent(state: BattleState, combatant: Combatant) -> Iterator[str]:
    fielded = state.fielded(combatant.id)
    before = dict(fielded.spent)
    names = {feature.id: feature.name for feature in fielded.features}
    used: Counter[str] = Counter()
    for key, boxes in combatant.spent:
        base = key.partition(":")[0]
        name = names.get(base) or (ITEMS[base].name if base in ITEMS else base)
        used[name] += boxes - before.get(key, 0)
    yield from (f"{name} × {number}" if number > 1 else name for name, number in used.items() if number > 0)
    hero_points = sum(fact.kind == HERO_POINT and fact.by == combatant.id for fact in state.scored_facts)
    if hero_points:
        yield counted(hero_points, "hero point")
