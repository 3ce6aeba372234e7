"""Addresses in templates: kept, and what Django writes."""

from __future__ import annotations

import pytest
from django.template import Context, engines
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import mark_safe


def written(tag: str, **values: object) -> str:
    """Return what a template with the tag says."""
    return engines["django"].from_string(tag).template.render(Context(values))


@pytest.mark.parametrize("key", ["boar", mark_safe("boar"), "a&b'c\"<d>", "x" * 500])
def test_an_address_with_a_value_is_that_of_django(key: str):
    expected = reverse("battles:watch", args=[key])
    for _ in range(2):
        assert written("{% url 'battles:watch' key as it %}{{ it|safe }}", key=key) == expected


def test_an_address_cannot_end_its_attribute():
    link = written("<a href='{% url 'battles:watch' key %}'>", key="it's")
    assert link == "<a href='/battles/watch/it&#x27;s/'>"


def test_numbers_and_their_digits_are_one_address():
    tag = "{% url 'campaigns:warband' key number %}"
    assert written(tag, key="abc", number=7) == written(tag, key="abc", number="7") == "/campaigns/abc/warbands/7/"


def test_an_address_that_there_is_not_is_an_error_unless_it_becomes_a_variable():
    tag = "{% url 'campaigns:warband' 'abc' 'seven' as it %}{{ it }}"
    assert written(tag) == ""
    with pytest.raises(NoReverseMatch):
        written(tag.replace(" as it", ""))
