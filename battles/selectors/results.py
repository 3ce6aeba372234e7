"""How a fight ended, or stands: each side with who fell, how everyone is, and what was spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from battles.selectors.families import FightViewer
from battles.selectors.folding import AnyFoldedFight, FoldedBattle, fight_log_sentences
from rules.campaigns.chronicle import Chronicle, ChronicleChapter
from rules.combat.rows import row_words
from rules.combat.state import FightState
from rules.items import BY_KEY as ITEMS
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
    """A side at the end: its victory points, with what they are for, and its creatures."""

    key: str
    name: str
    points: int
    lines: tuple[tuple[int, str], ...]
    rows: tuple[SummaryRow, ...]


@dataclass(frozen=True, slots=True)
class BattleSummary:
    """How a battle ended or stands: the result in words, why the game ended, and its sides."""

    name: str
    rounds: int
    sentence: str
    reason: str
    sides: tuple[SideSummary, ...]


def battle_summary(folded: FoldedBattle) -> BattleSummary:
    """Return how a battle ended, or stands now. No queries."""
    state = folded.state
    result = state.result
    names = {side.key: side.name for side in state.setup.sides}
    sides = []
    for side in state.setup.sides:
        lines = tuple((line.points, line.reason) for line in result.lines if line.side == side.key) if result else ()
        sides.append(
            SideSummary(
                key=side.key,
                name=side.name,
                points=result.points(side.key) if result else state.points(side.key),
                lines=lines,
                rows=tuple(_row(state, combatant) for combatant in state.of_side(side.key)),
            )
        )
    sentence = result.sentence(names) if result else "The battle has no result yet."
    return BattleSummary(state.setup.name, state.round, sentence, result.reason if result else "", tuple(sides))


def summary_text(summary: BattleSummary) -> str:
    """Return the report of a battle as plain text."""
    lines = [summary.name, "", summary.sentence, *([summary.reason] if summary.reason else [])]
    lines.append(f"{counted(summary.rounds, 'round')} played.")
    for side in summary.sides:
        lines += ["", f"{side.name}: {side.points} VP"]
        lines += [f"  {points} VP: {reason}" for points, reason in side.lines]
        lines += [f"  {row.sentence}" for row in side.rows]
    return "\n".join(lines) + "\n"


def summary_chronicle(folded: FoldedBattle) -> Chronicle:
    """Return the report of a battle with its whole log, round by round, as it is printed."""
    summary = battle_summary(folded)
    sides = tuple(
        ChronicleChapter(
            f"{side.name}: {side.points} VP",
            "",
            (*(f"{points} VP: {reason}" for points, reason in side.lines), *(row.sentence for row in side.rows)),
        )
        for side in summary.sides
    )
    ending = " ".join(filter(None, (summary.sentence, summary.reason)))
    return Chronicle(
        summary.name, ending, (), (), (*sides, ChronicleChapter("The log", "", tuple(fight_log_sentences(folded))))
    )


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


@dataclass(frozen=True, slots=True)
class FightSideReport:
    """A side in a report: its name, and how each of its combatants is, in words."""

    key: str
    name: str
    combatants: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FightReport:
    """A fight in a report: its game, its rounds, who won and why, and its sides."""

    name: str
    game: str
    rounds: int
    sentence: str
    reason: str
    sides: tuple[FightSideReport, ...]


def fight_report(folded: AnyFoldedFight, viewer: FightViewer) -> FightReport:
    """Return the report of a fight as a visitor may read it. No query."""
    state: FightState = folded.state
    ending = folded.family.ending(state)
    sides = []
    for side in state.setup.sides:
        own = [combatant for combatant in state.combatants if state.entry(combatant).side == side.key]
        rows = [state.family.row(state, one, sees_hidden=viewer.sees_hidden or not state.is_master(one)) for one in own]
        sides.append(FightSideReport(side.key, side.name, tuple((row.name, row_words(row)) for row in rows)))
    sentence = ending.sentence if ending else "The fight has no result yet."
    return FightReport(
        state.setup.name, state.family.name, state.round, sentence, ending.reason if ending else "", tuple(sides)
    )


def report_text(report: FightReport) -> str:
    """Return a report as plain text."""
    lines = [report.name, report.game, "", report.sentence, *([report.reason] if report.reason else [])]
    lines.append(f"{counted(report.rounds, 'round')} played.")
    for side in report.sides:
        lines += ["", side.name, *(f"  {name}: {words}." for name, words in side.combatants)]
    return "\n".join(lines) + "\n"


def report_chronicle(folded: AnyFoldedFight, viewer: FightViewer) -> Chronicle:
    """Return a report with the whole log, as it is printed."""
    report = fight_report(folded, viewer)
    sides = (
        ChronicleChapter(side.name, "", tuple(f"{name}: {words}." for name, words in side.combatants))
        for side in report.sides
    )
    played = f"{report.game}, {counted(report.rounds, 'round')}."
    ending = " ".join(filter(None, (played, report.sentence, report.reason)))
    return Chronicle(
        report.name, ending, (), (), (*sides, ChronicleChapter("What happened", "", tuple(fight_log_sentences(folded))))
    )
