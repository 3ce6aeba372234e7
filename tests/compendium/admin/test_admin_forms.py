"""The form of a creature is drawn by functions, and says what Django's own templates would say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django import forms
from django.forms.renderers import get_default_renderer
from django.template.loader import render_to_string
from django.test.html import parse_html

from common.forms import FunctionRenderer
from compendium.templatetags.admin_forms import admin_fieldset

pytestmark = pytest.mark.django_db


def drawn_by_django(fieldset: Any) -> str:
    form = fieldset.form
    form.renderer = get_default_renderer()
    for errors in form.errors.values():
        errors.renderer = form.renderer
    names = {"prefix": "a", "id_prefix": "b", "id_suffix": "c", "heading_level": 4}
    return render_to_string("admin/includes/fieldset.html", {"fieldset": fieldset, **names})


def fieldsets(response: Any) -> Iterator[Any]:
    (formset,) = response.context["inline_admin_formsets"]
    for form in formset:
        yield from form


def pages(request: pytest.FixtureRequest, change_url: str, wolf: Any, form_of: Any) -> Iterator[Any]:
    boss, viewer = request.getfixturevalue("boss"), request.getfixturevalue("viewer")
    wrong = {"features-0-damage": "lots & <lots>", "features-1-terrain": "x" * 500, "features-0-name": ""}
    yield boss.get(change_url)
    yield boss.post(change_url, form_of(wolf, **wrong))
    yield viewer.get(change_url)


def test_a_fieldset_is_drawn_as_by_the_template(request, change_url, wolf, form_of):
    for response in pages(request, change_url, wolf, form_of):
        for fieldset in fieldsets(response):
            drawn = admin_fieldset(fieldset, "a-b-c-heading")
            assert parse_html(drawn) == parse_html(drawn_by_django(fieldset))


class Everything(forms.Form):
    line = forms.CharField(label="A <b>line</b>", help_text="One.", widget=forms.TextInput({"placeholder": '"x"'}))
    number = forms.IntegerField(required=False)
    text = forms.CharField(widget=forms.Textarea({"rows": 2}), required=False)
    ticked = forms.BooleanField(required=False)
    one = forms.ChoiceField(choices=[("", "none"), ("a", "A & B"), ("Group", [("c", "C"), ("d", "D")])], required=False)
    kept = forms.CharField(widget=forms.HiddenInput, required=False)
    day = forms.DateField(required=False)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"line": "<i>", "number": "0", "text": "\nfirst\n<second>", "ticked": "on", "one": "d", "kept": "'"},
        {"number": "many", "one": "z", "day": "never"},
    ],
)
def test_each_control_is_drawn_as_by_its_template(data):
    quick, usual = (Everything(data, renderer=renderer) for renderer in (FunctionRenderer(), get_default_renderer()))
    for name in Everything.base_fields:
        for drawn in (str, lambda field: field.label_tag(), lambda field: str(field.errors)):
            assert parse_html(drawn(quick[name])) == parse_html(drawn(usual[name]))
