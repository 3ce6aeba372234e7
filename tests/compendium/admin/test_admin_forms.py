"""Controls of large forms are drawn by functions, and say what Django's own templates would say."""

import pytest
from django import forms
from django.forms.renderers import get_default_renderer
from django.test.html import parse_html

from common.forms import FunctionRenderer


class Everything(forms.Form):
    line = forms.CharField(label="A <b>line</b>", help_text="One.", widget=forms.TextInput({"placeholder": '"x"'}))
    number = forms.IntegerField(required=False)
    text = forms.CharField(widget=forms.Textarea({"rows": 2}), required=False)
    ticked = forms.BooleanField(required=False)
    single = forms.ChoiceField(
        choices=[("", "none"), ("a", "A & B"), ("Group", [("c", "C"), ("d", "D")])], required=False
    )
    kept = forms.CharField(widget=forms.HiddenInput, required=False)
    day = forms.DateField(required=False)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"line": "<i>", "number": "0", "text": "\nfirst\n<second>", "ticked": "on", "single": "d", "kept": "'"},
        {"number": "many", "single": "z", "day": "never"},
    ],
)
def test_each_control_is_drawn_as_by_its_template(data):
    quick, usual = (Everything(data, renderer=renderer) for renderer in (FunctionRenderer(), get_default_renderer()))
    for name in Everything.base_fields:
        for drawn in (str, lambda field: field.label_tag(), lambda field: str(field.errors)):
            assert parse_html(drawn(quick[name])) == parse_html(drawn(usual[name]))
