"""Items, feats, spells, sources and the glossary at ``/api/v1/``."""

import pytest
from django.core.cache import cache
from rest_framework.throttling import AnonRateThrottle

from compendium.entries import feat_values, item_values, spell_values
from compendium.models import Feat, Item, Source, Spell
from compendium.services.builtin import entry_save
from rules import feats, items, spells
from rules.glossary import catalog
from tests.copies import copied


@pytest.fixture(autouse=True)
def few_entries(db: None) -> None:
    """Store some items, feats and spells, and forget how often anybody has asked."""
    cache.clear()
    copied(_few_entries)


def _few_entries() -> None:
    sources = {
        key: Source.objects.create(key=key, name=key.upper(), license=license_name)
        for key, license_name in (("p2v-orc", "ORC"), ("p2v-ogl", "OGL"), ("p2v-core-1.3", "ORC"), ("p2v-items", "ORC"))
    }
    for key in ("holy-water", "fiery-weapon", "alchemists-fire-minor"):
        if item := next((item for item in items.ITEMS if item.key == key), None):
            entry_save(entry=Item(source=sources[item.source], **item_values(item)), built_in=True)
    for feat in feats.FEATS[:5]:
        entry_save(entry=Feat(source=sources[feat.source], **feat_values(feat)), built_in=True)
    for key in ("fireball", "heal", "acid-splash"):
        spell = spells.BY_KEY[key]
        entry_save(entry=Spell(source=sources[spell.source], **spell_values(spell)), built_in=True)


def test_an_item_says_what_the_rules_know_of_it(client):
    answer = client.get("/api/v1/items/fiery-weapon/")
    assert answer.status_code == 200
    item = items.find_item("fiery-weapon")
    assert answer.json() == {
        "key": "fiery-weapon",
        "name": item.name,
        "source": "p2v-core-1.3",
        "license": "ORC",
        "text": item.text,
        "level": item.level,
        "kind": "permanent",
        "cost": None,
        "trigger": None,
        "range": None,
        "strike": False,
        "choice": "weapon",
        "options": [],
        "spell_ranks": [],
        "needs_caster": False,
        "sizes": [],
        "tags": list(item.tags),
        "aliases": list(item.aliases),
    }


def test_a_feat_says_what_the_rules_know_of_it(client):
    answer = client.get("/api/v1/feats/battle-medicine/")
    assert answer.status_code == 200
    result = answer.json()
    assert (result["min_level"], result["cost"], result["uses"]) == (1, "1", ["encounter", "encounter"])
    assert set(result) == set("key name source license text min_level cost uses trigger once requires choice".split())


def test_a_spell_says_what_the_rules_know_of_it(client):
    answer = client.get("/api/v1/spells/fireball/")
    assert answer.status_code == 200
    result, spell = answer.json(), spells.BY_KEY["fireball"]
    assert (result["rank"], result["traditions"], result["text"]) == (3, list(spell.traditions), spell.text)
    assert result["costs"] == list(dict.fromkeys(casting.cost for casting in spell.castings))


def test_a_term_of_the_glossary_says_its_meaning(client):
    answer = client.get("/api/v1/glossary/condition/slowed/")
    assert answer.status_code == 200
    entry = catalog.entry("condition", "slowed")
    assert entry is not None
    assert answer.json() == {
        "kind": "condition",
        "key": "slowed",
        "name": entry.name,
        "summary": entry.summary,
        "text": entry.text,
        "facts": [{"label": label, "value": value} for label, value in entry.facts],
        "aliases": list(entry.aliases),
        "where": entry.where,
        "source": entry.source,
        "license": "ORC",
    }


def test_every_term_of_the_glossary_is_told(client):
    result, address = [], "/api/v1/glossary/?page_size=100"
    while address:
        page = client.get(address).json()
        result += [(term["kind"], term["key"]) for term in page["results"]]
        address = page["next"]
    assert result == [(entry.kind, entry.key) for entry in catalog.entries()]
    assert page["count"] == len(result)


def test_the_glossary_is_filtered_by_kind_and_words(client):
    kinds = client.get("/api/v1/glossary/?kind=condition&kind=status&page_size=100").json()
    assert {term["kind"] for term in kinds["results"]} == {"condition", "status"}
    for name in ("q", "search"):
        terms = client.get(f"/api/v1/glossary/?{name}=slowed").json()["results"]
        assert terms[0]["key"] == "slowed"
        assert all("slowed" in f"{term['name']} {term['text']} {term['summary']}".lower() for term in terms)
    assert client.get("/api/v1/glossary/?q=nothing-of-the-kind").json()["results"] == []


def test_a_source_says_its_license(client):
    assert client.get("/api/v1/sources/p2v-ogl/").json() == {
        "key": "p2v-ogl",
        "name": "P2V-OGL",
        "license": "OGL",
        "is_built_in": False,
    }
    assert client.get("/api/v1/sources/").json()["count"] == Source.objects.count()


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("items/?q=holy", ["holy-water"]),
        ("items/?kind=permanent", ["fiery-weapon"]),
        ("items/?search=fiery&sort=-level", ["fiery-weapon"]),
        ("feats/?q=assurance", ["assurance"]),
        ("spells/?rank_from=3", ["fireball"]),
        ("spells/?licence=OGL", ["acid-splash"]),
        ("spells/?ordering=-rank&page_size=1", ["fireball"]),
    ],
)
def test_the_filters_are_those_of_the_pages(client, address: str, expected: list[str]):
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == 200, answer.content
    assert [entry["key"] for entry in answer.json()["results"]] == expected


@pytest.mark.parametrize(
    ("address", "status", "code", "path"),
    [
        ("items/nothing/", 404, "item.unknown", "key"),
        ("feats/nothing/", 404, "feat.unknown", "key"),
        ("spells/nothing/", 404, "spell.unknown", "key"),
        ("sources/nothing/", 404, "source.unknown", "key"),
        ("glossary/condition/nothing/", 404, "term.unknown", "key"),
        ("glossary/nothing/slowed/", 404, "term.unknown", "kind"),
        ("glossary/condition/", 404, "not_found", ""),
        ("items/?level_from=x", 400, "invalid", "level_from"),
        ("feats/?requires=maybe", 400, "invalid", "requires"),
        ("spells/?rank_to=11", 400, "invalid", "rank_to"),
        ("spells/?tradition=chess", 400, "invalid", "tradition"),
        ("glossary/?kind=chess", 400, "invalid", "kind"),
        ("glossary/?q=" + "a" * 101, 400, "invalid", "q"),
        ("glossary/?page=99", 404, "not_found", "page"),
        ("sources/?page=99", 404, "not_found", "page"),
        ("sources/?page_size=x", 400, "invalid", "page_size"),
    ],
)
def test_what_is_wrong_is_told_in_one_shape(client, address: str, status: int, code: str, path: str):
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == status
    error = answer.json()["error"]
    assert (error["code"], error["path"]) == (code, path)
    assert error["message"]


@pytest.mark.parametrize(
    ("address", "queries"),
    [
        ("items/", 2),
        ("feats/", 2),
        ("spells/", 2),
        ("sources/", 2),
        ("glossary/", 1),
        ("items/holy-water/", 1),
        ("feats/assurance/", 1),
        ("spells/heal/", 1),
        ("sources/p2v-orc/", 1),
        ("glossary/condition/slowed/", 1),
    ],
)
def test_few_and_many_rows_take_the_same_queries(client, django_assert_num_queries, address: str, queries: int):
    for size in (1, 100):
        with django_assert_num_queries(queries):
            assert client.get(f"/api/v1/{address}?page_size={size}").status_code == 200


def test_too_many_requests_are_told_when_to_come_back(client, monkeypatch):
    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": "2/min", "user": "2/min"})
    assert [client.get("/api/v1/sources/").status_code for _ in range(3)] == [200, 200, 429]
    answer = client.get("/api/v1/glossary/")
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert answer.json()["error"]["code"] == "throttled"
