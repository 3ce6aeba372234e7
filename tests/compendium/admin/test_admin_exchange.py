"""Rows in and out: the same checks and revisions as any edit, all of a file or nothing of it."""

import csv
import io
import json
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from import_export.results import Result, RowResult
from tablib import Dataset

from common.refusal import Refusal
from compendium.cards import card_from_snapshot
from compendium.models import CardRevision, Creature, Source
from compendium.services.creatures import creature_create
from compendium.services.rows import COLUMNS, CreatureResource, counts, creature_rows_import
from tests.copies import built_in_compendium

pytestmark = pytest.mark.django_db
IMPORT = "admin:compendium_creature_import"


def row_of(creature) -> dict[str, str]:
    (row,) = CreatureResource().export(Creature.objects.filter(pk=creature.pk)).dict
    return dict(row)


def imported(*rows, dry_run: bool = False) -> Result:
    """What comes of importing rows."""
    dataset = Dataset()
    dataset.dict = [dict(row) for row in rows]
    return CreatureResource().import_data(dataset, dry_run)


def faults(row: RowResult) -> list[tuple[str, str]]:
    """Problems with a row, each fault with its column."""
    errors = row.validation_error.message_dict if row.validation_error else {}
    return [(column, message) for column, messages in errors.items() for message in messages]


def as_csv(rows) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def upload(client, content: bytes, name: str = "rows.csv", number: str = "0"):
    file = SimpleUploadedFile(name, content)
    return client.post(reverse(IMPORT), {"import_file": file, "format": number, "resource": "0"})


def confirm(client, response):
    form = response.context["confirm_form"]
    return client.post(reverse("admin:compendium_creature_process_import"), form.initial, follow=True)


def export(client, number: str = "0", **query) -> bytes:
    url = (
        reverse("admin:compendium_creature_export", query=query)
        if query
        else reverse("admin:compendium_creature_export")
    )
    response = client.post(url, {"format": number, "resource": "0"})
    assert response.status_code == 200
    return response.content


def test_a_row_holds_the_whole_creature_in_the_notation_of_its_form(wolf):
    row = row_of(wolf)
    assert list(row) == list(COLUMNS)
    assert (row["name"], row["source"], row["level"], row["hp"], row["tags"]) == (
        "Ash Wolf",
        "hb",
        "3",
        "40",
        "Animal, Fire",
    )
    assert row["features"].split("\n\n")[0].splitlines() == [
        "Jaws",
        "cost: 1",
        "range: melee",
        "strike: yes",
        "damage: 9 piercing; 3 persistent fire",
    ]
    assert "kind: replaces\nreplaces: Jaws" in row["features"]


def test_taking_everything_out_and_in_again_changes_nothing(boss):
    built_in_compendium()
    content = export(boss)
    before = CardRevision.objects.count()
    response = upload(boss, content)
    assert response.context["result"].totals["skip"] == Creature.objects.count()
    assert "as they were" in confirm(boss, response).content.decode()
    assert CardRevision.objects.count() == before


def test_the_export_follows_the_filters_of_the_list(boss):
    built_in_compendium()
    card = card_from_snapshot(Creature.objects.get(key="basilisk").current.document)
    creature_create(card=replace(card, name="Ash Wolf"), source=Source.objects.get(key="hb"))
    rows = list(csv.DictReader(io.StringIO(export(boss, q="ash wolf").decode("utf-8-sig"))))
    assert [row["name"] for row in rows] == ["Ash Wolf"]


def test_json_goes_out_and_in_as_well(boss, wolf):
    rows = json.loads(export(boss, number="1").decode("utf-8-sig"))
    rows[0]["hp"] = 44
    response = upload(boss, json.dumps(rows).encode(), "rows.json", "1")
    confirm(boss, response)
    assert Creature.objects.get(pk=wolf.pk).hp == 44


def test_the_check_shows_what_would_change_and_writes_nothing(boss, wolf):
    row = row_of(wolf)
    row["hp"] = "44"
    row["features"] = row["features"].replace("9 piercing", "11 piercing")
    response = upload(boss, as_csv([row]))
    page = response.content.decode()
    assert "HP: 40 → 44" in page
    assert "9 piercing; 3 persistent fire → 11 piercing; 3 persistent fire" in page
    assert wolf.revisions.count() == 1
    page = confirm(boss, response).content.decode()
    assert "0 new, 1 changed, 0 as they were" in page
    assert CardRevision.objects.get(creature=wolf, number=2).made_by == boss.user


def test_a_row_without_a_key_adds_a_creature(boss, wolf):
    row = row_of(wolf) | {"key": "", "name": "Ash Hound"}
    confirm(boss, upload(boss, as_csv([row])))
    hound = Creature.objects.get(name="Ash Hound")
    assert hound.current.made_by == boss.user
    assert hound.features.count() == 4


def test_a_column_that_the_file_does_not_have_stays_as_it_is(wolf):
    report = imported({"key": wolf.key, "name": "Ember Wolf", "source": "hb", "level": 3})
    assert report.rows[0].changes == ("Name: Ash Wolf → Ember Wolf",)
    assert wolf.features.count() == 4


@pytest.mark.parametrize(
    ("change", "column", "expected"),
    [
        ({"key": "nobody"}, "key", "There is no creature"),
        ({"source": "p2v-core-1.3"}, "source", "There is no source"),
        ({"source": "club"}, "source", "belongs to the source hb"),
        ({"level": "15"}, "level", "14"),
        ({"level": "9" * 5000}, "level", "integer"),
        ({"level": ""}, "level", ""),
        ({"name": "x" * 3000}, "name", "120"),
        ({"name": "a\x00b"}, "name", "cannot be stored"),
        ({"name": "a\ud800b"}, "name", "cannot be stored"),
        ({"alignment": "XX"}, "alignment", "not a valid choice"),
        ({"resist": "lots"}, "resist", "A resistance is"),
        ({"hp": "5.5"}, "hp", "integer"),
        ({"hp": 5.5}, "hp", "integer"),
        ({"features": "Jaws\ndamage: many"}, "features", "Jaws, damage: Damage is an amount"),
        ({"features": "Jaws\nwings: two"}, "features", "“wings: two”"),
        ({"features": "Jaws\nstrike: maybe"}, "features", "“yes” or “no”"),
        ({"features": "Jaws\nkind: replaces\nreplaces: Claws"}, "features", "no feature of that name"),
        ({"features": "\n\n".join(f"Claw {number}" for number in range(61))}, "features", "at most 60 features"),
        ({"features": "x" * 70_000}, "features", "60,000"),
    ],
)
def test_a_fault_is_told_by_row_and_column_and_nothing_is_written(wolf, change, column, expected):
    Source.objects.create(key="club", name="The club")
    good = row_of(wolf) | {"key": "", "name": "Good Hound"}
    report = imported(good, row_of(wolf) | change)
    assert faults(report.rows[0]) == []
    assert any(where == column and expected in fault for where, fault in faults(report.rows[1]))
    assert not Creature.objects.filter(name="Good Hound").exists()
    assert wolf.revisions.count() == 1


def test_the_page_lists_every_fault_and_offers_no_confirmation(boss, wolf):
    response = upload(boss, as_csv([row_of(wolf) | {"level": "40"}, row_of(wolf) | {"resist": "lots"}]))
    page = response.content.decode()
    assert "Nothing was written" in page
    assert "A resistance is a type and its dice" in page
    assert "More than one row has the key" in page
    assert "confirm_form" not in response.context


def test_two_rows_that_would_take_one_key_write_nothing(wolf):
    source = Source.objects.create(key="club", name="The club")
    row = row_of(wolf) | {"key": "", "source": source.key}
    report = imported(row, row, dry_run=True)
    assert [faults(outcome)[0][0] for outcome in report.rows] == ["name", "name"]
    imported(row)
    (outcome,) = imported(row).rows
    assert faults(outcome)[0][1].startswith("The club already has a creature “Ash Wolf”")
    assert Creature.objects.count() == 2


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], "no rows"),
        ([{"name": "x", "level": 1}], "“source” is missing"),
        ([{"name": "x", "level": 1, "source": "hb", "cost": 9}], "no column “cost”"),
        ([{"name": "x", "level": 1, "source": "hb"}] * 5001, "at most 5,000"),
    ],
)
def test_a_file_that_is_none_is_refused(homebrew, rows, expected):
    with pytest.raises(Refusal, match=expected):
        creature_rows_import(rows=rows)


@pytest.mark.parametrize("name", ["=1+1", "+1+1", "-cmd", "@SUM(A1)", "'=quoted", "'plain"])
def test_no_cell_is_a_formula_and_the_name_comes_back_as_it_was(boss, wolf, form_of, change_url, name):
    boss.post(change_url, form_of(wolf, name=name))
    row = row_of(wolf)
    assert row["name"][0] not in "=+-@"
    assert counts(imported(row)) == {"new": 0, "changed": 0, "same": 1}


def test_a_file_too_large_is_refused_before_it_is_read(boss, homebrew):
    response = upload(boss, b"x" * (2 * 1024 * 1024 + 1))
    assert "the limit is 2 MB" in response.content.decode()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"name\n\x00", b"[1, 2]", b'{"a": 1}', b"a,b\n1,2,3\n"])
@pytest.mark.parametrize("number", ["0", "1", "7", "x"])
def test_a_file_that_cannot_be_read_gets_an_answer(boss, homebrew, content, number):
    assert upload(boss, content, number=number).status_code == 200


@pytest.mark.parametrize("name", ["passwd", "../../etc/passwd", "", "a:b:c"])
@pytest.mark.parametrize("number", ["0", "99", "-1", "x"])
def test_only_a_file_that_was_checked_here_is_written(boss, homebrew, name, number):
    data = {"import_file_name": name, "original_file_name": "x", "format": number, "resource": "0"}
    response = boss.post(reverse("admin:compendium_creature_process_import"), data)
    assert response.status_code == 200
    assert "confirm_form" in response.context


def test_a_checked_file_is_written_once(boss, wolf):
    response = upload(boss, as_csv([row_of(wolf) | {"hp": "44"}]))
    confirm(boss, response)
    page = confirm(boss, response).content.decode()
    assert "it is no longer stored" in page
    assert wolf.revisions.count() == 2


def test_what_changed_between_check_and_write_is_checked_again(boss, wolf):
    row = row_of(wolf) | {"key": "", "name": "Ash Hound", "source": "club"}
    Source.objects.create(key="club", name="The club")
    response = upload(boss, as_csv([row]))
    Source.objects.filter(key="club").delete()
    assert "No row was written" in confirm(boss, response).content.decode()
    assert Creature.objects.count() == 1


def test_printed_words_stay_with_a_feature_that_keeps_its_name(wolf):
    card = card_from_snapshot(wolf.current.document)
    assert card.features[0].printed is None
    report = imported(row_of(wolf), dry_run=True)
    assert report.rows[0].is_skip()


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("tags", ",".join(f"{letter}{'x' * 9}" for letter in "abcdefghijklmnopqrstuvwxyz")),
        ("resist", f"a,b,c,d,e 1d6 except {'z' * 200}"),
        ("features", "Bite\ndamage: " + ";".join(["10 cold"] * 24)),
    ],
)
def test_a_line_that_is_too_long_once_it_is_written_out_is_told_beside_its_column(homebrew, column, text):
    (outcome,) = imported({"name": "Wolf", "source": "hb", "level": "1", column: text}).rows
    assert [name for name, _ in faults(outcome)] == [column]
    assert "characters" in faults(outcome)[0][1]
    assert not Creature.objects.exists()


@pytest.mark.parametrize(
    ("column", "text", "room"),
    [("resist", "x" * 400, 300), ("features", f"Spells\nkind: caster\ncaster: {'x' * 2000}", 1500)],
)
def test_a_text_that_is_too_long_for_its_column_is_not_read_as_notation(homebrew, column, text, room):
    (outcome,) = imported({"name": "Wolf", "source": "hb", "level": "1", column: text}).rows
    ((where, expected),) = faults(outcome)
    assert where == column
    assert f"at most {room} characters" in expected


def test_the_longest_name_in_the_longest_source_still_makes_a_key_that_a_card_may_have():
    source = Source(key="s" * 40, name="Long")
    source.full_clean()
    source.save()
    (outcome,) = imported({"name": "n" * 78, "source": source.key, "level": "1"}).rows
    assert outcome.is_new(), faults(outcome)
    assert len(Creature.objects.get().key) == 120
    (outcome,) = imported({"name": "n" * 79, "source": source.key, "level": "1"}).rows
    assert "78 letters" in dict(faults(outcome))["name"]


@pytest.mark.parametrize("key", ["My_Book", "MyBook", "-book", "book-", "my--book", "s" * 41])
def test_the_key_of_a_source_is_a_slug_as_the_keys_of_its_creatures_are(boss, key):
    response = boss.post(reverse("admin:compendium_source_add"), {"name": "Mine", "key": key, "license": "own work"})
    assert response.status_code == 200
    assert "key" in response.context["adminform"].form.errors
    assert not Source.objects.exists()
