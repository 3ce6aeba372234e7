"""The fragment with a warband's charts: each with heading, reading, drawing and its numbers as a table."""

import re

from django.template.loader import render_to_string
from selectolax.lexbor import LexborHTMLParser

from rules.legality.resolved import Rulebook
from rules.roster import Member, Roster
from tests.reading import words_of
from warbands.web.analysis import charts

HEADINGS = ["Points by level", "Points by alignment", "Damage types dealt", "Saves", "Standard objectives"]


def page(rulebook: Rulebook, *members: Member) -> LexborHTMLParser:
    return LexborHTMLParser(render_to_string("warbands/analysis_charts.html", charts(Roster(members), rulebook)))


def rows(shown: LexborHTMLParser, key: str) -> list[list[str]]:
    """The rows of a chart's table, cell by cell."""
    section = shown.css_first(f'section[aria-labelledby="chart-{key}-heading"]')
    return [[words_of(cell) for cell in row.css("th, td")] for row in section.css("tbody tr")]


def test_each_chart_has_a_heading_a_reading_and_a_drawing(rulebook: Rulebook):
    shown = page(rulebook, Member("boar"))
    assert [words_of(node) for node in shown.css("h3")] == HEADINGS
    assert [words_of(node) for node in shown.css("figure figcaption")] == [
        "All 18 points are at level 2.",
        "All 18 points are True Neutral.",
        "Piercing is the only type.",
        "Reflex is the weak spot. Boar has +3.",
        "Most likely in one try: Exotic Flower and Willful Sprite (36%). Out of reach: 6 of the eight.",
    ]
    assert len(shown.css("figure > svg[role=img]")) == 5


def test_the_numbers_of_each_chart_stand_in_a_table_too(rulebook: Rulebook):
    shown = page(rulebook, Member("boar", hero_points=1), Member("ballista"))
    assert rows(shown, "levels") == [["Level 2", "1", "21", "3"], ["Level 5", "1", "32", "0"]]
    assert rows(shown, "alignments") == [["True Neutral", "2", "53", "3"]]
    assert rows(shown, "damage") == [["Piercing", "2", "Tusk (Boar) Launch (Ballista)", "–"]]
    assert rows(shown, "saves") == [
        ["Fortitude", "+7", "+7.5", "+8", "Ballista"],
        ["Reflex", "+3", "+4.5", "+6", "Boar"],
        ["Will", "+6", "+6", "+6", "Boar Without it: Ballista"],
    ]
    objectives = rows(shown, "objectives")
    assert len(objectives) == 8
    assert objectives[0] == ["Book", "0%", "no creature", "d6 1, 2, 3, 4, 5 and 6: no creature may try"]
    assert objectives[2][:3] == ["Exotic Flower", "42%", "Boar: Survival (36%)"]  # the ballista dares Thievery


def test_every_cell_knows_its_column(rulebook: Rulebook):
    shown = page(rulebook, Member("boar"))
    for table in shown.css("table"):
        _, *columns = [words_of(node) for node in table.css("thead th")]
        for row in table.css("tbody tr"):
            assert [cell.attributes["data-label"] for cell in row.css("td")] == columns


def test_the_facts_come_first(rulebook: Rulebook):
    shown = page(rulebook, Member("boar"), Member("kobold-warrior"))
    assert [words_of(node) for node in shown.css(".chart-facts div")] == [
        "Creatures 2",
        "Points 27",
        "Total HP 47",
        "Speed 5 to 8",
    ]


def test_many_who_are_trained_are_told_by_kind_and_cut(rulebook: Rulebook):
    alike = page(rulebook, Member("boar"), Member("boar"))
    assert rows(alike, "objectives")[2][2] == "2 × Boar: Survival (36%)"
    every = page(rulebook, *map(Member, rulebook.cards))
    lines = every.css_first('section[aria-labelledby="chart-objectives-heading"]').css('td[data-label="Trained"]')
    assert max(len(cell.css(".line")) for cell in lines) == 9
    assert re.search(r"and \d+ more$", words_of(lines[5]))


def test_an_empty_warband_says_what_to_do(rulebook: Rulebook):
    shown = page(rulebook)
    assert "Add a creature" in words_of(shown.css_first(".empty"))
    assert shown.css("figure") == []


def test_what_has_no_card_is_told(rulebook: Rulebook):
    shown = page(rulebook, Member("<b>nobody</b>"), Member("boar"))
    assert words_of(shown.css_first(".notice")) == "Left out, because they have no card: “<b>nobody</b>”."
    assert len(shown.css("figure")) == 5
    only = page(rulebook, Member("nobody"))
    assert only.css("figure, .empty") == []
    assert only.css_first(".notice") is not None


def test_names_that_players_chose_are_escaped(rulebook: Rulebook):
    shown = page(rulebook, Member("boar", name="<script>alert(1)</script>"))
    assert shown.css("script") == []
    assert "<script>alert(1)</script> (Boar)" in words_of(shown.body)


def test_nothing_of_it_is_styled_in_place(rulebook: Rulebook):
    assert page(rulebook, Member("boar")).css("[style], style, script") == []
