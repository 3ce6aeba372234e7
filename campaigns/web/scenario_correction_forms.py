"""The forms by which an organizer corrects what was written of a scenario: a chosen feat, and a roll."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.http import QueryDict

from campaigns.web.forms import NUMERIC, reason_field


class FeatForm(forms.Form):
    """Another feat in place of one that was chosen, or none."""

    feat = forms.ChoiceField(
        required=False,
        label="Feat",
        error_messages={"invalid_choice": "Choose one of these."},
    )
    reason = reason_field()

    def __init__(self, options: Iterable[tuple[str, str]], now: str, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"feat": now})
        options = list(options)
        self.now = dict(options).get(now, now)
        field = self.fields["feat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*options, ("", "None: it is chosen again in the aftermath")]


class RollForm(forms.Form):
    """Other faces of a roll."""

    faces = forms.CharField(max_length=20, widget=forms.TextInput(attrs=NUMERIC), label="Faces that fell")
    reason = reason_field()

    def __init__(self, dice: int, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.wanted = "Enter the face that fell, from 1 to 6." if dice == 1 else f"Enter {dice} faces, such as 3 5 1."
        self.fields["faces"].error_messages["required"] = self.wanted

    def clean_faces(self) -> list[int]:
        """Read the faces, with or without spaces and commas."""
        digits = "".join(self.cleaned_data["faces"].replace(",", " ").split())
        if not (digits.isascii() and digits.isdigit()):
            raise forms.ValidationError(self.wanted)
        return [int(face) for face in digits]
