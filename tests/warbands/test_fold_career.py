"""The command ``fold_career``: exit statuses, what it prints, and what it cannot read."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from compendium.cards import card_from_snapshot
from compendium.models import Creature
from compendium.services.creatures import creature_revise
from rules.cards.documents import card_document
from tests.rules.careers.example import EXAMPLE, SNIK

pytestmark = pytest.mark.usefixtures("small_compendium")


@pytest.fixture
def fold(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Return what runs the command on a document: the exit status and the document that it printed."""

    def run(document: object) -> tuple[int, dict[str, Any]]:
        path = tmp_path / "career.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        with pytest.raises(SystemExit) as ended:
            call_command("fold_career", str(path), "--json")
        printed = capsys.readouterr()
        assert printed.err == ""
        return ended.value.code, json.loads(printed.out)

    return run


@pytest.fixture
def example() -> dict[str, Any]:
    """Return the career document that the contract prints."""
    return copy.deepcopy(EXAMPLE)


def test_the_example_of_the_contract_ends_with_0_and_its_answer(fold, example):
    status, answer = fold(example)
    assert status == 0
    assert answer == {
        "members": [SNIK],
        "after": [{"scenario": "s1", "daily_recovered": False, "members": [SNIK]}],
        "problems": [],
    }


def test_a_problem_makes_the_status_1(fold, example):
    example["events"].append({"kind": "injury", "scenario": "s1", "member": "m1", "faces": [3]})
    status, answer = fold(example)
    assert status == 1
    assert answer["problems"] == [
        {
            "code": "event.repeated",
            "event": 4,
            "member": "m1",
            "message": "Snik already has an injury roll for scenario “s1”.",
        }
    ]
    assert answer["members"] == [SNIK]


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"members": [{"id": "m1", "creature": "dodo"}]}, "creature.unknown", "members[0].creature"),
        ({"members": [{"creature": "boar"}]}, "document.missing", "members[0].id"),
        ({"events": [{"kind": "dismissed", "member": "m1"}]}, "document.value", "events[0].kind"),
        ({"format": "muster-roster/1"}, "document.format", "format"),
    ],
)
def test_what_cannot_be_read_ends_with_2(fold, example, change, code, path):
    status, answer = fold(example | change)
    assert (status, list(answer)) == (2, ["error"])
    assert (answer["error"]["code"], answer["error"]["path"]) == (code, path)
    assert answer["error"]["message"]


def test_cards_of_the_document_are_used(fold, example):
    boar = card_document(card_from_snapshot(Creature.objects.get(key="boar").current.document))
    homebrew = boar | {"key": "ash-boar--hb-1", "source": None, "level": 5}
    status, answer = fold(
        example
        | {"members": [{"id": "m1", "creature": "ash-boar--hb-1", "items": ["holy-water"]}], "cards": [homebrew]}
    )
    assert (status, answer["members"][0]["points"]) == (0, 38)


def test_a_pinned_revision_is_the_card_that_counts(fold, example):
    boar = Creature.objects.select_related("current").get(key="boar")
    first = boar.current.number
    card = card_document(card_from_snapshot(boar.current.document))
    assert creature_revise(creature=boar, card=card_from_snapshot(card | {"level": 7})) is not None
    for revision, level in ((first, 2), (None, 7), (99, 7)):
        member = {"id": "m1", "creature": "boar", "revision": revision}
        _, answer = fold(example | {"members": [member], "events": []})
        assert answer["members"][0]["level"] == level


def test_a_person_reads_a_line_for_each_member_and_each_problem(tmp_path, capsys, example):
    example["members"].append({"id": "m2", "creature": "boar"})
    example["events"][3] |= {"feat": "assurance", "choice": "Arcana"}
    example["events"].append({"kind": "injury", "scenario": "s1", "member": "m2", "faces": [3]})
    path = tmp_path / "career.json"
    path.write_text(json.dumps(example), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        call_command("fold_career", str(path))
    assert ended.value.code == 1
    assert capsys.readouterr().out.splitlines() == [
        "Snik: level -1, 11 points, 1 advance, ready, wounds: injured-eye, feats: assurance (Arcana)",
        "boar: level 2, 18 points, 0 advances, ready",
        "  [event 4] Boar did not take part in scenario “s1”.",
    ]


def test_a_file_that_is_not_there_ends_with_2(capsys, tmp_path):
    with pytest.raises(SystemExit) as ended:
        call_command("fold_career", str(tmp_path / "none.json"), "--json")
    assert ended.value.code == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "file.unreadable"
