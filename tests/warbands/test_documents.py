"""Roster documents in and out, and the text for a chat."""

import json
from dataclasses import replace

import pytest
from django.conf import settings as site_settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from rules.building.draft import Draft, Secret
from rules.documents.reading import MAX_BYTES
from rules.legality.verdict import verdict_document
from rules.roster import Member, Roster, roster_document, roster_from_json
from tests.examples import tried
from tests.rules.rosters import rosters
from tests.rules.warbands import BOOK
from tests.small_compendium import CREATURES
from tests.warbands.verbs import account, documented, visitor
from warbands.models import Warband
from warbands.selectors.legality import roster_verdict
from warbands.selectors.warbands import warband_open
from warbands.services.warbands import warband_create, warband_delete, warband_share

pytestmark = pytest.mark.django_db

IMPORT = "/warbands/import/"


def paste(person, text):
    return person.client.post(IMPORT, {"document": text})


def send(person, data, **fields):
    return person.client.post(IMPORT, {"file": SimpleUploadedFile("roster.json", data), **fields})


def export(person, key):
    answer = person.client.get(f"/warbands/{key}/roster.json")
    assert answer.status_code == 200
    return answer


def key_of(answer):
    assert answer.status_code == 302, fault(answer)
    return answer.headers["Location"].removeprefix("/warbands/").rstrip("/")


def fault(answer):
    return " ".join(HTMLParser(answer.content.decode()).css_first("#fault").text().split())


def kept(answer):
    return HTMLParser(answer.content.decode()).css_first("#document").text()


# --- Import ----------------------------------------------------------------------------------------------------------


def test_a_pasted_document_becomes_a_warband(small_compendium, ada, example):
    answer = ada.client.post(IMPORT, {"document": json.dumps(example)}, follow=True)
    made = Warband.objects.get()
    assert answer.redirect_chain == [(f"/warbands/{made.key}/", 302)]
    assert "“Ash Company” is imported and is legal." in answer.content.decode()
    opened = warband_open(ada.owner, made.key)
    assert roster_document(opened.draft.roster) == roster_document(roster_from_json(json.dumps(example).encode()))
    assert opened.step.words == "Imported the warband"


def test_an_illegal_document_comes_in_and_its_problems_are_counted(small_compendium, ada, example):
    example |= {"name": "", "members": [{"creature": "nobody"}, {"creature": "caldera-oni"}]}
    answer = ada.client.post(IMPORT, {"document": json.dumps(example)}, follow=True)
    problems = roster_verdict(roster_from_json(json.dumps(example).encode())).problems
    assert [problem.code for problem in problems if problem.blocks] == [
        "creature.unknown",
        "collection.exceeded",
        "creature.over_half",
        "collection.exceeded",
    ]
    assert "The warband is imported and is not legal yet: 4 problems." in answer.content.decode()


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a byte order mark"])
def test_a_file_becomes_a_warband_and_the_text_beside_it_does_not_count(ada, example, mark):
    answer = send(ada, mark + json.dumps(example).encode(), document="{")
    assert warband_open(ada.owner, key_of(answer)).draft.roster.name == "Ash Company"


def test_names_may_come_again_and_again(ada, example):
    for _ in range(2):
        paste(ada, json.dumps(example))
    assert Warband.objects.count() == 2


FAULTS = [
    ("", "Choose a file, or paste its text."),
    (" \n", "Choose a file, or paste its text."),
    (
        "{",
        "Muster did not export this. Choose an exported file, paste its whole text, or paste a list of names instead.",
    ),
    ("{", "In detail: This is not a JSON document: Expecting property name"),
    ("[" * 100_000, "This is not a JSON document"),
    ('{"points_limit": NaN}', "NaN is not a number"),
    ('{"points_limit": 1e999}', "The field “format” is missing."),
    ('{"points_limit": ' + "9" * 5_000 + "}", "a number has too many digits"),
    ('{"format": 1, "format": 2}', "appears twice"),
    ('{"name": "\\ud800"}', "half of a surrogate pair"),
    ('{"collection": {"boar\\u0000": 1}}', "the character NUL"),
    ("null", "Expected an object, found null."),
    ("[]", "Expected an object, found a list."),
    ("{}", "Muster did not export this."),
]


@pytest.mark.parametrize(("text", "expected"), FAULTS, ids=range(len(FAULTS)))
def test_what_is_no_document_is_told_and_kept_as_typed(ada, text, expected):
    for answer in (paste(ada, text), send(ada, text.encode())):
        assert answer.status_code == 422
        assert expected in fault(answer)
    assert kept(paste(ada, text)).strip() == text.strip()
    assert not Warband.objects.exists()


def test_a_chat_text_is_taken_to_where_lists_are_pasted(ada):
    text = "Ember Guard\nLegal\n\n• Boar, 18 points: Holy Water"
    for answer in (paste(ada, text), send(ada, text.encode())):
        page = HTMLParser(answer.content.decode())
        assert (answer.status_code, page.css_first("h1").text()) == (200, "Paste a list")
        assert page.css_first("#list").text().strip() == text
        assert page.css_first("form.paste").attributes["action"] == "/warbands/paste/"
    assert not Warband.objects.exists()


CHANGES = [
    ({"format": "muster-roster/2"}, "In detail: The format of a roster document is “muster-roster/1”."),
    ({"colour": "red"}, "In colour: There is no field “colour” here"),
    ({"play_mode": "chess"}, "In play_mode: Expected one of narrative"),
    ({"points_limit": -1}, "In points_limit: Expected 0 or more, found −1."),
    ({"points_limit": 100_001}, "In points_limit: A points limit is at most 100000, found 100001."),
    ({"name": "x" * 81}, "In name: At most 80 characters, found 81."),
    ({"name": "a\nb"}, "In name: Expected a single line"),
    ({"members": [{"creature": "boar"}] * 101}, "In members: A warband can have at most 100 members, found 101."),
    ({"members": [{"creature": "boar"}] * 600}, "In members: Expected at most 500 entries, found 600."),
    ({"members": [{"creature": "boar", "hero_points": "many"}]}, "In members[0].hero_points: Expected a whole number"),
    (
        {"members": [{"creature": "boar", "upgrades": ["x"] * 51}]},
        "In members[0].upgrades: A member can have at most 50",
    ),
    ({"members": [{"creature": "boar\0"}]}, "the character NUL"),
    ({"cards": [{"name": "Nothing"}]}, "In cards[0].level: The field “level” is missing."),
    ({"overrides": [{"code": "x", "reason": "y" * 201}]}, "In overrides[0].reason: At most 200 characters"),
    ({"<script>": 1}, "In <script>: There is no field “<script>” here"),
]


@pytest.mark.parametrize(("change", "expected"), CHANGES, ids=range(len(CHANGES)))
def test_a_fault_is_told_with_its_path(ada, example, change, expected):
    text = json.dumps(example | change)
    answer = paste(ada, text)
    assert answer.status_code == 422
    assert expected in fault(answer)
    assert kept(answer) == text
    assert "<script>:" not in answer.content.decode()
    assert not Warband.objects.exists()


@pytest.mark.parametrize(
    "data", ["ÄÖÜ".encode("latin-1"), '{"name": "x"}'.encode("utf-16"), b"\xff\xfe\x00", b"PK\3\4"]
)
def test_a_file_in_another_encoding_is_told(ada, data):
    answer = send(ada, data)
    assert answer.status_code == 422
    assert "This is not a JSON document" in fault(answer)


def test_what_is_larger_than_two_mebibytes_is_told(ada, example):
    filled = json.dumps(example).encode().ljust(MAX_BYTES)
    assert send(ada, filled).status_code == 302
    for answer in (send(ada, filled + b" "), send(ada, b"[" * 3 * 2**20), paste(ada, "x" * 3 * 2**20)):
        assert answer.status_code == 422
        assert "at most 2 MiB" in fault(answer)
    assert Warband.objects.count() == 1


def test_the_form_is_protected_from_other_sites(example):
    browser = Client(enforce_csrf_checks=True)
    answer = browser.get(IMPORT)
    token = HTMLParser(answer.content.decode()).css_first("[name=csrfmiddlewaretoken]").attributes["value"]
    document = json.dumps(example)
    assert browser.post(IMPORT, {"document": document}).status_code == 403
    assert not Warband.objects.exists()
    assert browser.post(IMPORT, {"document": document, "csrfmiddlewaretoken": token}).status_code == 302
    assert Client().put(IMPORT).status_code == 405


def test_who_has_too_many_warbands_is_told_and_keeps_the_text(ada, example, monkeypatch):
    monkeypatch.setitem(site_settings.QUOTAS, "warbands", (0, 0))
    text = json.dumps(example)
    answer = paste(ada, text)
    assert answer.status_code == 422
    assert "the most that you can keep" in fault(answer)
    assert kept(answer) == text


def test_a_visitor_imports_without_an_account(db, example):
    browser = Client()
    answer = browser.post(IMPORT, {"document": json.dumps(example)})
    made = Warband.objects.get()
    assert answer.headers["Location"] == f"/warbands/{made.key}/"
    assert made.owner is None
    assert made.owner_token
    assert "Ash Company" in browser.get("/warbands/").content.decode()
    assert "Ash Company" not in Client().get("/warbands/").content.decode()


# --- Export ----------------------------------------------------------------------------------------------------------

lines = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=80)
# Cards of other creatures become their importer's own: tests/warbands/test_homebrew_travels.py.
IN_COMPENDIUM = [card for key, card in BOOK.cards.items() if key in CREATURES]
cards = st.lists(st.sampled_from(IN_COMPENDIUM), max_size=3, unique_by=lambda card: card.key).map(tuple)


@given(rosters, lines, cards)
@settings(deadline=None, max_examples=tried(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_export_comes_in_again_as_it_went_out(small_compendium, ada, roster, name, own_cards):
    roster = replace(roster, name=name, cards=own_cards)
    with transaction.atomic():
        first = export(ada, warband_create(owner=ada.owner, draft=Draft(roster)).key)
        document = first.content
        assert json.loads(document) == roster_document(roster)
        assert roster_verdict(roster_from_json(document)) == roster_verdict(roster)
        for answer in (send(ada, document), paste(ada, document.decode())):
            assert export(ada, key_of(answer)).content == document
        transaction.set_rollback(True)


@pytest.mark.parametrize("built_in_key", ["kobold-druid-1", "caldera-oni", "eagle-knight"])
def test_own_cards_travel_with_the_roster(small_compendium, built_in, ada, example, built_in_key):
    own = replace(built_in[built_in_key], key="own--hb-123", name="Óne of my own")
    roster = replace(
        roster_from_json(json.dumps(example).encode()), cards=(own,), members=(Member("own--hb-123", name="Zed"),)
    )
    document = export(ada, warband_create(owner=ada.owner, draft=Draft(roster)).key).content
    assert json.loads(document)["cards"][0]["name"] == "Óne of my own"
    assert "Óne".encode() in document
    again = export(ada, key_of(send(ada, document))).content
    key = json.loads(again)["members"][0]["creature"]
    assert key.startswith("one-of-my-own--hb-")
    said = {"key": "own--hb-123", "source": own.source, "revision": own.revision}
    assert [card | said for card in json.loads(again)["cards"]] == json.loads(document)["cards"]
    assert export(ada, key_of(send(ada, again))).content == again
    assert roster_verdict(roster_from_json(again)).points == roster_verdict(roster).points > 0


def test_the_command_judges_an_export_as_the_page_does(small_compendium, ada, example, tmp_path, capsys):
    example["members"].append({"creature": "nobody", "hero_points": 4})
    key = key_of(paste(ada, json.dumps(example)))
    file = tmp_path / "roster.json"
    file.write_bytes(export(ada, key).content)
    with pytest.raises(SystemExit) as ended:
        call_command("check_roster", str(file), "--json")
    assert ended.value.code == 1
    judged = json.loads(capsys.readouterr().out)
    assert judged == json.loads(json.dumps(verdict_document(roster_verdict(warband_open(ada.owner, key).draft.roster))))
    row = HTMLParser(ada.client.get("/warbands/").content.decode()).css_first(".warbands tbody tr")
    assert row.css_first("[data-label=Points]").text().startswith(f"{judged['points']} of")
    errors = [problem for problem in judged["problems"] if problem["severity"] == "error" and not problem["overridden"]]
    assert f"{len(errors)} problem" in row.css_first(".legality").text()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Ash Company", "ash-company.json"),
        ("Élan's “Best”; \\ ../etc/passwd", "elans-best-etc-passwd.json"),
        ("", "warband.json"),
        ("火の軍", "warband.json"),
        ("ﷺ" * 80, "warband.json"),
    ],
)
def test_the_file_is_called_what_the_warband_is_called(ada, name, file):
    answer = export(ada, documented(ada.owner, name).key)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{file}"'
    assert answer.headers["Content-Type"] == "application/json"
    assert json.loads(answer.content)["name"] == name
    assert answer.content.endswith(b"\n}\n")


SECRET = Draft(
    Roster(
        (Member("kobold-warrior", id="m1", positioning=("disguise",)), Member("boar", id="m2")),
        name="Plain",
        points_limit=200,
        alignment="LE",
    ),
    notes="Private notes",
    member_notes={"m1": "Private notes of a member"},
    secrets=(Secret("m1", "disguise", "The hidden crate"), Secret("m1", "object", "The open crate", revealed=True)),
)


def test_notes_and_secrets_are_in_no_document_and_in_no_chat(small_compendium, ada):
    key = warband_create(owner=ada.owner, draft=SECRET).key
    for address in (f"/warbands/{key}/roster.json", f"/warbands/{key}/chat/", f"/warbands/{key}/chat/?plain=1"):
        text = ada.client.get(address).content.decode()
        assert "Plain" in text
        assert "Private" not in text
        assert "crate" not in text


# --- Text for a chat -------------------------------------------------------------------------------------------------


def test_the_chat_text_tells_the_warband_in_lines(small_compendium, ada):
    key = documented(ada.owner).key
    html = HTMLParser(ada.client.get(f"/warbands/{key}/chat/").content.decode())
    field = html.css_first("#chat-text")
    assert "readonly" in field.attributes
    assert field.text().splitlines()[:3] == [
        "Ash Company",
        "Balanced, Limited Play · Lawful Evil · 37 of 200 points · 2 members",
        "Legal",
    ]
    assert html.css_first("button[data-copies=chat-text][hidden]")
    plain = ada.client.get(f"/warbands/{key}/chat/?plain=1")
    assert plain.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert plain.content.decode() == field.text() + "\n"


def test_the_chat_text_ends_with_the_link_while_the_warband_is_shared(small_compendium, ada):
    key = documented(ada.owner).key
    address = f"/warbands/{key}/chat/?plain=1"
    assert "http" not in ada.client.get(address).content.decode()
    warband_share(owner=ada.owner, key=key, shared=True)
    token = Warband.objects.get().share_token
    *_, last = ada.client.get(address).content.decode().splitlines()
    assert last == f"http://testserver/shared/{token}/"
    assert Client().get(last).status_code == 200
    warband_share(owner=ada.owner, key=key, shared=False)
    assert "http" not in ada.client.get(address).content.decode()


def test_sources_of_house_rules_are_called_by_their_names_in_a_chat(small_compendium, ada):
    key = documented(ada.owner, house_rules={"sources": ["p2v-orc", "nowhere"]}).key
    assert "Creatures only from p2v-orc or nowhere." in ada.client.get(f"/warbands/{key}/chat/").content.decode()


# --- Whose it is, and what it costs ----------------------------------------------------------------------------------


def test_documents_and_chat_are_for_the_owner_alone(small_compendium, ada):
    guest = visitor()
    for person in (ada, guest):
        key = documented(person.owner).key
        for address in (f"/warbands/{key}/roster.json", f"/warbands/{key}/chat/", f"/warbands/{key}/chat/?plain=1"):
            assert person.client.get(address).status_code == 200
            for stranger in (account(f"stranger-{key}-{len(address)}").client, visitor().client, Client()):
                answer = stranger.get(address)
                assert answer.status_code == 404
                assert "Ash Company" not in answer.content.decode()
            assert person.client.post(address).status_code == 405
        warband_delete(owner=person.owner, key=key)
        assert person.client.get(f"/warbands/{key}/roster.json").status_code == 404
        assert person.client.get(f"/warbands/{key}/chat/").status_code == 404


def test_few_and_many_members_ask_as_much(small_compendium, ada):
    members = [{"creature": "kobold-druid-1", "revision": 3, "items": ["holy-water"]}, {"creature": "boar"}]
    few = documented(ada.owner, members=members, collection=None).key
    many = documented(ada.owner, members=members * 50, collection=None).key
    for page, most in (("roster.json", 3), ("chat/", 8)):
        counts = []
        for key in (few, many):
            ada.client.get(f"/warbands/{key}/{page}")
            with CaptureQueriesContext(connection) as asked:
                ada.client.get(f"/warbands/{key}/{page}")
            counts.append(len(asked))
        assert counts[0] == counts[1] <= most, page
