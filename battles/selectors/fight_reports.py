"""How a fight of a declared family ended, or stands: who fought, how they are, and what happened."""

from __future__ import annotations

from dataclasses import dataclass

from battles.selectors.families import FightViewer
from battles.selectors.folding import AnyFoldedFight
from battles.selectors.log_lines import fight_log_sentences
from rules.campaigns.chronicle import Chronicle, ChronicleChapter
from rules.combat.rows import row_words
from rules.combat.state import FightState
from rules.text import counted


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
