"""The aftermath of a scenario for one warband: the state before and after, and the dice that are due."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.campaigns.careers import career_events
from rules.campaigns.state.scenarios import COMMITTED, RollKey, ScenarioState
from rules.campaigns.state.warbands import WarbandRecord, careers_before, fold_record
from rules.careers import CareerProblem
from rules.careers.scenarios import dice_due
from rules.careers.state import RollDue
from rules.legality.resolved import Rulebook


@dataclass(frozen=True, slots=True)
class WarbandAftermath:
    """The effect of a scenario on a warband: its record before and after, and the missing rolls that are due.

    ``undue`` are the places of recorded rolls that are no longer due, to be shown struck out. ``rulebook`` has the
    cards and items of both records.
    """

    warband: int
    before: WarbandRecord
    after: WarbandRecord
    due: tuple[RollDue, ...]
    undue: frozenset[RollKey]
    problems: tuple[CareerProblem, ...]
    rulebook: Rulebook

    def with_scenario(self, scenario: ScenarioState) -> WarbandAftermath:
        """Return the effect of another state of the scenario, one that names no other loot."""
        return warband_aftermath(self.before, self.warband, scenario, self.rulebook)


def warband_rolls_due(
    before: WarbandRecord, warband: int, scenario: ScenarioState, rulebook: Rulebook
) -> tuple[RollDue, ...]:
    """Return the missing rolls that are due, as ``warband_aftermath`` does, without the record after the scenario."""
    careers = careers_before(before, scenario, rulebook)
    return dice_due(careers, career_events(scenario, warband, careers), rulebook)


def warband_aftermath(
    before: WarbandRecord, warband: int, scenario: ScenarioState, rulebook: Rulebook
) -> WarbandAftermath:
    """Return the effect of a scenario on a warband, as if it were committed now; ``before`` is the record before it."""
    counted = replace(scenario, status=COMMITTED)
    fold = fold_record(before, warband, counted, rulebook)
    return WarbandAftermath(
        warband=warband,
        before=before,
        after=fold.after,
        due=dice_due(fold.before, fold.events, rulebook),
        undue=fold.undue,
        problems=fold.problems,
        rulebook=rulebook,
    )
