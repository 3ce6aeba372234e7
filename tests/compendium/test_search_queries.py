"""The searches of search_queries.yaml: what has to stand first for each, over everything that comes with Muster."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
import yaml
from django.http import QueryDict
from selectolax.lexbor import LexborHTMLParser

from compendium.filters import CreatureFilter, FeatFilter, ItemFilter, SearchedFilterSet, SpellFilter
from compendium.models import Creature, Feat, Item, Spell
from compendium.selectors.creature_list import listed_creatures
from compendium.selectors.site_search import within
from compendium.selectors.site_search.listing import matches_in_names
from compendium.selectors.site_search.pages import PAGES
from compendium.selectors.site_search.results import Results, search_site
from rules.building.enlisting import Joining
from tests.compendium.reading import names
from tests.copies import built_in_compendium
from warbands.filters import JoiningFilter

QUERIES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("search_queries.yaml").read_text(encoding="utf-8")
)
PLAYERS = [part for part in QUERIES if part.startswith("players")]
LISTS = {
    "creature": (CreatureFilter, Creature),
    "item": (ItemFilter, Item),
    "spell": (SpellFilter, Spell),
    "feat": (FeatFilter, Feat),
}
Answer = tuple[str, frozenset[tuple[str, str]]]


def wanted(text: str) -> Answer:
    place, _, filters = text.partition("?")
    return place, frozenset(parse_qsl(filters))


def answer_at(href: str) -> Answer:
    """Return what an address leads to, as the table names it."""
    parts = urlsplit(href)
    folders = [part for part in parts.path.split("/") if part]
    if parts.query or len(folders) < 2:
        return folders[-1], frozenset(parse_qsl(parts.query))
    if folders[0] == "glossary":
        return "/".join(folders[1:] if len(folders) == 3 else folders), frozenset()
    return f"{folders[0].removesuffix('s')}/{folders[1].partition('--')[0]}", frozenset()


def answers(results: Results) -> list[Answer]:
    """Return what a page shows, in its order."""
    return [answer_at(hit.href) for hits in (results.exact, *(group.hits for group in results.groups)) for hit in hits]


@pytest.mark.parametrize("part", [part for part in QUERIES if part != "facts"])
def test_the_answer_that_players_expect_stands_first_for_95_percent_and_in_the_first_three_for_99(db, part):
    built_in_compendium()
    missed, far = [], []
    for query in QUERIES[part]:
        first_three = answers(search_site(query["asked"]))[:3]
        expected = {wanted(key) for key in query["first"]}
        also = {wanted(query["also"])} if "also" in query else set()
        why = query.get("why", "players")
        told = f"{query['asked']}: {', '.join(query['first'])}, not {[place for place, _ in first_three]} ({why})"
        if not first_three or first_three[0] not in expected:
            missed.append(told)
        if not expected & set(first_three) or not also <= set(first_three):
            far.append(told)
    total = len(QUERIES[part])
    assert len(missed) <= total * 0.05, "\n".join(missed)
    assert len(far) <= total * 0.01, "\n".join(far)


def test_there_are_300_searches_each_once_and_a_fifth_of_them_are_held_out():
    asked = [query["asked"] for part in ("tuning", "hold_out") for query in QUERIES[part]]
    assert (len(asked), len(set(asked)), len(QUERIES["hold_out"])) == (300, 300, 60)


def first_of_list(filters: SearchedFilterSet) -> str:
    """Return the key of the first row, without its source."""
    return next(iter(filters.qs.values_list("key", flat=True)), "").partition("--")[0]


def missed_in(lists: dict[str, Any]) -> tuple[list[str], int]:
    """Return what does not stand first in the list that has it, and how many queries were asked of these lists."""
    missed, total = [], 0
    for query in (query for part in PLAYERS for query in QUERIES[part]):
        for kind, ask in lists.items():
            keys = {key.partition("/")[2] for key in query["first"] if key.startswith(f"{kind}/")}
            if keys:
                total += 1
                first_key = first_of_list(ask(QueryDict(urlencode({"q": query["asked"]}))))
                missed += [f"{query['asked']}: {', '.join(keys)}, not {first_key}"] if first_key not in keys else []
    return missed, total


def joining_filter(data: QueryDict) -> JoiningFilter:
    """Return the creatures beside a warband that takes everybody."""
    filters = JoiningFilter(data, queryset=listed_creatures())
    filters.joining = Joining()
    return filters


def test_lists_have_what_players_expect_first_for_95_percent(db):
    built_in_compendium()
    lists = {
        kind: lambda data, filters=filters, model=model: filters(data, queryset=model.objects.all())
        for kind, (filters, model) in LISTS.items()
    }
    missed, total = missed_in(lists)
    assert total
    assert len(missed) <= total * 0.05, "\n".join(missed)


def test_the_builder_has_the_creature_that_players_expect_first_for_95_percent(db):
    built_in_compendium()
    missed, total = missed_in({"creature": joining_filter})
    assert total
    assert len(missed) <= total * 0.05, "\n".join(missed)


@pytest.mark.parametrize(
    ("query", "filters"),
    [
        ("flying archer", {"movement": "Flight", "role": "Archer"}),
        ("healer", {"role": "Healer"}),
        ("invisible", {"role": "Invisible"}),
        ("tank", {"role": "Tank"}),
        ("fast", {"role": "Fast"}),
        ("dps", {"role": "Damage dealer"}),
        ("aoe", {"role": "Area damage"}),
        ("spelcaster", {"role": "Spellcaster"}),
        ("primal caster", {"tradition": "Primal"}),
        ("big", {"size": ["Large", "Huge", "Gargantuan"]}),
        ("evil undead", {"alignment": ["LE", "NE", "CE"], "tag": "Undead"}),
        ("CG", {"alignment": "CG"}),
        ("lvl 3", {"level_from": 3, "level_to": 3}),
        ("cr 5", {"level_from": 5, "level_to": 5}),
        ("level 3+ dragon", {"level_from": 3, "tag": "Dragon"}),
        ("under level 1", {"level_to": 0}),
        ("up to 20 pts", {"points_to": 20}),
        ("fire resistant", {"defense": "resists fire"}),
        ("immune to poison", {"defense": "immune to poison"}),
        ("weak to cold", {"defense": "weak to cold"}),
    ],
)
def test_a_list_and_the_builder_read_facts_as_their_filters_do(db, query, filters):
    built_in_compendium()
    expected = set(CreatureFilter(_data(filters), queryset=Creature.objects.all()).qs.values_list("key", flat=True))
    assert 0 < len(expected) < Creature.objects.count()
    for listed in (
        CreatureFilter(_data({"q": query}), queryset=Creature.objects.all()),
        joining_filter(_data({"q": query})),
    ):
        keys = list(listed.qs.values_list("key", flat=True))
        assert expected <= set(keys)
        named = {key for key in keys if any(word in key for word in query.split())}
        # Before them stands only who has a word of the query in their name.
        assert set(keys[: len(expected)]) - expected <= named


@pytest.mark.parametrize(
    ("query", "best", "among"),
    [
        ("strongest dragon", lambda row: -row.level, {"tags__contains": "Dragon"}),
        ("cheapest undead", lambda row: row.level, {"tags__contains": "Undead"}),
        ("the fastest giant", lambda row: -row.speed, {"tags__contains": "Giant"}),
        ("most hp", lambda row: -row.hp, {}),
    ],
)
def test_a_superlative_orders_creatures_by_what_it_asks_for(db, query, best, among):
    built_in_compendium()
    rows = {row.key: row for row in Creature.objects.filter(is_listed=True, **among)}
    for listed in (
        CreatureFilter(_data({"q": query}), queryset=Creature.objects.all()),
        joining_filter(_data({"q": query})),
    ):
        keys = [key for key in listed.qs.values_list("key", flat=True) if key in rows][:5]
        measures = [best(rows[key]) for key in keys]
        assert len(keys) > 1
        assert measures == sorted(measures)
        assert measures[0] == min(best(row) for row in rows.values())
    assert answers(search_site(query))[0][0] in {f"creature/{key.partition('--')[0]}" for key in keys[:1]}


def test_a_creature_that_is_two_things_at_once_has_both_tags(db):
    built_in_compendium()
    assert not any(
        "Undead or Giant" in "".join(text for text, _ in hit.name) for hit in search_site("undead giant").exact
    )
    keys = list(
        CreatureFilter(_data({"q": "undead giant"}), queryset=Creature.objects.all()).qs.values_list("key", flat=True)
    )
    assert keys[0] == "skeletal-giant"


@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("cheat sheet", "/print/reference-sheet/"),
        ("tutorial", "/first-game/"),
        ("campaign calender", "/campaigns/calendar/"),
        ("log in", "/accounts/login/"),
        ("dice games", "/gambling/"),
    ],
)
def test_pages_are_found_by_what_players_call_them(db, query, address):
    built_in_compendium()
    assert search_site(query).exact[0].href == address
    assert "page" not in {kind for kind, _ in answers(search_site("boar"))}


def test_every_page_that_is_found_is_there(client, db):
    wrong = {page.href: code for page in PAGES if (code := client.get(page.href).status_code) not in (200, 302)}
    assert wrong == {}


@pytest.mark.parametrize(
    ("kind", "query", "has", "lacks"),
    [
        ("spell", "aoe damage", "Fireball", "Heal"),
        ("spell", "crowd control", "Sleep", "Fireball"),
        ("spell", "buff", "Courageous Anthem", "Bane"),
        ("item", "area damage", "Frozen Lava", "Holy Water"),
        ("item", "buff", "Oil of Potency (Fight)", "Holy Water"),
        ("feat", "speed boost", "Fleet", "Toughness"),
    ],
)
def test_spells_items_and_feats_are_found_by_what_they_do(db, kind, query, has, lacks):
    built_in_compendium()
    filters, model = LISTS[kind]
    names = set(filters(_data({"q": query}), queryset=model.objects.all()).qs.values_list("name", flat=True))
    assert has in names
    assert lacks not in names


def test_a_long_word_is_not_mended_to_one_that_begins_otherwise(db):
    built_in_compendium()
    assert search_site("pantomimes").corrected != "antiplague"
    assert not search_site("heisting").corrected.startswith("resist")


def test_a_kind_that_a_query_names_comes_first(db):
    built_in_compendium()
    for query, expected in (("fear spell", "spell/fear"), ("invisable condition", "status/invisible")):
        assert answers(search_site(query))[0] == wanted(expected), query


def test_a_list_shows_the_nearest_by_their_texts_where_no_name_has_a_word(db):
    built_in_compendium()
    filters = CreatureFilter(_data({"q": "qqzx petrifying"}), queryset=Creature.objects.all())
    assert "basilisk" in filters.qs.values_list("key", flat=True)
    assert filters.matches.partly


def test_a_list_says_where_a_row_is_only_named_in_a_query(db):
    built_in_compendium()
    for query, notices in (
        ("purple fireball", ("No spell has all of “purple fireball”. These are the closest.",)),
        ("fireball", ()),
    ):
        filters = SpellFilter(_data({"q": query}), queryset=Spell.objects.all())
        assert filters.qs.first().name == "Fireball"
        assert filters.notices == notices


def test_another_form_of_the_word_for_a_role_does_not_ask_for_it(db):
    built_in_compendium()
    assert answers(search_site("slowed"))[0] == wanted("condition/slowed")
    assert wanted("creatures?role=Slow") not in answers(search_site("slowed"))
    assert wanted("creatures?role=Slow") in answers(search_site("slow"))


def test_a_whole_word_stands_before_a_part_of_one_which_still_finds(db):
    built_in_compendium()
    ranked = list(
        CreatureFilter(_data({"q": "mage"}), queryset=Creature.objects.all()).qs.values_list("name", flat=True)
    )
    assert ranked[:2] == ["Gun Mage", "Kobold Dragon Mage"]
    casters = CreatureFilter(_data({"role": "Spellcaster"}), queryset=Creature.objects.all()).qs
    assert set(casters.values_list("name", flat=True)) <= set(ranked[: casters.count() + 2])
    typed = CreatureFilter(_data({"q": "owlb"}), queryset=Creature.objects.all()).qs
    assert [creature.name for creature in typed] == ["Owlbear"]


@pytest.mark.parametrize("short_words", [7, 8, 31])
def test_the_names_looked_for_within_a_long_query_stay_few(monkeypatch, short_words):
    find, looked_for = within.abbreviated, []

    def counted(words, index):
        looked_for.append(words)
        assert len(looked_for) <= 300, "More and more parts of a query are looked for."
        return find(words, index)

    monkeypatch.setattr(within, "abbreviated", counted)
    query = " ".join(
        ["boar", *(f"{letter}{end}" for end in "xz" for letter in "bcdfghjklmnpqrstvw")][: 1 + short_words]
    )
    assert len(query) <= 100
    assert matches_in_names(query, {1: "Boar", 2: "Giant Rat", 3: "Warhorse"}).tiers == ((1,),)
    assert looked_for


@pytest.mark.parametrize("query", ["", "?sort=-name", "?q=scroll", "?sort=name&q=scroll"])
def test_names_that_begin_with_a_bracket_come_last(client, db, query):
    built_in_compendium()
    page = LexborHTMLParser(client.get(f"/items/{query}").content.decode())
    bracketed = [name.startswith("[") for name in names(page)]
    assert any(bracketed)
    assert bracketed == sorted(bracketed)


def _data(values: dict[str, Any]) -> QueryDict:
    return QueryDict(urlencode(values, doseq=True))
