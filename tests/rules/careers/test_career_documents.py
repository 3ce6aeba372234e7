"""Which career documents can be read, and where the others fail."""

import copy
import json
from typing import Any

import pytest

from rules.careers.logs import career_from_document, career_from_json
from rules.errors import DocumentError
from tests.rows import every_row
from tests.rules.careers.careers import BOAR, answer, die, document, fold_answer, member, own_card, scenario


def fault(written: Any) -> tuple[str, str]:
    with pytest.raises(DocumentError) as caught:
        fold_answer(written)
    return caught.value.code, caught.value.path


S1 = scenario("s1", "m1", out=("m1",))
WHOLE = document(
    S1,
    die("elimination", "s1", "m1", 4),
    die("injury", "s1", "m1", 2),
    die("advance", "s1", "m1", 1, 3, 3, feat="fleet", choice=None),
    rules={"daily_recovery_every": 3},
)


def test_what_may_be_left_out() -> None:
    career = career_from_document({"format": "muster-career/1", "members": [], "events": []})
    assert (career.members, career.events, career.cards, career.rules.daily_recovery_every) == ((), (), (), 3)
    outcome = answer({"kind": "scenario", "id": "s1", "fielded": ["m1"]}, die("advance", "s1", "m1", 1, 1, 2))
    assert outcome["problems"] == []
    assert outcome["members"][0]["stats"]["will"] == 4


@every_row(
    "path",
    [
        ("format",),
        ("members",),
        ("events",),
        ("rules", "daily_recovery_every"),
        ("members", 0, "id"),
        ("members", 0, "creature"),
        ("events", 0, "kind"),
        ("events", 0, "id"),
        ("events", 0, "fielded"),
        *(("events", number, name) for number in (1, 2, 3) for name in ("kind", "scenario", "member", "faces")),
    ],
    ids=lambda path: ".".join(map(str, path)),
)
def test_everything_else_has_to_be_there(path: tuple[Any, ...]) -> None:
    written = copy.deepcopy(WHOLE)
    holder: Any = written
    for step in path[:-1]:
        holder = holder[step]
    del holder[path[-1]]
    code, _ = fault(written)
    assert code == "document.missing"


def with_event(**fields: Any) -> dict[str, Any]:
    return document(S1, die("advance", "s1", "m1", 1, 1, 1) | fields)


@every_row(
    ("written", "code", "path"),
    [
        ([], "document.type", ""),
        (document(format="muster-career/2"), "document.format", "format"),
        (document(story="x"), "document.unknown_field", "story"),
        (document(rules={"daily_recovery_every": 0}), "document.range", "rules.daily_recovery_every"),
        (document(rules={"daily_recovery_every": True}), "document.type", "rules.daily_recovery_every"),
        (document(rules={"daily_recovery_every": 2.5}), "document.type", "rules.daily_recovery_every"),
        (
            document(rules={"daily_recovery_every": 3, "advancement": False}),
            "document.unknown_field",
            "rules.advancement",
        ),
        (document(members={}), "document.type", "members"),
        (document(members=[member(hero_points=1)]), "document.unknown_field", "members[0].hero_points"),
        (document(members=[member(level=3)]), "document.unknown_field", "members[0].level"),
        (document(members=[member(), member()]), "document.repeated", "members[1].id"),
        (document(members=[member(""), member()]), "document.missing", "members[0].id"),
        (document(members=[member(creature="dodo")]), "creature.unknown", "members[0].creature"),
        (document(members=[member(creature="Kobold Warrior")]), "creature.unknown", "members[0].creature"),
        (document(cards=[{}]), "document.missing", "cards[0].level"),
        (document({"kind": "joined", "member": "m1"}), "document.value", "events[0].kind"),
        (document(S1 | {"number": 1}), "document.unknown_field", "events[0].number"),
        (document(S1 | {"daily_recovery": "yes"}), "document.type", "events[0].daily_recovery"),
        (document(S1 | {"fielded": "m1"}), "document.type", "events[0].fielded"),
        (document(S1 | {"eliminated": None}), "document.type", "events[0].eliminated"),
        (document(S1 | {"eliminated": [1]}), "document.type", "events[0].eliminated[0]"),
        (with_event(faces=[1, 2]), "document.range", "events[1].faces"),
        (with_event(faces=[1, 2, 3, 4]), "document.range", "events[1].faces"),
        (with_event(faces=[1, 2, 7]), "document.range", "events[1].faces[2]"),
        (with_event(faces=[0, 2, 3]), "document.range", "events[1].faces[0]"),
        (with_event(faces=[1, 2, "3"]), "document.type", "events[1].faces[2]"),
        (with_event(faces=[1, 2, True]), "document.type", "events[1].faces[2]"),
        (with_event(rerolls=[]), "document.unknown_field", "events[1].rerolls"),
        (with_event(feat=3), "document.type", "events[1].feat"),
        (with_event(kind="elimination", faces=[1, 1]), "document.range", "events[1].faces"),
        (with_event(kind="elimination", faces=[1], feat=None), "document.unknown_field", "events[1].feat"),
        (with_event(kind="injury", faces=[]), "document.range", "events[1].faces"),
    ],
)
def test_what_cannot_be_read(written: Any, code: str, path: str) -> None:
    assert fault(written) == (code, path)


def test_no_more_scenarios_and_members_than_an_answer_can_have() -> None:
    events = [scenario(f"s{number}") for number in range(501)]
    assert fault(document(*events, members=[member(f"m{number}") for number in range(200)])) == (
        "document.range",
        "events",
    )


def test_bytes_that_are_no_document() -> None:
    with pytest.raises(DocumentError) as caught:
        career_from_json(b"{")
    assert caught.value.code == "document.json"
    assert career_from_json(json.dumps(WHOLE).encode()).members[0].id == "m1"


def test_a_member_named_twice_in_a_list_counts_once() -> None:
    outcome = answer(
        scenario("s1", "m1", "m1", out=("m1", "m1")),
        die("elimination", "s1", "m1", 6),
        die("advance", "s1", "m1", 1, 1, 2),
        scenario("s2"),
    )
    assert outcome["problems"] == []
    assert outcome["members"][0]["advances"] == 1


def test_cards_travel_with_the_document_and_stand_before_those_of_the_rulebook() -> None:
    homebrew = own_card(BOAR) | {"key": "kobold-warrior", "level": 5}
    assert answer(cards=[homebrew])["members"][0]["points"] == 32


def test_names_count_for_nothing_and_minions_are_members() -> None:
    members = [member("m1", "dragon"), member("m2", name="Pip", minion_of="m9", upgrades=["sling"])]
    assert [career["points"] for career in answer(members=members)["members"]] == [48, 2]


def test_an_unknown_revision_is_the_current_card() -> None:
    assert answer(members=[member(revision=7)])["members"][0]["level"] == -1
