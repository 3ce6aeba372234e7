"""The form of a game night: day, time, time zone, length and place."""

from __future__ import annotations

from datetime import date, datetime, time

from django import forms

from campaigns.models import GameNight
from campaigns.models.game_nights import MAX_PLACE
from campaigns.selectors.game_nights import USUAL_ZONE, time_zones
from campaigns.services.game_nights import MAX_MINUTES
from campaigns.web.forms import PLAIN, number_field

USUAL_START, USUAL_MINUTES = time(19), 180
_FORMAT = "%Y-%m-%dT%H:%M"


class GameNightForm(forms.Form):
    """When and where a scenario is played."""

    starts = forms.DateTimeField(
        label="Day and time",
        input_formats=[_FORMAT, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_FORMAT),
        error_messages={
            "required": "Choose a day and a time.",
            "invalid": "Write day and time like 2026-03-01 19:00.",
        },
    )
    time_zone = forms.ChoiceField(
        choices=time_zones,
        label="Time zone",
        help_text="The zone of the place where you meet.",
        error_messages={"required": "Choose a time zone.", "invalid_choice": "Choose a time zone from the list."},
    )
    minutes = number_field(
        MAX_MINUTES, "Minutes", "How long you will play.", missing="Enter how many minutes it takes."
    )
    place = forms.CharField(
        max_length=MAX_PLACE,
        required=False,
        label="Place",
        help_text="The people of the campaign see it, spectators do not.",
        widget=forms.TextInput(attrs=PLAIN),
    )

    @classmethod
    def of_night(cls, night: GameNight | None, day: date | None) -> GameNightForm:
        """Return the form filled in with a game night, or with what is usual on a day."""
        start: datetime | None
        if night is not None:
            start = night.local_start.replace(tzinfo=None)
            zone, minutes, place = night.time_zone, night.minutes, night.place
        else:
            start = datetime.combine(day, USUAL_START) if day else None
            zone, minutes, place = USUAL_ZONE, USUAL_MINUTES, ""
        return cls(initial={"starts": start, "time_zone": zone, "minutes": minutes, "place": place})
