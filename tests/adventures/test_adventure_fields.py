"""Options of selects are escaped, and the chosen one is selected."""

import pytest
from django.utils.html import escape

from adventures.forms.events import LONGEST_OPTION, EventField, event_fields
from adventures.templatetags.adventure_fields import MARKUP, choice_boxes, event_field, select_options
from rules.adventures.events.running import HiddenFactShown
from rules.adventures.fold import begin_adventure
from rules.adventures.library import library_adventures


def test_options_are_escaped_and_the_chosen_one_is_selected():
    drawn = select_options([("a", "<b>Ada</b>"), ('"b', "Boar")], '"b')
    assert '<option value="a">&lt;b&gt;Ada&lt;/b&gt;</option>' in drawn
    assert '<option value="&quot;b" selected>Boar</option>' in drawn


def test_no_options_are_no_text():
    assert select_options([]) == ""


def test_boxes_are_escaped():
    drawn = choice_boxes("choices", [("<", "A & B")])
    assert drawn == '<label class="choice"><input type="checkbox" name="choices" value="&lt;">A &amp; B</label>'


@pytest.mark.parametrize("type_", sorted(MARKUP))
def test_a_field_of_each_type_is_escaped_and_named(type_: str):
    field = EventField("na<me", "L & L", type_, (("x", "<i>"),), is_needed=True, value='"')
    drawn = event_field("do", field)
    assert 'name="na&lt;me"' in drawn
    assert "L &amp; L" in drawn
    assert "<i>" not in drawn
    assert ('value="&quot;"' in drawn) is (type_ in ("number", "text"))
    assert ("required" in drawn) is (type_ in ("number", "text", "long"))


def test_long_words_of_what_may_be_chosen_are_cut_once() -> None:
    state = begin_adventure(library_adventures()["influence-the-captains-table"])
    secrets = HiddenFactShown.options(state)["key"]
    (field,) = event_fields(HiddenFactShown, state)
    shown = dict(field.options)
    assert max(map(len, secrets.values())) > LONGEST_OPTION
    assert {key for key, words in shown.items() if words.endswith("…")} == {
        key for key, words in secrets.items() if len(words) > LONGEST_OPTION
    }
    assert max(map(len, shown.values())) == LONGEST_OPTION + 1
    assert all(words in select_options(field.options) for words in map(escape, shown.values()))
