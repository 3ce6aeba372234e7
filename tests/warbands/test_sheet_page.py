"""A warband drawn to be read: what the page says of it and of each member."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from selectolax.lexbor import LexborHTMLParser, LexborNode

from compendium.models import Creature, Source
from compendium.services.creatures import creature_revise
from rules.building.draft import Draft
from rules.roster import Member, Override, Roster
from rules.roster.model import HouseRules, ItemChoice
from rules.sheets.members import COST_OF_ITS_SPELL, member_groups
from tests.reading import words_of
from warbands.selectors.legality import sheet_of

pytestmark = pytest.mark.usefixtures("small_compendium")


def drawn(*members: Member, is_players: bool = False, notes: str = "", member_notes=None, **fields) -> LexborNode:
    """Draw a warband as its pages do."""
    given = {"name": "Ash Company", "play_mode": "limited", "points_limit": 200, "alignment": "LE"} | fields
    draft = Draft(Roster(members, **given), notes, member_notes or {})
    sheet = sheet_of(draft)
    context = {
        "sheet": sheet,
        "groups": member_groups(sheet),
        "name": draft.roster.name,
        "homebrew": {card.key for card in draft.roster.cards},
        "is_players": is_players,
    }
    return LexborHTMLParser(render_to_string("warbands/sheet_parts.html", context)).css_first(".sheet")


def member(*given: Member, **fields) -> LexborNode:
    """Draw a warband and return its last member."""
    return drawn(*given, **fields).css(".sheet-member")[-1]


# The warband.


def test_the_head_says_name_mode_alignment_and_points():
    sheet = drawn(Member("kobold-warrior"), Member("boar"))
    assert (
        words_of(sheet.css_first(".page-head"))
        == "Ash Company ✊ Lawful Evil Balanced, Limited Play · 2 members 27 of 200 points"
    )


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Legal, with 191 points left."),
        ({"points_limit": 10}, "Legal, as agreed at the table, with 1 point left."),
        ({"points_limit": 9}, "Legal, as agreed at the table, with every point used."),
        ({"play_mode": "narrative", "points_limit": None}, "Legal."),
    ],
)
def test_a_legal_warband_says_what_is_left(fields, sentence):
    overrides = (Override("creature.over_half", "a small game"),)
    assert (
        words_of(drawn(Member("kobold-warrior"), overrides=overrides, **fields).css_first(".notice.good")) == sentence
    )


def test_a_warband_over_its_limit_that_the_table_agreed_to_leaves_nothing():
    overrides = (Override("creature.over_half"), Override("points.over_limit"))
    sheet = drawn(Member("kobold-warrior"), points_limit=5, overrides=overrides)
    assert words_of(sheet.css_first(".notice.good")) == "Legal, as agreed at the table."


def test_an_illegal_warband_says_so_with_every_problem_in_words():
    sheet = drawn(Member("boar", name="Tusker"), Member("caldera-oni"), points_limit=100)
    expected = words_of(sheet.css_first(".notice.bad"))
    assert expected.startswith("Not legal: 2 problems. The warband costs 210 points, 110 more than its limit of 100.")
    assert "Caldera Oni costs 192 points" in expected


def test_its_player_is_told_the_fixes_too_and_others_are_not():
    fix = "raise the limit to"
    assert fix in words_of(drawn(Member("boar"), points_limit=10, is_players=True))
    assert fix not in words_of(drawn(Member("boar"), points_limit=10))


def test_what_the_table_agreed_on_is_told_with_its_reason():
    sheet = drawn(
        Member("boar", "m1", "Tusker"),
        overrides=(Override("creature.banned", "he is so tame", "m1"), Override("points.over_limit", "why not")),
        house_rules=HouseRules(("p2v-orc",), ("boar", "basilisk"), 2),
    )
    agreed, rules = sheet.css(".sheet-agreed .sheet-part")
    assert words_of(agreed) == (
        "Agreed at the table a banned creature, Tusker : he is so tame "
        "more points than the limit, the whole warband : why not (not a problem now)"
    )
    assert words_of(rules) == "House rules At most 2 items each. Creatures only from p2v-orc. Banned: Boar, Basilisk."
    beside = words_of(sheet.css_first(".sheet-member .notice"))
    assert beside.startswith("Agreed at the table: ")
    assert beside.endswith("Because: he is so tame")


def test_sources_are_named_as_players_call_them():
    Source.objects.filter(key="p2v-orc").update(name="The open cards")
    assert "Creatures only from The open cards." in words_of(drawn(house_rules=HouseRules(("p2v-orc",))))


def test_notes_keep_their_lines():
    notes = drawn(notes="One\ntwo\n\nthree").css_first(".sheet-notes")
    assert [p.html for p in notes.css("p")] == ["<p>One<br>two</p>", "<p>three</p>"]


def test_a_warband_without_members_says_so():
    assert "This warband has no creatures yet." in words_of(drawn())


# A member.


def test_a_member_is_shown_by_its_own_name_with_its_creature_and_points():
    shown = member(Member("kobold-warrior", name="Snik", upgrades=("sling",), hero_points=2))
    assert words_of(shown.css_first("summary")) == "✊ Snik Kobold Warrior 15 pts"
    assert shown.css_first(".sheet-body a").attributes["href"] == "/creatures/kobold-warrior/"
    assert words_of(shown.css_first(".sheet-facts")) == (
        "Points 9 and 6 for 1 upgrade, 2 hero points Upgrades Sling Hero points 2 ○○"
    )


def test_a_member_without_a_name_of_its_own_says_its_creature_once():
    assert words_of(member(Member("boar")).css_first("summary")) == "⚖ Boar 18 pts"


def test_a_member_has_its_stats_and_its_features_as_they_are_now():
    plain, armed = Member("trog-stoneliege"), Member("trog-stoneliege", upgrades=("claw",))
    shown = member(plain)
    assert [words_of(stat) for stat in shown.css(".stat")][:2] == ["Fight +12", "Armor 18"]
    names = [node.text() for node in shown.css(".feature-name")]
    assert "Digging Bar" in names
    assert "Claw" not in names
    shown = member(armed)
    names = [node.text() for node in shown.css(".feature-name")]
    assert "Digging Bar" not in names
    assert "Claw" in names
    assert "Replaced Digging Bar" in words_of(shown.css_first(".sheet-facts"))


def test_items_are_told_with_their_boxes_their_choice_and_what_they_do():
    shown = member(Member("boar", items=(ItemChoice("holy-water"), ItemChoice("fiery-weapon", "Tusk"))))
    water, fiery = shown.css(".sheet-part .feature")
    assert water.css_first(".uses .sign").attributes["aria-label"] == "consumable"
    assert water.css_first("a").attributes["href"] == "/items/holy-water/"
    assert words_of(fiery.css_first(".feature-name")) == "Fiery Weapon ( Tusk )"
    assert "deals fire damage" in words_of(fiery)


def test_an_item_says_that_its_choice_is_not_made_yet():
    shown = member(Member("boar", items=(ItemChoice("fiery-weapon"),)))
    assert words_of(shown.css_first(".sheet-part .feature-head")) == "Fiery Weapon weapon not chosen Item 1"


@pytest.mark.parametrize(("chosen", "expected"), [("", "spell not chosen"), ("Heal", "( Heal ) as its spell")])
def test_a_scroll_costs_as_its_spell_once_that_is_chosen(chosen, expected):
    (fiery,) = sheet_of(Draft(Roster((Member("boar", items=(ItemChoice("fiery-weapon"),)),)))).members[0].items
    scroll = replace(fiery, name="Scroll", asks_for="spell", choice=chosen, cost=COST_OF_ITS_SPELL)
    drawn_scroll = LexborHTMLParser(render_to_string("warbands/sheet_item.html", {"item": scroll}))
    assert words_of(drawn_scroll.css_first(".feature-head")) == f"Scroll {expected} Item 1"


def test_an_item_and_an_upgrade_that_nobody_knows_are_shown_by_their_keys():
    shown = words_of(member(Member("boar", upgrades=("wings",), items=(ItemChoice("Holy / Water"),))))
    assert "Upgrades “wings”" in shown
    assert "“Holy / Water”" in shown


def test_a_creature_that_nobody_knows_has_no_card_and_no_link():
    shown = member(Member("Kobold Warriør"))
    assert words_of(shown.css_first("summary")) == "“Kobold Warriør” 0 pts"
    assert shown.css(".sheet-body a, .stats") == []
    assert "There is no creature" in words_of(shown)


def test_a_minion_says_whose_it_is():
    commander = Member("kobold-druid-1", "m1", "Old Root")
    shown = words_of(member(commander, Member("cat-companion-1", "m2", minion_of="m1")))
    assert "comes with Old Root" in shown
    assert "0 pts" in shown


@pytest.mark.parametrize(("number", "boxes"), [(1, "○"), (3, "○○○"), (999_999, "○○○")])
def test_hero_points_have_a_box_each_and_no_more_than_three(number, boxes):
    facts = words_of(member(Member("boar", hero_points=number)).css_first(".sheet-facts"))
    assert facts.endswith(f"Hero points {number:,} {boxes}")


def test_a_positioning_upgrade_is_told_with_what_it_does():
    shown = words_of(member(Member("trog-stoneliege", positioning=("trail-of-bodies",))))
    assert "Trail of Bodies Roll 1d6 before play" in shown
    assert "secret" not in shown


def test_an_older_card_leads_to_its_revision(built_in):
    boar = Creature.objects.get(key="boar")
    creature_revise(creature=boar, card=replace(built_in["boar"], level=3))
    shown = member(Member("boar", revision=1))
    assert shown.css_first(".sheet-body a").attributes["href"] == "/creatures/boar/revisions/1/"
    assert "as it was in revision 1" in words_of(shown)
    assert member(Member("boar")).css_first(".sheet-body a").attributes["href"] == "/creatures/boar/"


def test_homebrew_that_travels_with_the_roster_has_no_page_to_lead_to(built_in):
    cards = (replace(built_in["boar"], key="our own / boar", name="Our Boar"), built_in["basilisk"])
    sheet = drawn(Member("our own / boar"), Member("basilisk"), cards=cards)
    assert [words_of(node.css_first("summary")) for node in sheet.css(".sheet-member")] == [
        "⚖ Our Boar 18 pts",
        "⚖ Basilisk 32 pts",
    ]
    assert sheet.css(".sheet-body > .help a") == []


def test_a_block_that_was_kept_is_drawn_anew_when_anything_of_the_member_changes():
    snik = Member("kobold-warrior", "m1", "Snik")
    said = [words_of(member(snik, member_notes=notes)) for notes in ({}, {"m1": "Brave."}, {"m1": "Bold."}, {})]
    assert said[0] == said[3]
    assert said[1].endswith("Notes Brave.")
    assert said[2].endswith("Notes Bold.")
    assert words_of(member(snik, Member("boar"))) != said[0]


# Hostile words.

HOSTILE = "<script>alert(1)</script>"


def test_nothing_that_a_player_writes_becomes_markup():
    sheet = drawn(
        Member(
            "boar",
            "m1",
            HOSTILE,
            upgrades=(HOSTILE,),
            items=(ItemChoice(HOSTILE, HOSTILE), ItemChoice("fiery-weapon", HOSTILE)),
        ),
        Member(HOSTILE, "m2", positioning=(HOSTILE,)),
        name=HOSTILE,
        notes=f"{HOSTILE}<!-- -->",
        member_notes={"m1": HOSTILE},
        overrides=(Override("item.unknown", HOSTILE, "m1"), Override(HOSTILE, HOSTILE)),
        house_rules=HouseRules((HOSTILE,), (HOSTILE,)),
    )
    assert sheet.css("script") == []
    assert "<!--" not in sheet.html
    assert words_of(sheet).count(HOSTILE) >= 12


def test_names_that_run_from_right_to_left_keep_to_themselves():
    sheet = drawn(Member("boar", "m1", "\u202edraob"), name="مرحبا", member_notes={"m1": "مرحبا"})
    assert sheet.css_first("h1 bdi").text() == "مرحبا"
    assert sheet.css_first("summary bdi").text() == "\u202edraob"
    assert sheet.css_first(".sheet-notes").attributes["dir"] == "auto"


# Equal members.


def test_equal_members_are_drawn_once_with_their_number_and_what_each_costs():
    kobold = Member("kobold-warrior", upgrades=("sling",), hero_points=1)
    sheet = drawn(kobold, Member("boar"), kobold, kobold, Member("kobold-warrior", name="Snik"))
    heads = [words_of(node.css_first("summary")) for node in sheet.css(".sheet-member")]
    assert [head.split(" ", 1)[1] for head in heads] == [
        "3 × Kobold Warrior 13 pts each 39 pts",
        "Boar 18 pts",
        "Snik Kobold Warrior 9 pts",
    ]
    facts = words_of(sheet.css_first(".sheet-facts"))
    assert "9 and 4 for 1 upgrade, 1 hero point, each" in facts
    assert "1 each" in facts
    assert "5 members" in words_of(sheet.css_first(".page-head"))


def test_a_problem_that_some_of_equal_members_have_says_of_how_many():
    kobold = Member("kobold-warrior")
    (group,) = drawn(kobold, kobold, kobold, collection={"kobold-warrior": 1}).css(".sheet-member")
    assert words_of(group.css_first(".notice")).startswith("2 of 3: This warband has 3 × Kobold Warrior")
    (group,) = drawn(kobold, kobold, alignment="LG").css(".sheet-member")
    assert words_of(group.css_first(".notice")).startswith("Kobold Warrior is Lawful Evil")
