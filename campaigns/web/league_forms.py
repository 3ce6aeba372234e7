"""The forms of rounds and leagues."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, timedelta
from typing import Any

from django import forms

from campaigns.models import CampaignWarband
from campaigns.services.pairings import MAX_DAYS_APART, SeasonPlan
from campaigns.services.texts import MAX_REASON
from campaigns.web.forms import (
    NUMERIC,
    choice_field,
    day_field,
    deployment_field,
    line_field,
    number_field,
    victory_field,
)
from rules.building.draft import MAX_LIMIT
from rules.campaigns.confirmations import MAX_CONFIRM_DAYS
from rules.campaigns.leagues.rounds import MAX_DIVISIONS, MAX_NAME, LeagueDivision, RoundPlan
from rules.campaigns.leagues.settings import (
    LEAGUE_RESULTS,
    MAX_LEAGUE_POINTS,
    TIEBREAKERS,
    LeagueRules,
    ResultPoints,
    Tiebreaker,
)


def limit_field() -> forms.IntegerField:
    """Return the field for the points limit of a round, which may be empty."""
    return number_field(MAX_LIMIT, "Points limit", "The most that each side fields. Empty: as the house rules say.")


class RoundForm(forms.Form):
    """The plan of a round."""

    name = line_field("Name", MAX_NAME, "Without a name, it has its number.")
    starts = day_field("First day")
    ends = day_field("Last day")
    points_limit = limit_field()
    victory = victory_field()
    deployment = deployment_field()

    def plan(self) -> RoundPlan:
        """Return the plan that the answers make."""
        days = {name: day.isoformat() if (day := self.cleaned_data[name]) else "" for name in ("starts", "ends")}
        return RoundPlan(**{**self.cleaned_data, **days})


def days_after(plan: RoundPlan) -> dict[str, date]:
    """Return the first and last day of the round after one with days: as long as it, in the next whole week."""
    if not (plan.starts and plan.ends):
        return {}
    starts, ends = date.fromisoformat(plan.starts), date.fromisoformat(plan.ends)
    later = timedelta(weeks=(ends - starts).days // 7 + 1)
    try:
        return {"starts": starts + later, "ends": ends + later}
    except OverflowError:
        return {}


class SeasonForm(forms.Form):
    """A round robin to plan ahead."""

    is_double = choice_field("How often", [("", "Everyone meets once"), ("yes", "Everyone meets twice")])
    starts = day_field("First day")
    days_apart = number_field(
        MAX_DAYS_APART, "Days from round to round", "7 for a round each week.", missing="Enter the days."
    )
    days_each = number_field(
        MAX_DAYS_APART, "Days of each round", "1 if all play on the same evening.", missing="Enter the days."
    )
    points_limit = limit_field()
    victory = victory_field()
    deployment = deployment_field()

    def season(self) -> SeasonPlan:
        """Return the season that the answers make."""
        data = self.cleaned_data
        starts = data["starts"].isoformat() if data["starts"] else ""
        plan = RoundPlan("", starts, "", data["points_limit"], data["victory"], data["deployment"])
        return SeasonPlan(
            plan, is_double=bool(data["is_double"]), days_apart=data["days_apart"], days_each=data["days_each"]
        )


class LeagueForm(forms.Form):
    """The rules of a league: points for each result, tiebreakers in their order, and whether a bye is a game."""

    bye_counts = forms.BooleanField(required=False, label="A bye counts as a game and gives its points")
    confirm_days = number_field(
        MAX_CONFIRM_DAYS,
        "Days to confirm a result",
        "Before a result is applied, the other player confirms it or disputes it. After these days, silence counts as a"
        " yes. Leave blank to ask no one. You can change it in the settings.",
    )
    reason = line_field("Reason for the change", MAX_REASON, "It is shown in the journal. The first rules need none.")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        bounds = f"Enter a number from -{MAX_LEAGUE_POINTS} to {MAX_LEAGUE_POINTS}."
        for result in LEAGUE_RESULTS:
            self.fields[result.replace(" ", "_")] = forms.IntegerField(
                min_value=-MAX_LEAGUE_POINTS,
                max_value=MAX_LEAGUE_POINTS,
                label=result.capitalize(),
                widget=forms.TextInput(attrs=NUMERIC),
                error_messages={"invalid": bounds, "required": bounds, "min_value": bounds, "max_value": bounds},
            )
        tiebreakers = [("", "None"), *((tiebreaker, tiebreaker.capitalize()) for tiebreaker in TIEBREAKERS)]
        for place in range(1, len(TIEBREAKERS) + 1):
            self.fields[f"tiebreaker_{place}"] = choice_field(f"Tiebreaker {place}", tiebreakers)

    @classmethod
    def of_rules(cls, rules: LeagueRules, confirm_days: int | None) -> LeagueForm:
        """Return the form filled in with rules; the days to confirm a result go with the first ones."""
        points = {name: rules.points.by_result[result] for name, result in _by_field()}
        ties = {f"tiebreaker_{place}": tiebreaker for place, tiebreaker in enumerate(rules.tiebreakers, start=1)}
        return cls(initial={**points, **ties, "bye_counts": rules.bye_counts, "confirm_days": confirm_days})

    @property
    def points(self) -> list[forms.BoundField]:
        """The fields for points."""
        return [self[name] for name, _ in _by_field()]

    @property
    def tiebreakers(self) -> list[forms.BoundField]:
        """The fields for tiebreakers."""
        return [self[f"tiebreaker_{place}"] for place in range(1, len(TIEBREAKERS) + 1)]

    def rules(self) -> LeagueRules:
        """Return the rules that the answers make."""
        data = self.cleaned_data
        points = ResultPoints(**{name: data[name] for name, _ in _by_field()})
        chosen = [data[f"tiebreaker_{place}"] for place in range(1, len(TIEBREAKERS) + 1)]
        known: dict[str, Tiebreaker] = {tiebreaker: tiebreaker for tiebreaker in TIEBREAKERS}
        return LeagueRules(points, tuple(known[name] for name in chosen if name), bye_counts=data["bye_counts"])


def _by_field() -> list[tuple[str, Any]]:
    return [(result.replace(" ", "_"), result) for result in LEAGUE_RESULTS]


class DivisionsForm(forms.Form):
    """The names of divisions, and the division of each warband."""

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        warbands: Collection[CampaignWarband],
        divisions: Collection[LeagueDivision],
    ) -> None:
        self.most = min(MAX_DIVISIONS, max(2, len(divisions) + 1))
        placed = {number: place for place, part in enumerate(divisions, start=1) for number in part.warbands}
        names = {f"name_{place}": part.name for place, part in enumerate(divisions, start=1)}
        self.numbers = [warband.number for warband in warbands]
        # Members that the form does not list, as they have left, stay where they are.
        self.kept = {
            place: tuple(number for number in part.warbands if number not in self.numbers)
            for place, part in enumerate(divisions, start=1)
        }
        initial = {**names, **{f"warband_{number}": place for number, place in placed.items()}}
        super().__init__(data, initial=initial)
        for place in range(1, self.most + 1):
            self.fields[f"name_{place}"] = line_field(f"Name of division {place}", MAX_NAME)
        for warband in warbands:
            self.fields[f"warband_{warband.number}"] = forms.TypedChoiceField(
                choices=[("", "None"), *((place, f"Division {place}") for place in range(1, self.most + 1))],
                coerce=int,
                empty_value=None,
                required=False,
                label=str(warband),
                error_messages={"invalid_choice": "Choose one of these."},
            )

    @property
    def names(self) -> list[forms.BoundField]:
        """The fields for names."""
        return [self[f"name_{place}"] for place in range(1, self.most + 1)]

    @property
    def places(self) -> list[forms.BoundField]:
        """The fields for the warbands' divisions."""
        return [self[f"warband_{number}"] for number in self.numbers]

    def divisions(self) -> list[LeagueDivision]:
        """Return the divisions that the answers make: those that have a name or a warband."""
        data = self.cleaned_data
        return [
            LeagueDivision(data[f"name_{place}"], members)
            for place in range(1, self.most + 1)
            if (
                members := (
                    *(number for number in self.numbers if data[f"warband_{number}"] == place),
                    *self.kept.get(place, ()),
                )
            )
            or data[f"name_{place}"]
        ]
