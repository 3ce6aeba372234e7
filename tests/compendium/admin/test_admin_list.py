"""The list of creatures in the admin: search, filters, order, and as many queries for many as for few."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from compendium.cards import card_from_snapshot
from compendium.models import Creature, Source
from compendium.services.creatures import creature_create
from tests.copies import built_in_compendium

pytestmark = pytest.mark.django_db
LIST = "admin:compendium_creature_changelist"


@pytest.fixture
def built_in(db):
    built_in_compendium()


def names(client, **query) -> list[str]:
    page = client.get(reverse(LIST), query).content.decode()
    return re.findall(r'<th class="field-name"><a href="[^"]*">([^<]+)</a>', page)


def test_the_search_finds_names_tags_and_features_without_case_and_marks(boss, built_in):
    assert "Basilisk" in names(boss, q="BASIL")
    assert "Basilisk" in names(boss, q="petrifying gaze")
    assert {"Kobold Warrior"} <= set(names(boss, q="kobold"))
    assert names(boss, q="no such creature") == []


@pytest.mark.parametrize(
    ("query", "holds"),
    [
        ({"alignment__exact": "LE"}, lambda row: row.alignment == "LE"),
        ({"level__exact": "5"}, lambda row: row.level == 5),
        ({"size__exact": "Huge"}, lambda row: row.size == "Huge"),
        ({"movement_mode__exact": "Flight"}, lambda row: row.movement_mode == "Flight"),
    ],
)
def test_a_filter_leaves_exactly_what_it_says(boss, built_in, query, holds):
    expected = [row.name for row in Creature.objects.all() if holds(row)]
    assert expected
    assert names(boss, **query) == expected[:60]


def test_edited_built_in_creatures_can_be_found(boss, built_in):
    assert names(boss, is_edited__exact="1") == []
    Creature.objects.filter(key="basilisk").update(is_edited=True)
    assert names(boss, is_edited__exact="1") == ["Basilisk"]


def test_points_sort_as_the_level_does(boss, built_in):
    by_points = names(boss, o="-4")
    levels = dict(Creature.objects.values_list("name", "level"))
    assert [levels[name] for name in by_points] == sorted((levels[name] for name in by_points), reverse=True)


def test_the_list_asks_the_database_as_often_for_many_as_for_few(boss, wolf):
    boss.get(reverse(LIST))
    with CaptureQueriesContext(
        connection,
    ) as few:
        boss.get(reverse(LIST))
    card = card_from_snapshot(wolf.current.document)
    other = Source.objects.create(key="other", name="Other")
    for number in range(70):
        creature_create(card=replace(card, name=f"Wolf {number}", level=number % 10), source=other)
    with CaptureQueriesContext(connection) as many:
        boss.get(reverse(LIST))
    assert len(many) == len(few)
    assert len(many) <= 12


def test_a_creatures_page_asks_as_often_with_many_features_and_revisions(boss, built_in):
    counts = set()
    for key in ("basilisk", "kobold-warrior", "caldera-oni"):
        url = reverse("admin:compendium_creature_change", args=[Creature.objects.get(key=key).pk])
        boss.get(url)
        with CaptureQueriesContext(connection) as asked:
            boss.get(url)
        counts.add(len(asked))
    assert len(counts) == 1
    assert counts.pop() <= 14


@pytest.mark.parametrize(
    "query",
    [
        {"q": "a\x00b"},
        {"q": "x" * 3000},
        {"q": '"'},
        {"level__exact": "9" * 30},
        {"level__exact": "x"},
        {"source__id__exact": "9" * 30},
        {"alignment__exact": "\x00"},
        {"o": "99"},
        {"p": "9" * 30},
        {"password__startswith": "a"},
        {"is_edited__exact": "maybe"},
        {"e": "1"},
    ],
)
def test_a_hostile_query_gets_an_answer(boss, wolf, query):
    assert boss.get(reverse(LIST), query).status_code in (200, 302, 400)


@pytest.mark.parametrize("path", ["9" * 30, "x", "0", "%00", "1%2F2"])
def test_a_creature_that_is_not_there_is_told_calmly(boss, wolf, path):
    for page in ("change", "history", "delete", "revisions/1"):
        response = boss.get(f"/admin/compendium/creature/{path}/{page}/")
        assert response.status_code in (302, 404), page


def test_a_revision_that_is_not_there_is_not_found(boss, wolf):
    for number in (2, 10**30):
        assert boss.get(f"/admin/compendium/creature/{wolf.pk}/revisions/{number}/").status_code == 404
        assert boss.post(f"/admin/compendium/creature/{wolf.pk}/revisions/{number}/restore/").status_code == 404


def test_sources_are_offered_as_one_types(boss, homebrew):
    query = {"app_label": "compendium", "model_name": "creature", "field_name": "source", "term": "home"}
    answer = boss.get(reverse("admin:autocomplete"), query).json()
    assert [result["text"] for result in answer["results"]] == ["Homebrew"]
