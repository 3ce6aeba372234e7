"""Changes as fields of a form, there and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.building import Change, ChangeRefused, FixTake, change_fields, change_from_fields
from rules.building.of_gear import ItemAdd, SecretReveal, Upgrade
from rules.building.of_members import MemberMove, MemberRevision
from rules.building.of_warband import CollectionSet, HouseRulesSet, LimitSet, Together
from rules.building.verbs import VERBS
from tests.examples import tried

some_text = st.text("a Z9é−-&=\n\x00", max_size=5)
PARTS: Mapping[str, st.SearchStrategy[object]] = {
    "str": some_text,
    "str | None": st.none() | some_text.filter(bool),
    "int": st.integers(-9_999_999, 9_999_999),
    "int | None": st.none() | st.integers(-9_999_999, 9_999_999),
    "bool": st.booleans(),
}
changes: st.SearchStrategy[Change] = st.one_of(
    [st.builds(kind, **{part.name: PARTS[str(part.type)] for part in fields(kind)}) for kind in VERBS.values()]
)


@settings(max_examples=tried(100))
@given(changes)
def test_every_change_comes_back_from_its_fields(change: Change) -> None:
    given = change_fields(change)
    assert all(isinstance(value, str) for value in given.values())
    assert change_from_fields(given) == change
    assert change_from_fields({"csrf": "x", **given}) == change


def test_every_kind_of_change_has_its_verb() -> None:
    def kinds(kind: type[Change]) -> Iterator[type[Change]]:
        for below in kind.__subclasses__():
            yield below
            yield from kinds(below)

    told = {kind.__name__ for kind in kinds(Change) if not kind.__abstractmethods__}
    assert told - {kind.__name__ for kind in VERBS.values()} == {"HouseRulesSet", "CollectionSet", "Together"}
    assert VERBS["fix-take"] is FixTake
    assert len(set(VERBS.values())) == len(VERBS)


def test_fields_are_words_that_a_form_can_hold() -> None:
    assert change_fields(Upgrade("m1", "sling", True)) == {
        "verb": "upgrade",
        "member": "m1",
        "key": "sling",
        "bought": "yes",
    }
    assert change_fields(FixTake("points.over_limit", None, None, 0)) == {
        "verb": "fix-take",
        "code": "points.over_limit",
        "member": "",
        "key": "",
        "number": "0",
    }


def test_an_empty_field_is_nothing_where_there_may_be_nothing() -> None:
    assert change_from_fields({"verb": "item-add", "member": "m1", "item": "wine"}) == ItemAdd("m1", "wine")
    assert change_from_fields({"verb": "limit-set", "points": ""}) == LimitSet(None)
    assert change_from_fields({"verb": "member-revision", "member": "", "number": ""}) == MemberRevision("", None)


def test_only_yes_is_yes_and_a_minus_sign_is_a_minus() -> None:
    reveal = {"verb": "secret-reveal", "member": "m1", "key": "x"}
    for text in ("no", "", "true", "1"):
        assert change_from_fields(reveal | {"revealed": text}) == SecretReveal("m1", "x", revealed=False)
    assert change_from_fields({"verb": "member-move", "member": "m1", "by": " −2 "}) == MemberMove("m1", -2)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "This page asked for something that Muster does not know."),
        ({"verb": "house-rules-set", "house_rules": "x"}, "This page asked for something that Muster does not know."),
        ({"verb": "of-member", "member": "m1"}, "This page asked for something that Muster does not know."),
        ({"verb": "member-remove"}, "This change lacks its part “member”."),
        ({"verb": "member-move", "member": "m1", "by": ""}, "Give a whole number instead of “”."),
        ({"verb": "member-move", "member": "m1", "by": "1.5"}, "Give a whole number instead of “1.5”."),
        ({"verb": "limit-set", "points": "9" * 99}, f"Give a whole number instead of “{'9' * 20}”."),
    ],
)
def test_what_is_no_change_is_refused(given: dict[str, str], message: str) -> None:
    with pytest.raises(ChangeRefused) as refusal:
        change_from_fields(given)
    assert refusal.value.message.startswith(message)


@pytest.mark.parametrize("change", [HouseRulesSet(None), CollectionSet(None), Together((), "x")])
def test_changes_with_other_parts_are_no_fields(change: Change) -> None:
    with pytest.raises(TypeError):
        change_fields(change)
