"""The results of a campaign's scenarios, as files have them, and how many are outside its league."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.db.models import Count

from campaigns.models import Campaign, ScenarioSide
from campaigns.models.scenarios import SideOutcome, scenario_title


@dataclass(frozen=True, slots=True)
class ScoredSide:
    """A warband in a scenario that counts or was forfeited: its name, victory points and result."""

    name: str
    victory_points: int
    outcome: SideOutcome

    @property
    def is_played(self) -> bool:
        """Whether it played, so that its victory points say something."""
        return self.outcome not in (SideOutcome.FORFEIT_WON, SideOutcome.FORFEIT_LOST)


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """A scenario that counts or was forfeited, with its sides in their order; ``round`` is None outside rounds."""

    title: str
    day: date | None
    round: int | None
    sides: tuple[ScoredSide, ...]


def scenario_results(campaign: Campaign) -> list[ScenarioResult]:
    """Return the scenarios that count or were forfeited, round by round, those outside rounds first. One query."""
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign).exclude(outcome="").order_by("pk")
    rows = sides.values_list(
        *("scenario__round", "scenario__number", "scenario__title", "scenario__date"),
        *("warband__name", "warband__number", "victory_points", "outcome"),
    )
    scenarios: dict[tuple[int, int], tuple[str, date | None]] = {}
    scored: defaultdict[tuple[int, int], list[ScoredSide]] = defaultdict(list)
    for round_number, number, title, day, name, warband, points, outcome in rows:
        place = (round_number or 0, number)
        scenarios[place] = (scenario_title(title, number), day)
        scored[place].append(ScoredSide(name or f"Warband {warband}", points, SideOutcome(outcome)))
    return [
        ScenarioResult(title, day, place[0] or None, tuple(scored[place]))
        for place, (title, day) in sorted(scenarios.items(), key=lambda placed: placed[0])
    ]


def count_outside(campaign: Campaign) -> int:
    """Return how many scenarios that count have one side, or three and more, so that no league has them. One query."""
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign).exclude(outcome="").order_by()
    return sides.values("scenario").annotate(sides=Count("pk")).exclude(sides=2).count()
