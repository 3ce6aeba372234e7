"""The verdict: points, problems in order, and its document."""

import json

from rules.legality.resolved import Rulebook
from rules.legality.verdict import verdict, verdict_document
from rules.roster import ItemChoice, Member
from tests.rules.legal import check, is_legal
from tests.rules.warbands import BOOK, allowing, codes, warband


def test_the_contracts_example() -> None:
    roster = warband("caldera-oni", "boar", "kobold-warrior", Member("kobold-warrior", upgrades=("sling", "hex")))
    answer = verdict_document(verdict(roster, BOOK))
    assert (answer["legal"], answer["points"], answer["points_limit"], answer["points_left"]) == (False, 232, 200, -32)
    assert answer["members"][0] == {
        "id": "m1",
        "index": 0,
        "creature": "caldera-oni",
        "points": 192,
        "base_points": 192,
        "extras_points": 0,
    }
    assert answer["problems"][1] == {
        "code": "creature.over_half",
        "message": (
            "Caldera Oni costs 192 points, but no creature may cost more than half of the 200-point limit (100)."
        ),
        "severity": "error",
        "overridden": False,
        "subject": {"kind": "member", "index": 0, "id": "m1"},
        "params": {"points": 192, "limit": 200},
        "fix": "Remove Caldera Oni, or raise the limit to 384.",
    }


def test_a_document_names_the_key_of_an_upgrade_or_item_and_nothing_of_the_roster() -> None:
    member = Member("boar", upgrades=("wings",), items=(ItemChoice("wine"),))
    problems = verdict_document(verdict(warband(member, points_limit=10), BOOK))["problems"]
    assert [problem["subject"] for problem in problems] == [
        {"kind": "roster"},
        {"kind": "member", "index": 0, "id": "m1"},
        {"kind": "upgrade", "index": 0, "id": "m1", "key": "wings"},
        {"kind": "item", "index": 0, "id": "m1", "key": "wine"},
    ]


def test_a_document_is_json() -> None:
    answer = verdict_document(verdict(warband("drgon", "stranger", "archon", "pack-leader", alignment=None), BOOK))
    assert json.loads(json.dumps(answer)) == answer


def test_problems_stand_in_order_roster_first_then_members_then_codes() -> None:
    messy = Member("kobold-warrior", upgrades=("net", "lance", "wings"), items=(ItemChoice("howdah"),), hero_points=4)
    roster = warband("ballista", messy, "archon", points_limit=20, overrides=allowing("upgrade.conflict"))
    assert [(problem.subject.index, problem.code) for problem in check(roster, BOOK)] == [
        (None, "points.over_limit"),
        (0, "creature.over_half"),
        (0, "card.incomplete"),
        (1, "creature.over_half"),
        (1, "hero_points.too_many"),
        (1, "upgrade.unknown"),
        (1, "upgrade.conflict"),
        (1, "item.level_too_high"),
        (1, "item.not_usable"),
        (2, "creature.over_half"),
        (2, "alignment.not_allowed"),
    ]


def test_warnings_leave_a_warband_legal() -> None:
    roster = warband("ballista", Member("boar", revision=4))
    assert codes(roster) == ["card.incomplete", "card.revision_unknown"]
    assert is_legal(roster, BOOK)
    assert verdict(roster, BOOK).legal


def test_the_verdict_has_what_check_finds() -> None:
    roster = warband("archon", "drgon")
    assert verdict(roster, BOOK).problems == check(roster, BOOK)


def test_a_rulebook_is_made_of_cards_and_knows_the_built_in_items() -> None:
    boar = BOOK.cards["boar"]
    book = Rulebook.of(boar)
    assert book.card("boar") is boar
    assert book.card("wolf") is None
    assert book.items["holy-water"].name == "Holy Water"
    assert list(book.positioning) == ["false-object", "summonable", "tempting-disguise", "trail-of-bodies"]


def test_a_rulebook_with_more_cards_leaves_the_first_as_it_was() -> None:
    book = Rulebook.of(BOOK.cards["boar"])
    more = book.with_cards([BOOK.cards["wolf"]])
    assert (list(book.cards), list(more.cards)) == (["boar"], ["boar", "wolf"])
