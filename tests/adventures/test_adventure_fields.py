"""Options of selects are escaped, shortened, and the chosen one is selected."""

from __future__ import annotations

import pytest

from adventures.forms.events import EventField
from adventures.templatetags.adventure_fields import _FORMS, LONGEST, choice_boxes, event_field, select_options


def test_options_are_escaped_and_the_chosen_one_is_selected():
    drawn = select_options([("a", "<b>Ada</b>"), ('"b', "x" * (LONGEST + 1))], '"b')
    assert '<option value="a">&lt;b&gt;Ada&lt;/b&gt;</option>' in drawn
    assert f'<option value="&quot;b" selected>{"x" * (LONGEST - 1)}…</option>' in drawn


def test_no_options_are_no_text():
    assert select_options([]) == ""


def test_boxes_are_escaped():
    drawn = choice_boxes("choices", [("<", "A & B")])
    assert drawn == '<label class="choice"><input type="checkbox" name="choices" value="&lt;">A &amp; B</label>'


@pytest.mark.parametrize("type_", sorted(_FORMS))
def test_a_field_of_each_type_is_escaped_and_named(type_: str):
    field = EventField("na<me", "L & L", type_, (("x", "<i>"),), is_needed=True, value='"')
    drawn = event_field("do", field)
    assert 'name="na&lt;me"' in drawn
    assert "L &amp; L" in drawn
    assert "<i>" not in drawn
    assert ('value="&quot;"' in drawn) is (type_ in ("number", "text"))
    assert ("required" in drawn) is (type_ in ("number", "text", "long"))
