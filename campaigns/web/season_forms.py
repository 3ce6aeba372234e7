"""The form of the next season."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from campaigns.models import Participant
from campaigns.web.forms import PLAIN
from rules.lengths import MAX_NAME


class NextSeasonForm(forms.Form):
    """The name of the next season, and the people whom it invites."""

    name = forms.CharField(max_length=MAX_NAME, label="Name", widget=forms.TextInput(attrs=PLAIN))
    people = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        label="Whom to invite",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "Choose people of this campaign."},
    )

    def __init__(self, *args: Any, people: Iterable[Participant], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["people"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(person.number, person.display_name) for person in people]
