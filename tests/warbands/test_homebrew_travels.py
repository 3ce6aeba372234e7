"""Homebrew travels with a warband: in its file, and into the creatures of whoever imports it."""

import json
from dataclasses import replace

import pytest
from django.conf import settings as site_settings
from django.test import Client

from accounts.models import Owner
from compendium.models import Homebrew
from compendium.services import homebrew as services
from rules.cards.documents import card_document
from rules.roster import Member, Roster
from tests.homebrew_cards import MOSS_TROLL, brewed
from tests.replays import replayed
from tests.warbands.pdf_texts import pdf_text
from tests.warbands.verbs import building, text_of, visitor
from warbands.models import Warband
from warbands.selectors.travelling import roster_with_homebrew

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

IMPORT = "/warbands/import/"


def exported(person, key):
    return json.loads(person.client.get(f"/warbands/{key}/roster.json").content)


def imported(person, document):
    answer = person.client.post(IMPORT, {"document": json.dumps(document)})
    assert answer.status_code == 302, text_of(answer)
    return answer.headers["Location"].strip("/").split("/")[-1]


@pytest.fixture
@replayed
def table(ada):
    """Return a warband with two trolls and a boar."""
    troll = brewed(ada.owner)
    table = building(ada, play_mode="unlimited", alignment=None)
    for key in (troll.key, troll.key, "boar"):
        table.do("member-add", creature=key)
    return table


def test_an_export_has_the_cards_of_homebrew(ada, table):
    document = exported(ada, table.key)
    (card,) = document["cards"]
    assert (card["name"], card["key"]) == ("Moss Troll", document["members"][0]["creature"])
    assert [member["creature"] for member in document["members"]][2] == "boar"
    services.homebrew_delete(owner=ada.owner, key=card["key"])
    assert exported(ada, table.key) == document


def test_what_somebody_else_imports_becomes_their_own_private_homebrew(ada, bob, table):
    document = exported(ada, table.key)
    guest = visitor()
    for person in (bob, guest):
        key = imported(person, document)
        assert "Its homebrew is in “My creatures”." in text_of(person.client.get(f"/warbands/{key}/"))
        own = Homebrew.objects.get(person.owner.q)
        assert (own.creature.name, own.is_shared, own.creature.license) == ("Moss Troll", False, "ORC")
        assert own.creature.key != document["cards"][0]["key"]
        again = exported(person, key)
        assert [member["creature"] for member in again["members"]] == [own.creature.key, own.creature.key, "boar"]
        assert imported(person, document)
        assert imported(person, again)
        assert Homebrew.objects.filter(person.owner.q).count() == 1
    assert "Moss Troll" in text_of(bob.client.get("/homebrew/"))


def test_ones_own_homebrew_is_not_stored_twice_and_an_older_card_is_found(ada, table):
    document = exported(ada, table.key)
    key = document["cards"][0]["key"]
    services.homebrew_revise(owner=ada.owner, key=key, card=replace(MOSS_TROLL, level=5))
    made = Warband.objects.get(key=imported(ada, document))
    members = made.steps.get().draft["roster"]["members"]
    assert [(member["creature"], member.get("revision")) for member in members][:2] == [(key, 1)] * 2
    assert Homebrew.objects.count() == 1
    document["cards"][0]["level"] = 7
    imported(ada, document)
    assert Homebrew.objects.count() == 2


def test_members_of_two_revisions_travel_with_two_cards(ada, bob, table):
    key = table.creatures[0]
    services.homebrew_revise(owner=ada.owner, key=key, card=replace(MOSS_TROLL, level=5))
    table.do("member-add", creature=key)
    document = exported(ada, table.key)
    assert [card["level"] for card in document["cards"]] == [3, 5]
    made = imported(bob, document)
    assert [card["level"] for card in exported(bob, made)["cards"]] == [3, 5]
    assert Homebrew.objects.filter(bob.owner.q).count() == 2


def test_minions_of_homebrew_travel_too(ada, bob):
    pup = brewed(ada.owner, "Troll Pup", level=1)
    chief = brewed(ada.owner, "Troll Chief", starts_with=(pup.key,))
    table = building(ada, play_mode="unlimited", alignment=None)
    table.do("member-add", creature=chief.key)
    key = imported(bob, exported(ada, table.key))
    names = {card["name"]: card for card in exported(bob, key)["cards"]}
    assert names["Troll Chief"]["starts_with"] == [names["Troll Pup"]["key"]]
    assert Homebrew.objects.filter(bob.owner.q).count() == 2


def test_minions_of_minions_travel_too_and_those_in_a_circle_end(ada, bob):
    pup = brewed(ada.owner, "Troll Pup", level=1)
    runt = brewed(ada.owner, "Troll Runt", level=2, starts_with=(pup.key,))
    chief = brewed(ada.owner, "Troll Chief", starts_with=(runt.key, "boar"))
    circle = replace(MOSS_TROLL, name="Pup", starts_with=(chief.key,))
    services.homebrew_revise(owner=ada.owner, key=pup.key, card=circle)
    table = building(ada, play_mode="unlimited", alignment=None)
    table.do("member-add", creature=chief.key)
    names = {card["name"]: card for card in exported(ada, table.key)["cards"]}
    assert set(names) == {"Troll Chief", "Troll Runt", "Pup"}
    services.homebrew_revise(owner=ada.owner, key=pup.key, card=replace(MOSS_TROLL, name="Pup"))
    key = imported(bob, exported(ada, table.key))
    names = {card["name"]: card for card in exported(bob, key)["cards"]}
    assert names["Troll Runt"]["starts_with"] == [names["Pup"]["key"]]
    assert names["Troll Chief"]["starts_with"] == [names["Troll Runt"]["key"], "boar"]


def test_what_is_private_of_a_command_does_not_travel_to_others(ada, bob):
    pup = brewed(ada.owner, "Unseen Pup", level=1, license="unknown")
    chief = brewed(ada.owner, "Troll Chief", starts_with=(pup.key,))
    roster = Roster((Member(chief.key, "m1", revision=1),), play_mode="narrative")
    for reader in (Owner(), bob.owner):
        (card,) = roster_with_homebrew(roster, reader).cards
        assert (card.name, card.starts_with) == ("Troll Chief", ())
    assert [card.name for card in roster_with_homebrew(roster, ada.owner).cards] == ["Troll Chief", "Unseen Pup"]


def test_a_document_without_the_card_of_somebodys_homebrew_is_refused(ada, bob, table):
    document = exported(ada, table.key) | {"cards": []}
    for person in (bob, visitor()):
        answer = person.client.post(IMPORT, {"document": json.dumps(document)})
        assert answer.status_code == 422
        assert "The compendium has no creature" in text_of(answer)
        assert "Moss Troll" not in text_of(answer)
    assert imported(ada, document)


def test_a_card_without_room_in_the_compendium_is_refused_whole(ada):
    card = card_document(replace(MOSS_TROLL, tags=tuple(f"tag {n}" for n in range(31)), key="x--hb-1", source=None))
    document = {
        "format": "muster-roster/1",
        "play_mode": "narrative",
        "members": [{"creature": "x--hb-1"}],
        "cards": [card],
    }
    answer = ada.client.post(IMPORT, {"document": json.dumps(document)})
    assert answer.status_code == 422
    assert "cannot be one of your creatures" in text_of(answer)
    assert not Homebrew.objects.exists()
    assert not Warband.objects.exists()


def test_too_many_creatures_in_a_document_leave_nothing_behind(ada, bob, table, monkeypatch):
    monkeypatch.setitem(site_settings.QUOTAS, "creatures", (0, 0))
    answer = bob.client.post(IMPORT, {"document": json.dumps(exported(ada, table.key))})
    assert answer.status_code == 422
    assert "the most that you can keep" in text_of(answer)
    assert not Warband.objects.filter(bob.owner.q).exists()


def test_a_shared_warband_shows_prints_and_exports_its_homebrew(ada, table):
    ada.client.post(f"/warbands/{table.key}/share/", {"switch": "on"})
    link = f"/shared/{table.warband.share_token}/"
    anybody = Client()
    assert "Moss Troll" in text_of(anybody.get(link))
    assert json.loads(anybody.get(f"{link}roster.json").content)["cards"][0]["name"] == "Moss Troll"
    assert anybody.get(f"{link}cards.pdf").status_code == 200


def test_homebrew_is_marked_in_the_builder_on_the_sheet_and_in_print(ada, table):
    ada.client.post(f"/warbands/{table.key}/share/", {"switch": "on"})
    link = f"/shared/{table.warband.share_token}/"
    rows = text_of(ada.client.get(f"/warbands/{table.key}/")).replace(" ,", ",")
    assert "Lawful Evil, homebrew" in rows
    assert "True Neutral, homebrew" not in rows
    for sheet in (f"/warbands/{table.key}/sheet/", link):
        assert text_of(ada.client.get(sheet)).count("· homebrew") == 1
    roster, cards = (pdf_text(ada.client.get(link + name)) for name in ("roster.pdf", "cards.pdf"))
    assert roster.count("Lawful Evil · homebrew") == 1
    assert cards.count("Homebrew") == 2
