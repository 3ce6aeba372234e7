"""The commands that import pages: what they write, what they answer, and what they leave alone."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from compendium.models import CardRevision, Creature, ImportOrigin, Item, Source
from rules.cards.documents import card_from_document
from rules.text import slug
from tests.compendium.importing.invented_pages import card, feature, item, page, sheet
from tests.copies import built_in_compendium
from tests.rows import every_row
from tests.samples import SAMPLES

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(tmp_path: Path, capsys):
    """Return a function that imports a page and returns the exit status and the document."""

    def run(data: bytes | Path, *options: str, source: str = "club", command: str = "import_cards") -> tuple[int, Any]:
        file = data if isinstance(data, Path) else tmp_path / "page.html"
        if isinstance(data, bytes):
            file.write_bytes(data)
        status = 0
        try:
            call_command(command, str(file), "--source", source, "--json", *options)
        except SystemExit as end:
            status = int(end.code or 0)
        return status, json.loads(capsys.readouterr().out)

    return run


BITE = feature("Bite", "● Melee strike", "8 piercing damage.")


def test_a_page_comes_in_once_and_a_changed_card_is_a_revision(run):
    first = page(card(features=BITE), card(name="Pond Herald"))
    counts = {"read": 2, "created": 2, "updated": 0, "unchanged": 0, "rejected": [], "warnings": []}
    assert run(first) == (0, counts)
    assert run(first) == (0, {**counts, "created": 0, "unchanged": 2})
    assert run(page(card(features=BITE, HP="35"))) == (0, {**counts, "read": 1, "created": 0, "updated": 1})
    creature = Creature.objects.get(key="marsh-drummer--club")
    assert [revision.number for revision in creature.revisions.all()] == [2, 1]
    assert creature.current is not None
    assert creature.current.changes == ["HP: 30 → 35"]
    assert creature.current.document["features"][0]["printed"] == {
        "top": "● Melee strike",
        "text": "8 piercing damage.",
    }


def test_sheets_come_in_as_cards_do(run):
    data = page("<h2>Reed Court</h2>", sheet(features=BITE, Points="48"), sheet("<h3>Pond Herald</h3>", Spd="nan"))
    status, answer = run(data)
    assert (status, answer["created"], answer["rejected"]) == (0, 2, [])
    problems = [
        (warning["key"], [problem["code"] for problem in warning["problems"]]) for warning in answer["warnings"]
    ]
    assert problems == [("marsh-drummer--club", ["points.differ"]), ("pond-herald--club", ["stat.unreadable"])]
    assert run(data)[1]["unchanged"] == 2
    # The same creature on a card says the same, but for the points that the sheet prints.
    assert run(page(card(features=BITE)))[1]["updated"] == 1
    assert CardRevision.objects.get(creature_key="marsh-drummer--club", number=2).changes == ["Printed points: 48 → 18"]


def test_an_imported_revision_says_where_it_came_from(run):
    data = page(card())
    run(data, "--license", "CC BY 4.0")
    revision = CardRevision.objects.get(creature_key="marsh-drummer--club")
    assert revision.creature is not None
    assert revision.origin == revision.creature.origin == ImportOrigin.objects.get()
    origin = revision.origin
    assert (origin.file_name, origin.sha256) == ("page.html", hashlib.sha256(data).hexdigest())
    assert (origin.source.key, origin.license, origin.imported_by) == ("club", "CC BY 4.0", None)
    assert (origin.imported_at is not None, revision.steps) == (True, [])
    assert (revision.creature.license, Source.objects.get(key="club").license) == ("CC BY 4.0", "CC BY 4.0")
    run(data, "--license", "CC BY 4.0")
    assert ImportOrigin.objects.count() == 1


def test_a_dry_run_says_the_same_and_changes_nothing(run):
    data = page(card(), card(name="Pond Herald", points="1 pts"), card(name=""))
    tried = run(data, "--dry-run")
    assert not Creature.objects.exists()
    assert not Source.objects.filter(key="club").exists()
    assert run(data) == tried
    assert (tried[1]["created"], tried[0]) == (2, 1)


def test_a_rejected_card_leaves_the_others_in(run):
    status, answer = run(page(card(), card(name="Odd", tags="Medium Toad", points="19 pts"), card(name="Last")))
    assert status == 1
    assert (answer["read"], answer["created"]) == (3, 2)
    (rejected,) = answer["rejected"]
    assert rejected["name"] == "Odd"
    assert rejected["problems"] == [
        {"code": "level.missing", "message": "No level is printed, and 19 points fit no level.", "field": "level"}
    ]


def test_a_warning_has_the_key_of_its_creature(run):
    status, answer = run(page(card(Will="nan")))
    assert status == 0
    assert [(warning["name"], warning["key"]) for warning in answer["warnings"]] == [
        ("Marsh Drummer", "marsh-drummer--club")
    ]
    assert [problem["field"] for problem in answer["warnings"][0]["problems"]] == ["will"]


def test_the_same_name_twice_gets_keys_in_printed_order(run):
    data = page(card(), card(HP="31"), card(name="♥♥"))
    status, answer = run(data)
    assert (status, answer["created"]) == (0, 3)
    keys = set(Creature.objects.values_list("key", flat=True))
    assert {"marsh-drummer--club", "marsh-drummer-2--club"} < keys
    (nameless,) = keys - {"marsh-drummer--club", "marsh-drummer-2--club"}
    assert nameless.startswith("creature-")
    assert run(data)[1]["unchanged"] == 3


def test_long_names_that_repeat_get_keys_too(run):
    status, answer = run(page(card(name="x" * 78), card(name="x" * 78, HP="31")), source="s" * 40)
    assert (status, answer["created"]) == (0, 2)
    assert sorted(map(len, Creature.objects.values_list("key", flat=True))) == [120, 120]


def test_a_commander_starts_with_the_minion_of_its_own_page(run):
    leads = feature("Commander", "", "Start with one Marsh Tadpole minion.")
    _, answer = run(page(card(features=leads), card(name="Marsh Tadpole")))
    assert answer["warnings"] == []
    assert Creature.objects.get(key="marsh-drummer--club").starts_with == "marsh-tadpole--club"
    _, answer = run(page(card(name="Alone", features=feature("Commander", "", "Start with a Lost Cousin minion."))))
    assert [problem["code"] for problem in answer["warnings"][0]["problems"]] == ["starts_with.unknown"]


@every_row("source", ["p2v-orc", "p2v-ogl", "P2V-ORC", "p2v-core-1.3", "hb", "", "♥", "x" * 41])
def test_a_source_that_imports_may_not_write_to_is_refused(run, source: str):
    status, answer = run(page(card()), source=source)
    assert (status, answer["error"]["code"]) == (2, "source.refused")
    assert not Creature.objects.exists()


@every_row(
    "data, code",
    [
        (b"no cards", "page.no_cards"),
        (b"\xff\xfe\xff", "page.encoding"),
        (Path("/nowhere/at/all.html"), "file.unreadable"),
    ],
)
def test_what_cannot_be_read_changes_nothing(run, data: bytes | Path, code: str):
    status, answer = run(data)
    assert (status, answer["error"]["code"]) == (2, code)
    assert not Source.objects.filter(key="club").exists()


def test_a_person_reads_a_summary(tmp_path: Path, capsys):
    file = tmp_path / "page.html"
    file.write_bytes(page(card(Will="nan"), card(name="")))
    with pytest.raises(SystemExit) as end:
        call_command("import_cards", str(file), "--source", "club")
    lines = capsys.readouterr().out.splitlines()
    assert end.value.code == 1
    assert lines[0] == "2 read, 1 created, 0 updated, 0 unchanged, 1 rejected."
    assert "    Will is printed as “nan”; the card has none." in lines


@pytest.mark.samples
def test_the_published_pages_come_in_whole(run):
    built_in_compendium()
    for file, count in (("cards-orc.html", 42), ("cards-ogl.html", 70), ("cards-ogl-2.html", 35)):
        status, answer = run(SAMPLES / file, source=slug(file))
        assert (status, answer["read"], answer["created"], answer["rejected"]) == (0, count, count, [])
        assert [warning["name"] for warning in answer["warnings"]] == (["Ballista"] if count == 70 else [])
        assert run(SAMPLES / file, source=slug(file))[1]["unchanged"] == count


def test_items_come_in_once_and_a_changed_one_is_written(run):
    bell = item(features=feature("", "●", "Rings."), uses="🄴")
    counts = {"read": 1, "created": 1, "updated": 0, "unchanged": 0, "rejected": [], "warnings": []}
    assert run(page(bell), command="import_items") == (0, counts)
    assert run(page(bell), command="import_items") == (0, {**counts, "created": 0, "unchanged": 1})
    assert run(page(bell.replace("Rings", "Sings")), "--dry-run", command="import_items")[1]["updated"] == 1
    assert Item.objects.get(key="reed-pipe--club").text == "Rings."
    assert run(page(bell.replace("Rings", "Sings")), command="import_items")[1]["updated"] == 1
    stored = Item.objects.get(key="reed-pipe--club")
    assert (stored.text, stored.kind, stored.source.key, stored.license) == ("Sings.", "encounter", "club", "ORC")
    assert stored.origin is not None
    assert stored.origin.file_name == "page.html"


def test_a_page_of_creatures_is_no_page_of_items(run):
    assert run(page(card()), command="import_items")[0] == 2
    assert run(page(item()))[0] == 2


@pytest.mark.samples
def test_the_published_items_come_in_whole(run):
    built_in_compendium()
    status, answer = run(SAMPLES / "items-orc.html", command="import_items")
    assert (status, answer["read"], answer["created"], answer["warnings"]) == (0, 32, 32, [])


def test_where_a_creature_came_from_is_on_its_page_and_in_its_export(run, client, capsys):
    data = page(card(name="&lt;b&gt;Drummer&lt;/b&gt;"))
    run(data)
    key = Creature.objects.get().key
    shown = client.get(f"/creatures/{key}/").content.decode()
    assert "<bdi>page.html</bdi>" in shown
    assert hashlib.sha256(data).hexdigest() in shown
    assert "<b>Drummer" not in shown
    call_command("export_creature", key, "--json")
    document = json.loads(capsys.readouterr().out)
    assert document["provenance"] | {"imported_at": ""} == {
        "file": "page.html",
        "sha256": hashlib.sha256(data).hexdigest(),
        "source": "club",
        "license": "ORC",
        "style": None,
        "imported_by": None,
        "imported_at": "",
        "revision": 1,
        "edited": False,
    }
    assert card_from_document(document).key == key
