"""Own lists of combatants: forms, documents, print, what a party counts, and whose they are."""

import json
from datetime import timedelta
from typing import Any

import pypdfium2 as pdfium
import pytest
import time_machine
from django.core.files.base import ContentFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from selectolax.lexbor import LexborHTMLParser

from accounts.models import Owner
from accounts.selectors.rooms import quota_usage
from accounts.services.visitors import visitor_data_adopt, visitors_forget
from battles.models import CombatantList
from battles.room import archived_combatants
from battles.selectors.families import saved_combatants
from battles.services import combatants as lists
from common.refusal import Refusal
from rules.combat.lists import combatants_document, combatants_from, numbered_names
from rules.errors import DocumentError
from rules.families import FAMILIES
from tests.battles.marbles import MARBLES, SHEET
from tests.rules.filled_sheets import filled_sheet
from tests.warbands.verbs import Person, account, text_of, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("marbles")]
FORM = {
    "name": "Ann",
    "count": "1",
    "group": "Blue",
    "field.luck": "5",
    "field.speed": "−2",
    "field.throw": "2d6 + 3",
    "field.ancestry": "Cat <b>",
    "field.notes": "First line\r\nSecond",
    "field.flies": "1",
    "field.hand": "left",
    "field.charms": ["clover", "shoe"],
    "field.coins.0.name": "Penny",
    "field.coins.0.worth": "1",
    "field.coins.4.name": "Crown",
    "field.coins.4.bent": "1",
    "field.coins.5.worth": "0",
}
VALUES = {
    "luck": 5,
    "speed": -2,
    "throw": "2d6+3",
    "ancestry": "Cat <b>",
    "notes": "First line\nSecond",
    "flies": True,
    "hand": "left",
    "charms": ["clover", "shoe"],
    "coins": [{"name": "Penny", "worth": 1, "bent": False}, {"name": "Crown", "worth": 0, "bent": True}],
}


def made(person: Person, **fields: str) -> CombatantList:
    answer = person.client.post(
        "/battles/combatants/new/", {"game": "marbles", "name": "Heroes", "party": "1", **fields}
    )
    assert answer.status_code == 302, text_of(answer)
    return CombatantList.objects.latest("pk")


def at(row: CombatantList, rest: str = "") -> str:
    return f"/battles/combatants/{row.key}/{rest}"


def change(person: Person, row: CombatantList, **fields: Any) -> str:
    answer = person.client.post(at(row, "change/"), fields, follow=True)
    assert answer.status_code == 200
    if CombatantList.objects.filter(pk=row.pk).exists():
        row.refresh_from_db()
    return text_of(answer)


def with_ann(person: Person) -> CombatantList:
    row = made(person)
    assert person.client.post(at(row, "new/tosser/"), FORM).status_code == 302
    row.refresh_from_db()
    return row


def test_a_sheet_is_entered_by_its_form_and_shown_in_it_again():
    ada = account("ada")
    row = with_ann(ada)
    (entry,) = row.combatants
    assert entry == {"number": 1, "count": 1, "group": "Blue", "sheet": {"kind": "tosser", "name": "Ann", **VALUES}}
    form = ada.get(at(row, "sheets/1/")).content.decode()
    for part in (
        'name="field.luck" value="5"',
        'value="2d6+3"',
        "Cat &lt;b&gt;",
        "First line\nSecond",
        '<option value="left" selected>',
        'name="field.coins.1.name" value="Crown"',
        'name="field.coins.1.remove"',
        'name="field.coins.3.name" value=""',
        'name="field.charms" value="shoe" checked',
    ):
        assert part in form, part
    answer = ada.client.post(at(row, "sheets/1/"), {**FORM, "field.coins.2.name": "Groat", "more": "1"})
    assert 'name="field.coins.4.name" value=""' in answer.content.decode()
    assert "Groat" in answer.content.decode()
    answer = ada.client.post(at(row, "sheets/1/"), {**FORM, "field.coins.0.remove": "1", "count": "4"})
    assert answer.headers["Location"] == at(row)
    row.refresh_from_db()
    (entry,) = row.combatants
    assert (entry["count"], [coin["name"] for coin in entry["sheet"]["coins"]]) == (4, ["Crown"])


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"field.luck": "many"}, "Luck: enter a whole number instead of “many”."),
        ({"field.luck": "12"}, "Luck: Expected 9 or less, found 12."),
        ({"field.luck": "９"}, "Luck: enter a whole number instead of “９”."),
        ({"field.throw": "d1000"}, "Throw: Throw: write dice such as 2d6+3, or a number."),
        ({"field.coins.0.worth": "99"}, "Coins, row 1, Worth: Expected 50 or less, found 99."),
        ({"field.coins.0.name": " ", "field.coins.0.worth": "7"}, "Coins, row 1, Name: “Name” is missing."),
        ({"field.speed": "30"}, "No one flies that fast."),
        ({"name": "\0 "}, "A combatant needs a name."),
        ({"count": "21"}, "at most 20 with one sheet."),
        ({"count": "x"}, "at most 20 with one sheet."),
        ({f"field.coins.{place}.name": "Coin" for place in range(30)}, "Coins: Expected at most 20 entries, found 21."),
        ({"field.hand": "third"}, "Hand: Expected one of right, left, found “third”."),
    ],
)
def test_what_does_not_fit_is_told_and_stays_as_it_was_typed(fields: dict[str, str], words: str):
    ada = account("ada")
    row = made(ada)
    answer = ada.client.post(at(row, "new/tosser/"), {**FORM, **fields})
    assert answer.status_code == 422
    assert words in text_of(answer)
    if "field.luck" in fields:
        assert f'value="{fields["field.luck"]}"' in answer.content.decode()
    row.refresh_from_db()
    assert row.combatants == []


def mark_of(person: Person, row: CombatantList, number: int = 1) -> str:
    form = LexborHTMLParser(person.get(at(row, f"sheets/{number}/")).content)
    (field,) = form.css("input[name=seen]")
    return field.attributes["value"] or ""


def test_of_two_tabs_with_one_sheet_the_second_is_told_and_loses_nothing():
    ada = account("ada")
    row = with_ann(ada)
    change(ada, row, do="copy-sheet", number="1")
    mark, other = mark_of(ada, row), mark_of(ada, row, 2)
    assert ada.client.post(at(row, "sheets/1/"), {**FORM, "seen": mark, "name": "Anna"}).status_code == 302
    # Another sheet of the same list can still be saved.
    assert ada.client.post(at(row, "sheets/2/"), {**FORM, "seen": other, "name": "Bo"}).status_code == 302
    bad = ada.client.post(at(row, "sheets/1/"), {**FORM, "seen": mark, "name": "Anne", "field.luck": "many"})
    assert (bad.status_code, f'name="seen" value="{mark}"' in bad.content.decode()) == (422, True)
    late = ada.client.post(at(row, "sheets/1/"), {**FORM, "seen": mark, "name": "Anne", "group": "Red"})
    assert late.status_code == 409
    assert "was changed since you opened its sheet" in text_of(late)
    assert 'value="Anne"' in late.content.decode()
    row.refresh_from_db()
    assert [combatant["sheet"]["name"] for combatant in row.combatants] == ["Anna", "Bo"]
    shown = LexborHTMLParser(late.content).css_first("input[name=seen]").attributes["value"]
    assert ada.client.post(at(row, "sheets/1/"), {**FORM, "seen": shown, "name": "Anne"}).status_code == 302
    row.refresh_from_db()
    assert [combatant["sheet"]["name"] for combatant in row.combatants] == ["Anne", "Bo"]


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "edit", "name": "Old"},
        {"do": "set-tally", "tally": "wins", "count": "9", "experience": "9"},
        {"do": "remove-sheet", "number": "1"},
    ],
)
def test_a_page_of_a_list_that_is_old_changes_nothing(fields: dict[str, str]):
    ada = account("ada")
    row = with_ann(ada)
    old = str(row.version)
    assert f'name="version" value="{old}"' in " ".join(ada.get(at(row)).content.decode().split())
    change(ada, row, do="edit", name="New", party="1", version=old)
    assert "has changed since your page showed it" in change(ada, row, **fields, version=old)
    assert "has changed since your page showed it" in change(ada, row, **fields, version="x")
    assert (row.name, row.tallies, len(row.combatants)) == ("New", {}, 1)
    assert "was changed" not in change(ada, row, **fields, version=str(row.version))


def test_lists_are_made_renamed_copied_and_deleted():
    ada = account("ada")
    assert "No lists yet" in text_of(ada.get("/battles/combatants/"))
    refused = ada.client.post("/battles/combatants/new/", {"game": "p2v", "name": "Boars"})
    assert (refused.status_code, "Choose the game" in text_of(refused)) == (422, True)
    assert "A list needs a name." in text_of(ada.client.post("/battles/combatants/new/", {"game": "marbles"}))
    row = with_ann(ada)
    assert "Copied." in change(ada, row, do="copy-sheet", number="1")
    assert [combatant["sheet"]["name"] for combatant in row.combatants] == ["Ann", "Ann 1"]
    assert "Removed." in change(ada, row, do="remove-sheet", number="1")
    assert "no such combatant" in change(ada, row, do="remove-sheet", number="1")
    assert "no such combatant" in change(ada, row, do="copy-sheet", number="x")
    assert "Saved." in change(ada, row, do="edit", name="The others")
    assert (row.name, row.is_party) == ("The others", False)
    assert "This is your copy." in text_of(ada.client.post(at(row, "change/"), {"do": "copy"}, follow=True))
    assert "did not understand" in change(ada, row, do="nonsense")
    assert "The list is deleted." in change(ada, row, do="delete")
    assert [combatant_list.name for combatant_list in CombatantList.objects.all()] == ["The others (copy)"]
    assert "The others (copy)" in text_of(ada.get("/battles/combatants/"))


def test_a_document_holds_the_whole_list_and_comes_back():
    ada = account("ada")
    row = with_ann(ada)
    lists.party_counts_set(owner=ada.owner, key=row.key, tally="wins", count=3, experience=8)
    answer = ada.get(at(row, "combatants.json"))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="heroes.muster-combatants.json"'
    document = json.loads(answer.content)
    assert document == {
        "format": "muster-combatants/1",
        "family": "marbles",
        "name": "Heroes",
        "party": True,
        "combatants": [{"count": 1, "group": "Blue", "sheet": {"kind": "tosser", "name": "Ann", **VALUES}}],
        "tallies": {"wins": 3, "games": 0},
        "experience": {"wins": 8, "games": 0},
    }
    file = ContentFile(answer.content, name="heroes.json")
    assert ada.client.post("/battles/combatants/import/", {"file": file}).status_code == 302
    assert combatants_document(saved_combatants(CombatantList.objects.latest("pk"))) == document


@pytest.mark.parametrize(
    ("part", "path"),
    [
        ({"family": "chess"}, "family"),
        ({"combatants": [{"sheet": {"kind": "tosser", "name": "A", "luck": 99}}]}, "combatants[0].sheet.luck"),
        ({"combatants": [{"sheet": {"kind": "visitor", "name": "A"}, "count": 20}] * 6}, "combatants"),
        ({"combatants": [{}]}, "combatants[0].sheet"),
        ({"tallies": {"wins": -1}}, "tallies.wins"),
        ({"tallies": {"losses": 1}}, "tallies.losses"),
        ({"name": "\x07"}, "name"),
        ({"more": 1}, "more"),
    ],
)
def test_a_document_that_does_not_fit_is_refused_with_its_place(part: dict[str, Any], path: str):
    document = {"format": "muster-combatants/1", "family": "marbles", "name": "A", "party": True, **part}
    with pytest.raises(DocumentError) as fault:
        combatants_from(document, {"marbles": MARBLES})
    assert fault.value.path == path
    with pytest.raises(Refusal, match="not a list of combatants"):
        lists.combatant_list_import(owner=Owner(token="x"), document=document)


def test_several_with_one_sheet_are_numbered_and_no_name_is_taken_twice():
    assert numbered_names("Goblin", 4) == ("Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4")
    assert numbered_names("Ann", 1) == ("Ann",)
    assert numbered_names("Ann", 1, ["Ann"]) == ("Ann 1",)
    assert numbered_names("Goblin", 2, ["Goblin 1", "Goblin 3"]) == ("Goblin 2", "Goblin 4")
    assert all(len(name) <= 80 for name in numbered_names("G" * 80, 20))


def test_a_rest_turns_what_a_party_has_counted_into_what_it_becomes():
    ada = account("ada")
    row = with_ann(ada)
    assert "Saved." in change(ada, row, do="set-tally", tally="wins", count="3", experience="10")
    shown = text_of(ada.get(at(row)))
    assert "Wins: 3" in shown
    assert "Experience: 10" in shown
    assert "The party has rested." in change(ada, row, do="respite", tally="wins", gained="6")
    assert (row.tallies["wins"], row.experience["wins"]) == (0, 16)
    for fields in ({"gained": "many"}, {"gained": "10000"}, {"gained": "1", "tally": "games"}, {"tally": "x"}):
        change(ada, row, **{"do": "respite", "tally": "wins", **fields})
        assert (row.tallies["wins"], row.experience["wins"]) == (0, 16)
    change(ada, row, do="set-tally", tally="wins", count="-1", experience="0")
    change(ada, row, do="set-tally", tally="losses", count="1", experience="0")
    assert row.tallies == {"wins": 0}
    change(ada, row, do="edit", name="Opponents")
    assert "A rest resets nothing in this list" in change(ada, row, do="respite", tally="wins", gained="6")


def test_lists_are_only_there_for_whom_they_belong_to():
    ada, eve = account("ada"), account("eve")
    row = with_ann(ada)
    for rest in ("", "sheets/1/", "new/tosser/", "combatants.json", "sheets.pdf", "sheets/1.pdf"):
        assert eve.get(at(row, rest)).status_code == 404, rest
    assert eve.client.post(at(row, "change/"), {"do": "delete"}).status_code == 404
    assert "Heroes" not in text_of(eve.get("/battles/combatants/"))
    for rest in ("sheets/9/", "sheets/9.pdf", "new/nothing/"):
        assert ada.get(at(row, rest)).status_code == 404


def test_what_a_visitor_made_goes_to_the_account_or_away():
    guest = visitor()
    made(guest)
    token = guest.owner.token
    ada = account("ada").owner
    assert ada.user is not None
    assert visitor_data_adopt(user=ada.user, token=token) == ["1 list of combatants"]
    files = dict(archived_combatants(ada.user))
    row = CombatantList.objects.get()
    assert row.owner == ada.user
    document = json.loads(files[f"battles/combatants/{row.key}.muster-combatants.json"])
    assert combatants_from(document, FAMILIES).name == "Heroes"
    made(guest)
    with time_machine.travel(timezone.now() + timedelta(days=400)):
        visitors_forget()
    assert CombatantList.objects.count() == 1


def test_lists_count_for_their_quota_and_are_bounded(settings):
    ada = account("ada")
    row = with_ann(ada)
    (used,) = quota_usage(ada.owner, "combatant lists")
    assert used.used == 1
    sheet = filled_sheet(SHEET, "Bo", luck=2)
    for _ in range(4):
        lists.listed_combatant_save(owner=ada.owner, key=row.key, sheet=sheet, count=20, group="")
    with pytest.raises(Refusal, match="at most 100 combatants"):
        lists.listed_combatant_save(owner=ada.owner, key=row.key, sheet=sheet, count=20, group="")
    settings.QUOTAS = {**settings.QUOTAS, "combatant lists": (1, 1)}
    assert "the most that you can keep" in text_of(ada.client.post(at(row, "change/"), {"do": "copy"}, follow=True))
    answer = ada.client.post("/battles/combatants/new/", {"game": "marbles", "name": "More", "party": "0"})
    assert (answer.status_code, "the most that you can keep" in text_of(answer)) == (422, True)


def test_sheets_are_printed_alone_and_together():
    ada = account("ada")
    row = with_ann(ada)
    lists.listed_combatant_save(
        owner=ada.owner, key=row.key, sheet=filled_sheet(SHEET, "Bo", luck=2), count=3, group=""
    )
    for rest, names in (("sheets/1.pdf", ["Ann"]), ("sheets.pdf", ["Ann", "Bo"])):
        pages = list(pdfium.PdfDocument(ada.get(at(row, rest)).content))
        texts = [page.get_textpage().get_text_range() for page in pages]
        assert [text.splitlines()[0] for text in texts] == names
        assert "Cat <b>" in texts[0]
        assert "Crown" in texts[0]
        assert "Marbles belong to everyone." in texts[0]


def test_the_pages_of_lists_take_a_fixed_number_of_queries():
    ada = account("ada")
    row = with_ann(ada)
    ada.get(at(row))
    for rest, most in (("", 3), ("sheets/1/", 3), ("combatants.json", 3)):
        with CaptureQueriesContext(connection) as queries:
            ada.get(at(row, rest))
        assert len(queries) == most, rest
