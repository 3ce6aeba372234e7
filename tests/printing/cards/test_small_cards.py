"""Cards of items, conditions and objectives: every word of the tables is on them, and in its place."""

import re
from functools import cache
from itertools import pairwise

import pytest

from printing.cards import entries
from printing.cards.frame import ROOM, WIDTH, ContentBuilder
from printing.cards.sheets import card_size, draw_cards
from printing.pdf import PdfCanvas
from rules.cards.sheet import range_words
from rules.glossary import catalog
from rules.items import ITEMS, find_item
from rules.items.item import Item
from rules.roster import ItemChoice
from rules.sheets.members import item_line
from rules.sheets.model import ItemLine
from rules.tables.objectives import OBJECTIVES, SPECIAL_OBJECTIVES, claim_terms
from rules.text import with_minus
from tests.printing import measuring, reading, saying
from tests.printing.printed import cards_pdf

KINDS = {
    "items": (entries.item_card, ITEMS),
    "conditions": (entries.condition, entries.ROWS),
    "objectives": (entries.objective, OBJECTIVES),
    "special objectives": (entries.special, SPECIAL_OBJECTIVES),
}


def _settings(kind: str) -> tuple[ContentBuilder, ...]:
    card, rows = KINDS[kind]
    return tuple(map(card, rows))


@cache
def _drawn(kind: str, low_ink: bool = False) -> PdfCanvas:
    """Return the cards of a kind, recorded."""
    return _recorded(_settings(kind), low_ink)


def _recorded(settings: tuple[ContentBuilder, ...], low_ink: bool = False) -> PdfCanvas:
    canvas = PdfCanvas(card_size("card", bleed=False), low_ink=low_ink, recording=True)
    draw_cards(canvas, settings, title="Cards")
    return canvas


@cache
def _pages(kind: str) -> dict[str, str]:
    """Return the words of each card without blanks, by its title; pages of one card are one text."""
    pages: dict[str, str] = {}
    for number, text in enumerate(_texts(kind)):
        pages[_titles(kind)[number]] = reading.squeezed(text)
    return pages


@cache
def _texts(kind: str) -> list[str]:
    return reading.texts(_pdf(kind))


@cache
def _pdf(kind: str) -> bytes:
    return cards_pdf(_settings(kind), title="Cards", paper="card")


def _titles(kind: str) -> list[str]:
    rows = {"items": ITEMS, "conditions": entries.ROWS, "objectives": OBJECTIVES}
    return [row.name for row in rows.get(kind, SPECIAL_OBJECTIVES)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("low_ink", [False, True], ids=["colour", "low ink"])
def test_nothing_lies_wrong_and_each_thing_takes_one_card(kind: str, low_ink: bool):
    canvas = _drawn(kind, low_ink)
    assert measuring.misplaced(canvas) == []
    assert canvas.page == len(_titles(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_cards_are_sound_and_their_fonts_embedded(kind: str):
    assert _pdf(kind) == cards_pdf(_settings(kind), title="Cards", paper="card")
    assert reading.faults(_pdf(kind)) == []
    assert all(reading.fonts(_pdf(kind)).values())


def _words_of(item: Item) -> list[str]:
    expected = [
        item.name,
        item.text,
        item.trigger or "",
        *range_words(item.range).split(),
        f"{item.kind} item",
        str(item.level),
    ]
    expected += item.tags
    if item.strike:
        expected.append("strike")
    if item.kind != "permanent":
        expected.append({"consumable": "☐", "daily": "🄳", "encounter": "🄴"}[item.kind])
    if item.cost:
        expected.append({"0": "○", "1": "●", "2": "●●", "reaction": "↻", "spell": "as its spell"}[item.cost])
    if item.choice:
        expected += [item.choice.capitalize(), *item.options]
    return [with_minus(words) for words in [*expected, item.needs or ""]]


def test_every_word_of_every_item_is_on_its_card():
    assert {item.name: saying.missing(_words_of(item), _pages("items")[item.name]) for item in ITEMS} == {
        item.name: [] for item in ITEMS
    }


def test_a_condition_tells_its_rule_and_how_it_ends():
    for row in entries.ROWS:
        entry = catalog.entry("condition", row.name) or catalog.by_key()["status", row.name]
        ends = [words for label, words in entry.facts if label == "Ends"]
        texts = [with_minus(words) for words in (row.name.capitalize(), entry.text, *ends)]
        assert saying.missing(texts, _pages("conditions")[row.name]) == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("off-guard", [("Armor", "−2")]),
        ("grabbed", [("Armor", "−2"), ("Own movement", "none")]),
        ("rattled", [("Fight", "−2"), ("Power", "−2")]),
        ("sickened", [("Fortitude", "−2"), ("Reflex", "−2"), ("Will", "−2")]),
        ("slowed", [("Next turn", "1 AP"), ("Reactions", "none")]),
        ("stunned", [("Next turn", "0 AP"), ("Reactions", "none")]),
        ("confused", [("Opponent spends", "1 AP")]),
        ("controlled", [("Opponent spends", "all AP")]),
        ("quickened", [("Next turn", "3 AP")]),
        ("prone", [("Armor", "−2"), ("Fight", "−2"), ("Moves by", "Crawl")]),
        ("dying", [("Armor", "−2"), ("Fight", "−2"), ("Actions", "none"), ("Stays in play", "4–6 on 1d6")]),
    ],
)
def test_a_condition_has_its_changes_in_large_figures(name: str, expected: list[tuple[str, str]]):
    row = next(row for row in entries.ROWS if row.name == name)
    assert list(entries.changes(row)) == expected
    large = {mark.text for mark in _drawn("conditions").placed or () if mark.size > 10}
    assert {figure for _, figure in expected} <= large


@pytest.mark.parametrize(
    ("kind", "title", "side_by_side"),
    [
        ("items", "Holy Water", ("Use", "Cost", "Ranged strike")),
        ("items", "Frozen Lava", ("●", "3 within 10")),
        ("special objectives", "Mercurial Fey", ("Performance", "the Power of its creature")),
        ("conditions", "dying", ("Actions", "Stays in play")),
    ],
)
def test_figures_and_their_labels_stand_apart_and_within_their_strip(
    kind: str, title: str, side_by_side: tuple[str, ...]
):
    page = _titles(kind).index(title) + 1
    first = {mark.text: mark.box for mark in reversed(_drawn(kind).placed or []) if mark.page == page}
    boxes = [first[words] for words in side_by_side]
    assert all(after.left - box.right >= 4 for box, after in pairwise(boxes))
    edge = (WIDTH - ROOM) / 2
    assert boxes[0].left >= edge + 2
    assert boxes[-1].right <= edge + ROOM - 2


def test_an_objective_has_a_box_to_tick_for_each_face_of_its_die():
    page = _pages("objectives")["Book"]
    for face, die in enumerate("⚀⚁⚂⚃⚄⚅", start=1):
        terms = claim_terms(OBJECTIVES[0], face)
        start = page.index(die)
        assert saying.missing([*terms.skills, f"Power {terms.power}"], page[start : start + 80]) == []
    placed = _drawn("objectives").placed or []
    assert sum(mark.page == 1 and not mark.text for mark in placed) == 6
    assert page.count("by") == 3


def test_every_objective_tells_what_the_rules_tell():
    for kind, key in (("objectives", "objective"), ("special objectives", "special-objective")):
        for name, page in _pages(kind).items():
            entry = next(entry for entry in catalog.entries() if entry.kind == key and entry.name == name)
            expected = [entry.name, re.sub(r"\b(Success|Failure|Owned): ", r"\1 ", entry.text), "Claimed by"]
            if key == "special-objective":
                expected += [words for fact in entry.facts for words in fact]
            assert saying.missing([with_minus(words) for words in expected], page) == []


def _carried(key: str, choice: str = "", *, known: bool = True) -> ItemLine:
    return item_line(0, ItemChoice(key, choice or None), find_item(key) if known else None)


def test_a_carried_item_names_its_carrier_and_what_was_chosen():
    canvas = _recorded(
        (
            entries.carried(_carried("fiery-weapon", "Tusk"), "Tusky (Boar)"),
            entries.carried(_carried("fiery-weapon"), "Tusky (Boar)"),
            entries.carried(_carried("wine", "red", known=False)),
        )
    )
    assert measuring.misplaced(canvas) == []
    chosen, open_choice, unknown = map(reading.squeezed, reading.texts(canvas.pdf()))
    assert "FieryWeapon(Tusk)" in chosen
    assert "CarriedbyTusky(Boar)" in chosen
    assert open_choice.count("Weapon") == chosen.count("Weapon") + 1  # the line to write on
    assert "Unknownitem." in unknown
    assert "Carried" not in unknown


def test_hostile_words_stay_on_their_cards():
    line = item_line(0, ItemChoice("x" * 300, "<b>&amp;</b> " + "שלום 🐉 " * 40), None)
    assert measuring.misplaced(_recorded((entries.carried(line, "W" * 300),))) == []
