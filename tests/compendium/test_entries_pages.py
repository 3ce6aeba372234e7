"""Items, feats and spells: their lists, and the page of each."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from selectolax.lexbor import LexborHTMLParser

from compendium.entries import feat_values, item_values, spell_values
from compendium.models import Feat, Item, Source, Spell
from compendium.services.builtin import entry_save
from compendium.services.creatures import creature_create
from rules import feats, items, spells
from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats
from tests.compendium.reading import page_at, said
from tests.copies import copied

pytestmark = pytest.mark.django_db

STATS = Stats(fight=5, armor=15, power=14, fortitude=2, reflex=2, will=2, hp=20, speed=5)


@pytest.fixture(autouse=True)
def loaded():
    copied(_entries)


def _entries():
    sources = {
        key: Source.objects.create(key=key, name=f"Source {key}")
        for key in ("p2v-core-1.3", "p2v-items", "p2v-orc", "p2v-ogl")
    }
    for table, rows in (
        (Item, [(item.source, item_values(item)) for item in items.ITEMS]),
        (Feat, [(feat.source, feat_values(feat)) for feat in feats.FEATS]),
        (Spell, [(spell.source, spell_values(spell)) for spell in spells.SPELLS]),
    ):
        for source, values in rows:
            entry_save(entry=table(source=sources[source], **values), built_in=True)


def keys(page: LexborHTMLParser) -> list[str]:
    return [node.attributes["href"].strip("/").split("/")[-1] for node in page.css(".rows tbody .name a")]


def facts(page: LexborHTMLParser) -> dict[str, str]:
    labels = [node.text() for node in page.css(".facts dt")]
    return dict(zip(labels, (" ".join(node.text().split()) for node in page.css(".facts dd")), strict=True))


# --- Lists


def test_a_spell_says_its_traditions_and_what_it_does_without_its_cost(client):
    rows = {
        row.css_first("a").text(): " ".join(row.text(separator=" ").split())
        for row in page_at(client, "/spells/?q=bane").css("tbody tr")
    }
    assert "2 AP:" not in rows["Bane"]
    assert "Each creature in an emanation 2" in rows["Bane"]
    assert "none printed" in page_at(client, "/spells/?licence=OGL").css_first("tbody tr .traditions").text()
    main = page_at(client, "/spells/bane/").css_first("main").text()
    assert "Each creature in an emanation 2" in main
    assert "2 AP:" not in main
    assert "1 AP:" in page_at(client, "/spells/heal/").css_first("main").text()


@pytest.mark.parametrize(("address", "count"), [("/items/", 40), ("/feats/", 19)])
def test_a_short_list_holds_every_entry(client, address, count):
    assert len(keys(page_at(client, address))) == count


def test_the_spells_fill_three_pages(client):
    listed = [key for number in ("", "?page=2", "?page=3") for key in keys(page_at(client, f"/spells/{number}"))]
    assert sorted(listed) == sorted(spells.BY_KEY)


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("kind=daily", lambda item: item.kind == "daily"),
        ("level_from=5&level_to=7", lambda item: 5 <= item.level <= 7),
        ("cost=reaction", lambda item: item.cost == "reaction"),
        ("cost=none", lambda item: item.cost is None),
        ("choice=weapon&choice=spell", lambda item: item.choice in ("weapon", "spell")),
        ("choice=none&kind=permanent", lambda item: item.choice is None and item.kind == "permanent"),
        ("source=p2v-items", lambda item: item.source == "p2v-items"),
        ("q=poison", lambda item: "poison" in f"{item.name} {item.text}".lower()),
        ("q=alchemists+fire", lambda item: item.name.startswith("Alchemist's Fire")),
    ],
)
def test_items_are_filtered_by_what_they_are(client, query, fits):
    assert set(keys(page_at(client, f"/items/?{query}"))) == {item.key for item in items.ITEMS if fits(item)} != set()


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("level_from=3", lambda feat: feat.min_level >= 3),
        ("requires=yes", lambda feat: feat.requires is not None),
        ("requires=no", lambda feat: feat.requires is None),
        ("cost=reaction&cost=0", lambda feat: feat.cost in ("reaction", "0")),
        ("choice=skill", lambda feat: feat.choice == "skill"),
        ("q=breath", lambda feat: feat.name == "Draconic Momentum"),
    ],
)
def test_feats_are_filtered_by_what_they_ask_for(client, query, fits):
    assert set(keys(page_at(client, f"/feats/?{query}"))) == {feat.key for feat in feats.FEATS if fits(feat)} != set()


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("rank_from=3&rank_to=3", lambda spell: spell.rank == 3),
        ("rank_from=5", lambda spell: spell.rank >= 5),
        ("tradition=divine&rank_to=0", lambda spell: "divine" in spell.traditions and spell.rank == 0),
        ("licence=OGL&rank_from=3", lambda spell: spell.license == "OGL" and spell.rank >= 3),
        ("rarity=uncommon", lambda spell: spell.rarity == "uncommon"),
        ("cost=3", lambda spell: any(casting.cost == "3" for casting in spell.castings)),
        ("cost=reaction", lambda spell: any(casting.cost == "reaction" for casting in spell.castings)),
    ],
)
def test_spells_are_filtered_by_rank_tradition_license_and_cost(client, query, fits):
    listed = [key for number in ("", "&page=2") for key in keys(page_at(client, f"/spells/?{query}{number}"))]
    assert set(listed) == {spell.key for spell in spells.SPELLS if fits(spell)} != set()


@pytest.mark.parametrize(
    ("address", "first"),
    [
        ("/items/?sort=-level", "elixir-of-life-moderate"),
        ("/feats/?sort=-level", "battle-cry"),
        ("/spells/?sort=-name&q=fear", "fear"),
        ("/spells/?q=slow", "slow"),
    ],
)
def test_entries_are_sorted_as_asked_and_else_the_best_hit_first(client, address, first):
    assert keys(page_at(client, address))[0] == first


@pytest.mark.parametrize(
    "address", ["/items/?level_from=x", "/feats/?cost=17", "/spells/?rank_to=11", "/items/?sort=z"]
)
def test_what_cannot_be_read_lists_nothing_and_says_why(client, address):
    page = page_at(client, address)
    assert keys(page) == []
    assert "cannot read a filter" in said(page, "#results .notice.bad")


@pytest.mark.parametrize("address", ["/items/", "/feats/", "/spells/"])
def test_a_list_takes_two_queries_with_few_and_with_many_entries(client, address):
    def count(query: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(address + query)
        return len(captured)

    count("?q=a")
    assert count("") == count("?level_from=1") == 2
    # Words ask whether the index is up to date.
    assert count("?q=a") == count("?q=creature&sort=-name") == 3


# --- Pages


def test_an_item_tells_its_facts_and_links_its_terms(client):
    page = page_at(client, "/items/alchemists-fire-minor/")
    result = facts(page)
    assert result["Level"] == "1: for creatures of level 1 or higher"
    assert result["Points"] == "one upgrade: 3 at level 1, 32 at level 14"
    assert result["Action"] == "● 1 action point"
    assert result["Range"] == "Ranged 2/4, strike"
    assert result["Kind"] == "consumable: used up for good"
    assert result["License"] == "ORC"
    assert result["Source"] == "Source p2v-core-1.3"
    way = page.css_first(".card-tools a").attributes["href"]
    assert page_at(client, way).css_first("#print-choices legend").text() == f"1 of {len(items.ITEMS)}"


def test_the_items_found_lead_to_their_cards(client):
    page = page_at(client, "/items/?kind=consumable&level_to=3&q=potion")
    assert page.css_first("#print-found").attributes["href"] == "/print/items/?level_to=3&kind=consumable"


def test_the_terms_of_a_text_lead_to_the_glossary_and_say_what_they_mean(client):
    page = page_at(client, "/items/basic-poison/")
    term = page.css_first(".entry-text .term")
    assert (term.text(), term.attributes["href"]) == ("sickened", "/glossary/condition/sickened/")
    assert page.css_first(f"#{term.attributes['aria-describedby']}") is not None


@pytest.mark.parametrize(
    ("key", "label", "words"),
    [
        ("fiery-weapon", "The carrier chooses", "a weapon"),
        ("spell-scroll-iii", "Only for", "a creature that casts spells"),
        ("spell-scroll-iii", "The carrier chooses", "a spell of rank 3"),
        ("howdah", "Only for", "a Huge or Gargantuan creature"),
        ("potion-of-resistance-lesser", "The carrier chooses", "a damage type: acid, cold, electricity, fire or sonic"),
        ("ablative-armor-plating", "Trigger", "The encounter starts."),
    ],
)
def test_an_item_tells_what_it_asks_for(client, key, label, words):
    assert facts(page_at(client, f"/items/{key}/"))[label].endswith(words)


def test_a_feat_tells_who_may_learn_it_and_what_it_costs(client):
    result = facts(page_at(client, "/feats/shield-block/"))
    assert result["Requires"] == "Wields a shield"
    assert result["Action"] == "↻ reaction"
    assert result["Uses"] == "🄴 1 an encounter"
    assert facts(page_at(client, "/feats/battle-cry/"))["Level"] == "7 or higher"
    assert facts(page_at(client, "/feats/assurance/"))["The owner chooses"] == "a skill"


def test_the_paragraphs_of_a_text_stay_apart(client):
    assert len(page_at(client, "/feats/battle-medicine/").css(".entry-text p")) == 4


def caster(name: str, license_name: str, spell: str) -> Card:
    group = SpellGroup(uses=(), spells=(CasterSpell(spell),))
    feature = Feature(id="caster", name="Caster", kind="caster", caster=Caster("Occult", 1, (group,)))
    return Card("", name, 1, "TN", "Small", STATS, license=license_name, features=(feature,))


def test_a_spell_names_the_creatures_that_cast_this_version_of_it(client):
    source = Source.objects.get(key="p2v-orc")
    for name, license_name, spell in (
        ("Old Fiend", "OGL", "fear"),
        ("New Fiend", "ORC", "Fear"),
        ("Hero", "ORC", "Fearless"),
    ):
        creature_create(card=caster(name, license_name, spell), source=source)
    new, old = page_at(client, "/spells/fear/"), page_at(client, "/spells/fear--p2v-ogl/")
    assert said(new, ".uses-of a") == "New Fiend"
    assert said(old, ".uses-of a") == "Old Fiend"
    assert said(new, ".entry-side .links a") == "Fear, OGL"


def test_a_spell_tells_rank_traditions_and_how_an_unclear_rule_is_read(client):
    page = page_at(client, "/spells/fear/")
    result = facts(page)
    assert result["Rank"] == "1: for casters of rank 1 or higher"
    assert result["Traditions"] == "arcane, divine, occult, primal"
    assert result["Action"] == "●● 2 action points"
    assert "it does not prevent the push" in said(page, ".notice")
    assert facts(page_at(client, "/spells/acid-splash/"))["Rank"] == "cantrip"


def test_an_older_spell_without_an_equivalent_says_so(client):
    alone = [spell.key for spell in spells.SPELLS if spell.no_orc_equivalent]
    assert len(alone) == 4
    assert facts(page_at(client, f"/spells/{alone[0]}/"))["ORC equivalent"] == "none"
    assert "ORC equivalent" not in facts(page_at(client, "/spells/fear/"))


def test_a_spell_that_may_be_cast_for_several_costs_tells_them_apart(client):
    assert (
        facts(page_at(client, "/spells/heal/"))["Action"]
        == "● 1 action point, ●● 2 action points or ●●● 3 action points"
    )


@pytest.mark.parametrize(("address", "expected"), [("/items/howdah/", 1), ("/feats/fleet/", 1), ("/spells/fear/", 3)])
def test_a_page_takes_a_fixed_number_of_queries(client, address, expected):
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    assert len(captured) == expected


def test_every_entry_has_a_page(client):
    for kind, rows in (("items", items.ITEMS), ("feats", feats.FEATS), ("spells", spells.SPELLS)):
        for row in rows:
            page = page_at(client, f"/{kind}/{row.key}/")
            assert said(page, "h1") == row.name
            assert facts(page)["License"] == row.license


@pytest.mark.parametrize("address", ["/items/no-such/", "/feats/no-such/", "/spells/no-such/"])
def test_what_is_not_there_is_not_found(client, address):
    assert client.get(address).status_code == 404


def test_a_text_that_a_person_wrote_is_escaped(client):
    wild = Item(
        key="wild", name="<b>Wild</b>", level=1, kind="daily", text="<script>1</script>", source=Source.objects.first()
    )
    entry_save(entry=wild)
    for address in ("/items/?q=wild", "/items/wild/", "/search/?q=wild"):
        body = client.get(address).content.decode()
        assert "<b>Wild" not in body
        assert "<script>1" not in body


@pytest.mark.parametrize(
    ("address", "left"),
    [
        ("/items/howdah/", True),
        ("/items/holy-water/", False),
        ("/feats/kip-up/", False),
        ("/feats/fleet/", False),
        ("/spells/dispel-magic/", True),
        ("/spells/fireball/", False),
    ],
)
def test_a_page_says_what_is_left_to_the_table(client, address, left):
    assert ("By the table" in facts(page_at(client, address))) is left


def test_an_item_that_needs_something_to_be_so_says_requirement(client):
    assert "Requirement" in facts(page_at(client, "/items/shark-tooth-charm/"))
    assert "Trigger" in facts(page_at(client, "/items/thunderbird-tuft/"))
