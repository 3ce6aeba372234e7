"""Options of selects are escaped, shortened, and the chosen one is selected."""

from __future__ import annotations

from adventures.templatetags.adventure_fields import LONGEST, choice_boxes, select_options


def test_options_are_escaped_and_the_chosen_one_is_selected():
    drawn = select_options([("a", "<b>Ada</b>"), ('"b', "x" * (LONGEST + 1))], '"b')
    assert '<option value="a">&lt;b&gt;Ada&lt;/b&gt;</option>' in drawn
    assert f'<option value="&quot;b" selected>{"x" * (LONGEST - 1)}…</option>' in drawn


def test_no_options_are_no_text():
    assert select_options([]) == ""


def test_boxes_are_escaped():
    drawn = choice_boxes("choices", [("<", "A & B")])
    assert drawn == '<label class="choice"><input type="checkbox" name="choices" value="&lt;">A &amp; B</label>'
