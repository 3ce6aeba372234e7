"""The creature list: searching, filtering, sorting, its address, its pages, and how few queries it takes."""

from dataclasses import replace

import pytest
from django.core.cache import cache
from selectolax.lexbor import LexborHTMLParser

from compendium.cards import card_from_snapshot
from compendium.models import Creature, Source
from compendium.services.creatures import creature_create, creature_revise
from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats
from rules.effects.values import Damage
from rules.text import slug
from tests.compendium.reading import listing, names, said
from tests.copies import copied

pytestmark = pytest.mark.django_db

PARTIAL = {"HTTP_HX_REQUEST": "true"}


def card(name: str, level: int = 1, alignment: str | None = "TN", **more) -> Card:
    stats = more.pop("stats", Stats(fight=5, armor=15, power=14, fortitude=2, reflex=2, will=2, hp=20, speed=5))
    return Card(
        key="", name=name, level=level, alignment=alignment, stats=stats, license="ORC", **{"size": "Medium", **more}
    )


def feature(name: str, effect: str = "", **more) -> Feature:
    return Feature(id=slug(name), name=name, effect=effect, **more)


FIRE = (Damage(amount=8, types=("fire",)),)
HERD = (
    card(
        "Ash Drake",
        5,
        "CE",
        size="Large",
        tags=("Dragon", "Fire"),
        movement_mode="Flight",
        features=(feature("Breath", "Everybody in the cone is singed.", damage=FIRE),),
    ),
    card("Bog Witch", 3, "NE", tags=("Humanoid",), skills=("Arcana", "Stealth")),
    card("Dragon Keeper", 2, "LG", tags=("Humanoid",), skills=("Nature",)),
    card("Élan Hound", 0, "NG", size="Small", tags=("Animal",), skills=("Stealth",)),
    card("Plain Ox", 1, None, size="Large", tags=("Animal",)),
    card("Stone Idol", 2, "LN", stats=Stats(9, 18, None, 4, 1, None, 60, 3), tags=("Construct",)),
    card(
        "Willow Wisp",
        4,
        "CN",
        size="Tiny",
        tags=("Fey",),
        features=(
            feature("Glow", "It tells a tale of a dragon."),
            feature(
                "Primal Caster",
                kind="caster",
                caster=Caster("Primal", 2, (SpellGroup(uses=(), spells=(CasterSpell("Heal"),)),)),
            ),
        ),
    ),
)


@pytest.fixture(autouse=True)
def herd():
    cache.clear()
    copied(_herd)


def _own():
    return Source.objects.get(key="own")


def _herd():
    own, other = (Source.objects.create(key=key, name=key.title()) for key in ("own", "other"))
    for creature in HERD:
        creature_create(
            card=creature,
            source=other if creature.name == "Bog Witch" else own,
            key=creature.name.lower().replace(" ", "-"),
        )


EVERYBODY = ["Ash Drake", "Bog Witch", "Dragon Keeper", "Élan Hound", "Plain Ox", "Stone Idol", "Willow Wisp"]


def test_without_a_question_everybody_is_listed_by_name(client):
    page = listing(client)
    assert names(page) == EVERYBODY
    assert said(page, "#count") == "7 creatures"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?q=witch", ["Bog Witch"]),
        ("?q=elan", ["Élan Hound"]),
        ("?q=ÉLAN", ["Élan Hound"]),
        ("?q=animal", ["Élan Hound", "Plain Ox"]),
        ("?q=singed", ["Ash Drake"]),
        ("?q=glow", ["Willow Wisp"]),
        ("?q=heal", ["Willow Wisp"]),
        ("?q=dragon+keep", ["Dragon Keeper"]),
        ("?alignment=CE", ["Ash Drake"]),
        ("?alignment=ce&alignment=LN", ["Ash Drake", "Stone Idol"]),
        ("?warband=LG", ["Dragon Keeper", "Élan Hound", "Stone Idol"]),
        ("?warband=CE", ["Ash Drake", "Bog Witch", "Willow Wisp"]),
        ("?level_from=4", ["Ash Drake", "Willow Wisp"]),
        ("?level_to=0", ["Élan Hound"]),
        ("?level_from=2&level_to=2", ["Dragon Keeper", "Stone Idol"]),
        ("?points_from=26", ["Ash Drake", "Willow Wisp"]),
        ("?points_to=13", ["Élan Hound"]),
        ("?points_from=15&points_to=20", ["Dragon Keeper", "Stone Idol"]),
        ("?points_from=33&points_to=39", []),
        ("?size=Large", ["Ash Drake", "Plain Ox"]),
        ("?size=tiny&size=Small", ["Élan Hound", "Willow Wisp"]),
        ("?tag=Animal", ["Élan Hound", "Plain Ox"]),
        ("?tag=animal&tag=fey", ["Élan Hound", "Plain Ox", "Willow Wisp"]),
        ("?movement=Flight", ["Ash Drake"]),
        ("?tradition=Primal", ["Willow Wisp"]),
        ("?skill=Stealth", ["Bog Witch", "Élan Hound"]),
        ("?damage=fire", ["Ash Drake"]),
        ("?source=other", ["Bog Witch"]),
        ("?skill=Stealth&alignment=NE&level_from=1", ["Bog Witch"]),
    ],
)
def test_a_filter_lists_exactly_what_it_says(client, query, expected):
    assert names(listing(client, query)) == expected


def test_a_hit_in_the_name_comes_before_one_in_the_tags_and_that_before_any_other(client):
    assert names(listing(client, "?q=dragon")) == ["Dragon Keeper", "Ash Drake", "Willow Wisp"]


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("-name", EVERYBODY[::-1]),
        ("level", ["Élan Hound", "Plain Ox", "Dragon Keeper", "Stone Idol", "Bog Witch", "Willow Wisp", "Ash Drake"]),
        ("-points", ["Ash Drake", "Willow Wisp", "Bog Witch", "Dragon Keeper", "Stone Idol", "Plain Ox", "Élan Hound"]),
        (
            "alignment",
            ["Dragon Keeper", "Élan Hound", "Stone Idol", "Willow Wisp", "Bog Witch", "Ash Drake", "Plain Ox"],
        ),
        ("size", ["Willow Wisp", "Élan Hound", "Bog Witch", "Dragon Keeper", "Stone Idol", "Ash Drake", "Plain Ox"]),
        ("-hp", ["Stone Idol", *EVERYBODY[:5], "Willow Wisp"]),
        ("-fight", ["Stone Idol", *EVERYBODY[:5], "Willow Wisp"]),
    ],
)
def test_every_order_sorts_as_it_says(client, sort, expected):
    assert names(listing(client, f"?sort={sort}")) == expected


@pytest.mark.parametrize("stat", ["fight", "armor", "power", "fortitude", "reflex", "will", "hp", "speed"])
@pytest.mark.parametrize("sign", ["", "-"])
def test_a_list_can_be_sorted_by_each_stat_and_who_lacks_it_comes_last(client, stat, sign):
    sorted_names = names(listing(client, f"?sort={sign}{stat}"))
    assert sorted(sorted_names) == sorted(EVERYBODY)
    if stat in ("power", "will"):
        assert sorted_names[-1] == "Stone Idol"


def test_a_row_tells_alignment_points_and_figures(client):
    page = listing(client, "?q=idol")
    assert said(page, ".rows tbody .what") == "👁 Lawful Neutral Medium Construct"
    cells = [node.text() for node in page.css(".rows tbody td[data-label]")]
    assert cells == ["2", "18", "+9", "18", "–", "+4", "+1", "–", "60", "3"]


def test_negative_figures_have_a_real_minus_sign(client):
    stats = Stats(-1, 10, 10, -2, 0, 1, 5, 4)
    creature_create(card=card("Weakling", -1, stats=stats), source=Source.objects.get(key="own"))
    assert [node.text() for node in listing(client, "?q=weakling").css("td[data-label]")][:6] == [
        "−1",
        "9",
        "−1",
        "10",
        "10",
        "−2",
    ]  # fmt: skip - the figures of one row


def test_a_changed_card_is_shown_changed_and_its_new_tag_can_be_chosen_at_once(client):
    listing(client)
    ox = Creature.objects.select_related("current").get(key="plain-ox")
    creature_revise(
        creature=ox, card=replace(card_from_snapshot(ox.current.document), name="Grey Ox", tags=("Aurochs",))
    )
    assert names(listing(client, "?tag=aurochs")) == ["Grey Ox"]


# --- What cannot be read


@pytest.mark.parametrize(
    ("query", "field", "sentence"),
    [
        ("?level_from=abc", "level_from", "Give a whole number."),
        ("?level_to=99", "level_to", "The highest is 14."),
        ("?level_from=5&level_to=3", "level_to", "“to” must not be below “from”: 3 is less than 5."),
        ("?points_from=-5", "points_from", "Points cannot be below 0."),
        ("?points_to=1e400", "points_to", "Enter a whole number of points."),
        ("?points_to=99999999999999999999999", "points_to", "No creature costs that much."),
        ("?points_from=30&points_to=20", "points_to", "“to” must not be below “from”: 20 is less than 30."),
        ("?warband=XX", "warband", "“XX” is not one of the choices."),
        ("?q=%00", "q", "Null characters are not allowed."),
        ("?q=" + "x" * 10_000, "q", "Search for 100 characters or fewer."),
    ],
)
def test_a_bad_value_is_told_beside_its_field_and_nothing_is_listed(client, query, field, sentence):
    page = listing(client, query)
    assert said(page, f"#error-{field}") == sentence
    assert sentence in said(page, "#results .notice.bad")
    assert names(page) == []


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?alignment=XX", "Nothing has the alignment “XX”. Choose LG, NG, CG, LN, TN, CN, LE, NE or CE."),
        ("?tag=Dragn", "Nothing has the tag “Dragn”."),
        ("?size=Enormous", "Nothing has the size “Enormous”."),
        ("?source=elsewhere", "Nothing has the source “elsewhere”. Choose other or own."),
        ("?sort=beauty", "“beauty” is not one of the choices."),
    ],
)
def test_an_unknown_choice_is_told_and_nothing_is_listed(client, query, sentence):
    page = listing(client, query)
    assert sentence in said(page, "#results .notice.bad")
    assert names(page) == []


def test_an_unknown_parameter_is_named_and_the_rest_counts(client):
    page = listing(client, "?level=3&q=witch")
    assert said(page, "#results .notice.warn") == "There is no filter called “level”: it was left out."
    assert names(page) == ["Bog Witch"]
    several = said(listing(client, "?level=3&beauty=4"), "#results .notice.warn")
    assert several == "There is no filter called “level”, “beauty”: they were left out."


def test_a_single_filter_given_twice_is_named_and_the_last_counts(client):
    page = listing(client, "?level_to=5&level_to=0")
    assert "“level_to” appears more than once; the last value counts." in said(page, "#results .notice.warn")
    assert names(page) == ["Élan Hound"]


def test_nobody_found_says_what_to_do(client):
    page = listing(client, "?q=nosuchword")
    assert said(page, ".empty h2") == "No creature matches"
    assert page.css_first(".empty a[href='/creatures/']") is not None
    assert page.css_first(".empty a[href='/search/?q=nosuchword']") is not None


def test_a_list_without_all_the_words_has_what_comes_nearest_and_says_so(client):
    page = listing(client, "?q=dragon+witch")
    assert names(page)[0] in ("Bog Witch", "Dragon Keeper")
    assert said(page, "#results .notice") == "No creature has all of “dragon witch”. These are the closest."
    answer = client.get("/api/v1/creatures/?q=dragon+witch").json()
    assert answer["count"] == 0, "a program cannot read the sentence"


def test_a_mistyped_word_is_mended_in_a_list_which_says_so(client):
    page = listing(client, "?q=drgaon")
    assert names(page)[:2] == ["Dragon Keeper", "Ash Drake"]
    assert said(page, "#results .notice") == "No creature has “drgaon”. These match “dragon”."
    assert said(listing(client, "?q=dragon"), "#results .notice") == ""


def test_a_word_of_another_game_finds_what_stands_for_it_and_says_so(client):
    creature_create(card=card("Howler", features=(feature("Howl", "It makes others rattled."),)), source=_own())
    page = listing(client, "?q=frightened")
    assert names(page) == ["Howler"]
    assert said(page, "#results .notice").startswith("Fear makes a creature rattled here.")


def test_an_empty_list_says_which_filter_hides_most_and_leads_to_it(client):
    page = listing(client, "?q=witch&alignment=LG&level_from=3")
    assert said(page, ".empty p") == (
        "“Lawful Good” hides 1 creature. Show it Show all creatures Search everywhere for “witch”"
    )
    assert page.css_first(".empty p a").attributes["href"] == "/creatures/?q=witch&level_from=3"
    several = listing(client, "?tag=animal&level_from=3")
    assert [said(several, f".empty p:nth-of-type({place})") for place in (1, 2)] == [
        "“Tags: Animal” hides 3 creatures. Show them",
        "“Level 3 or more” hides 2 creatures. Show them",
    ]
    assert "hides" not in said(listing(client, "?q=witch"), "#results")


def test_what_hides_everything_is_counted_in_one_query(client, django_assert_num_queries):
    listing(client, "?q=witch&alignment=LG&level_from=3&tag=humanoid&size=Medium")
    # Whether choices and index are up to date, the rows and how many there are without each filter.
    with django_assert_num_queries(4):
        listing(client, "?q=witch&alignment=LG&level_from=3&tag=humanoid&size=Medium")


def test_an_empty_compendium_says_so(client):
    Creature.objects.all().delete()
    assert said(listing(client), ".empty h2") == "The compendium has no creatures yet"


# --- The address


def test_empty_fields_are_left_out_of_the_address(client):
    answer = client.get("/creatures/?q=&alignment=LE&level_from=&level_to=+&sort=")
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/creatures/?alignment=LE"


def test_htmx_gets_the_results_alone_with_the_short_address(client):
    answer = client.get("/creatures/?q=witch&level_from=&sort=", **PARTIAL)
    assert answer.headers["HX-Push-Url"] == "/creatures/?q=witch"
    assert "HX-Request" in answer.headers["Vary"]
    body = answer.content.decode()
    assert "<html" not in body
    assert names(LexborHTMLParser(body)) == ["Bog Witch"]
    assert 'id="count" hx-swap-oob="innerHTML"' in body


def test_htmx_going_back_gets_the_whole_page(client):
    answer = client.get("/creatures/", HTTP_HX_REQUEST="true", HTTP_HX_HISTORY_RESTORE_REQUEST="true")
    assert b"<html" in answer.content


def test_htmx_tells_a_bad_value_beside_its_field_too(client):
    page = listing(client, "?points_to=abc", **PARTIAL)
    assert said(page, "#error-points_to") == "Enter a whole number of points."
    assert page.css_first("#error-points_from").text() == ""


def test_the_form_shows_what_is_set(client):
    page = listing(client, "?q=dragon&alignment=CE&level_from=2&points_to=60&tag=fire&warband=CE")
    assert page.css_first("#q").attributes["value"] == "dragon"
    chosen = [node.attributes["value"] for node in page.css("#filters input[checked]")]
    assert chosen == ["CE", "Fire"]
    assert [node.attributes["value"] for node in page.css("#filters option[selected]")] == ["CE", "2", ""]
    assert page.css_first("#f-points_to").attributes["value"] == "60"


def test_each_set_filter_is_a_chip_that_takes_it_out(client):
    page = listing(client, "?q=dragon&alignment=CE&alignment=LG&level_from=2&tag=fire&sort=-hp")
    chips = {
        node.text(deep=True).split(":\u00a0")[0].replace(": remove this filter×", ""): node.attributes["href"]
        for node in page.css(".chips.set .chip:not(.all)")
    }
    assert chips == {
        "“dragon”": "/creatures/?alignment=CE&alignment=LG&level_from=2&tag=fire&sort=-hp",
        "⛈Chaotic Evil": "/creatures/?q=dragon&alignment=LG&level_from=2&tag=fire&sort=-hp",
        "☼Lawful Good": "/creatures/?q=dragon&alignment=CE&level_from=2&tag=fire&sort=-hp",
        "Level 2 or more": "/creatures/?q=dragon&alignment=CE&alignment=LG&tag=fire&sort=-hp",
        "Tags: Fire": "/creatures/?q=dragon&alignment=CE&alignment=LG&level_from=2&sort=-hp",
    }


def test_the_choices_tell_how_many_have_them(client):
    page = listing(client)
    counts = {
        node.css_first("input").attributes["value"]: node.css_first(".count-of").text()
        for node in page.css("#filters label:has(input[type=checkbox])")
    }
    assert counts["Animal"] == "2"
    assert counts["Stealth"] == "2"
    assert counts["LE"] == "0"
    assert counts["own"] == "6"


def test_the_head_of_a_column_sorts_by_it_and_then_the_other_way(client):
    heads = {node.text().strip(): node for node in listing(client, "?tag=animal").css("thead th a")}
    assert heads["HP"].attributes["href"] == "/creatures/?tag=animal&sort=-hp"
    sorted_page = listing(client, "?tag=animal&sort=-hp")
    [head] = sorted_page.css("thead th[aria-sort]")
    assert head.attributes["aria-sort"] == "descending"
    assert head.css_first("a").attributes["href"] == "/creatures/?tag=animal&sort=hp"


def test_what_is_chosen_stands_first_in_a_long_list_of_choices(client):
    [first, *_] = listing(client, "?tag=humanoid").css(".choices input[name=tag]")
    assert first.attributes["value"] == "Humanoid"
