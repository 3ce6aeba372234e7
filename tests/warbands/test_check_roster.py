"""The command ``check_roster``: exit statuses, what it prints, and what it cannot read."""

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command

from compendium.cards import card_from_snapshot
from compendium.models import Creature
from compendium.services.creatures import creature_revise
from rules.cards.documents import card_document
from rules.documents.reading import MAX_BYTES
from tests.processes import ForkServer

pytestmark = pytest.mark.usefixtures("small_compendium")


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Return what runs the command on a document: the exit status and the document that it printed."""

    def run(document: object) -> tuple[int, dict[str, Any]]:
        path = tmp_path / "roster.json"
        path.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
        return finish(str(path))

    def finish(name: str) -> tuple[int, dict[str, Any]]:
        with pytest.raises(SystemExit) as ended:
            call_command("check_roster", name, "--json")
        printed = capsys.readouterr()
        assert printed.err == ""
        return ended.value.code, json.loads(printed.out)

    run.file = finish
    return run


def test_a_legal_roster_ends_with_0_and_its_verdict(check, example):
    status, verdict = check(example)
    assert status == 0
    assert verdict == {
        "legal": True,
        "points": 37,
        "points_limit": 200,
        "points_left": 163,
        "members": [
            {
                "id": "m1",
                "index": 0,
                "creature": "kobold-warrior",
                "points": 13,
                "base_points": 9,
                "extras_points": 4,
            },
            {"id": "m2", "index": 1, "creature": "boar", "points": 24, "base_points": 18, "extras_points": 6},
        ],
        "problems": verdict["problems"],
    }
    assert all(problem["severity"] == "warning" for problem in verdict["problems"])


def test_a_roster_over_half_and_over_the_limit_ends_with_1(check):
    status, verdict = check(
        {
            "format": "muster-roster/1",
            "play_mode": "unlimited",
            "points_limit": 200,
            "members": [{"creature": "caldera-oni"}, {"creature": "eagle-knight"}],
        }
    )
    assert (status, verdict["legal"]) == (1, False)
    assert (verdict["points"], verdict["points_limit"], verdict["points_left"]) == (232, 200, -32)
    codes = [(problem["code"], problem["subject"]["kind"]) for problem in verdict["problems"]]
    assert codes == [("points.over_limit", "roster"), ("creature.over_half", "member")]
    over_half = verdict["problems"][1]
    assert over_half["subject"] == {"kind": "member", "index": 0, "id": "m1"}
    assert over_half["params"] == {"points": 192, "limit": 200}
    assert over_half["severity"] == "error"
    assert over_half["overridden"] is False
    assert over_half["fix"]


def test_an_overridden_problem_leaves_the_roster_legal_and_is_shown(check):
    status, verdict = check(
        {
            "format": "muster-roster/1",
            "play_mode": "unlimited",
            "points_limit": 60,
            "members": [{"id": "m1", "creature": "basilisk"}],
            "overrides": [{"code": "creature.over_half", "reason": "agreed at the table", "member": "m1"}],
        }
    )
    assert (status, verdict["legal"]) == (0, True)
    assert [(problem["code"], problem["overridden"]) for problem in verdict["problems"]] == [
        ("creature.over_half", True)
    ]


def test_a_pinned_revision_is_the_card_that_counts(check):
    boar = Creature.objects.select_related("current").get(key="boar")
    card = card_from_snapshot(boar.current.document)
    tusk_guard = {
        **card_document(card)["features"][0],
        "id": "tusk-guard",
        "name": "Tusk Guard",
        "kind": "add_on",
        "text": "It has +1 Armor.",
    }
    document = card_document(card)
    document["features"].append(tusk_guard)
    with_guard = creature_revise(creature=boar, card=card_from_snapshot(document))
    assert with_guard is not None
    creature_revise(creature=boar, card=card)
    member = {"creature": "boar", "upgrades": ["tusk-guard"]}
    roster = {"format": "muster-roster/1", "play_mode": "narrative", "members": [member]}

    status, verdict = check(roster)
    assert (status, verdict["points"]) == (1, 18)
    assert [problem["code"] for problem in verdict["problems"]] == ["upgrade.unknown"]

    member["revision"] = with_guard.number
    status, verdict = check(roster)
    assert (status, verdict["points"], verdict["problems"]) == (0, 21, [])

    member |= {"revision": 99, "upgrades": []}
    status, verdict = check(roster)
    assert (status, verdict["points"]) == (0, 18)
    assert [problem["code"] for problem in verdict["problems"]] == ["card.revision_unknown"]


def test_cards_travel_in_the_roster(check):
    boar = Creature.objects.select_related("current").get(key="boar")
    homebrew = card_document(card_from_snapshot(boar.current.document)) | {
        "key": "ash-boar--hb-1",
        "name": "Ash Boar",
        "source": None,
        "level": 5,
    }
    roster = {
        "format": "muster-roster/1",
        "play_mode": "unlimited",
        "points_limit": 64,
        "members": [{"creature": "ash-boar--hb-1"}],
        "cards": [homebrew],
    }
    status, verdict = check(roster)
    assert (status, verdict["points"], verdict["problems"]) == (0, 32, [])


def test_a_name_in_place_of_a_key_is_answered_with_the_key(check, example):
    example["members"][0]["creature"] = "Kobold Warrior"
    example["members"][1]["items"] = ["Holy Water", "Moon Dust"]
    status, verdict = check(example | {"collection": None})
    assert status == 1
    assert [(problem["code"], problem["fix"]) for problem in verdict["problems"]] == [
        (
            "creature.unknown",
            "Use Kobold Warrior instead (its key is “kobold-warrior”), or remove Snik (“Kobold Warrior”).",
        ),
        ("item.unknown", "Use Holy Water instead (its key is “holy-water”), or remove “Holy Water” from Boar."),
        ("item.unknown", "Remove “Moon Dust” from Boar."),
    ]


def test_homebrew_may_start_with_a_minion_of_the_compendium(check, example):
    boar = Creature.objects.select_related("current").get(key="boar")
    homebrew = card_document(card_from_snapshot(boar.current.document)) | {
        "key": "swineherd--hb-1",
        "source": None,
        "starts_with": ["kobold-warrior"],
    }
    _, verdict = check(
        example
        | {"members": [{"creature": "swineherd--hb-1"}], "cards": [homebrew], "house_rules": None}
        | {"collection": None}
    )
    assert [problem["fix"] for problem in verdict["problems"]] == [
        "Add Kobold Warrior to Boar for 0 points, or remove Boar."
    ]


def test_a_minion_comes_with_its_commander(check):
    members = [
        {"id": "druid", "creature": "kobold-druid-1"},
        {"creature": "cat-companion-1", "minion_of": "druid", "hero_points": 1},
    ]
    _, verdict = check({"format": "muster-roster/1", "play_mode": "narrative", "members": members})
    cat = verdict["members"][1]
    assert cat["base_points"] == 0
    assert cat["points"] == cat["extras_points"] > 0


ROSTER = {"format": "muster-roster/1", "play_mode": "unlimited", "points_limit": 100, "members": []}
UNREADABLE: dict[str, tuple[object, str, str]] = {
    "nothing": (b"", "document.json", ""),
    "no JSON": (b"points: 200", "document.json", ""),
    "half a document": (b'{"format": "muster-roster/1"', "document.json", ""),
    "NaN": (b'{"points_limit": NaN}', "document.json", ""),
    "Infinity": (b'{"points_limit": -Infinity}', "document.json", ""),
    "a name twice": (b'{"name": "a", "name": "b"}', "document.json", ""),
    "Latin-1": ('{"name": "Élan"}'.encode("latin-1"), "document.json", ""),
    "half a surrogate pair": (b'{"name": "\\ud83d"}', "document.json", ""),
    "a NUL": (b'{"collection": {"boar\\u0000": 1}}', "document.json", ""),
    "deep nesting": (b"[" * 100_000, "document.json", ""),
    "too many digits": (b'{"points_limit": ' + b"1" * 5_000 + b"}", "document.json", ""),
    "too many bytes": (b" " * (MAX_BYTES + 1), "document.too_large", ""),
    "a list": ([], "document.type", ""),
    "another format": (ROSTER | {"format": "muster-roster/2"}, "document.format", "format"),
    "no format": ({"members": []}, "document.missing", "format"),
    "no members": (
        {"format": "muster-roster/1", "play_mode": "narrative"},
        "document.missing",
        "members",
    ),
    "no play mode": ({"format": "muster-roster/1", "members": []}, "document.missing", "play_mode"),
    "no points limit": (
        {"format": "muster-roster/1", "play_mode": "limited", "members": []},
        "document.missing",
        "points_limit",
    ),
    "a negative limit": (ROSTER | {"points_limit": -1}, "document.range", "points_limit"),
    "a limit in words": (ROSTER | {"points_limit": "200"}, "document.type", "points_limit"),
    "a limit that is true": (ROSTER | {"points_limit": True}, "document.type", "points_limit"),
    "a limit with a fraction": (ROSTER | {"points_limit": 200.5}, "document.type", "points_limit"),
    "an unknown field": (ROSTER | {"gold": 3}, "document.unknown_field", "gold"),
    "an unknown play mode": (ROSTER | {"play_mode": "chess"}, "document.value", "play_mode"),
    "an unknown alignment": (ROSTER | {"alignment": "XX"}, "document.value", "alignment"),
    "members that are no list": (ROSTER | {"members": {}}, "document.type", "members"),
    "a member that is no object": (ROSTER | {"members": ["boar"]}, "document.type", "members[0]"),
    "a member without a creature": (ROSTER | {"members": [{}]}, "document.missing", "members[0].creature"),
    "negative hero points": (
        ROSTER | {"members": [{"creature": "boar"}, {"creature": "boar"}, {"creature": "boar", "hero_points": -1}]},
        "document.range",
        "members[2].hero_points",
    ),
    "a field of a member": (
        ROSTER | {"members": [{"creature": "boar", "level": 3}]},
        "document.unknown_field",
        "members[0].level",
    ),
    "upgrades that are no texts": (
        ROSTER | {"members": [{"creature": "boar", "upgrades": ["a", 2]}]},
        "document.type",
        "members[0].upgrades[1]",
    ),
    "an item that is a number": (
        ROSTER | {"members": [{"creature": "boar", "items": [7]}]},
        "document.type",
        "members[0].items[0]",
    ),
    "an id twice": (
        ROSTER | {"members": [{"id": "a", "creature": "boar"}, {"id": "a", "creature": "boar"}]},
        "document.repeated",
        "members[1].id",
    ),
    "a collection of words": (ROSTER | {"collection": {"boar": "many"}}, "document.type", "collection.boar"),
    "an override without a code": (ROSTER | {"overrides": [{}]}, "document.missing", "overrides[0].code"),
    "too many members": (ROSTER | {"members": [{"creature": "boar"}] * 501}, "document.range", "members"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_cannot_be_read_ends_with_2_and_says_where(check, case: str):
    document, code, path = UNREADABLE[case]
    status, printed = check(document)
    assert status == 2
    assert list(printed) == ["error"]
    assert list(printed["error"]) == ["code", "path", "message"]
    assert (printed["error"]["code"], printed["error"]["path"]) == (code, path)
    assert printed["error"]["message"]


def test_a_long_unknown_name_is_not_repeated_whole(check):
    status, printed = check(ROSTER | {"x" * 100_000: 1})
    assert status == 2
    assert len(json.dumps(printed)) < 1_000


def test_a_byte_order_mark_is_no_fault(check, example):
    status, verdict = check(b"\xef\xbb\xbf" + json.dumps(example).encode())
    assert (status, verdict["points"]) == (0, 37)


def test_a_file_that_is_not_there_ends_with_2(check, tmp_path: Path):
    for name in (tmp_path / "nowhere.json", tmp_path, "a\0b"):
        status, printed = check.file(str(name))
        assert (status, printed["error"]["code"]) == (2, "file.unreadable")


def test_a_roster_can_come_from_standard_input(check, example, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(example).encode())))
    status, verdict = check.file("-")
    assert (status, verdict["points"]) == (0, 37)


def test_without_json_a_person_reads_sentences(tmp_path: Path, capsys, example):
    path = tmp_path / "roster.json"
    example["points_limit"] = 30
    example["overrides"] = []
    path.write_text(json.dumps(example))
    with pytest.raises(SystemExit) as ended:
        call_command("check_roster", str(path))
    printed = capsys.readouterr()
    assert ended.value.code == 1
    assert printed.out.startswith("Ash Company: not legal, 37 points (of 30, -7 left)\n")
    assert "[error]" in printed.out

    path.write_text("{}")
    with pytest.raises(SystemExit) as ended:
        call_command("check_roster", str(path))
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, "")
    assert printed.err.startswith("format: ")


def test_any_roster_takes_at_most_five_queries_once_its_cards_were_read(check, example, django_assert_max_num_queries):
    for creature in ("boar", "basilisk"):
        stored = Creature.objects.select_related("current").get(key=creature)
        card = card_from_snapshot(stored.current.document)
        changed = card_document(card) | {"skills": ["Stealth"]}
        creature_revise(creature=stored, card=card_from_snapshot(changed))
    few = {"members": [{"creature": "boar", "revision": 1, "items": ["holy-water"]}, {"creature": "kobold-druid-1"}]}
    many = {
        "members": [
            {"creature": f"unknown-{place}", "revision": place, "items": [f"item-{place}"]} for place in range(400)
        ]
        + [{"creature": "basilisk", "revision": 1}, {"creature": "boar", "revision": 1}] * 20
        + [{"creature": "kobold-druid-1"}] * 50
    }
    for members in (few, many):
        for queries in (8, 5):
            with django_assert_max_num_queries(queries):
                check(example | members)


def test_the_shell_gets_the_exit_status_and_nothing_but_the_document(fork_server: ForkServer, tmp_path: Path):
    (tmp_path / "roster.json").write_text('{"format": "muster-roster/1"}')
    environment = {"MUSTER_LOCAL": "1", "DATABASE_URL": f"sqlite:///{tmp_path}/unused.sqlite3"}
    for arguments in ([], ["--colour", "x"], [str(tmp_path / "roster.json")]):
        ended = fork_server.run(["manage.py", "check_roster", "--json", *arguments], environment)
        assert ended.returncode == 2
        assert list(json.loads(ended.stdout)) == ["error"]
        assert ended.stderr == ""
