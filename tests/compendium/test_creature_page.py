"""The page of a creature, its older revisions and its history."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from selectolax.lexbor import LexborHTMLParser

from compendium.models import Creature, Source, Spell
from compendium.selectors.creatures import related_creatures
from compendium.services.creatures import creature_create, creature_revise
from compendium.templatetags.cards import spell_link
from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats, numbered
from rules.effects.values import Damage, Range, SavingThrow
from tests.compendium.reading import page_at

pytestmark = pytest.mark.django_db

CAPTAIN = Card(
    key="ash-captain",
    name="Ash Captain",
    level=4,
    alignment="LE",
    size="Medium",
    stats=Stats(fight=9, armor=17, power=15, fortitude=6, reflex=-1, will=3, hp=55, speed=5),
    armor_broken=15,
    movement_mode="Flight",
    tags=("Human", "Humanoid"),
    license="ORC",
    features=numbered(
        (
            Feature(id="", name="Reactive Strike", cost="reaction"),
            Feature(
                id="", name="Spear", cost="1", range=Range("melee", 2), strike=True, damage=(Damage(8, ("piercing",)),)
            ),
            Feature(
                id="",
                name="Net",
                cost="1",
                once_per_turn=True,
                uses=("daily", "encounter", "consumable"),
                range=Range("emanation", 3),
                saves=(SavingThrow("reflex", "negates"),),
                effect="Each enemy in the area is grabbed, and slowed until the captain's next turn.",
            ),
            Feature(
                id="",
                name="Fire Magic",
                kind="caster",
                caster=Caster(
                    "Arcane",
                    3,
                    (SpellGroup(("daily",), (CasterSpell("Fireball"), CasterSpell("Unheard-of Spell", "own"))),),
                ),
            ),
            Feature(id="", name="Halberd", kind="replaces", replaces="Spear", cost="2", effect="It falls prone."),
            Feature(id="", name="Banner", kind="add_on", effect="Allies gain courage."),
        )
    ),
    skills=("Athletics", "Stealth"),
    immune=("fire",),
)


@pytest.fixture
def source():
    return Source.objects.create(key="own", name="A Table of Our Own", license="ORC")


@pytest.fixture
def captain(source):
    return creature_create(card=CAPTAIN, source=source, key="ash-captain")


@pytest.fixture
def fireball(source):
    return Spell.objects.create(
        key="fireball",
        name="Fireball",
        source=source,
        rank=3,
        text="It burns.\n\nIt burns more.",
        search_name="fireball",
    )


def text_of(page: LexborHTMLParser, selector: str) -> str:
    node = page.css_first(selector)
    assert node is not None, selector
    return " ".join(node.text().split())


def test_the_card_shows_name_points_alignment_size_tags_and_level(client, captain):
    page = page_at(client, "/creatures/ash-captain/")
    assert text_of(page, "h1") == "Ash Captain"
    assert text_of(page, ".card-points") == f"{captain.points} pts"
    assert text_of(page, ".card-alignment") == "✊ Lawful Evil"
    assert text_of(page, ".card-tags") == "Medium Human Humanoid · level 4"
    assert page.css_first(".card").attributes["data-al"] == "LE"


def test_the_card_shows_the_eight_stats_with_broken_armor_and_movement(client, captain):
    page = page_at(client, "/creatures/ash-captain/")
    stats = [" ".join(node.text(separator=" ").split()) for node in page.css(".stat")]
    assert stats == [
        "Fight +9",
        "Armor 17 [15]",
        "Power 15",
        "Fort +6",
        "Reflex −1",
        "Will +3",
        "HP 55",
        "Speed 5 ☁",
    ]


def test_signs_say_in_words_what_they_show(client, captain):
    page = page_at(client, "/creatures/ash-captain/")
    said = [node.attributes["aria-label"] for node in page.css(".features .sign")]
    assert said[:6] == [
        "reaction",
        "1 action point",
        "daily",
        "encounter",
        "consumable",
        "1 action point, once per turn",
    ]


def test_upgrades_stand_apart_with_their_cost_and_what_they_replace(client, captain):
    page = page_at(client, "/creatures/ash-captain/")
    assert text_of(page, ".upgrades > h2").startswith("Upgrades +")
    assert [node.text().strip() for node in page.css(".upgrades .feature-name")] == ["Halberd", "Banner"]
    assert [node.text() for node in page.css(".upgrades .kind")] == ["Replaces Spear", "Add on"]


def test_a_term_is_a_link_to_its_entry_and_its_meaning_is_on_the_page_once(client, captain):
    page = page_at(client, "/creatures/ash-captain/")
    terms = {node.text(): node.attributes for node in page.css("a.term")}
    assert terms["grabbed"]["href"] == reverse("compendium:glossary-entry", args=["condition", "grabbed"])
    assert {"grabbed", "slowed", "Reactive Strike", "Emanation 3", "prone"} <= terms.keys()
    ids = [node.attributes["id"] for node in page.css("[role=tooltip]")]
    assert len(ids) == len(set(ids))
    assert {term["aria-describedby"] for term in terms.values()} == set(ids)


def test_a_known_spell_links_to_its_entry_and_an_unknown_one_is_shown_as_it_is(client, captain, fireball):
    page = page_at(client, "/creatures/ash-captain/")
    spells = page.css_first(".spells")
    assert [(node.text(), node.attributes["href"]) for node in spells.css("a")] == [
        ("Fireball", reverse("compendium:spell", args=["fireball"]))
    ]
    assert "Unheard-of Spell (own)" in " ".join(spells.text().split())
    assert [node.text() for node in spells.css(".unlisted[title]")] == ["Unheard-of Spell"]
    assert "It burns more." in text_of(page, ".card-side details")


def test_haste_leads_to_what_muster_makes_of_it():
    # Ruling 169: cards name the spell, no sheet has it.
    link = reverse("compendium:glossary-entry", args=["spellcasting", "haste"])
    assert spell_link("Haste", "OGL") == f'<a class="spell" href="{link}">Haste</a>'
    assert (
        spell_link("Dominate", "OGL") == '<span class="unlisted" title="No spell sheet has this spell.">Dominate</span>'
    )


def test_the_page_names_source_license_and_revision(client, captain):
    facts = text_of(page_at(client, "/creatures/ash-captain/"), ".card-side .facts")
    assert "A Table of Our Own" in facts
    assert "ORC" in facts
    assert "Revision1, " in facts.replace("Revision ", "Revision")


def test_previous_and_next_go_by_name(client, source, captain):
    creature_create(card=replace(CAPTAIN, name="Aardvark"), source=source, key="aardvark")
    creature_create(card=replace(CAPTAIN, name="Ash Captain"), source=source, key="ash-captain--own")
    creature_create(card=replace(CAPTAIN, name="Zebra"), source=source, key="zebra")
    page = page_at(client, "/creatures/ash-captain--own/")
    assert page.css_first("[rel=prev]").attributes["href"] == "/creatures/ash-captain/"
    assert page.css_first("[rel=next]").attributes["href"] == "/creatures/zebra/"
    assert page_at(client, "/creatures/aardvark/").css_first("[rel=prev]") is None
    assert page_at(client, "/creatures/zebra/").css_first("[rel=next]") is None


def test_a_commander_and_its_minion_lead_to_each_other(client, source, captain):
    creature_create(card=replace(CAPTAIN, name="Ash", starts_with=("ash-captain",)), source=source, key="ash")
    creature_create(card=replace(CAPTAIN, name="Other", starts_with=("ash-captain--two",)), source=source, key="other")
    assert [node.attributes["href"] for node in page_at(client, "/creatures/ash/").css(".links a")] == [
        "/creatures/ash-captain/"
    ]
    assert [node.attributes["href"] for node in page_at(client, "/creatures/ash-captain/").css(".links a")] == [
        "/creatures/ash/"
    ]


def test_the_page_takes_three_queries_however_many_creatures_there_are(
    client, source, captain, fireball, django_assert_num_queries
):
    client.get("/creatures/ash-captain/")
    with django_assert_num_queries(3):
        client.get("/creatures/ash-captain/")
    for number in range(20):
        creature_create(card=replace(CAPTAIN, name=f"Ash {number}"), source=source, key=f"ash-{number}")
    with django_assert_num_queries(3):
        client.get("/creatures/ash-captain/")


def test_hostile_names_and_texts_stay_text(client, source):
    evil = '<script>alert("1")</script>'
    card = replace(
        CAPTAIN,
        name=evil,
        tags=("<b>Tag",),
        class_name="<i>Class",
        features=numbered(
            (
                Feature(id="", name=evil, trigger=f"a {evil} is grabbed", effect=f"{evil} slowed {evil}"),
                Feature(
                    id="",
                    name="x",
                    kind="caster",
                    caster=Caster(evil, 1, (SpellGroup((), (CasterSpell(evil, evil),)),)),
                ),
                Feature(id="", name=evil, kind="replaces", replaces=evil, effect="y"),
            )
        ),
        skills=(evil,),
    )
    creature_create(card=card, source=source, key="evil")
    for address in ("/creatures/evil/", "/creatures/evil/history/", "/compare/?creature=evil", "/"):
        body = client.get(address).content.decode()
        assert "<script>alert" not in body
        assert "&lt;script&gt;alert" in body
        assert "<b>Tag" not in body
        assert "<i>Class" not in body


@pytest.mark.parametrize(
    "address",
    [
        "/creatures/nobody/",
        "/creatures/nobody/history/",
        "/creatures/nobody/revisions/1/",
        "/creatures/ash-captain/revisions/7/",
    ],
)
def test_an_unknown_creature_or_revision_is_not_found(client, captain, address):
    assert client.get(address).status_code == 404


def test_an_older_revision_says_so_and_leads_to_the_current_one(client, captain, django_user_model):
    editor = django_user_model.objects.create_user("mira")
    creature_revise(creature=captain, card=replace(CAPTAIN, name="Ash Colonel", level=5), by=editor)
    old = page_at(client, "/creatures/ash-captain/revisions/1/")
    assert text_of(old, "h1") == "Ash Captain"
    assert "an older version of the card" in text_of(old, ".older")
    assert old.css_first(".older a").attributes["href"] == "/creatures/ash-captain/"
    new = page_at(client, "/creatures/ash-captain/")
    assert text_of(new, "h1") == "Ash Colonel"
    assert new.css_first(".older") is None
    assert "by mira" in text_of(new, ".card-side .facts")
    assert page_at(client, "/creatures/ash-captain/revisions/2/").css_first(".older") is None


def test_the_history_tells_who_changed_what_newest_first(client, captain, django_user_model, django_assert_num_queries):
    editor = django_user_model.objects.create_user("mira")
    creature_revise(creature=captain, card=replace(CAPTAIN, skills=("Stealth",)), by=editor)
    with django_assert_num_queries(3):
        page = page_at(client, "/creatures/ash-captain/history/")
    newest, oldest = page.css(".history > li")
    assert "Revision 2" in newest.text()
    assert "by mira" in " ".join(newest.text().split())
    assert "Skills" in newest.css_first(".changes").text()
    assert "Revision 1" in oldest.text()
    assert oldest.css_first("a").attributes["href"] == "/creatures/ash-captain/revisions/1/"


def test_a_long_history_is_paged(client, captain):
    for number in range(21):
        creature_revise(creature=captain, card=replace(CAPTAIN, skills=(f"Lore {number}",)))
    first = page_at(client, "/creatures/ash-captain/history/")
    assert [node.text().split()[1] for node in first.css(".history h2")] == [str(number) for number in range(22, 2, -1)]
    [following] = {node.attributes["href"] for node in first.css('.pager [rel="next"]')}
    second = page_at(client, following)
    assert [node.text().split()[1] for node in second.css(".history h2")] == ["2", "1"]
    assert "There is no page 9" in text_of(page_at(client, "/creatures/ash-captain/history/?page=9"), ".notice.warn")


def test_a_card_that_lacks_alignment_size_and_stats_is_shown(client, source):
    bare = Card(key="ram", name="Ram", level=0, alignment=None, size=None, stats=Stats(*[None] * 8))
    creature_create(card=bare, source=source, key="ram")
    page = page_at(client, "/creatures/ram/")
    assert {node.text() for node in page.css(".stat dd")} == {"–"}
    assert text_of(page, ".card-alignment") == "no alignment"


def test_a_new_card_under_an_old_key_is_not_taken_for_the_old_one(client, source, captain):
    page_at(client, "/creatures/ash-captain/")
    captain.delete()
    creature_create(card=replace(CAPTAIN, name="Ash Captain", size="Huge"), source=source, key="ash-captain")
    assert text_of(page_at(client, "/creatures/ash-captain/"), ".card-tags").startswith("Huge")


def test_neighbours_follow_the_order_of_the_database_whatever_language_it_sorts_by():
    if connection.vendor == "postgresql":  # most servers sort ø beside o, Python after z
        with connection.cursor() as cursor:
            cursor.execute('ALTER TABLE compendium_creature ALTER search_name TYPE varchar(160) COLLATE "en-x-icu"')
    source = Source.objects.create(key="mine", name="Mine")
    for name in ("Ogre", "Øgre", "Ozz", "Zombie"):
        creature_create(card=replace(CAPTAIN, key="", name=name), source=source, key=f"x-{name[0]}{name[2]}".lower())
    for creature in Creature.objects.all():
        around = related_creatures(creature)
        names = list(Creature.objects.order_by("search_name", "key").values_list("name", flat=True))
        place = names.index(creature.name)
        assert getattr(around.previous, "name", None) == (names[place - 1] if place else None)
        assert getattr(around.next, "name", None) == (names[place + 1] if place + 1 < len(names) else None)


def test_the_neighbours_of_a_creature_are_found_by_indexes_alone():
    source = Source.objects.create(key="mine", name="Mine")
    creature = creature_create(card=CAPTAIN, source=source, key="ash-captain")
    with CaptureQueriesContext(connection) as queries:
        related_creatures(creature)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {queries[0]['sql']}")
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {queries[0]['sql']}")
        plan = [str(line[-1]) for line in cursor.fetchall()]
    if connection.vendor == "sqlite":  # PostgreSQL takes any index of a table that is nearly empty
        assert any("creature_commanders" in line for line in plan)
    assert [
        line for line in plan if line == "SCAN compendium_creature" or "Seq Scan on compendium_creature" in line
    ] == []


def test_a_preview_of_a_link_to_a_creature_has_its_name_and_what_it_is(client, captain):
    head = page_at(client, "/creatures/ash-captain/").css("meta[property], meta[name^=twitter], meta[name=description]")
    shown = {(node.attributes.get("property") or node.attributes["name"]): node.attributes["content"] for node in head}
    summary = "level 4, Lawful Evil, Medium Human Humanoid"
    assert shown["og:title"] == "Ash Captain"
    assert shown["og:description"].endswith(summary)
    assert shown["description"].endswith(f"{summary}.")
    assert shown["twitter:card"] == "summary"


def test_the_card_alone_is_kept_by_browsers_and_takes_few_queries(client, captain, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        answer = client.get("/creatures/ash-captain/card/")
    tree = LexborHTMLParser(answer.content)
    assert [node.text() for node in tree.css(".card-name")] == ["Ash Captain"]
    assert (tree.css("nav"), tree.css("main")) == ([], [])
    assert answer["Cache-Control"] == "private, max-age=600"
    assert "Cookie" not in answer.get("Vary", "")
    assert client.get("/creatures/nobody/card/").status_code == 404
