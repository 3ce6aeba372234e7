"""The analysis of a warband: charts, each with its reading and its numbers as a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from rules.analysis import wording
from rules.analysis.analysing import Analysis, Share, analyse
from rules.analysis.damage import DamageSource
from rules.analysis.objectives import ObjectiveChance
from rules.analysis.saves import Spread
from rules.legality.resolved import Rulebook
from rules.roster import Roster
from rules.sheets.model import NAMELESS
from rules.tables.stats import stat_name
from rules.text import FEW, listed, tallied
from warbands import drawings
from warbands.selectors.legality import CampaignPlaces, rulebook_of, rulebook_today
from warbands.web.access import open_warband_or_404

NOTHING = "–"
POINTS = ("Creatures", "Points", "For extras")


@dataclass(frozen=True, slots=True)
class ChartCell:
    """A cell of a table: the name of its column, and its text in one or more lines."""

    column: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: heading, reading, drawing, and its numbers as a table.

    ``columns`` names the table's columns, that of the rows' names first; each row is its name and its other cells.
    The cells of a ``wordy`` table are sentences rather than numbers.
    """

    key: str
    heading: str
    reading: str
    drawing: SafeString
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[ChartCell, ...]], ...]
    wordy: bool = False


@require_safe
def analysis(request: HttpRequest, key: str, places: CampaignPlaces) -> HttpResponse:
    """Show the parts of a warband; one with a career, with its members of today."""
    _, opened = open_warband_or_404(request, key)
    roster = opened.draft.roster
    rulebook = rulebook_today(places, opened, rulebook_of([roster]))
    context = {"warband": opened.warband, "name": roster.name or NAMELESS, **charts(roster, rulebook)}
    return render(request, "warbands/analysis.html", context)


def charts(roster: Roster, rulebook: Rulebook) -> dict[str, Any]:
    """Return the context of ``warbands/analysis_charts.html``: facts and figures; no figures for an empty warband."""
    analysis = analyse(roster, rulebook)
    return {
        "analysis": analysis,
        "unknown": wording.member_names(f"“{key}”" for key in analysis.unknown),
        "facts": _facts(analysis) if analysis.bodies else (),
        "figures": _figures(analysis) if analysis.bodies else (),
    }


def _facts(analysis: Analysis) -> tuple[tuple[str, str], ...]:
    return (
        ("Creatures", str(analysis.bodies)),
        ("Points", str(analysis.whole.points)),
        ("Total HP", str(analysis.hp)),
        ("Speed", wording.speed_words(analysis)),
    )


def _figures(analysis: Analysis) -> tuple[Chart, ...]:
    return (
        Chart(
            "levels",
            "Points by level",
            wording.level_reading(analysis),
            drawings.level_chart(analysis),
            *_table(
                ("Level", *POINTS), ((wording.level_name(level), _share(share)) for level, share in analysis.by_level)
            ),
        ),
        Chart(
            "alignments",
            "Points by alignment",
            wording.alignment_reading(analysis),
            drawings.alignment_chart(analysis),
            *_table(
                ("Alignment", *POINTS),
                ((wording.alignment_name(code), _share(share)) for code, share in analysis.by_alignment),
            ),
        ),
        Chart(
            "damage",
            "Damage types dealt",
            wording.damage_reading(analysis),
            drawings.damage_chart(analysis),
            *_table(
                ("Type", "Members", "At once", "Persistent"),
                (
                    (row.type.capitalize(), ((str(row.dealers),), _sources(row.direct), _sources(row.persistent)))
                    for row in analysis.damage
                ),
            ),
            wordy=True,
        ),
        Chart(
            "saves",
            "Saves",
            wording.saves_reading(analysis),
            drawings.save_chart(analysis),
            *_table(
                ("Save", "Lowest", "Middle", "Highest", "Weakest"),
                ((stat_name(save.stat), _save(save)) for save in analysis.saves),
            ),
            wordy=True,
        ),
        Chart(
            "objectives",
            "Standard objectives",
            wording.objectives_reading(analysis),
            drawings.objective_chart(analysis),
            *_table(
                ("Objective", "Chance", "Trained", "Best checks"),
                ((objective.objective.name, _objective(objective)) for objective in analysis.objectives),
            ),
            wordy=True,
        ),
    )


def _table(
    columns: tuple[str, ...], rows: Iterable[tuple[str, Iterable[tuple[str, ...]]]]
) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[ChartCell, ...]], ...]]:
    """Return a figure's columns and rows, each cell with the name of its column."""
    return columns, tuple((name, tuple(map(ChartCell, columns[1:], cells))) for name, cells in rows)


def _share(share: Share) -> tuple[tuple[str, ...], ...]:
    return (str(share.bodies),), (str(share.points),), (str(share.extras_points),)


def _sources(sources: tuple[DamageSource, ...]) -> tuple[str, ...]:
    """List the sources of a type, a line for each feature, spell or item, with its members."""
    dealers: dict[str, list[str]] = {}
    for source in sources:
        dealers.setdefault(source.what, []).append(source.name)
    return tuple(f"{what} ({wording.member_names(names)})" for what, names in dealers.items()) or (NOTHING,)


def _save(save: Spread) -> tuple[tuple[str, ...], ...]:
    without = (f"Without it: {wording.member_names(save.missing)}",) if save.missing else ()
    if save.median is None:
        return (NOTHING,), (NOTHING,), (NOTHING,), without
    figures = (save.values[0], save.median, save.values[-1])
    return *((wording.bonus(value),) for value in figures), (wording.member_names(save.weakest), *without)


def _objective(chance: ObjectiveChance) -> tuple[tuple[str, ...], ...]:
    lines = tallied(f"{who.name}: {listed(who.skills)} ({wording.percent(who.chance)})" for who in chance.skilled)
    more = (f"and {len(lines) - FEW} more",) if len(lines) > FEW else ()
    return (wording.percent(chance.chance),), (*lines[:FEW], *more) or ("no creature",), wording.claims_words(chance)
