"""Cards of creatures: every word in its place, in a type that can be read, on as few cards as that takes."""

from dataclasses import replace
from functools import cache

import pytest

from printing.boxes import HP_A_BOX
from printing.cards.creatures import blank, creature, member
from printing.cards.frame import BORDER, HEIGHT, ContentBuilder
from printing.cards.layout import SMALL, card_faces
from printing.cards.sheets import card_size, draw_cards
from printing.colors import COLORS
from printing.members import MARKED
from printing.pdf import PdfCanvas
from printing.text import REPLACEMENT, harmless
from rules.building.draft import Secret
from rules.cards.sheet import CreatureCard, creature_card
from rules.effects import model
from rules.glossary.catalog import Span
from rules.roster import ItemChoice, Member
from rules.sheets.model import MemberSheet
from tests.printing import measuring, reading, saying, warbands
from tests.printing.warbands import sheet

KEYS = [card.key for card in warbands.cards()]
ON_TWO_CARDS = 10
"""Creatures at most."""


@cache
def _card(key: str) -> CreatureCard:
    return creature_card(next(card for card in warbands.cards() if card.key == key))


def _drawn(*settings: ContentBuilder, low_ink: bool = False) -> PdfCanvas:
    """Draw cards, each on a page of its own."""
    canvas = PdfCanvas(card_size("card", bleed=False), low_ink=low_ink, recording=True)
    draw_cards(canvas, settings, title="Cards")
    return canvas


@cache
def _all(low_ink: bool = False) -> PdfCanvas:
    """All creatures, drawn once."""
    return _drawn(*map(creature, map(_card, KEYS)), low_ink=low_ink)


@cache
def _pages() -> dict[str, list[str]]:
    """The words of each creature's cards, without blanks."""
    pages = map(reading.squeezed, reading.quick_texts(_all().pdf()))
    return {key: [next(pages) for _ in range(_number(key))] for key in KEYS}


@cache
def _number(key: str) -> int:
    return len(card_faces(creature(_card(key)), COLORS))


def _member(key: str | Member, **draft: object) -> MemberSheet:
    return sheet(key, **draft).members[0]


def _read(*settings: ContentBuilder) -> str:
    canvas = _drawn(*settings)
    assert measuring.misplaced(canvas) == []
    return reading.words(canvas.pdf())


def _filled_to(canvas: PdfCanvas, page: int) -> float:
    """Return how far down a card's features reach, in parts of its height."""
    assert canvas.placed is not None
    texts = [mark for mark in canvas.placed if mark.page == page and mark.size > SMALL[-1]]
    return max(text.box.bottom for text in texts) / HEIGHT


def test_every_word_of_every_creature_is_on_its_cards():
    answer = {key: saying.missing(saying.of_whole_card(_card(key)), "".join(_pages()[key])) for key in KEYS}
    assert len(answer) == 147
    # The quick reader brings short lines in another order: of what it misses the other one is asked.
    unread = {key: texts for key, texts in answer.items() if texts}
    read = {key: reading.words(_drawn(creature(_card(key))).pdf()) for key in unread}
    assert {key: saying.missing(texts, read[key]) for key, texts in unread.items()} == {key: [] for key in unread}


@pytest.mark.parametrize("low_ink", [False, True], ids=["colour", "low ink"])
def test_nothing_lies_wrong(low_ink: bool):
    assert measuring.misplaced(_all(low_ink)) == []


def test_a_creature_takes_one_card_and_few_take_two():
    numbers = list(map(_number, KEYS))
    assert set(numbers) == {1, 2}
    assert numbers.count(2) <= ON_TWO_CARDS


def test_two_cards_tell_that_they_are_two_and_both_are_well_filled():
    for key in KEYS:
        if _number(key) == 1:
            continue
        canvas = _drawn(creature(_card(key)))
        first, second = _pages()[key]
        assert "1of2" in first
        assert "2of2" in second
        assert reading.squeezed(f"{_card(key).name}continued") in second
        assert _filled_to(canvas, 1) > 0.55
        assert _filled_to(canvas, 2) > 0.45


def test_no_feature_is_parted():
    seconds = {key: pages[1] for key, pages in _pages().items() if len(pages) > 1}
    assert seconds
    for key, text in seconds.items():
        heads = ["Upgrades", *(reading.squeezed(line.name) for line in _card(key).features)]
        assert text.partition("continued")[2].lstrip("🄳🄴☐").startswith(tuple(heads))


def test_few_words_stand_in_larger_type_than_many():
    def size(key: str) -> float:
        placed = _drawn(creature(_card(key))).placed or []
        name = _card(key).base_features[0].name
        return next(mark.size for mark in placed if mark.text.startswith(name) and mark.box.top > HEIGHT / 5)

    assert size("flash-beetle") > 8
    assert size("chimera") < 7


def test_a_box_stands_for_every_5_hp_within_the_frame():
    placed = _drawn(creature(_card("caldera-oni"))).placed or []
    boxes = [mark for mark in placed if not mark.text and mark.page == 1]
    assert len(boxes) == 63
    assert all(box.box.left > BORDER and box.box.width > 5.6 for box in boxes)


def test_upgrades_stand_apart_with_what_one_costs():
    assert reading.squeezed("Upgrades+10 points each") in "".join(_pages()["trog-stoneliege"])


def test_a_card_tells_where_it_is_from():
    words = _read(creature(_card("boar"), "Path 2 Victory, ORC cards"))
    assert reading.squeezed("Path 2 Victory, ORC cards · ORC · revision 1") in words
    assert reading.squeezed("p2v-orc · ORC · revision 1") in _pages()["boar"][0]


def test_a_member_has_its_name_its_price_and_what_was_bought():
    bought = Member(
        "boar",
        name="Tusky",
        items=(ItemChoice("holy-water"), ItemChoice("fiery-weapon", "Tusk")),
        hero_points=2,
        positioning=("false-object",),
    )
    enlisted = _member(bought, member_notes={"m1": "From the fens.\n\nTrusts no elf."})
    words = _read(member(enlisted))
    assert saying.missing(saying.of_member(enlisted), words) == []
    for text in (
        "☐ Holy Water ●",
        "Fiery Weapon (Tusk)",
        "2 hero points ☆☆",
        "keeps this choice secret",
        f"{enlisted.points}pts",
    ):
        assert reading.squeezed(text) in words


def test_a_member_has_its_upgrades_in_place_and_no_others():
    card = _card("trog-stoneliege")
    claw, throes = card.upgrades
    words = _read(member(_member(Member(card.key, upgrades=(claw.id,)))))
    assert "Claw●" in words
    assert "DiggingBar●" not in words
    assert reading.squeezed(throes.name) not in words
    assert "Upgrades" not in words


def test_a_hidden_choice_is_printed_only_when_it_is_revealed():
    def words(revealed: bool) -> str:
        secrets = (Secret("m1", "false-object", "the third tree", revealed),)
        return _read(member(_member(Member("boar", positioning=("false-object",)), secrets=secrets)))

    assert "thethirdtree" in words(revealed=True)
    assert "third" not in words(revealed=False)


def test_a_minion_is_marked_and_free():
    minion = sheet("kobold-druid-1", Member("cat-companion-1", minion_of="m1")).members[1]
    words = _read(member(minion))
    assert reading.squeezed("minion of Kobold Druid 1") in words
    assert "CatCompanion1free" in words


def test_an_unknown_creature_gets_an_honest_card():
    words = _read(member(_member("drgon")))
    assert reading.squeezed("Unknown creature") in words
    assert "Fight" in words


@pytest.mark.parametrize(
    ("key", "has_boxes", "has_line"), [("boar", True, False), ("zombie-hulk", False, True), ("chimera", False, False)]
)
def test_conditions_are_ticked_or_written_where_the_card_has_room(key: str, has_boxes: bool, has_line: bool):
    assert len(card_faces(member(_member(key)), COLORS)) == 1
    (words,) = reading.quick_texts(_drawn(member(_member(key))).pdf())
    assert all(name in words for name in MARKED) is has_boxes
    assert ("Conditions" in words) is has_line


def test_no_card_of_a_member_is_there_for_conditions_alone():
    for key in KEYS:
        faces = card_faces(member(_member(key)), COLORS)
        assert all(face.chains for face in faces), key
        hp = next((stat.amount for stat in _card(key).stats if stat.name == "hp"), 0) or 0
        boxes = [mark for mark in _drawn(member(_member(key))).placed or () if not mark.text]
        assert len(boxes) - hp // HP_A_BOX in (0, len(MARKED)), key


def test_a_card_that_goes_on_anyway_takes_no_further_one_for_its_boxes():
    bought = Member("young-red-dragon-spellcaster", upgrades=())
    assert len(card_faces(member(_member(bought)), COLORS)) == 2


def test_every_box_of_hp_says_how_many_it_stands_for():
    hp = next(stat.amount for stat in _card("caldera-oni").stats if stat.name == "hp")
    words = reading.words(_drawn(creature(_card("caldera-oni"))).pdf())
    assert "HP" + "5" * (hp // HP_A_BOX) + str(hp % HP_A_BOX or "") in words


def test_what_is_left_to_the_table_is_not_marked_on_paper():
    assert any(line.by_table for line in _card("satyr").features)
    assert reading.squeezed(model.LABEL) not in "".join(_pages()["satyr"])


@cache
def _harmed() -> PdfCanvas:
    return _drawn(*map(member, warbands.hostile().members))


def test_no_text_breaks_a_card_or_is_dropped():
    canvas = _harmed()
    assert measuring.misplaced(canvas) == []
    pdf = canvas.pdf()
    words = reading.words(pdf)
    assert reading.squeezed(warbands.MARKUP) in words
    assert words.count("x" * 40) >= 40
    assert words.count("word") == 400
    assert REPLACEMENT * 4 in words  # Hebrew
    assert "🐉" in words
    assert "\x1b" not in words
    assert reading.faults(pdf) == []


@pytest.mark.parametrize("notes", ["\n" * 2_000, "a\n" * 1_000, "\x0b \n\t" * 500])
def test_line_ends_do_not_make_cards(notes: str):
    canvas = _drawn(member(_member("boar", member_notes={"m1": notes})))
    assert measuring.misplaced(canvas) == []
    assert canvas.page <= 5
    shown = sum(mark.text.count("a") for mark in canvas.placed or () if set(mark.text) <= {"a", "/", " "})
    assert shown == harmless(notes).count("a")


def test_a_card_of_the_longest_words_flows_on():
    tags = tuple(f"{place}{'W' * 20}" for place in range(30))
    spans = (Span("sentence " * 900),)
    boar = _card("boar")
    endless = replace(boar.features[0], effect=spans)
    long = replace(
        boar,
        name="W" * 200,
        tags=tags,
        class_name="c" * 200,
        features=(endless,),
        foot=(("Skills", spans),),
        source="s" * 200,
        license="l" * 200,
    )
    words = _read(creature(long))
    answer = [text for text in saying.of_whole_card(long) if not text.startswith("sentence")]
    assert saying.missing([*answer, long.source, long.license], words) == []
    assert words.count("sentence") == 1_800


def test_a_card_with_nothing_on_it_is_drawn():
    bare = replace(_card("boar"), features=(), foot=(), tags=(), size="", source="", alignment=None, movement=None)
    assert "noalignment" in _read(creature(bare))


def test_a_blank_card_has_room_to_write():
    canvas = _drawn(blank(), low_ink=False)
    assert measuring.misplaced(canvas) == []
    assert canvas.page == 1
    text = reading.texts(canvas.pdf())[0]
    for words in ("Name", "Points", "Fight", "Speed", "encumbered"):
        assert words in text
