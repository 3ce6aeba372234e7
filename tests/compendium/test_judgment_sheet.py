"""A judgment as a page shows it: a strip, a sentence and figures for each number."""

from dataclasses import replace
from xml.etree import ElementTree

from compendium.builtin import built_in_cards
from compendium.drawings import STRIP_WIDTH, strip_drawing
from compendium.selectors.judgment import judgment_sheet
from rules.card_comparison import MeasureJudgment, ValueSpread
from rules.cards.model import Card

BOAR = next(card for card in built_in_cards() if card.key == "boar")


def with_stats(card: Card, **stats: int | None) -> Card:
    return replace(card, stats=replace(card.stats, **stats))


def drawn(value: int | None, *values: int) -> ElementTree.Element:
    """Return the strip of a Fight bonus."""
    return ElementTree.fromstring(str(strip_drawing(MeasureJudgment("fight", value, ValueSpread(values)))))


def points(root: ElementTree.Element, css: str) -> list[float]:
    """Return the horizontal places of the paths of a class."""
    paths = [node.attrib["d"] for node in root.iter("path") if node.attrib["class"] == css]
    return [float(point.split()[0]) for path in paths for point in path.strip("MZ").split("L")]


def test_a_number_in_the_middle_of_others_is_marked_in_the_middle():
    root = drawn(6, 4, 5, 6, 7, 8)
    mark = points(root, "own-mark")
    assert (min(mark) + max(mark)) / 2 == STRIP_WIDTH / 2
    assert {min(points(root, "reach")), max(points(root, "reach"))} == {0, STRIP_WIDTH}
    assert points(root, "median") == [STRIP_WIDTH / 2] * 2
    assert [node.text for node in root.iter("text")] == ["+4", "+8"]


def test_a_number_above_all_others_lies_beyond_the_end_of_their_range():
    root = drawn(14, 4, 5, 6, 7, 9)
    mark = points(root, "own-mark")
    assert (min(mark) + max(mark)) / 2 == STRIP_WIDTH
    assert max(points(root, "reach")) == STRIP_WIDTH / 2


def test_a_stat_that_the_card_lacks_has_a_strip_without_a_mark():
    assert points(drawn(None, 4, 5, 6), "own-mark") == []


def test_creatures_with_one_number_share_one_place():
    root = drawn(5, 5, 5, 5)
    assert points(root, "median") == [STRIP_WIDTH / 2] * 2
    assert [node.text for node in root.iter("text")] == ["+5"]


def test_a_number_that_no_other_has_has_no_strip():
    assert strip_drawing(MeasureJudgment("fight", 3, None)) == ""


def test_a_strip_leaves_its_look_to_the_style_sheet_and_its_meaning_to_the_words_beside_it():
    root = drawn(6, 4, 5, 6, 7, 8)
    assert root.attrib["aria-hidden"] == "true"
    assert not any({"style", "fill", "stroke"} & node.attrib.keys() for node in root.iter())


def test_every_number_has_its_sentence():
    sheet = judgment_sheet(with_stats(BOAR, fight=14, armor=9))
    words = {row.label: row.words for row in sheet.rows}
    assert words["Fight"] == "above every built-in creature of level 2"
    assert words["Armor"] == "below every built-in creature of level 2"
    assert sheet.costs == "A creature of level 2 costs 18 points, and each upgrade 3."
    assert sheet.peers == "Compared with the 19 built-in creatures of level 2."


def test_a_missing_stat_is_a_dash_with_the_figures_of_others():
    row = next(row for row in judgment_sheet(with_stats(BOAR, will=None)).rows if row.label == "Will")
    assert row.value == "–"
    assert row.figures == ("+1 to +9", "+3.5 to +5", "+4")


def test_what_neither_the_card_nor_others_have_is_left_out():
    ballista = next(card for card in built_in_cards() if card.key == "ballista")
    assert "Area damage" not in {row.label for row in judgment_sheet(ballista).rows}


def test_every_built_in_card_has_a_sheet():
    assert all(judgment_sheet(card).rows for card in built_in_cards())
