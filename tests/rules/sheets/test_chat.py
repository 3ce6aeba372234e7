"""A warband as text for a chat."""

import re
from dataclasses import replace
from typing import Any

import pytest

from rules.building.draft import Draft, Secret
from rules.cards.model import Feature
from rules.roster import HouseRules, ItemChoice, Member, Override
from rules.sheets.chat import MAX_TEXT, chat_text
from tests.rows import every_row
from tests.rules.laid_out import roster_sheet
from tests.rules.warbands import BOAR, BOOK, warband


def text(*members: Member | str, link: str = "", secrets: tuple[Secret, ...] = (), **fields: Any) -> str:
    return chat_text(roster_sheet(Draft(warband(*members, **fields), secrets=secrets), BOOK), link=link)


def test_a_warband_is_told_line_by_line():
    expected = text(
        Member(
            "caldera-oni",
            name="Grandmother",
            items=(ItemChoice("holy-water"), ItemChoice("fiery-weapon", "Tusk"), ItemChoice("holy-water")),
            positioning=("false-object",),
            hero_points=1,
        ),
        "kobold-druid",
        Member("cat-companion", minion_of="m2"),
        Member("kobold-warrior", upgrades=("lance", "wings")),
        "wolf",
        name="Ash Company",
        points_limit=500,
        house_rules=HouseRules(max_items_per_member=2, banned=("wolf",)),
        overrides=(Override("item.too_many", "she is old", "m1"), Override("points.over_limit", "just in case")),
        collection=dict.fromkeys(BOOK.cards, 9),
        link="https://muster.example/shared/ab_c_d/",
    )
    assert expected == "\n".join(
        (
            "Ash Company",
            "Balanced, Limited Play · Lawful Evil · 389 of 500 points · 5 members",
            "Not legal: 3 problems",
            "",
            "• Grandmother (Caldera Oni), 352 points: 2 × Holy Water, Fiery Weapon (Tusk), False Object, 1 hero point",
            "• Kobold Druid, 14 points",
            "• Cat Companion, 0 points, minion of Kobold Druid",
            "• Kobold Warrior, 11 points: Lance, “wings”",
            "• Wolf, 12 points",
            "",
            "Agreed at the table:",
            "• more items than are allowed, Grandmother: she is old",
            "• more points than the limit, the whole warband: just in case (not a problem now)",
            "",
            "House rules:",
            "• At most 2 items each.",
            "• Banned: Wolf.",
            "• Only figures that the player owns.",
            "",
            "https://muster.example/shared/ab_c_d/",
        )
    )


def test_two_upgrades_of_one_name_are_both_told_and_are_not_taken_for_an_item():
    card = replace(
        BOAR,
        features=(
            Feature("net", "Holy Water", "add_on"),
            Feature("net-2", "Holy Water", "upgrade"),
            Feature("tusk", "Tusk", "upgrade"),
        ),
    )
    boar = Member("boar", upgrades=("net", "tusk", "net-2", "tusk"), items=(ItemChoice("holy-water"),))
    assert "33 points: Holy Water, Holy Water, 2 × Tusk, Holy Water" in text(boar, cards=(card,))


def test_a_small_warband_is_a_few_lines():
    assert text("boar", alignment=None, play_mode="narrative").splitlines() == [
        "A warband without a name",
        "Narrative Play · 18 points · 1 member",
        "Legal",
        "",
        "• Boar, 18 points",
    ]


def test_warnings_are_counted_beside_the_judgment():
    assert "\nLegal, 1 warning\n" in text(Member("boar", items=(ItemChoice("fiery-weapon"),)))


def test_an_override_without_a_reason_needs_none():
    expected = text("archon", overrides=(Override("alignment.not_allowed"), Override("creature.banned")))
    assert "\n• a creature of another alignment, the whole warband\n" in expected
    assert expected.endswith("\n• a banned creature, the whole warband (not a problem now)")


@pytest.mark.parametrize("revealed", [False, True])
def test_a_secret_is_never_told(revealed: bool):
    oni = Member("caldera-oni", positioning=("false-object",))
    expected = text(oni, points_limit=500, secrets=(Secret("m1", "false-object", "the old well", revealed),))
    assert "False Object" in expected
    assert "well" not in expected


@every_row(
    ("name", "expected"),
    [
        ("*Snik*", r"\*Snik\*"),
        ("_the_ __bold__", r"\_the\_ \_\_bold\_\_"),
        ("`rm`", r"\`rm\`"),
        ("~~no~~", r"\~\~no\~\~"),
        ("||spoiler||", r"\|\|spoiler\|\|"),
        ("back\\slash", "back\\\\slash"),
        ("# Title", r"\# Title"),
        ("> quoted", r"\> quoted"),
        ("-# small", r"\-# small"),
        ("+ one", r"\+ one"),
        ("1. First", r"1\. First"),
        ("12) Twelfth", r"12\) Twelfth"),
        ("No. 1. A > B # C - D", "No. 1. A > B # C - D"),
        ("[here](https://example.org)", r"[here]\(https://example.org)"),
        ("[here][1]", r"[here]\[1]"),
        ("[Spell] Eater", "[Spell] Eater"),
        ("<@12345> <#1> <t:0>", "\\<@\u200b12345> \\<#1> \\<t:0>"),
        ("@everyone", "@\u200beveryone"),
        ("@here, come", "@\u200bhere, come"),
        ("we meet @ 8", "we meet @ 8"),
        ("two\nlines\t and  spaces", "two lines and spaces"),
        ("Ælfrīc 🐗 “Tusk”", "Ælfrīc 🐗 “Tusk”"),
    ],
)
def test_what_a_chat_would_take_for_markup_or_a_mention_is_only_text(name: str, expected: str):
    lines = text(Member("boar", name=name), name=name).splitlines()
    assert lines[0] == expected
    assert lines[4] == f"• {expected} (Boar), 18 points"


def test_nothing_that_somebody_wrote_is_left_as_markup():
    wild = "*a* @everyone"
    expected = text(
        Member("boar", name=wild, items=(ItemChoice("fiery-weapon", wild), ItemChoice(wild)), positioning=(wild,)),
        Member(wild, upgrades=(wild,)),
        Member("kobold-druid", id="d", name=wild),
        Member("cat-companion", minion_of="d"),
        name=wild,
        overrides=(Override(wild, wild, wild), Override("creature.unknown", wild, "m1")),
        house_rules=HouseRules(sources=(wild,), banned=(wild,)),
    )
    assert expected.count("everyone") == expected.count("@\u200beveryone") == 16
    assert not re.search(r"(?<!\\)\*", expected)


# Long ones.


def crowd(number: int, name: str = "") -> list[Member]:
    return [
        Member("kobold-warrior" if place % 2 else "boar", name=f"{name} {place}", items=(ItemChoice("holy-water"),) * 2)
        for place in range(number)
    ]


def test_what_fits_into_a_message_is_told_whole():
    expected = text(*crowd(50, "Snik"))
    assert len(expected) < MAX_TEXT
    assert (expected.count("Holy Water"), "Shortened" in expected) == (50, False)


def test_a_longer_warband_is_told_in_counts_and_says_so():
    expected = text(*crowd(99, "Somebody with quite a name"), name="The Hundred", link="https://muster.example/s/1")
    assert len(expected) <= MAX_TEXT
    assert expected.splitlines()[3:] == [
        "",
        "Shortened: upgrades, items and hero points are not listed.",
        "• 50 × Boar",
        "• 49 × Kobold Warrior",
        "",
        "https://muster.example/s/1",
    ]


def test_however_long_everything_is_the_text_fits_and_says_what_is_left_out():
    wide = "*" * 190
    expected = text(
        *(Member(f"{number}{wide}"[:120], name=wide) for number in range(100)),
        name=wide,
        overrides=tuple(Override("creature.unknown", "why not", f"m{number}") for number in range(1, 60)),
        house_rules=HouseRules(sources=(wide,), banned=(wide,) * 99, max_items_per_member=1),
        link="https://muster.example/" + "s" * 250,
    )
    assert len(expected) <= MAX_TEXT
    assert re.findall(r"• and (\d+) more", expected) == ["92", "58", "1"]
    assert expected.endswith("sss")


def test_a_link_that_leaves_no_room_for_the_rest_is_left_out():
    expected = text(*crowd(99, "Somebody with quite a name"), link="https://muster.example/" + "s" * MAX_TEXT)
    assert len(expected) <= MAX_TEXT
    assert "muster.example" not in expected


def test_equal_members_stand_on_one_line_where_the_first_of_them_stands():
    kobold = Member("kobold-warrior", upgrades=("sling",), hero_points=1)
    told = text(kobold, "boar", kobold, Member("kobold-warrior", name="Snik"), kobold, "boar")
    assert told.partition("\n\n")[2].split("\n") == [
        "• 3 × Kobold Warrior, 13 points each: Sling, 1 hero point",
        "• 2 × Boar, 18 points each",
        "• Snik (Kobold Warrior), 9 points",
    ]
