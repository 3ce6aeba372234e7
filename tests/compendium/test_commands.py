"""The commands of the compendium: what they print, and the status they end with."""

import json

import pytest
from django.core.management import call_command, load_command_class

from compendium.models import Creature
from rules.cards.documents import card_document, card_from_document
from tests.copies import built_in_compendium

pytestmark = pytest.mark.django_db


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    """Run a command in process; return its status, its output and its complaints."""
    status = 0
    try:
        call_command(*arguments)
    except SystemExit as end:
        status = int(end.code or 0)
    answer = capsys.readouterr()
    return status, answer.out, answer.err


def test_load_compendium_tells_its_counts_as_one_document(capsys):
    read = built_in_compendium().read
    Creature.objects.get(key="basilisk").delete()
    status, out, err = run(capsys, "load_compendium", "--json")
    report = json.loads(out)
    assert (status, err) == (0, "")
    assert report["read"] == read >= 300
    assert (report["created"], report["updated"], report["unchanged"], report["edited"]) == (1, 0, read - 1, [])


def test_load_compendium_tells_a_person_in_a_line(capsys):
    built_in_compendium()
    status, out, _ = run(capsys, "load_compendium")
    assert status == 0
    assert out.startswith("Compendium: ")
    assert out.count("\n") == 1


def test_export_creature_prints_a_card_document(capsys):
    built_in_compendium()
    status, out, err = run(capsys, "export_creature", "basilisk", "--json")
    assert (status, err) == (0, "")
    document = json.loads(out)
    assert document["format"] == "muster-card/1"
    assert (document["key"], document["name"], document["points"], document["upgrade_cost"]) == (
        "basilisk",
        "Basilisk",
        32,
        6,
    )
    assert [feature["id"] for feature in document["features"]] == ["petrifying-glance", "jaws", "petrifying-gaze"]
    assert document["stats"]["hp"] == 75
    assert not any("{" in feature["text"] for feature in document["features"])


def test_every_exported_creature_reads_back_as_it_was(capsys):
    built_in_compendium()
    for key in Creature.objects.values_list("key", flat=True):
        status, out, _ = run(capsys, "export_creature", key, "--json")
        document = json.loads(out)
        assert status == 0
        assert card_document(card_from_document(document)) == document, key


def test_export_creature_prints_a_card_for_a_person(capsys):
    built_in_compendium()
    status, out, _ = run(capsys, "export_creature", "basilisk")
    assert status == 0
    assert out.splitlines()[0] == "Basilisk · 32 points · True Neutral"
    assert "Jaws" in out


def test_an_unknown_creature_ends_with_status_2_and_an_error_document(capsys):
    status, out, err = run(capsys, "export_creature", "no-such-creature", "--json")
    assert (status, err) == (2, "")
    error = json.loads(out)["error"]
    assert (error["code"], error["path"]) == ("creature.unknown", "key")
    assert "no-such-creature" in error["message"]
    status, out, err = run(capsys, "export_creature", "no-such-creature")
    assert (status, out) == (2, "")
    assert "no-such-creature" in err


@pytest.mark.parametrize(
    "arguments", [["export_creature"], ["export_creature", "basilisk", "--shout"], ["load_compendium", "x"]]
)
def test_a_call_that_is_off_ends_with_status_2_and_says_so(capsys, monkeypatch, arguments):
    command = load_command_class("compendium", arguments[0])
    for as_json in (True, False):
        argv = ["manage.py", *arguments, *(["--json"] if as_json else [])]
        monkeypatch.setattr("sys.argv", argv)
        with pytest.raises(SystemExit) as end:
            command.run_from_argv(argv)
        answer = capsys.readouterr()
        assert end.value.code == 2
        if as_json:
            error = json.loads(answer.out)["error"]
            assert (error["code"], error["path"]) == ("call.arguments", "")
            assert error["message"].endswith(".")
        else:
            assert answer.out == ""
            assert "usage: " in answer.err


@pytest.mark.parametrize("name", ["load_compendium", "export_creature"])
def test_every_command_answers_help(capsys, name):
    command = load_command_class("compendium", name)
    with pytest.raises(SystemExit) as end:
        command.run_from_argv(["manage.py", name, "--help"])
    assert end.value.code == 0
    assert "--json" in capsys.readouterr().out
