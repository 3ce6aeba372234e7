"""The choices that items ask for: picked from what the member has, or in words that the table agrees to."""

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from rules.roster import ItemChoice, Member
from tests.warbands.verbs import account, building

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def editor(choice):
    desk = building(account("ada"), Member("boar", items=(ItemChoice("fiery-weapon", choice),)))
    return desk, HTMLParser(desk.look(member="m1").content.decode())


def test_what_the_member_has_is_picked_at_once():
    desk, page = editor(None)
    picks = page.css(".picks button")
    assert [(pick.text(), pick.attributes["aria-pressed"]) for pick in picks] == [("Tusk", "false")]
    assert page.css_first("#other-0").attributes.get("open", "closed") == "closed"
    desk.do("item-choose", member="m1", place=0, choice="Tusk")
    chosen = HTMLParser(desk.look(member="m1").content.decode())
    assert chosen.css_first(".picks button").attributes["aria-pressed"] == "true"
    assert chosen.css_first("#choice-0").attributes["value"] in (None, "")
    assert "agreed at the table" not in desk.person.get(f"{desk.address}sheet/").content.decode()


def test_other_words_stay_legal_and_are_shown_as_agreed():
    desk, page = editor("Hooves")
    assert "open" in page.css_first("#other-0").attributes
    assert page.css_first("#choice-0").attributes["value"] == "Hooves"
    assert "Agreed at the table." in page.css_first("#other-0").text()
    sheet = desk.person.get(f"{desk.address}sheet/").content.decode()
    assert "agreed at the table" in sheet
    assert 'class="verdict bad"' not in page.html
