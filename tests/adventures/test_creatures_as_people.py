"""Creatures of the compendium come to gatherings: on the page, by programs, and by the organizer alone."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from adventures.services.adventures import adventure_make
from rules.adventures.library import library_adventures
from tests.adventures.pages import join, page, press
from tests.adventures.play import AdventureTable, own_adventure
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import account, text_of, visitor

pytestmark = pytest.mark.django_db


def gathering_of() -> AdventureTable:
    """Make a gathering that Ada runs, with Bob at the players' link."""
    store_small_compendium()
    ada = account("ada")
    ready = library_adventures()["influence-the-captains-table"]
    table = AdventureTable(adventure_make(owner=ada.owner, adventure=ready).key, {"ada": ada})
    join(table, "bob", visitor())
    return table


def test_the_organizer_lets_a_creature_of_the_compendium_come() -> None:
    table = gathering_of()
    assert LexborHTMLParser(page(table).content).css("#person-creature input[name=creature][required]")
    assert not LexborHTMLParser(page(table, "bob").content).css("#person-creature")
    answer = press(table, do="person-creature", creature="kobold warr")
    assert answer.status_code == 302, text_of(answer)
    person = table.state.facts.person("kobold-warrior")
    assert person.name == "Kobold Warrior"
    assert person.will is not None
    assert person.will == person.perception
    assert "Kobold Warrior is here." in text_of(page(table, "bob"))


def test_who_may_not_and_what_is_not_there_is_refused() -> None:
    table = gathering_of()
    refused = press(table, "bob", do="person-creature", creature="boar")
    assert refused.status_code == 422
    assert "Only the organizer can add a person." in text_of(refused)
    for typed in ("", "\0", "no such beast", "x" * 500):
        assert "No creature in the compendium is called" in text_of(press(table, do="person-creature", creature=typed))
    assert table.row.head == 0
    other = own_adventure("eve")
    assert press(other, "eve", do="person-creature", creature="boar").status_code == 422
    assert other.row.head == 0
