"""Roster documents: read strictly, written whole, the same after a journey."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.documents import card_document
from rules.cards.model import Card, Stats
from rules.errors import DocumentError
from rules.roster import (
    HouseRules,
    ItemChoice,
    Member,
    Override,
    Roster,
    roster_document,
    roster_from_document,
    roster_from_json,
)
from tests.rows import every_row
from tests.rules.warbands import EXAMPLE

ROSTER = Roster(
    name="Ash Company",
    play_mode="limited",
    points_limit=200,
    alignment="LE",
    members=(
        Member("kobold-warrior", id="m1", name="Snik", upgrades=("sling",), hero_points=1),
        Member("boar", id="m2", items=(ItemChoice("holy-water"), ItemChoice("fiery-weapon", "Tusk"))),
    ),
    collection={"kobold-warrior": 3, "boar": 1},
    house_rules=HouseRules(sources=("p2v-orc", "p2v-ogl")),
    overrides=(Override("points.over_limit", "agreed at the table"),),
)

HOMEBREW = Card("ash-cat--hb1", "Ash Cat", 1, "LE", "Tiny", Stats(5, 14, 12, 3, 6, 3, 12, 6))


def example(**fields: object) -> dict[str, Any]:
    return copy.deepcopy(EXAMPLE) | fields


def smallest(**fields: object) -> dict[str, Any]:
    return {"format": "muster-roster/1", "play_mode": "narrative", "members": []} | fields


def members(**fields: object) -> list[dict[str, Any]]:
    """Return three members, the last with the fields given."""
    return [{"creature": "boar"}, {"creature": "boar"}, {"creature": "boar"} | fields]


def fault(document: object) -> tuple[str, str]:
    with pytest.raises(DocumentError) as raised:
        roster_from_document(document)
    assert raised.value.message
    return raised.value.code, raised.value.path


def test_the_example_of_the_contract_is_read() -> None:
    assert roster_from_document(EXAMPLE) == ROSTER


def test_the_example_of_the_contract_is_written() -> None:
    assert roster_document(ROSTER) == EXAMPLE


def test_what_is_optional_may_be_left_out() -> None:
    roster = roster_from_document(smallest(members=[{"creature": "boar"}, {"creature": "boar"}]))
    assert roster == Roster((Member("boar", id="m1"), Member("boar", id="m2")), play_mode="narrative")


def test_null_is_as_good_as_nothing_where_the_contract_has_null() -> None:
    nothing = dict.fromkeys(("points_limit", "alignment", "collection", "house_rules"))
    only = dict.fromkeys(("id", "minion_of", "revision"))
    roster = roster_from_document(smallest(members=[{"creature": "boar"} | only], **nothing))
    assert roster == Roster((Member("boar", id="m1"),), play_mode="narrative")


def test_house_rules_that_say_nothing_restrict_nothing() -> None:
    for expected in ({}, {"sources": None, "banned": None, "max_items_per_member": None}):
        assert roster_from_document(smallest(house_rules=expected)).house_rules == HouseRules()


def test_no_sources_is_not_the_same_as_any_source() -> None:
    house_rules = roster_from_document(smallest(house_rules={"sources": []})).house_rules
    assert house_rules == HouseRules(sources=())


@pytest.mark.parametrize(
    ("mode", "limit"),
    [("random_box", 200), ("narrative", None)],
)
def test_a_mode_may_know_its_limit(mode: str, limit: int | None) -> None:
    assert roster_from_document(smallest(play_mode=mode)).points_limit == limit
    assert roster_from_document(smallest(play_mode=mode, points_limit=None)).points_limit == limit
    assert roster_from_document(smallest(play_mode=mode, points_limit=75)).points_limit == 75


@pytest.mark.parametrize("mode", ["unlimited", "limited", "campaign"])
def test_the_other_modes_need_a_limit(mode: str) -> None:
    assert fault(smallest(play_mode=mode)) == ("document.missing", "points_limit")
    assert fault(smallest(play_mode=mode, points_limit=None)) == ("document.missing", "points_limit")
    assert roster_from_document(smallest(play_mode=mode, points_limit=0)).points_limit == 0


def test_every_field_of_a_member_travels() -> None:
    expected = {
        "id": "cat",
        "creature": "cat-companion-1",
        "name": "Ash",
        "upgrades": ["claws", "claws"],
        "items": ["holy-water", {"item": "fiery-weapon", "choice": "Claw"}],
        "positioning": ["summonable"],
        "hero_points": 4,
        "minion_of": "m1",
        "revision": 2,
    }
    roster = roster_from_document(smallest(members=[{"creature": "kobold-druid", "id": "m1"}, expected]))
    assert roster.members[1] == Member(
        creature="cat-companion-1",
        id="cat",
        name="Ash",
        upgrades=("claws", "claws"),
        items=(ItemChoice("holy-water"), ItemChoice("fiery-weapon", "Claw")),
        positioning=("summonable",),
        hero_points=4,
        minion_of="m1",
        revision=2,
    )
    assert roster_document(roster)["members"][1] == expected


@pytest.mark.parametrize("expected", ["fiery-weapon", {"item": "fiery-weapon"}, {"item": "fiery-weapon", "choice": ""}])
def test_an_item_without_a_choice_may_be_told_in_three_ways(expected: object) -> None:
    roster = roster_from_document(smallest(members=[{"creature": "boar", "items": [expected]}]))
    assert roster.members[0].items == (ItemChoice("fiery-weapon"),)


def test_an_empty_id_is_assigned_and_an_empty_commander_is_none() -> None:
    roster = roster_from_document(smallest(members=[{"creature": "boar", "id": "", "minion_of": ""}]))
    assert roster.members == (Member("boar", id="m1"),)


def test_homebrew_travels_with_its_roster() -> None:
    roster = Roster((Member("ash-cat--hb1"),), play_mode="narrative", cards=(HOMEBREW,))
    expected = roster_document(roster)
    assert expected["cards"] == [card_document(HOMEBREW)]
    assert roster_from_document(expected) == roster


def test_overrides_of_codes_that_nobody_knows_are_kept() -> None:
    roster = roster_from_document(smallest(overrides=[{"code": "moon.full", "member": "m9"}]))
    assert roster.overrides == (Override("moon.full", "", "m9"),)
    assert roster_document(roster)["overrides"] == [{"code": "moon.full", "reason": "", "member": "m9"}]


@every_row(
    ("fields", "code", "path"),
    [
        ({"format": "muster-roster/2"}, "document.format", "format"),
        ({"format": 1}, "document.type", "format"),
        ({"name": None}, "document.type", "name"),
        ({"name": "x" * 201}, "document.range", "name"),
        ({"name": "two\nlines"}, "document.value", "name"),
        ({"name": "\ud83d"}, "document.value", "name"),
        ({"play_mode": "chess"}, "document.value", "play_mode"),
        ({"play_mode": None}, "document.missing", "play_mode"),
        ({"points_limit": -1}, "document.range", "points_limit"),
        ({"points_limit": 10**9}, "document.range", "points_limit"),
        ({"points_limit": True}, "document.type", "points_limit"),
        ({"points_limit": 200.0}, "document.type", "points_limit"),
        ({"points_limit": "200"}, "document.type", "points_limit"),
        ({"alignment": "le"}, "document.value", "alignment"),
        ({"alignment": ["LE"]}, "document.type", "alignment"),
        ({"members": None}, "document.type", "members"),
        ({"members": {}}, "document.type", "members"),
        ({"members": ["boar"]}, "document.type", "members[0]"),
        ({"members": [{}]}, "document.missing", "members[0].creature"),
        ({"members": [{"creature": "boar"}] * 501}, "document.range", "members"),
        ({"members": members(creature="")}, "document.range", "members[2].creature"),
        ({"members": members(creature="x" * 121)}, "document.range", "members[2].creature"),
        ({"members": members(creature=5)}, "document.type", "members[2].creature"),
        ({"members": members(id=3)}, "document.type", "members[2].id"),
        ({"members": members(id="x" * 201)}, "document.range", "members[2].id"),
        ({"members": members(name="x" * 201)}, "document.range", "members[2].name"),
        ({"members": members(upgrades="sling")}, "document.type", "members[2].upgrades"),
        ({"members": members(upgrades=None)}, "document.type", "members[2].upgrades"),
        ({"members": members(upgrades=["sling", 2])}, "document.type", "members[2].upgrades[1]"),
        ({"members": members(upgrades=["sling", ""])}, "document.range", "members[2].upgrades[1]"),
        ({"members": members(upgrades=["sling"] * 101)}, "document.range", "members[2].upgrades"),
        ({"members": members(items="holy-water")}, "document.type", "members[2].items"),
        ({"members": members(items=[5])}, "document.type", "members[2].items[0]"),
        ({"members": members(items=["x" * 121])}, "document.range", "members[2].items[0]"),
        ({"members": members(items=[{"choice": "Tusk"}])}, "document.missing", "members[2].items[0].item"),
        ({"members": members(items=[{"item": "a", "choice": 1}])}, "document.type", "members[2].items[0].choice"),
        ({"members": members(items=[{"item": "a", "size": 1}])}, "document.unknown_field", "members[2].items[0].size"),
        ({"members": members(positioning=[None])}, "document.type", "members[2].positioning[0]"),
        ({"members": members(hero_points=-1)}, "document.range", "members[2].hero_points"),
        ({"members": members(hero_points=True)}, "document.type", "members[2].hero_points"),
        ({"members": members(hero_points=1.5)}, "document.type", "members[2].hero_points"),
        ({"members": members(hero_points=None)}, "document.type", "members[2].hero_points"),
        ({"members": members(hero_points=10**30)}, "document.range", "members[2].hero_points"),
        ({"members": members(minion_of=1)}, "document.type", "members[2].minion_of"),
        ({"members": members(revision=-1)}, "document.range", "members[2].revision"),
        ({"members": members(revision="2")}, "document.type", "members[2].revision"),
        ({"members": members(points=18)}, "document.unknown_field", "members[2].points"),
        (
            {"members": [{"creature": "a", "id": "x"}, {"creature": "a", "id": "x"}]},
            "document.repeated",
            "members[1].id",
        ),
        ({"collection": []}, "document.type", "collection"),
        ({"collection": {"boar": -1}}, "document.range", "collection.boar"),
        ({"collection": {"boar": True}}, "document.type", "collection.boar"),
        ({"collection": {"boar": None}}, "document.type", "collection.boar"),
        ({"collection": {"": 1}}, "document.range", "collection"),
        ({"collection": {"x" * 121: 1}}, "document.range", "collection"),
        ({"collection": {"bo\tar": 1}}, "document.value", "collection"),
        ({"house_rules": []}, "document.type", "house_rules"),
        ({"house_rules": {"sources": "p2v-orc"}}, "document.type", "house_rules.sources"),
        ({"house_rules": {"sources": ["x"] * 101}}, "document.range", "house_rules.sources"),
        ({"house_rules": {"banned": [1]}}, "document.type", "house_rules.banned[0]"),
        ({"house_rules": {"max_items_per_member": -1}}, "document.range", "house_rules.max_items_per_member"),
        ({"house_rules": {"max_items_per_member": False}}, "document.type", "house_rules.max_items_per_member"),
        ({"house_rules": {"dragons": 1}}, "document.unknown_field", "house_rules.dragons"),
        ({"overrides": None}, "document.type", "overrides"),
        ({"overrides": ["points.over_limit"]}, "document.type", "overrides[0]"),
        ({"overrides": [{"reason": "x"}]}, "document.missing", "overrides[0].code"),
        ({"overrides": [{"code": ""}]}, "document.range", "overrides[0].code"),
        ({"overrides": [{"code": "a", "reason": 5}]}, "document.type", "overrides[0].reason"),
        ({"overrides": [{"code": "a", "reason": "x" * 501}]}, "document.range", "overrides[0].reason"),
        ({"overrides": [{"code": "a", "by": "me"}]}, "document.unknown_field", "overrides[0].by"),
        ({"cards": {}}, "document.type", "cards"),
        ({"cards": [{}]}, "document.missing", "cards[0].level"),
        ({"cards": [card_document(HOMEBREW)] * 2}, "document.repeated", "cards[1].key"),
        ({"cards": [card_document(HOMEBREW) | {"level": 15}]}, "document.range", "cards[0].level"),
        ({"colour": "red"}, "document.unknown_field", "colour"),
    ],
)
def test_what_cannot_be_read_says_where(fields: dict[str, object], code: str, path: str) -> None:
    assert fault(example(**fields)) == (code, path)


@pytest.mark.parametrize("name", ["format", "play_mode", "members", "points_limit"])
def test_a_document_without_a_needed_field_is_refused(name: str) -> None:
    expected = example()
    del expected[name]
    assert fault(expected) == ("document.missing", name)


@pytest.mark.parametrize("expected", [None, [], "roster", 5, True])
def test_a_document_is_an_object(expected: object) -> None:
    assert fault(expected) == ("document.type", "")


def test_a_collection_has_an_end() -> None:
    assert fault(smallest(collection={str(number): 1 for number in range(10_001)})) == ("document.range", "collection")


def test_a_roster_is_read_from_bytes() -> None:
    assert roster_from_json(json.dumps(EXAMPLE).encode()) == ROSTER
    assert roster_from_json(json.dumps(EXAMPLE, ensure_ascii=False).encode("utf-8-sig")) == ROSTER


@every_row(
    "data",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"points_limit": NaN}',
        b'{"name": "a", "name": "b"}',
        b'{"name": "\\ud83d"}',
        b'{"name": "\\u0000"}',
        b'{"name\\\\\\u0000": ""}',
        b'{"points_limit": ' + b"9" * 5_000 + b"}",
        b"[" * 100_000,
    ],
)
def test_what_is_not_json_is_refused(data: bytes) -> None:
    with pytest.raises(DocumentError) as raised:
        roster_from_json(data)
    assert (raised.value.code, raised.value.path) == ("document.json", "")


def test_a_backslash_before_u0000_is_no_nul() -> None:
    data = json.dumps(smallest(name="\\u0000")).encode()
    assert b"\\\\u0000" in data
    assert roster_from_json(data).name == "\\u0000"


def test_a_document_has_an_end() -> None:
    with pytest.raises(DocumentError, match="at most 2 MiB") as raised:
        roster_from_json(b" " * (2 * 1024 * 1024 + 1))
    assert raised.value.code == "document.too_large"


def test_five_hundred_members_are_read() -> None:
    assert len(roster_from_document(smallest(members=[{"creature": "boar"}] * 500)).members) == 500


def test_a_member_may_be_called_by_the_longest_name_of_a_card() -> None:
    longest = smallest(members=[{"creature": "boar", "name": "x" * 120}])
    assert roster_from_document(longest).members[0].name == "x" * 120


@pytest.mark.parametrize("number", [10**4_000, -(10**4_000)])
def test_a_very_long_number_is_not_repeated(number: int) -> None:
    with pytest.raises(DocumentError, match=r"^points_limit: Expected .*, found a very long number\.$"):
        roster_from_document(smallest(points_limit=number))
    with pytest.raises(DocumentError, match=r"^name: Expected a text, found a very long number\.$"):
        roster_from_document(smallest(name=number))


def test_texts_may_be_of_any_script_and_hold_signs() -> None:
    name = "Ääliö 龍 👩‍👩‍👧 — “quoted”"
    assert roster_from_document(smallest(name=name)).name == name


words = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=12)
keys = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=12)
numbers = st.integers(0, 1_000_000)
item_choices = st.builds(ItemChoice, keys, st.none() | keys)
some_members = st.builds(
    Member,
    creature=keys,
    id=words,
    name=words,
    upgrades=st.lists(keys, max_size=3).map(tuple),
    items=st.lists(item_choices, max_size=3).map(tuple),
    positioning=st.lists(keys, max_size=3).map(tuple),
    hero_points=numbers,
    minion_of=st.none() | keys,
    revision=st.none() | numbers,
)
rosters = st.builds(
    Roster,
    members=st.lists(some_members, max_size=5, unique_by=lambda member: member.id).map(tuple),
    name=words,
    play_mode=st.sampled_from("narrative unlimited limited random_box campaign".split()),
    points_limit=numbers,
    alignment=st.none() | st.sampled_from("LG NG CG LN TN CN LE NE CE".split()),
    collection=st.none() | st.dictionaries(keys, numbers, max_size=3),
    house_rules=st.none()
    | st.builds(
        HouseRules,
        st.none() | st.lists(keys, max_size=3).map(tuple),
        st.lists(keys, max_size=3).map(tuple),
        st.none() | numbers,
    ),
    overrides=st.lists(st.builds(Override, keys, words, st.none() | keys), max_size=3).map(tuple),
    cards=st.sampled_from([(), (HOMEBREW,)]),
)


@given(rosters)
def test_a_roster_survives_export_and_import(roster: Roster) -> None:
    travelled = json.loads(json.dumps(roster_document(roster)))
    assert roster_from_document(travelled) == roster
