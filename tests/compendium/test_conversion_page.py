"""Converting PF2e creatures on a page: what is read, chosen and saved, and a sentence for everything else."""

from __future__ import annotations

import hashlib
import io
import json
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from accounts.models import Owner, User
from compendium.cards import card_from_snapshot
from compendium.models import Creature, Homebrew
from compendium.services import homebrew as homebrew_services
from compendium.services.homebrew import homebrew_revise
from compendium.web.conversion import drafts, sent
from tests.compendium.importing.pf2e_forms import as_bytes, foundry_2021_lurker, foundry_lurker, pf2etools_lurker
from tests.printing.reading import quick_texts
from tests.rows import every_row

pytestmark = pytest.mark.django_db

PAGE, SAVE = "/homebrew/convert/", "/homebrew/convert/save/"
SCRIPT = "<script>alert(1)</script>"
MANY = json.dumps([foundry_lurker(), {**foundry_lurker(), "name": "Bog Lurker"}, {"name": "Pit", "type": "hazard"}])


@pytest.fixture
def paste(client: Client) -> Callable[..., Any]:
    """Return a function that pastes a text, or a document as JSON, and returns the answer."""

    def _paste(document: object, **fields: Any) -> Any:
        text = document if isinstance(document, str) else json.dumps(document)
        return client.post(PAGE, {"block": text, **fields})

    return _paste


@pytest.fixture
def upload(client: Client) -> Callable[..., Any]:
    """Return a function that uploads a file and returns the answer."""

    def _upload(data: bytes, name: str = "lurker.json", **fields: Any) -> Any:
        return client.post(PAGE, {"file": SimpleUploadedFile(name, data), **fields})

    return _upload


def text_of(response: Any) -> str:
    """Return the HTML of an answer."""
    content: str = response.content.decode()
    return content


@every_row(
    "document",
    [foundry_lurker(), foundry_2021_lurker(), pf2etools_lurker(), [foundry_lurker()]],
)
def test_one_creature_is_shown_as_stat_block_and_card_with_its_steps(client: Client, document: object):
    response = client.post(PAGE, {"block": json.dumps(document)})
    shown = text_of(response)
    assert response.status_code == 200
    assert "Creature 5" in shown
    assert response.context["card"].name == "Marsh Lurker"
    assert "Fight is the highest attack bonus, without the level." in shown
    assert Creature.objects.count() == 0


def test_the_stat_block_says_what_the_file_says(paste):
    shown = text_of(paste(foundry_lurker()))
    for words in (
        "<b>AC</b> 22",
        "<b>Fort</b> +14",
        "<b>HP</b> 73",
        "25 feet, fly 40 feet",
        "Jaws +15",
        "Slime Breath",
    ):
        assert words in shown, words
    assert "2d8+6 piercing plus grab" in shown
    assert "A Bestiary of Marshes, licence ORC" in shown


def test_what_has_no_pick_is_asked_first_and_each_choice_redraws_the_card(client, paste):
    first = paste(foundry_lurker())
    names = [control.name for control in first.context["controls"]]
    assert names[0] == "choice-alignment"
    assert first.context["open_count"] == 1
    fields = {"draft": first.context["draft"], "style": "rulebook", "choice-alignment": "CE", "choice-power": "17"}
    second = client.post(PAGE, fields, headers={"HX-Request": "true"})
    assert second.context["card"].alignment.code == "CE"
    assert second.context["open_count"] == 0
    assert "<html" not in text_of(second)
    assert "<html" in text_of(client.post(PAGE, fields))
    assert "HX-Request" in second["Vary"]


def test_the_style_is_chosen_and_the_rulebook_is_the_default(client, paste):
    assert paste(foundry_lurker()).context["style"] == "rulebook"
    assert paste(foundry_lurker(), style="author").context["style"] == "author"
    assert paste(foundry_lurker(), style="none").context["style"] == "rulebook"


def test_several_creatures_are_listed_with_level_points_and_what_is_open(paste):
    response = paste(MANY)
    rows = response.context["rows"]
    assert [(row.name, row.level, row.points, row.license) for row in rows] == [
        ("Marsh Lurker", 5, 32, "ORC"),
        ("Bog Lurker", 5, 32, "ORC"),
    ]
    assert all(row.doubts > 0 for row in rows)
    assert "Pit is not a PF2e creature" in text_of(response)


def test_one_of_several_is_opened_and_the_way_back_stays_open(client, paste):
    listed = paste(MANY).context["draft"]
    opened = client.post(PAGE, {"draft": listed, "open": "1"})
    assert opened.context["card"].name == "Bog Lurker"
    assert opened.context["others_count"] == 2
    chosen = client.post(PAGE, {"draft": opened.context["draft"], "others": listed, "choice-alignment": "CE"})
    assert chosen.context["others_count"] == 2
    back = client.post(PAGE, {"draft": chosen.context["others"]})
    assert len(back.context["rows"]) == 2


def test_a_saved_creature_is_private_homebrew_with_its_choices_and_its_provenance(client, upload):
    data = as_bytes(foundry_lurker())
    draft = upload(data).context["draft"]
    fields = {"draft": draft, "style": "author", "choice-alignment": "NE", "choice-power": "19"}
    response = client.post(SAVE, fields, follow=True)
    homebrew = Homebrew.objects.get()
    creature = homebrew.creature
    assert response.redirect_chain == [(f"/creatures/{creature.key}/", 302)]
    assert (creature.source.key, creature.license, creature.alignment, homebrew.is_shared) == ("hb", "ORC", "NE", False)
    revision, origin = creature.current, creature.origin
    assert (origin.file_name, origin.sha256) == ("lurker.json", hashlib.sha256(data).hexdigest())
    assert (origin.license, origin.style, origin.source.key, origin.imported_by) == ("ORC", "author", "hb", None)
    decided = {step["field"]: step["gave"] for step in revision.steps if step.get("decided")}
    assert decided == {"alignment": "NE"}
    assert card_from_snapshot(revision.document).stats.power == 19
    shown = text_of(response)
    for words in ("lurker.json", origin.sha256, "in the style author", "How it was converted from PF2e", "your choice"):
        assert words in shown, words
    assert Client().get(f"/creatures/{creature.key}/").status_code == 404


def test_a_creature_is_saved_and_opened_in_the_form_by_hand(client, paste):
    response = client.post(SAVE, {"draft": paste(foundry_lurker()).context["draft"], "adjust": "1"}, follow=True)
    assert response.redirect_chain == [(f"/homebrew/{Creature.objects.get().key}/edit/", 302)]
    assert response.status_code == 200


def test_who_is_signed_in_stands_in_the_provenance(client, paste):
    ada = User.objects.create_user("ada", "ada@muster.example", "a long passphrase")
    client.force_login(ada)
    response = client.post(SAVE, {"draft": paste(foundry_lurker()).context["draft"]}, follow=True)
    assert Homebrew.objects.get().owner == ada
    assert Creature.objects.get().origin.imported_by == ada
    assert "by ada" in text_of(response)


def test_an_edit_by_hand_keeps_the_provenance_and_is_told(client, paste, capsys):
    client.post(SAVE, {"draft": paste(foundry_lurker()).context["draft"]})
    homebrew = Homebrew.objects.get()
    creature = homebrew.creature
    key, owner = creature.key, homebrew.owner_token
    card = replace(card_from_snapshot(creature.current.document), name="Old Lurker")
    homebrew_revise(owner=Owner(token=owner), key=key, card=card)
    current = text_of(client.get(f"/creatures/{key}/"))
    assert "edited by hand" in current
    assert "pasted text" in current
    first = text_of(client.get(f"/creatures/{key}/revisions/1/"))
    assert "edited by hand" not in first
    assert "How it was converted" in first
    assert "<bdi>pasted text</bdi>" in text_of(client.get(f"/creatures/{key}/history/"))


def test_ticked_creatures_are_saved_together(client, paste):
    draft = paste(MANY).context["draft"]
    client.post(SAVE, {"draft": draft, "creature": ["0", "1", "1", "7", "x", "-1"]})
    assert sorted(Creature.objects.values_list("name", flat=True)) == ["Bog Lurker", "Marsh Lurker"]
    assert Creature.objects.values("origin").distinct().count() == 1


def test_nothing_ticked_is_told_and_the_list_stays(client, paste):
    draft = paste(MANY).context["draft"]
    response = client.post(SAVE, {"draft": draft})
    assert response.status_code == 422
    assert "Tick the creatures" in text_of(response)
    assert response.context["draft"]


def test_the_bound_of_an_owner_is_told_and_nothing_is_half_saved(client, paste, monkeypatch):
    monkeypatch.setattr(homebrew_services, "MAX_HOMEBREW", 1)
    draft = paste(MANY).context["draft"]
    response = client.post(SAVE, {"draft": draft, "creature": ["0", "1"]})
    assert response.status_code == 422
    assert "You have 1 creature" in text_of(response)
    assert Creature.objects.count() == 0


def test_an_unknown_licence_is_told_before_it_is_saved(paste):
    response = paste(foundry_lurker(details={"level": {"value": 5}}))
    assert "stays private until you" in text_of(response)


@every_row(
    "text, words",
    [
        ("", "Paste a creature, or choose a file."),
        ("   \n ", "Paste a creature, or choose a file."),
        ("not json", "This is not a JSON document"),
        ('{"name": "Lurker", "type": "npc", "system"', "This is not a JSON document"),
        ("[" * 100_000, "This is not a JSON document"),
        ('{"name": "x", "system": ' + '{"a":' * 50_000, "This is not a JSON document"),
        ("[]", "There is no creature in this file."),
        ("[1, 2, 3]", "is not an object"),
        ('"text"', "This is not a JSON document"),
        ("NaN", "This is not a JSON document"),
        ('{"name": "\\ud800", "type": "npc"}', "This is not a JSON document"),
        ('{"name": "a\0b"}', "This is not a JSON document"),
        ('{"name": NaN}', "This is not a JSON document"),
        ('{"name": "Pit", "type": "hazard", "system": {}}', "Pit is a hazard, not a creature."),
        (json.dumps(foundry_lurker(details={"level": {"value": 30}})), "is level 30"),
        (json.dumps(foundry_lurker(details={"level": {"value": 10**400}})), "is not a number"),
        (json.dumps(foundry_lurker(details=[1, {"level": None}])), "has no level"),
        (json.dumps({**foundry_lurker(), "name": ["x"]}), "has no name"),
        (json.dumps({**foundry_lurker(), "name": None}), "has no name"),
    ],
)
def test_what_cannot_be_converted_is_told_beside_the_field_and_kept(client: Client, text: str, words: str):
    response = client.post(PAGE, {"block": text})
    shown = text_of(response)
    assert response.status_code == 422, text[:60]
    assert words in shown, (text[:60], response.context["fault"].message)
    assert 'aria-describedby="block-fault block-help"' in shown
    assert response.context["text"] == text.replace("\0", "")


@every_row(
    "document",
    [
        foundry_lurker(attributes=SCRIPT),
        foundry_lurker(attributes={"ac": {"value": [[]]}, "hp": {"max": "many"}, "speed": {"otherSpeeds": 4}}),
        foundry_lurker(saves=None, traits=7, skills="many", perception=[]),
        {**foundry_lurker(), "items": {"a": 1}},
        {**foundry_lurker(), "items": [None, 3, {"type": "melee"}, {"type": "action", "system": []}] * 500},
        {**foundry_lurker(), "items": [{"type": "action", "name": SCRIPT, "system": {"description": SCRIPT}}]},
        {**foundry_lurker(), "name": f"{SCRIPT}{{% now %}}{{{{ 7 }}}}"},
        pf2etools_lurker(
            name="\u202eDark", traits=[SCRIPT], abilities={"bot": [{"name": SCRIPT, "entries": [SCRIPT]}]}
        ),
    ],
)
def test_strange_creatures_become_cards_and_their_texts_stay_texts(client: Client, document: object):
    response = client.post(PAGE, {"block": json.dumps(document)})
    assert response.status_code == 200, response.context["fault"].message
    assert SCRIPT not in text_of(response)
    saved = client.post(SAVE, {"draft": response.context["draft"]}, follow=True)
    assert saved.status_code == 200
    assert SCRIPT not in text_of(saved)


@every_row("shape", ['{"value": %s}', "[%s]", '{"items": %s}', '{"system": %s}'])
def test_what_is_nested_deeply_ends_in_a_card_or_a_sentence(client: Client, shape: str):
    before, after = shape.split("%s")
    for depth in (9, 100, 400, 900, 1_000, 5_000):
        nested = before * depth + "5" + after * depth
        for field in ("attributes", "details", "traits", "saves"):
            text = json.dumps(foundry_lurker(**{field: "@"})).replace('"@"', nested)
            assert client.post(PAGE, {"block": text}).status_code in (200, 422), (depth, field)
        text = json.dumps(foundry_lurker(details={"level": "@"})).replace('"@"', nested)
        assert client.post(PAGE, {"block": text}).status_code == 422, depth
        text = json.dumps(pf2etools_lurker(abilities="@", speed="@", attacks="@")).replace('"@"', nested)
        assert client.post(PAGE, {"block": text}).status_code in (200, 422), depth


def test_a_text_of_ten_megabytes_is_told(client):
    response = client.post(PAGE, {"block": "x" * (10 * 2**20)})
    assert response.status_code == 422
    assert "at most 2 MB can be pasted" in text_of(response)
    assert len(response.content) < 100_000


def test_more_than_two_megabytes_are_not_pasted(paste):
    response = paste('"' + "x" * (2 * 2**20) + '"')
    assert response.status_code == 422
    assert "At most 2 MB can be pasted." in text_of(response)


def test_a_creature_with_a_megabyte_of_text_is_told(paste):
    items = [{"type": "action", "name": "Long", "system": {"description": {"value": "word " * 250_000}}}]
    assert "takes 1.2 MB" in text_of(paste({**foundry_lurker(), "items": items}))


def test_more_text_than_can_be_converted_at_once_is_told(paste, monkeypatch):
    monkeypatch.setattr(sent, "MAX_READ", 2_000)
    shown = text_of(paste(MANY))
    assert "too long to be converted while you wait" in shown
    assert "ask an editor" in shown


@every_row("text", ["[[/r 1d4", "is temporarily immune ", "DC 22 Reflex save, 2d6 fire damage, frightened 1 ", "<p>("])
def test_the_longest_texts_take_a_few_seconds(client: Client, text: str):
    long = {"value": text * (9_000 // len(text))}
    items = [{"type": "action", "name": "Long", "system": {"description": long}}] * 95
    began = time.process_time()
    response = client.post(PAGE, {"block": json.dumps({**foundry_lurker(), "items": items})})
    assert response.status_code in (200, 422)
    assert time.process_time() - began < 15


def test_more_creatures_than_can_be_converted_at_once_are_told(paste, monkeypatch):
    monkeypatch.setattr(sent, "MAX_CREATURES", 1)
    shown = text_of(paste(MANY))
    assert "At most 1 creature" in shown
    assert "ask an editor" in shown


@every_row(
    "name, data, words",
    [
        ("a.json", b"", "This file is empty."),
        ("a.json", b"\xff\xfe\x00", "This is not a JSON document"),
        ("a.zip", b"PK\x03\x04 broken", "This zip cannot be read"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "This is not a JSON document"),
        ("a.json", b"[" + b"1," * 500_000 + b"1]", "At most 200 creatures are converted while you wait"),
        ("../../" + "n" * 300 + SCRIPT + ".json", b"{", "This is not a JSON document"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_beside_its_field(client: Client, name: str, data: bytes, words: str):
    response = client.post(PAGE, {"file": SimpleUploadedFile(name, data)})
    shown = text_of(response)
    assert response.status_code == 422
    assert words in shown, response.context["fault"].message
    assert 'id="file-fault"' in shown
    assert SCRIPT not in shown


def test_a_file_that_is_too_large_is_told_where_it_goes(upload):
    shown = text_of(upload(b" " * (sent.MAX_UPLOADED + 1)))
    assert "at most 8 MB" in shown
    assert "ask an editor" in shown


def test_a_zip_of_creatures_is_read(upload):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("a.json", json.dumps(foundry_lurker()))
        archive.writestr("b.json", json.dumps(pf2etools_lurker(name="Bog Lurker")))
    assert [row.name for row in upload(held.getvalue(), "pack.zip").context["rows"]] == ["Marsh Lurker", "Bog Lurker"]


@every_row("draft", ["", "x", "x:y:z", "\0", "x" * (drafts.MAX_PACKED + 1)])
@pytest.mark.parametrize("address", [PAGE, SAVE])
def test_a_draft_that_this_site_did_not_pack_is_told(client: Client, address: str, draft: str):
    response = client.post(address, {"draft": draft})
    assert response.status_code == 422
    assert "Convert the file again." in text_of(response)


def test_a_draft_of_an_earlier_version_is_told(client, monkeypatch):
    packed = signing.dumps({"file": 1}, salt=drafts._SALT, compress=True)
    assert "Convert the file again." in text_of(client.post(PAGE, {"draft": packed}))


def test_texts_that_do_not_fit_into_the_page_are_told(paste, monkeypatch):
    monkeypatch.setattr(drafts, "MAX_PACKED", 100)
    response = paste(foundry_lurker())
    assert response.status_code == 422
    assert "too long to be converted at once" in text_of(response)


@pytest.fixture
def imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Creature:
    """Return a creature that a command converted for the compendium."""
    path = tmp_path / "lurker.json"
    path.write_text(json.dumps(foundry_lurker()))
    with pytest.raises(SystemExit):
        call_command("import_pf2e", str(path), "--source", "club", "--json")
    capsys.readouterr()
    return Creature.objects.get()


def test_the_export_of_a_converted_creature_has_its_steps(imported, capsys):
    call_command("export_creature", imported.key, "--json")
    provenance = json.loads(capsys.readouterr().out)["provenance"]
    assert (provenance["style"], provenance["license"], provenance["revision"]) == ("rulebook", "ORC", 1)
    assert provenance["steps"] == imported.current.steps


def test_a_printed_card_says_its_source_its_licence_and_that_it_was_converted(client, imported):
    (front, *_) = quick_texts(client.get(f"/print/creatures.pdf?creature={imported.key}").content)
    assert "club, converted from PF2e · ORC" in " ".join(front.split())


def test_reading_takes_no_query(paste, django_assert_num_queries):
    with django_assert_num_queries(0):
        paste(foundry_lurker())
