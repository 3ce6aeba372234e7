"""What cannot be converted ends in a sentence beside its field, and strange creatures in cards; never in a fault."""

import json
import time

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from compendium.importing.pf2e import candidates
from compendium.web.conversion import drafts
from tests.compendium.conversion.pages import MANY, PAGE, SAVE, text_of
from tests.compendium.importing.pf2e_forms import foundry_lurker, pf2etools_lurker
from tests.rows import every_row

pytestmark = pytest.mark.django_db

SCRIPT = "<script>alert(1)</script>"


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
        assert client.post(PAGE, {"block": text}).status_code in (200, 422), depth
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
    monkeypatch.setattr(candidates, "MAX_READ", 2_000)
    shown = text_of(paste(MANY))
    assert "too long to convert while you wait" in shown
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
    monkeypatch.setattr(candidates, "MAX_CREATURES", 1)
    shown = text_of(paste(MANY))
    assert "Muster converts at most 1 creature" in shown
    assert "ask an editor" in shown


@every_row(
    "name, data, words",
    [
        ("a.json", b"", "This file is empty."),
        ("a.json", b"\xff\xfe\x00", "This is not a JSON document"),
        ("a.zip", b"PK\x03\x04 broken", "This zip cannot be read"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "This is not a JSON document"),
        ("a.json", b"[" + b"1," * 500_000 + b"1]", "Muster converts at most 200 creatures while you wait"),
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
    shown = text_of(upload(b" " * (drafts.MAX_UPLOADED + 1)))
    assert "at most 8 MB" in shown
    assert "ask an editor" in shown


@every_row("draft", ["", "x", "x:y:z", "\0", "x" * (drafts.MAX_PACKED + 1)])
@pytest.mark.parametrize("address", [PAGE, SAVE])
def test_a_draft_that_this_site_did_not_pack_is_told(client: Client, address: str, draft: str):
    response = client.post(address, {"draft": draft})
    assert response.status_code == 422
    assert "Convert the file again." in text_of(response)


def test_a_draft_of_an_earlier_version_is_told(client, monkeypatch):
    packed = signing.dumps({"file": 1}, salt=drafts.SALT, compress=True)
    assert "Convert the file again." in text_of(client.post(PAGE, {"draft": packed}))


def test_texts_that_do_not_fit_into_the_page_are_told(paste, monkeypatch):
    monkeypatch.setattr(drafts, "MAX_PACKED", 100)
    response = paste(foundry_lurker())
    assert response.status_code == 422
    assert "too long to convert at once" in text_of(response)
