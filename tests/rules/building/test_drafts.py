"""Drafts: what others see of them, how they are stored, and what is too much for one."""

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.building.draft import (
    MAX_CARD,
    MAX_CHOICE,
    MAX_DOCUMENT,
    MAX_EXTRAS,
    MAX_ITEMS,
    MAX_LIMIT,
    MAX_MEMBERS,
    MAX_REASON,
    Draft,
    Secret,
    draft_document,
    draft_from_document,
    draft_of,
)
from rules.errors import DocumentError
from rules.lengths import MAX_NAME
from rules.roster import HouseRules, ItemChoice, Member, Override, Roster
from tests.rows import every_row
from tests.rules.building.drafts import draft, items
from tests.rules.warbands import DRUID, EXAMPLE, warband

FULL = replace(
    draft(
        Member("kobold-warrior", name="Snik", positioning=("false-object", "tempting-disguise"), revision=3),
        Member("boar", items=(ItemChoice("fiery-weapon", "Tusk"),), hero_points=2),
        collection={"kobold-warrior": 1, "boar": 0, "wolf": 7},
        house_rules=HouseRules(("p2v-orc",), ("wolf",), 3),
        overrides=(Override("source.not_allowed", "agreed", "m1"),),
        cards=(DRUID,),
    ),
    notes="two\nlines",
    member_notes={"m2": "bites"},
    secrets=(Secret("m1", "false-object", "the oak"), Secret("m1", "tempting-disguise", "the chest", revealed=True)),
)


def test_a_draft_is_read_as_it_was_stored() -> None:
    stored = json.loads(json.dumps(draft_document(FULL)))
    assert draft_from_document(stored) == FULL
    assert stored["format"] == "muster-draft/1"
    assert draft_from_document(draft_document(draft())) == draft()


@every_row(
    ("spoil", "path"),
    [
        ({"format": "muster-draft/2"}, "format"),
        ({"roster": {}}, "roster.format"),
        ({"notes": 3}, "notes"),
        ({"member_notes": {"m1": 3}}, "member_notes.m1"),
        ({"secrets": [{"member": "m1"}]}, "secrets[0].positioning"),
        (
            {"secrets": [{"member": "m1", "positioning": "x", "text": "", "revealed": True, "by": "me"}]},
            "secrets[0].by",
        ),
        ({"extra": 1}, "extra"),
    ],
)
def test_what_is_no_draft_is_told_by_its_first_fault(spoil: dict[str, Any], path: str) -> None:
    with pytest.raises(DocumentError) as fault:
        draft_from_document(draft_document(FULL) | spoil)
    assert fault.value.path == path


def test_others_see_no_secret_that_is_not_revealed() -> None:
    assert FULL.shared.secrets == (Secret("m1", "tempting-disguise", "the chest", revealed=True),)
    assert "oak" not in json.dumps(draft_document(FULL.shared))
    assert FULL.shared.shared == FULL.shared
    assert (FULL.shared.notes, FULL.shared.member_notes) == (FULL.notes, FULL.member_notes)
    assert FULL.shared.roster.members == FULL.roster.members


def test_others_see_of_a_collection_what_the_verdict_needs_and_take_over_none_of_it() -> None:
    assert FULL.shared.roster.collection == {"kobold-warrior": 1, "boar": 0}
    assert FULL.handed_on == replace(FULL.shared, roster=replace(FULL.roster, collection=None))


def test_a_secret_is_found_by_its_member_and_disguise() -> None:
    assert FULL.secret("m1", "false-object") == FULL.secrets[0]
    assert FULL.secret("m2", "false-object") is None
    assert FULL.secret("m1", "summonable") is None


def test_members_that_left_take_what_was_theirs_along() -> None:
    snik, boar = FULL.roster.members
    alone = FULL.with_members(boar)
    assert (alone.secrets, alone.member_notes, alone.roster.overrides) == ((), {"m2": "bites"}, ())
    undisguised = FULL.with_members(replace(snik, positioning=("tempting-disguise",)), boar)
    assert undisguised.secrets == FULL.secrets[1:]
    assert FULL.with_members(boar, snik).secrets == FULL.secrets


def test_a_roster_from_elsewhere_becomes_a_draft_as_it_is() -> None:
    roster = warband("boar", Member("drgon", hero_points=9, minion_of="m7"))
    assert draft_of(roster) == Draft(roster)
    assert (
        draft_of(draft_from_document({**draft_document(draft()), "roster": EXAMPLE}).roster).roster.name
        == "Ash Company"
    )
    full = warband(
        *[Member("boar", name="x" * MAX_NAME, upgrades=("x",) * MAX_EXTRAS)] * MAX_MEMBERS,
        name="x" * MAX_NAME,
        points_limit=MAX_LIMIT,
    )
    assert draft_of(full).roster == full


@every_row(
    ("roster", "path"),
    [
        (warband(collection={f"{number:0100}": 1 for number in range(MAX_DOCUMENT // 100)}), ""),
        (warband(name="x" * (MAX_NAME + 1)), "name"),
        (warband(points_limit=MAX_LIMIT + 1), "points_limit"),
        (warband(*["boar"] * (MAX_MEMBERS + 1)), "members"),
        (warband("boar", Member("boar", name="x" * (MAX_NAME + 1))), "members[1].name"),
        (warband(Member("boar", upgrades=("x",) * (MAX_EXTRAS + 1))), "members[0].upgrades"),
        (warband(Member("boar", items=items(*["x"] * (MAX_EXTRAS + 1)))), "members[0].items"),
        (warband(Member("boar", positioning=("x",) * (MAX_EXTRAS + 1))), "members[0].positioning"),
        (
            warband(Member("boar", items=(ItemChoice("x"), ItemChoice("x", "y" * (MAX_CHOICE + 1))))),
            "members[0].items[1].choice",
        ),
        (warband(overrides=(Override("creature.banned", "x" * (MAX_REASON + 1)),)), "overrides[0].reason"),
        (warband(house_rules=HouseRules(max_items_per_member=MAX_ITEMS + 1)), "house_rules.max_items_per_member"),
        (warband(cards=(DRUID, replace(DRUID, key="x", tags=("x" * MAX_CARD,)))), "cards[1]"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_roster_that_passes_a_bound_is_told_where(roster: Roster, path: str) -> None:
    with pytest.raises(DocumentError) as fault:
        draft_of(roster)
    assert (fault.value.code, fault.value.path) == ("document.range", path)
    assert "found" in fault.value.message
