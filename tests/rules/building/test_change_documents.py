"""Changes as documents and as fields of a form, there and back."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.building.changes import (
    MAX_CHANGES,
    Change,
    ChangeSet,
    change_document,
    change_fields,
    change_from_document,
    change_from_fields,
    fields_of,
)
from rules.building.enlisting import ItemGift
from rules.building.extras import ExtrasGiveUp, ItemAdd, SecretReveal, UpgradeSet
from rules.building.fixes import FixTake
from rules.building.groups import MEMBER, GroupChange
from rules.building.members import MemberAdd, MemberRevision
from rules.building.warband import CollectionSet, HouseRulesSet, LimitSet
from rules.documents.records import declared_parts
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.roster import HouseRules, ItemChoice, Member
from tests.examples import tried
from tests.rows import every_row

some_text = st.text('a Z9é−-&=\n\\"', max_size=5)
some_number = st.integers(-9_999_999, 9_999_999)
some_key = st.text("az-", min_size=1, max_size=5)
PARTS: Mapping[Any, st.SearchStrategy[object]] = {
    str: some_text,
    str | None: st.none() | some_text.filter(bool),
    int: some_number,
    int | None: st.none() | some_number,
    bool: st.booleans(),
    HouseRules | None: st.none()
    | st.builds(
        HouseRules,
        sources=st.none() | st.lists(some_key, max_size=2).map(tuple),
        banned=st.lists(some_key, max_size=2).map(tuple),
        max_items_per_member=st.none() | st.integers(0, 60),
    ),
    tuple[ItemGift, ...]: st.lists(st.builds(ItemGift, some_text, st.integers(0, 50), some_text), max_size=3).map(
        tuple
    ),
    tuple[Member, ...]: st.lists(
        st.builds(
            Member,
            some_key,
            id=some_key,
            name=st.text("a Z", max_size=5),
            upgrades=st.lists(some_key, max_size=2).map(tuple),
            items=st.lists(st.builds(ItemChoice, some_key, st.none() | some_key), max_size=2).map(tuple),
            hero_points=st.integers(0, 3),
            minion_of=st.none() | some_key,
        ),
        max_size=3,
    ).map(tuple),
    tuple[tuple[str, int], ...] | None: st.none()
    | st.dictionaries(some_key, st.integers(0, 99), max_size=3).map(lambda owned: tuple(owned.items())),
}
BY_KIND: Mapping[type[Change], st.SearchStrategy[Change]] = {
    kind: st.builds(kind, **{part.name: PARTS[types[part.name]] for part in fields(kind)})
    for kind, types in ((kind, get_type_hints(kind)) for kind in Change.by_kind.values())
    if kind not in (ChangeSet, GroupChange)
}
of_groups = st.builds(
    GroupChange,
    st.lists(some_text, max_size=3).map(tuple),
    st.one_of([strategy for kind, strategy in BY_KIND.items() if MEMBER in declared_parts(kind)]),
)
single_changes: st.SearchStrategy[Change] = st.one_of([*BY_KIND.values(), of_groups])
changes = single_changes | st.builds(ChangeSet, st.lists(single_changes, max_size=3).map(tuple), some_text)


@settings(max_examples=tried(150))
@given(changes)
def test_every_change_comes_back_from_its_document(change: Change) -> None:
    document = json.loads(json.dumps(change_document(change)))
    assert document["change"] == change.kind
    assert change_from_document(document) == change


@settings(max_examples=tried(150))
@given(changes)
def test_every_change_comes_back_from_its_fields(change: Change) -> None:
    given = change_fields(change)
    assert all(isinstance(value, str) for value in given.values())
    assert change_from_fields(given) == change
    assert change_from_fields({"csrf": "x", **given}) == change


def test_every_change_has_a_kind_of_its_own() -> None:
    def below(kind: type[Change]) -> Iterator[type[Change]]:
        for subclass in kind.__subclasses__():
            yield subclass
            yield from below(subclass)

    concrete = {kind.__name__ for kind in below(Change) if not kind.__abstractmethods__}
    assert concrete == {kind.__name__ for kind in Change.by_kind.values()}
    assert all(Change.by_kind[kind.kind] is kind for kind in Change.by_kind.values())


def test_every_part_of_a_change_stands_in_its_document() -> None:
    for kind in Change.by_kind.values():
        assert list(declared_parts(kind)) == [part.name for part in fields(kind)]


def test_a_change_as_a_document() -> None:
    assert change_document(UpgradeSet("m1", "sling", True)) == {
        "format": "muster-change/1",
        "change": "upgrade-set",
        "member": "m1",
        "key": "sling",
        "bought": True,
    }
    both = ChangeSet((MemberAdd("boar"), LimitSet(None)), "Added Boar without a limit")
    assert change_document(both)["changes"] == [
        {"format": "muster-change/1", "change": "member-add", "creature": "boar"},
        {"format": "muster-change/1", "change": "limit-set", "points": None},
    ]


ADD = {"format": "muster-change/1", "change": "member-add", "creature": "boar"}
SET = {"format": "muster-change/1", "change": "change-set", "label": "x"}


@every_row(
    ("document", "code", "path"),
    [
        ([], "document.type", ""),
        ({"change": "member-add"}, "document.missing", "format"),
        (ADD | {"format": "muster-change/2"}, "document.format", "format"),
        (ADD | {"change": "member-sing"}, "document.value", "change"),
        (ADD | {"creature": 3}, "document.type", "creature"),
        (ADD | {"by": "me"}, "document.unknown_field", "by"),
        (ADD | {"change": "upgrade-set", "member": "m1", "key": "x"}, "document.missing", "bought"),
        (ADD | {"change": "limit-set", "points": 10**9}, "document.range", "points"),
        (ADD | {"change": "collection-set", "owned": {"boar": -1}}, "document.range", "owned.boar"),
        (ADD | {"change": "house-rules-set", "house_rules": {"x": 1}}, "document.unknown_field", "house_rules.x"),
        (SET | {"changes": [ADD, ADD | {"creature": None}]}, "document.type", "changes[1].creature"),
        (SET | {"changes": [SET | {"changes": []}]}, "document.value", "changes[0].change"),
        (SET | {"changes": [ADD] * (MAX_CHANGES + 1)}, "document.range", "changes"),
    ],
)
def test_a_document_that_is_no_change_is_refused_with_its_path(document: object, code: str, path: str) -> None:
    with pytest.raises(DocumentError) as fault:
        change_from_document(document)
    assert (fault.value.code, fault.value.path) == (code, path)


def test_a_set_of_changes_holds_no_other_set() -> None:
    with pytest.raises(RulesError, match="cannot contain another set"):
        ChangeSet((ChangeSet((), "within"),), "around")


def test_a_form_leaves_out_what_the_player_types() -> None:
    assert fields_of("member-rename", {"member": "m1"}, typed=["to"]) == {"change": "member-rename", "member": "m1"}


@pytest.mark.parametrize(
    ("kind", "parts", "typed"),
    [
        ("member-sing", {}, []),
        ("member-rename", {"member": "m1"}, []),
        ("member-rename", {"member": "m1"}, ["too"]),
        ("member-add", {"creature": "boar", "number": 2}, []),
    ],
)
def test_a_form_names_exactly_the_parts_of_its_change(kind: str, parts: dict[str, object], typed: list[str]) -> None:
    with pytest.raises(RulesError, match="There is no change"):
        fields_of(kind, parts, typed)


def test_fields_are_words_that_a_form_can_hold() -> None:
    assert change_fields(UpgradeSet("m1", "sling", True)) == {
        "change": "upgrade-set",
        "member": "m1",
        "key": "sling",
        "bought": "yes",
    }
    assert change_fields(CollectionSet(None)) == {"change": "collection-set", "owned": ""}
    house_rules = HouseRulesSet(HouseRules(banned=("boar",)))
    assert json.loads(change_fields(house_rules)["house_rules"])["banned"] == ["boar"]
    assert change_fields(FixTake("points.over_limit", None, None, 0)) == {
        "change": "fix-take",
        "code": "points.over_limit",
        "member": "",
        "key": "",
        "number": "0",
    }


def test_an_empty_field_is_nothing_where_there_may_be_nothing() -> None:
    assert change_from_fields({"change": "item-add", "member": "m1", "item": "wine"}) == ItemAdd("m1", "wine")
    assert change_from_fields({"change": "limit-set", "points": ""}) == LimitSet(None)
    assert change_from_fields({"change": "member-revision", "member": "", "number": ""}) == MemberRevision("", None)


def test_only_yes_is_yes_and_a_minus_sign_is_a_minus() -> None:
    reveal = {"change": "secret-reveal", "member": "m1", "key": "x"}
    for text in ("no", "", "true", "1"):
        assert change_from_fields(reveal | {"revealed": text}) == SecretReveal("m1", "x", revealed=False)
    assert change_from_fields({"change": "extras-give-up", "member": "m1", "number": " −2 "}) == ExtrasGiveUp("m1", -2)


@every_row(
    ("given", "message"),
    [
        ({}, "This page asked for something that Muster does not know."),
        ({"change": "member-change", "member": "m1"}, "This page asked for something that Muster does not know."),
        ({"change": "house-rules-set", "house_rules": "x"}, "This page sent something that Muster cannot read."),
        ({"change": "collection-set", "owned": '{"boar": "x"}'}, "This page sent something that Muster cannot read."),
        ({"change": "collection-set", "owned": '"\ud800"'}, "This page sent something that Muster cannot read."),
        ({"change": "change-set", "changes": "[" * 9_999, "label": ""}, "This page sent something that Muster cannot"),
        ({"change": "member-remove"}, "This change is missing its part “member”."),
        ({"change": "hero-points-set", "member": "m1", "number": ""}, "Enter a whole number instead of “”."),
        ({"change": "hero-points-set", "member": "m1", "number": "1.5"}, "Enter a whole number instead of “1.5”."),
        ({"change": "limit-set", "points": "9" * 99}, f"Enter a whole number instead of “{'9' * 20}”."),
    ],
)
def test_what_is_no_change_is_refused(given: dict[str, str], message: str) -> None:
    with pytest.raises(ChangeRefused) as refusal:
        change_from_fields(given)
    assert refusal.value.message.startswith(message)
