"""``/api/v1/creatures/``: whole cards, filtered as on the pages, in pages, with their revisions."""

import json

import pytest
from django.core.cache import cache
from django.core.management import call_command

from compendium.builtin import SOURCES, built_in_cards
from compendium.cards import card_from_snapshot
from compendium.models import Creature, Source
from compendium.services.creatures import creature_create, creature_revise
from rules.cards.documents import card_document
from tests.copies import copied

KEYS = ("kobold-warrior", "kobold-druid-1", "boar", "basilisk", "caldera-oni", "eagle-knight")


@pytest.fixture(autouse=True)
def few_creatures(db: None) -> None:
    """Store six creatures, and forget how often anybody has asked."""
    cache.clear()
    copied(_few_creatures)


def _few_creatures() -> None:
    built_in = {card.key: card for card in built_in_cards()}
    sources = {key: Source.objects.create(key=key, name=key, license=name) for key, name in SOURCES.items()}
    for key in KEYS:
        card = built_in[key]
        creature_create(card=card, source=sources[card.source or ""], key=key, built_in=True)


def revise(key: str, **changes: object) -> None:
    """Give a creature a new revision."""
    creature = Creature.objects.select_related("current").get(key=key)
    assert creature.current is not None
    document = card_document(card_from_snapshot(creature.current.document), references=True)
    creature_revise(creature=creature, card=card_from_snapshot(document | changes))


def keys(client, address: str) -> list[str]:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content
    return [card["key"] for card in answer.json()["results"]]


def test_a_creature_is_the_document_that_the_command_exports(client, capsys):
    call_command("export_creature", "basilisk", "--json")
    answer = client.get("/api/v1/creatures/basilisk/")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.json() == json.loads(capsys.readouterr().out)
    assert answer.json()["format"] == "muster-card/1"


def test_the_texts_have_their_numbers_in_place(client):
    answer = client.get("/api/v1/creatures/")
    texts = [feature["text"] for card in answer.json()["results"] for feature in card["features"]]
    assert texts
    assert not [text for text in texts if "{" in text]


def test_the_list_holds_the_same_documents(client):
    page = client.get("/api/v1/creatures/").json()
    assert page["count"] == 6
    assert [card["key"] for card in page["results"]] == sorted(KEYS)
    for card in page["results"]:
        assert card == client.get(f"/api/v1/creatures/{card['key']}/").json()


def test_an_edited_card_is_told_at_once_and_its_old_revision_stays(client):
    old = client.get("/api/v1/creatures/boar/").json()
    revise("boar", skills=["Stealth"])
    new = client.get("/api/v1/creatures/boar/").json()
    assert (old["revision"], new["revision"], new["skills"]) == (1, 2, ["Stealth"])
    assert client.get("/api/v1/creatures/boar/?revision=1").json() == old
    assert client.get("/api/v1/creatures/boar/?revision=2").json() == new


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("q=kobold", ["kobold-druid-1", "kobold-warrior"]),
        ("search=kobold", ["kobold-druid-1", "kobold-warrior"]),
        ("alignment=LE&alignment=CE", None),
        ("level_from=5&level_to=5", ["basilisk"]),
        ("level_from=14", ["caldera-oni"]),
        ("points_to=9", ["kobold-warrior"]),
        ("tag=Kobold", ["kobold-druid-1", "kobold-warrior"]),
        ("tag=kobold&level_to=-1", ["kobold-warrior"]),
        ("sort=-level&page_size=1", ["caldera-oni"]),
        ("ordering=level&page_size=1", ["kobold-warrior"]),
        ("sort=-level&ordering=level&page_size=1", ["caldera-oni"]),
        ("q=nothing-of-the-kind", []),
    ],
)
def test_the_filters_are_those_of_the_pages(client, built_in, query: str, expected: list[str] | None):
    results = keys(client, f"/api/v1/creatures/?{query}")
    if expected is None:
        expected = sorted(key for key in KEYS if built_in[key].alignment in ("LE", "CE"))
        assert expected
    assert results == expected


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("level_from=high", "level_from"),
        ("level_from=99", "level_from"),
        ("level_from=5&level_to=3", "level_to"),
        ("level_to=" + "9" * 400, "level_to"),
        ("points_from=-1", "points_from"),
        ("tag=Spaceship", "tag"),
        ("alignment=XX", "alignment"),
        ("warband=XX", "warband"),
        ("source=nowhere", "source"),
        ("sort=beauty", "sort"),
        ("q=" + "a" * 101, "q"),
        ("q=%00", "q"),
        ("tag=%00", "tag"),
        ("tag=%25s%25(name)d", "tag"),
        ("sort=%25", "sort"),
        ("page_size=0", "page_size"),
        ("page_size=-1", "page_size"),
        ("page_size=many", "page_size"),
        ("page_size=%EF%BC%91", "page_size"),
    ],
)
def test_a_parameter_that_cannot_be_read_is_400_and_named(client, query: str, path: str):
    answer = client.get(f"/api/v1/creatures/?{query}")
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert (error["code"], error["path"]) == ("invalid", path)
    assert 0 < len(error["message"]) < 400


@pytest.mark.parametrize(
    ("address", "status", "code", "path"),
    [
        ("creatures/nobody/", 404, "creature.unknown", "key"),
        ("creatures/nobody/?revision=1", 404, "creature.unknown", "key"),
        ("creatures/boar/?revision=2", 404, "revision.unknown", "revision"),
        ("creatures/boar/?revision=0", 400, "invalid", "revision"),
        ("creatures/boar/?revision=old", 400, "invalid", "revision"),
        ("creatures/boar/?revision=" + "9" * 30, 400, "invalid", "revision"),
        ("creatures/?page=2", 404, "not_found", "page"),
        ("creatures/?page=0", 404, "not_found", "page"),
        ("creatures/?page=two", 404, "not_found", "page"),
        ("creatures/?page=" + "9" * 400, 404, "not_found", "page"),
        ("creatures/%00/", 404, "not_found", ""),
        ("creatures/%0A/", 404, "not_found", ""),
        ("nothing/", 404, "not_found", ""),
        ("nothing/at/all/", 404, "not_found", ""),
    ],
)
def test_what_is_not_there_is_told_in_one_shape(client, address: str, status: int, code: str, path: str):
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/json"
    error = answer.json()["error"]
    assert list(answer.json()) == ["error"]
    assert (error["code"], error["path"]) == (code, path)
    assert error["message"]


def test_a_forgotten_slash_is_added(client):
    answer = client.get("/api/v1/creatures")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/api/v1/creatures/")


def test_pages_lead_to_one_another_and_keep_what_was_asked(client):
    first = client.get("/api/v1/creatures/?page_size=4&sort=name").json()
    assert (first["count"], len(first["results"]), first["previous"]) == (6, 4, None)
    second = client.get(first["next"]).json()
    assert (len(second["results"]), second["next"]) == (2, None)
    assert client.get(second["previous"]).json() == first
    assert [card["key"] for card in first["results"] + second["results"]] == sorted(KEYS)


def test_a_page_has_at_most_100_results(client, built_in):
    source = Source.objects.get(key="p2v-orc")
    for place in range(100):
        creature_create(card=built_in["boar"], source=source, key=f"boar-{place:03}")
    page = client.get("/api/v1/creatures/?page_size=1000").json()
    assert (page["count"], len(page["results"])) == (106, 100)
    assert len(client.get("/api/v1/creatures/").json()["results"]) == 50


def test_few_and_many_creatures_take_the_same_queries(client, django_assert_num_queries):
    with django_assert_num_queries(2):  # how many, and which
        client.get("/api/v1/creatures/?page_size=1")
    with django_assert_num_queries(2):
        client.get("/api/v1/creatures/")
    with django_assert_num_queries(1):
        client.get("/api/v1/creatures/boar/")
    with django_assert_num_queries(1):
        client.get("/api/v1/creatures/boar/?revision=1")
    client.get("/api/v1/creatures/?tag=Kobold")  # the words of the filters are kept from here on
    with django_assert_num_queries(3):  # whether the words are still those, how many, and which
        client.get("/api/v1/creatures/?tag=Kobold")
    searched = "/api/v1/creatures/?tag=Kobold&alignment=LE&level_to=3&q=kobold"
    client.get(searched)
    with django_assert_num_queries(4):  # and whether the index is up to date
        client.get(searched)


def test_what_has_not_changed_is_not_sent_again(client):
    answer = client.get("/api/v1/creatures/boar/")
    assert answer.headers["Cache-Control"] == "no-cache"
    headers = {"if-none-match": answer.headers["ETag"]}
    again = client.get("/api/v1/creatures/boar/", headers=headers)
    assert (again.status_code, again.content) == (304, b"")
    revise("boar", skills=["Stealth"])
    assert client.get("/api/v1/creatures/boar/", headers=headers).status_code == 200


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
@pytest.mark.parametrize("address", ["/api/v1/creatures/", "/api/v1/creatures/boar/"])
def test_nothing_can_be_written(client, method: str, address: str):
    answer = getattr(client, method)(address)
    assert answer.status_code == 405
    assert answer.json()["error"]["code"] == "method_not_allowed"


def test_a_creature_without_a_card_is_not_told(client):
    Creature.objects.filter(key="boar").update(current=None)
    assert client.get("/api/v1/creatures/boar/").status_code == 404
    assert "boar" not in keys(client, "/api/v1/creatures/")
