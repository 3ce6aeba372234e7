"""The charts of a warband: every length from its value, in shapes and in words, and no style but classes."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from rules.analysis.analysing import Analysis, analyse
from rules.cards.model import Card, Feature, Stats
from rules.effects.values import Damage
from rules.legality.resolved import Rulebook
from rules.roster import Member, Roster
from tests.reading import svg_tree
from warbands import drawings
from warbands.drawings.charts import BARS, LABEL, LEFT, RIGHT, SQUARE, WIDTH, svg_number

CHARTS = [
    drawings.level_chart,
    drawings.alignment_chart,
    drawings.damage_chart,
    drawings.save_chart,
    drawings.objective_chart,
]
each_chart = pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.__name__)

HOSTILE = "<script>\"&'</text>"


def creature(key: str, level: int, will: int | None = 4, **fields) -> Card:
    """A creature that deals 5 fire damage with its torch, and is trained in Arcana."""
    stats = Stats(fight=5, armor=15, power=15, fortitude=1, reflex=9, will=will, hp=10, speed=5)
    torch = Feature("torch", "Torch", strike=True, damage=(Damage(5, ("fire",)),))
    return Card(
        key,
        key,
        level,
        **({"alignment": "LE", "size": "Medium", "features": (torch,), "skills": ("Arcana",)} | fields),
        stats=stats,
    )


POISONER = creature(
    "poisoner",
    1,
    8,
    alignment="TN",
    skills=(),
    features=(Feature("bite", "Bite", damage=(Damage(5, ("poison",), True),)),),
)
BOOK = Rulebook.of(creature("torchbearer", -1), POISONER, creature("lone", 3, None, alignment=None))


@pytest.fixture
def analysis() -> Analysis:
    """Two torchbearers (9 points each, one with 2 hero points for 4), and a poisoner (14 points)."""
    return analyse(Roster((Member("torchbearer", hero_points=2), Member("torchbearer"), Member("poisoner"))), BOOK)


def lengths(root: ElementTree.Element, css: str) -> list[float]:
    """The bars of exactly these classes, as parts of the longest that a bar can be."""
    return [
        round(float(node.attrib["width"]) / SQUARE / BARS, 3)
        for node in root.iter("rect")
        if node.attrib["class"] == css
    ]


def texts(root: ElementTree.Element, css: str) -> list[str | None]:
    return [node.text for node in root.iter("text") if node.attrib["class"] == css]


@each_chart
def test_a_chart_says_in_words_what_it_shows(chart: Callable, analysis: Analysis):
    root = svg_tree(chart(analysis))
    assert root.attrib["role"] == "img"
    said = {node.attrib["id"]: node.text for node in root if node.tag in ("title", "desc")}
    assert said[root.attrib["aria-labelledby"]]
    assert said[root.attrib["aria-describedby"]]


@each_chart
def test_a_chart_leaves_its_look_to_the_style_sheet(chart: Callable, analysis: Analysis):
    for node in svg_tree(chart(analysis)).iter():
        assert not {"style", "fill", "stroke", "onclick", "href"} & node.attrib.keys()
        assert node.tag in ("svg", "title", "desc", "rect", "path", "circle", "text")


@each_chart
def test_nothing_lies_beyond_the_edges(chart: Callable, analysis: Analysis):
    root = svg_tree(chart(analysis))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top, width) == (0, 0, WIDTH * SQUARE)
    for node in root.iter("rect"):
        x, y, wide, high = (float(node.attrib[name]) for name in ("x", "y", "width", "height"))
        assert x >= 0
        assert y >= 0
        assert x + wide <= width
        assert y + high <= height
    for node in root.iter("text"):
        assert 0 <= float(node.attrib["x"]) <= width
        assert 0 <= float(node.attrib["y"]) <= height


def test_the_ids_of_all_charts_differ(analysis: Analysis):
    ids = [element.attrib["id"] for chart in CHARTS for element in svg_tree(chart(analysis)) if "id" in element.attrib]
    assert len(ids) == len(set(ids)) == 2 * len(CHARTS)


def test_the_longest_bar_of_points_fills_the_width_and_the_others_are_in_proportion(analysis: Analysis):
    root = svg_tree(drawings.level_chart(analysis))
    assert lengths(root, "bar") == [round(18 / 22, 3), round(14 / 22, 3)]
    assert lengths(root, "bar hollow") == [round(4 / 22, 3)]
    assert texts(root, "label") == ["Level −1", "Level 1"]
    assert texts(root, "value") == ["22", "14"]
    assert texts(root, "label key") == ["creatures", "extras"]


def test_a_hollow_part_begins_where_the_full_one_ends(analysis: Analysis):
    root = svg_tree(drawings.level_chart(analysis))
    full, hollow = (
        next(node for node in root.iter("rect") if node.attrib["class"] == css) for css in ("bar", "bar hollow")
    )
    assert float(full.attrib["x"]) == LABEL * SQUARE
    assert float(hollow.attrib["x"]) == pytest.approx(float(full.attrib["x"]) + float(full.attrib["width"]), abs=0.02)


def test_what_has_no_hollow_part_explains_none(analysis: Analysis):
    bare = analyse(Roster((Member("poisoner"),)), BOOK)
    assert texts(svg_tree(drawings.level_chart(bare)), "label key") == []


def test_alignments_have_their_hue_their_sign_and_their_name():
    mixed = analyse(Roster((Member("torchbearer"), Member("poisoner"), Member("lone"))), BOOK)
    root = svg_tree(drawings.alignment_chart(mixed))
    assert [node.attrib.get("data-al") for node in root.iter("rect")] == ["TN", "LE", None]
    assert texts(root, "label") == ["⚖ True Neutral", "✊ Lawful Evil", "No alignment"]


def test_a_bar_of_damage_is_the_part_of_the_members_that_deal_it(analysis: Analysis):
    root = svg_tree(drawings.damage_chart(analysis))
    assert texts(root, "label") == ["Fire", "Poison"]
    assert lengths(root, "bar") == [round(2 / 3, 3)]
    assert lengths(root, "bar hollow") == [round(1 / 3, 3)]
    assert texts(root, "value") == ["2", "1"]


def test_a_bar_of_an_objective_is_its_chance_trained_and_untrained(analysis: Analysis):
    root = svg_tree(drawings.objective_chart(analysis))
    # Book: Arcana at +4 on a d6 of 1, 4, 5 and 6 (10, 10, 10, 5 faces), else the poisoner's Lore at 8 - 5 (9 and 9).
    assert lengths(root, "bar")[0] == round(35 / 120, 3)
    assert lengths(root, "bar hollow")[0] == round(18 / 120, 3)
    assert texts(root, "value")[0] == "44%"
    assert len(texts(root, "value")) == 8


def test_a_save_is_a_line_with_a_dot_for_the_members_at_each_value(analysis: Analysis):
    root = svg_tree(drawings.save_chart(analysis))
    dots = [
        (float(node.attrib["cx"]) / SQUARE, float(node.attrib["r"]) / SQUARE)
        for node in root.iter("circle")
        if node.attrib["class"] == "dot"
    ]
    at = {value: LEFT + (RIGHT - LEFT) * (value - 1) / 8 for value in (1, 4, 8, 9)}  # from 1 to 9
    assert [x for x, _ in dots[:4]] == pytest.approx([at[1], at[9], at[4], at[8]], abs=0.01)
    assert dots[2][1] > dots[3][1]  # two torchbearers, one poisoner
    assert texts(root, "value centred") == ["+1", "+9", "+4"]
    assert texts(root, "figure") == ["+8"]


def test_a_save_that_nobody_has_says_so():
    root = svg_tree(drawings.save_chart(analyse(Roster((Member("lone"),)), BOOK)))
    assert texts(root, "label") == ["Fortitude", "Reflex", "Will", "no creature has it"]


@each_chart
def test_an_empty_warband_can_be_drawn(chart: Callable):
    assert lengths(svg_tree(chart(analyse(Roster(), BOOK))), "bar") == []


def test_words_of_cards_are_escaped_and_long_ones_cut():
    odd = Feature("odd", "Odd", damage=(Damage(5, (HOSTILE, "a very long type of damage indeed")),))
    analysis = analyse(Roster((Member("odd"),)), Rulebook.of(creature("odd", 1, features=(odd,))))
    markup = str(drawings.damage_chart(analysis))
    assert "<script>" not in markup
    assert texts(svg_tree(markup), "label") == [HOSTILE.capitalize()[:15] + "…", "A very long typ…"]


@pytest.mark.parametrize(("squares", "written"), [(0, "0"), (1, "10"), (1.25, "12.5"), (-0.3, "-3"), (100, "1000")])
def test_lengths_are_written_short(squares, written):
    assert svg_number(squares) == written
