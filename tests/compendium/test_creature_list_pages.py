"""The pages of a long creature list, and how few queries it takes."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from compendium.models import CardRevision, Creature, Source
from compendium.services.creatures import creature_create
from rules.cards.model import Card, Stats
from tests.compendium.reading import listing, names, said
from tests.copies import copied

pytestmark = pytest.mark.django_db

STATS = Stats(fight=5, armor=15, power=14, fortitude=2, reflex=2, will=2, hp=20, speed=5)


def add(name: str, key: str) -> None:
    card = Card("", name, 1, "TN", "Small", STATS, tags=("Animal",), license="ORC")
    creature_create(card=card, source=Source.objects.get(), key=key)


def few():
    Source.objects.create(key="own", name="Own")
    for name in ("Bat", "Bog Witch", "Dragon", "Elk", "Ox", "Pike"):
        add(name, name.lower().replace(" ", "-"))


def some_more():
    few()
    for number in range(120):
        add(f"Rat {number:03}", f"rat-{number}")


@pytest.fixture(autouse=True)
def herd():
    cache.clear()
    copied(few)


@pytest.fixture
def many(herd):
    Creature.objects.all().delete()
    CardRevision.objects.all().delete()
    Source.objects.all().delete()
    copied(some_more)


# --- Pages


def test_a_long_list_has_pages_that_hold_everybody_once(client, many):
    listed = [name for number in (1, 2, 3) for name in names(listing(client, f"?page={number}" if number > 1 else ""))]
    assert len(listed) == 126
    assert len(set(listed)) == 126


def test_the_pager_keeps_the_filters(client, many):
    page = listing(client, "?q=rat&page=2")
    assert [node.attributes["href"] for node in page.css(".pager a")] == [
        "/creatures/?q=rat",
        "/creatures/?q=rat",
        "/creatures/?q=rat&page=3",
        "/creatures/?q=rat&page=3",
    ]


@pytest.mark.parametrize(
    ("asked", "sentence", "first"),
    [
        ("999", "There is no page 999; this is the last one, page 3.", "Rat 094"),
        ("abc", "“abc” is not a page number; this is the first page.", "Bat"),
        ("0", "“0” is not a page number; this is the first page.", "Bat"),
        ("-1", "“-1” is not a page number; this is the first page.", "Bat"),
        ("²", "“²” is not a page number; this is the first page.", "Bat"),
        ("9" * 5000, "There is no page 999999999; this is the last one, page 3.", "Rat 094"),
    ],
)
def test_a_page_that_is_not_there_is_told(client, many, asked, sentence, first):
    page = listing(client, f"?page={asked}")
    assert said(page, "#results .notice.warn") == sentence
    assert names(page)[0] == first


# --- Queries


def queries(client, query: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        client.get(f"/creatures/{query}")
    return len(captured)


def test_the_list_takes_two_queries_and_one_for_words_however_many_there_are(client, request):
    # The very first one counts the choices besides: two more. Words ask whether the index is up to date.
    asked = ("", "", "?q=a&tag=animal&sort=-hp")
    client.get("/creatures/?q=a")
    cache.clear()
    few = [queries(client, query) for query in asked]
    request.getfixturevalue("many")
    client.get("/search/?q=a")
    assert few == [queries(client, query) for query in asked] == [4, 2, 3]
