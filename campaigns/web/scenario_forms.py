"""The forms of scenarios: the plan, and the report of how one ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from campaigns.models import CampaignWarband
from campaigns.models.scenarios import MAX_TITLE
from campaigns.services.scenarios import MAX_NOTES
from campaigns.web.forms import PLAIN, number_field
from rules.building.draft import MAX_LIMIT
from rules.campaigns.scenarios import STANDARD_VICTORY, ScenarioPlan
from rules.tables.deployments import DEPLOYMENTS
from rules.tables.victory_conditions import CONDITIONS

RECOVERY = {"": None, "yes": True, "no": False}


class PlanForm(forms.Form):
    """What is settled about a scenario before it is played."""

    title = forms.CharField(
        max_length=MAX_TITLE,
        required=False,
        label="Title",
        help_text="Without one it is called by its number.",
        widget=forms.TextInput(attrs=PLAIN),
    )
    date = forms.DateField(
        required=False,
        label="Date",
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": "Write the date as a day of the calendar, such as 2026-03-01."},
    )
    victory = forms.ChoiceField(
        choices=[(condition.key, condition.name) for condition in CONDITIONS],
        initial=STANDARD_VICTORY,
        label="Victory condition",
        error_messages={"required": "Choose a victory condition.", "invalid_choice": "Choose one of these."},
    )
    deployment = forms.ChoiceField(
        choices=[("", "Not settled yet"), *((deployment.key, deployment.name) for deployment in DEPLOYMENTS)],
        required=False,
        label="Deployment",
        error_messages={"invalid_choice": "Choose one of these."},
    )
    board_points = number_field(
        MAX_LIMIT,
        "Points for the board",
        "The points on each side. They decide how large the board is.",
        least=0,
    )
    warbands = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        label="Warbands that fight",
        help_text="Two or more, or one that plays against the game.",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "Choose among the warbands of this campaign."},
    )
    daily_recovery = forms.ChoiceField(
        choices=[
            ("", "As the house rules say"),
            ("yes", "Daily uses return after it"),
            ("no", "Daily uses do not return after it"),
        ],
        required=False,
        label="Daily uses",
        error_messages={"invalid_choice": "Choose one of these."},
    )
    notes = forms.CharField(
        max_length=MAX_NOTES, required=False, label="Notes", widget=forms.Textarea(attrs={"rows": 4})
    )

    def __init__(self, *args: Any, warbands: Iterable[CampaignWarband], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["warbands"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(warband.number, f"{warband} ({warband.participant.display_name})") for warband in warbands]

    @classmethod
    def of_plan(cls, plan: ScenarioPlan, warbands: Iterable[CampaignWarband]) -> PlanForm:
        """Return the form filled in with a plan."""
        recovery = {value: key for key, value in RECOVERY.items()}[plan.daily_recovery]
        initial = {name: getattr(plan, name) for name in cls.base_fields} | {"daily_recovery": recovery}
        return cls(initial=initial, warbands=warbands)

    def plan(self) -> ScenarioPlan:
        """Return the plan that the answers make."""
        data = self.cleaned_data
        return ScenarioPlan(
            title=data["title"],
            date=data["date"].isoformat() if data["date"] else "",
            victory=data["victory"],
            deployment=data["deployment"],
            board_points=data["board_points"],
            warbands=tuple(data["warbands"]),
            daily_recovery=RECOVERY[data["daily_recovery"]],
            notes=data["notes"],
        )
