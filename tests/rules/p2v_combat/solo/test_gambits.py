"""Gambits as values, and the notation in which people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.p2v_combat.solo.gambits import (
    GambitAction,
    GambitChoice,
    GambitError,
    GambitRow,
    Gambits,
    GambitSequence,
    format_faces,
    format_gambits,
    format_plan,
    parse_gambits,
    parse_plan,
    plan_actions,
    sequence_of,
)
from tests.rows import every_row

STRIDE, FIST, CAST = GambitAction("Stride"), GambitAction("Fist"), GambitAction("Telekinetic Projectile")
DOG = """
1 I Resist all 2d6 until the end of the round
2-3 II Jaws > Reposition
4-5 II Reposition > Jaws
6 III Stride > Jaws > Jaws
"""


@every_row(
    "text, plan",
    [
        ("Fist", FIST),
        ("Stride > Fist", GambitSequence((STRIDE, FIST))),
        ("Stride / Fist", GambitChoice((STRIDE, FIST))),
        ("Stride / Fist > Fist", GambitSequence((GambitChoice((STRIDE, FIST)), FIST))),
        ("(Stride > Fist) / Telekinetic Projectile", GambitChoice((GambitSequence((STRIDE, FIST)), CAST))),
        (
            "Fist > (Stride > Fist) / Telekinetic Projectile",
            GambitSequence((FIST, GambitChoice((GambitSequence((STRIDE, FIST)), CAST)))),
        ),
    ],
)
def test_a_slash_binds_tighter_than_an_arrow_and_brackets_override_it(text, plan):
    """Ruling 93."""
    assert parse_plan(text) == plan
    assert format_plan(plan) == text


@every_row(
    "text, same",
    [
        ("  stride>fist ", "stride > fist"),
        ("(Stride)", "Stride"),
        ("Stride > (Fist > Fist)", "Stride > Fist > Fist"),
        ("(Stride / Fist) / Jaws", "Stride / Fist / Jaws"),
        ("Telekinetic   Projectile", "Telekinetic Projectile"),
    ],
)
def test_spaces_and_brackets_that_change_nothing_are_dropped(text, same):
    assert format_plan(parse_plan(text)) == same


@every_row(
    "text, message",
    [
        ("", "Name at least one action."),
        ("Stride >", "An action is missing at the end in “Stride >”."),
        ("/ Fist", "An action is missing before “/” in “/ Fist”."),
        ("Stride > > Fist", "An action is missing before “>” in “Stride > > Fist”."),
        ("(Stride > Fist", "A bracket is not closed in “(Stride > Fist”."),
        ("Stride) > Fist", "There is a bracket too many in “Stride) > Fist”."),
        ("Stride (Fist)", "An action is missing before “(” in “Stride (Fist)”."),
        ("(" * 9 + "Fist" + ")" * 9, "There are more than 4 brackets within one another"),
        ("x" * 81, "An action has at most 80 characters"),
        ("x" * 301, "The actions of a row have at most 300 characters."),
    ],
)
def test_a_plan_that_cannot_be_read_is_refused_with_a_sentence(text, message):
    with pytest.raises(GambitError) as fault:
        parse_plan(text)
    assert message in str(fault.value)


def test_the_table_of_the_taxidermic_dog_is_read_and_written_back():
    gambits = parse_gambits(DOG, "adjacent-to-allies")
    assert gambits.row(4) == GambitRow((4, 5), "II", parse_plan("Reposition > Jaws"))
    assert gambits.row(6).phase == "III"
    assert format_gambits(gambits) == DOG.strip()


@every_row(
    "lines, message",
    [
        ("1-5 II Jaws", "No row says what happens on 6"),
        ("2-4 II Jaws", "No row says what happens on 1 or 5 or 6"),
        ("1-4 II Jaws\n4-6 III Jaws", "Face 4 is in two rows"),
        ("1-7 II Jaws", "A d6 shows 1 to 6, not 7"),
        ("0-6 II Jaws", "A d6 shows 1 to 6, not 0"),
        ("6-1 II Jaws", "Faces go up: 1-6, not 6-1"),
        ("1-6 IV Jaws", "A line has the faces, the phase (I, II, III) and the actions"),
        ("1-6 II", "A line has the faces"),
        ("1-6 II Jaws >", "Line “1-6 II Jaws >”: An action is missing at the end"),
        ("1-6 II " + " > ".join(["Jaws"] * 13), "A row names at most 12 actions"),
        ("\n".join(["1 I Jaws"] * 7), "A table of gambits has at most 6 lines"),
        ("", "No row says what happens on 1 or 2 or 3 or 4 or 5 or 6"),
    ],
)
def test_a_table_covers_each_face_exactly_once(lines, message):
    with pytest.raises(GambitError) as fault:
        parse_gambits(lines)
    assert message in str(fault.value)


@every_row("face", [0, 7])
def test_a_table_has_no_row_for_what_a_d6_does_not_show(face):
    with pytest.raises(GambitError):
        parse_gambits(DOG).row(face)


@every_row("faces, text", [((1,), "1"), ((2, 3), "2-3"), ((1, 4, 5), "1, 4-5"), ((1, 3), "1, 3"), ((1, 2, 3), "1-3")])
def test_faces_are_written_as_runs(faces, text):
    assert format_faces(faces) == text


def test_no_steps_make_no_plan():
    assert sequence_of(()) is None
    assert sequence_of((FIST,)) == FIST


@every_row("words", ["", " ", "Fist ", "Fist > Fist", "Two\nlines"])
def test_an_action_is_a_name_without_marks(words):
    with pytest.raises(GambitError):
        GambitAction(words)


actions = st.text(st.characters(categories=["Lu", "Ll", "Nd"]), min_size=1, max_size=8).map(GambitAction)
plans = st.recursive(
    actions,
    lambda inner: st.one_of(
        st.lists(inner.filter(lambda plan: not isinstance(plan, GambitSequence)), min_size=2, max_size=3).map(
            lambda steps: GambitSequence(tuple(steps))
        ),
        st.lists(inner.filter(lambda plan: not isinstance(plan, GambitChoice)), min_size=2, max_size=3).map(
            lambda options: GambitChoice(tuple(options))
        ),
    ),
    max_leaves=6,
)


@given(plans)
def test_every_plan_is_read_back_from_what_is_written(plan):
    assert parse_plan(format_plan(plan)) == plan


@given(plans, plans)
def test_every_table_is_read_back_from_what_is_written(first, second):
    gambits = Gambits((GambitRow((1, 2, 4), "I", first), GambitRow((3, 5, 6), "III", second)), "casters")
    assert parse_gambits(format_gambits(gambits), "casters") == gambits
    assert all(isinstance(action, GambitAction) for row in gambits.rows for action in plan_actions(row.plan))


@given(st.text(st.sampled_from("ab /> ()1-6I\n"), max_size=40))
def test_any_text_is_read_or_refused_with_a_sentence(text):
    try:
        gambits = parse_gambits(text)
    except GambitError as fault:
        message = str(fault)
    else:
        message = format_gambits(gambits)
    assert message
