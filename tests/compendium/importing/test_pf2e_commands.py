"""convert_pf2e prints cards with their steps; import_pf2e writes them to a source."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from compendium.models import Creature
from rules.cards.documents import card_from_document
from tests.compendium.importing.pf2e_forms import as_bytes, foundry_lurker, pf2etools_lurker
from tests.compendium.importing.pf2e_texts import HERON

pytestmark = pytest.mark.django_db

HAZARD = {"name": "Pit", "type": "hazard", "system": {}}


@pytest.fixture
def lurkers(tmp_path: Path) -> str:
    path = tmp_path / "lurkers.json"
    path.write_bytes(as_bytes([foundry_lurker(), pf2etools_lurker(name="Old Lurker"), HAZARD]))
    return str(path)


def run(capsys, *arguments: str) -> tuple[int, str]:
    """Run a command in process; return its status and its output."""
    with pytest.raises(SystemExit) as end:
        call_command(*arguments)
    return int(end.value.code or 0), capsys.readouterr().out


def test_convert_pf2e_prints_cards_with_steps_and_what_was_rejected(capsys, lurkers: str):
    status, out = run(capsys, "convert_pf2e", lurkers, "--json")
    document = json.loads(out)
    assert status == 1
    assert [(card["key"], card["source"], card["license"]) for card in document["cards"]] == [
        ("marsh-lurker", None, "ORC"),
        ("old-lurker", None, "OGL"),
    ]
    for card in document["cards"]:
        card_from_document(card)
        assert all(step.keys() - {"choices"} == {"field", "rule", "read", "gave"} for step in card["steps"])
    (alignment,) = [step for step in document["cards"][0]["steps"] if step["field"] == "alignment"]
    assert (document["cards"][0]["alignment"], alignment["gave"], len(alignment["choices"])) == (None, None, 9)
    assert document["rejected"] == [
        {
            "name": "Pit",
            "problems": [
                {"code": "creature.not_a_creature", "message": "Pit is a hazard, not a creature.", "field": "type"}
            ],
        }
    ]
    assert not Creature.objects.exists()


def test_convert_pf2e_tells_a_person_what_to_decide(capsys, lurkers: str):
    status, out = run(capsys, "convert_pf2e", lurkers, "--style", "author")
    assert status == 1
    assert out.splitlines()[0] == "Marsh Lurker · 32 points · level 5 · ORC"
    assert "  Decide alignment: The stat block has no alignment: choose one." in out
    assert "Rejected: Pit\n  Pit is a hazard, not a creature." in out


def test_convert_pf2e_takes_the_text_of_a_stat_block_and_tells_what_it_could_not_read(capsys, tmp_path: Path):
    path = tmp_path / "heron.txt"
    path.write_text(HERON, encoding="utf-8")
    status, out = run(capsys, "convert_pf2e", str(path), "--json")
    (card,) = json.loads(out)["cards"]
    assert (status, card["key"], card["unread"]) == (
        0, "bog-heron", [{"line": 5, "text": "(20 with <b raised & wide wings)"}],
    )  # fmt: skip
    assert card_from_document(card).stats.hp == 30
    _, out = run(capsys, "convert_pf2e", str(path))
    assert "  Muster could not read line 5: “(20 with <b raised & wide wings)”" in out.splitlines()
    status, out = run(capsys, "import_pf2e", str(path), "--source", "marsh", "--json")
    (warning,) = json.loads(out)["warnings"]
    assert (status, "text.unread" in [problem["code"] for problem in warning["problems"]]) == (0, True)
    path.write_text(HERON * 2, encoding="utf-8")
    status, out = run(capsys, "convert_pf2e", str(path), "--json")
    assert (status, json.loads(out)["error"]["code"]) == (2, "file.several_stat_blocks")


def test_convert_pf2e_ends_with_0_where_all_is_well(capsys, tmp_path: Path):
    path = tmp_path / "lurker.json"
    path.write_bytes(as_bytes(pf2etools_lurker()))
    status, out = run(capsys, "convert_pf2e", str(path), "--json")
    assert (status, json.loads(out)["rejected"]) == (0, [])


@pytest.mark.parametrize(
    ("content", "code"), [(b"no json", "document.json"), (b"[]", "file.empty"), (None, "file.unreadable")]
)
def test_a_file_that_cannot_be_read_ends_with_2_and_an_error(capsys, tmp_path: Path, content: bytes | None, code: str):
    path = tmp_path / "broken.json"
    if content is not None:
        path.write_bytes(content)
    for command in (("convert_pf2e", str(path)), ("import_pf2e", str(path), "--source", "marsh")):
        status, out = run(capsys, *command, "--json")
        assert (status, json.loads(out)["error"]["code"]) == (2, code)


def test_a_folder_is_no_file_of_creatures(capsys, tmp_path: Path):
    status, out = run(capsys, "convert_pf2e", str(tmp_path), "--json")
    assert (status, json.loads(out)["error"]["code"]) == (2, "file.unreadable")


def test_import_pf2e_writes_creatures_with_their_steps_and_a_second_run_changes_nothing(capsys, lurkers: str):
    status, out = run(capsys, "import_pf2e", lurkers, "--source", "marsh", "--style", "author", "--json")
    summary = json.loads(out)
    assert status == 1
    assert (summary["read"], summary["created"], len(summary["rejected"])) == (3, 2, 1)
    assert [warning["key"] for warning in summary["warnings"]] == ["marsh-lurker--marsh", "old-lurker--marsh"]
    creature = Creature.objects.get(key="marsh-lurker--marsh")
    assert creature.current is not None
    assert creature.current.origin is not None
    assert (creature.current.origin.style, creature.current.origin.license) == ("author", "ORC")
    assert any(step["field"] == "power" for step in creature.current.steps)
    _, out = run(capsys, "import_pf2e", lurkers, "--source", "marsh", "--style", "author", "--json")
    again = json.loads(out)
    assert (again["created"], again["updated"], again["unchanged"]) == (0, 0, 2)


def test_import_pf2e_takes_a_license_tries_without_writing_and_refuses_built_in_sources(capsys, lurkers: str):
    status, out = run(capsys, "import_pf2e", lurkers, "--source", "marsh", "--dry-run", "--json")
    assert (status, json.loads(out)["created"], Creature.objects.count()) == (1, 2, 0)
    status, out = run(capsys, "import_pf2e", lurkers, "--source", "p2v-orc", "--json")
    assert (status, "error" in json.loads(out)) == (2, True)
    run(capsys, "import_pf2e", lurkers, "--source", "marsh", "--license", "CC0", "--json")
    assert {creature.current.origin.license for creature in Creature.objects.select_related("current__origin")} == {
        "CC0"
    }


def test_texts_of_imported_creatures_are_escaped_on_their_page(capsys, client, tmp_path: Path):
    path = tmp_path / "lurker.json"
    document = pf2etools_lurker(name="<script>alert(1)</script>")
    document["attacks"][0] |= {"name": "<img src=x>", "effects": ["<b>Grab</b>"]}
    document["abilities"]["bot"][0] |= {"name": "<i>Breath</i>", "entries": ["It Strides <script>alert(2)</script>."]}
    path.write_bytes(as_bytes(document))
    status, _ = run(capsys, "import_pf2e", str(path), "--source", "marsh", "--json")
    assert status == 0
    creature = Creature.objects.get()
    page = client.get(f"/creatures/{creature.key}/").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert not any(f"<{word}" in page for word in ("script>alert", "img src=x", "i>Breath"))
