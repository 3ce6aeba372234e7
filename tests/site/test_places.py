"""The five places and the pages of each, which every page leads to without a script."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from p2v_site.web.places import PLACES


def _page(client, address: str) -> LexborHTMLParser:
    answer = client.get(address)
    assert answer.status_code == 200
    return LexborHTMLParser(answer.content)


@pytest.mark.django_db
def test_five_places_stand_on_each_page_and_the_pages_of_its_place(client):
    page = _page(client, "/random-box/")
    assert [link.text(strip=True) for link in page.css(".places a")] == [
        "Build",
        "Play",
        "Campaigns",
        "Library",
        "Print",
    ]
    assert [link.text(strip=True) for link in page.css(".masthead [aria-current]")] == ["Build", "Random box"]
    assert [link.text(strip=True) for link in page.css(".masthead .tabs a")] == [
        "Warbands",
        "Random box",
        "Paste a list",
        "My creatures",
        "Convert",
    ]


@pytest.mark.django_db
def test_each_page_of_a_place_can_be_reached_by_links_and_says_where_it_is(client, small_compendium):
    for place in PLACES:
        first = _page(
            client, _page(client, "/about/").css_first(f'.places a:has([href*="#{place.key}"])').attributes["href"]
        )
        shown = {link.text(strip=True): link.attributes["href"] for link in first.css(".masthead .tabs a")}
        assert list(shown) == [page.label for page in place.pages if len(place.pages) > 1]
        for label, address in shown.items():
            current = _page(client, address).css(".masthead [aria-current]")
            assert [link.text(strip=True) for link in current] == [place.label, label], address


@pytest.mark.django_db
def test_a_page_of_no_place_marks_none(client):
    page = _page(client, "/about/")
    assert page.css(".masthead [aria-current]") == []
    assert page.css(".masthead .tabs") == []


@pytest.mark.django_db
def test_the_account_is_a_menu_that_opens_without_a_script(client, django_user_model):
    menu = _page(client, "/about/").css_first("details.account-menu")
    assert [link.attributes["href"] for link in menu.css("a")] == [
        "/take-along/",
        "/accounts/login/",
        "/accounts/signup/",
    ]
    client.force_login(django_user_model.objects.create_user("mira"), "django.contrib.auth.backends.ModelBackend")
    menu = _page(client, "/about/").css_first("details.account-menu")
    assert menu.css_first("summary").text(strip=True) == "mira"
    assert "/accounts/logout/" in [link.attributes["href"] for link in menu.css("a")]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/campaigns/", "/battles/", "/adventures/", "/search/"])
def test_every_page_with_a_masthead_has_search_and_account(client, address):
    page = LexborHTMLParser(client.get(address, follow=True).content)
    assert [link.attributes["aria-label"] for link in page.css(".masthead .search-link")] == ["Search"]
    assert len(page.css(".masthead details.account-menu")) == 1
