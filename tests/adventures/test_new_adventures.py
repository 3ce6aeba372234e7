"""Making an adventure: first the kind, then what one of that kind can be made of; and the list while it is empty."""

from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from rules.adventures.kinds import KINDS
from rules.adventures.library import library_adventures
from tests.campaigns.verbs import usual_table
from tests.warbands.verbs import Person, account

pytestmark = pytest.mark.django_db


def page_of(person: Person, address: str = "/adventures/new/", **query: str) -> LexborHTMLParser:
    answer = person.get(address, **query)
    assert answer.status_code == 200
    return LexborHTMLParser(answer.content)


def sources_of(page: LexborHTMLParser) -> list[str]:
    return [button.attributes["value"] or "" for button in page.css("button[name=source]")]


def test_the_kind_is_chosen_first_from_a_tile_for_each() -> None:
    page = page_of(account("ada"))
    links = [link.attributes["href"] for link in page.css(".kind-tiles a")]
    assert links == [f"/adventures/new/?kind={key}" for key in KINDS]
    assert page.css(".adventure-new") == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_shows_its_ready_adventures_and_an_empty_one_alone(kind: str) -> None:
    ready = [f"ready:{key}" for key, adventure in library_adventures().items() if adventure.kind.key == kind]
    page = page_of(account("ada"), kind=kind)
    assert sources_of(page) == [*ready, f"empty:{kind}"]
    assert page.css_first("h1").text() == KINDS[kind].name
    # The scale is rarely chosen: it is folded, and has the value of the first choice.
    assert "open" not in page.css_first("#scale").attributes
    assert "checked" in page.css_first("#scale input[value=p2v]").attributes


def test_all_kinds_show_every_ready_adventure_and_an_unknown_kind_shows_the_tiles() -> None:
    ada = account("ada")
    everything = sources_of(page_of(ada, kind="all"))
    assert {f"ready:{key}" for key in library_adventures()} < set(everything)
    assert sources_of(page_of(ada, kind="feast")) == []
    assert len(page_of(ada, kind="feast").css(".kind-tiles li")) == len(KINDS)


def test_a_campaign_stays_chosen_from_tile_to_adventure() -> None:
    campaign = usual_table()
    ada = campaign.people["ada"]
    page = page_of(ada, campaign=campaign.key)
    assert all(f"campaign={campaign.key}&" in (link.attributes["href"] or "") for link in page.css(".kind-tiles a"))
    form = page_of(ada, campaign=campaign.key, kind="chase").css_first(".adventure-new")
    assert form.css_first("input[name=campaign]").attributes["value"] == campaign.key


def test_a_refused_choice_shows_its_kind_again() -> None:
    answer = account("ada").client.post("/adventures/new/?kind=chase", {"source": "ready:no-such"})
    assert answer.status_code == 422
    assert sources_of(LexborHTMLParser(answer.content))[-1] == "empty:chase"


def test_an_empty_list_has_one_button(django_assert_num_queries: Any) -> None:
    ada = account("ada")
    ways = '.page .button[href="/adventures/new/"]'
    page = page_of(ada, "/adventures/")
    assert [button.parent.parent.attributes["class"] for button in page.css(ways) if button.parent] == ["empty"]
    ada.client.post("/adventures/new/", {"source": "ready:chase-the-stolen-bell"})
    page = page_of(ada, "/adventures/")
    assert len(page.css(ways)) == 1
    assert page.css(".empty") == []
    # The session, the account, the number of adventures, they themselves, and templates.
    with django_assert_num_queries(6):
        page_of(ada, "/adventures/")


def test_the_form_of_an_empty_adventure_folds_what_is_rare() -> None:
    page = page_of(account("ada"), "/adventures/new/influence/")
    rare = page.css_first("#rare")
    assert "open" not in rare.attributes
    names = ["about", "notes", "scale", "level", "rounds", "round_length"]
    assert [field.attributes["name"] for field in rare.css("input, textarea, select")] == names
    assert page.css_first("input[name=name]") is not None
