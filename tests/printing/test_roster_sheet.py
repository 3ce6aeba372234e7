"""The roster sheet: what is on it, where it lies, and what a reader makes of its bytes."""

import io
import re
from collections.abc import Iterator

import pypdf
import pytest

from printing.members import MARKED
from printing.text import REPLACEMENT, harmless
from rules.building.draft import Secret
from rules.cards.sheet import creature_card
from rules.effects import model
from rules.roster import HouseRules, ItemChoice, Member, Override
from rules.sheets.model import NAMELESS, MemberSheet, RosterSheet
from tests.printing import measuring, reading, saying, warbands
from tests.printing.printed import roster_pdf
from tests.printing.warbands import LINK, drawn, sheet

PAPERS = [
    {"paper": "a4"},
    {"paper": "letter"},
    {"paper": "a4", "landscape": True},
    {"paper": "letter", "landscape": True, "low_ink": True},
]


def _of_member(member: MemberSheet) -> Iterator[str]:
    yield from saying.of_member(member)
    yield from MARKED
    for problem in member.problems:
        yield from (problem.message, problem.reason)


@pytest.mark.parametrize("card", warbands.cards(), ids=lambda card: card.key)
def test_every_word_of_a_creature_is_on_its_sheet_and_nothing_lies_wrong(card):
    roster = sheet(card.key)
    canvas = drawn(roster)
    assert measuring.misplaced(canvas) == []
    (page,) = reading.quick_texts(canvas.pdf())
    assert saying.missing(_of_member(roster.members[0]), reading.squeezed(page)) == []


@pytest.mark.parametrize("paper", PAPERS, ids=str)
@pytest.mark.parametrize("members", [0, 1, 6, 12, 30])
def test_nothing_lies_wrong_on_any_paper(paper, members):
    keys = [card.key for card in warbands.cards()[:members]]
    canvas = drawn(sheet(*keys, points_limit=5_000), link=LINK, **paper)
    assert measuring.misplaced(canvas) == []


def test_six_ordinary_creatures_fit_one_page():
    assert len(reading.quick_texts(roster_pdf(sheet(*warbands.ORDINARY), link=LINK))) == 1


@pytest.mark.parametrize("start", range(0, 50, 6))
def test_six_creatures_of_the_lower_levels_fit_one_page_unless_they_know_many_spells(start):
    six = sheet(*[card.key for card in warbands.cards() if card.level <= 3][start : start + 6])
    groups = [group for member in six.members for line in member.features for group in line.groups]
    known = {name for group in groups for name, _ in group.spells}
    pages = len(reading.quick_texts(roster_pdf(six, link=LINK)))
    assert pages == 1 if len(known) <= 10 else pages <= 2


def test_twelve_creatures_take_two_pages_each_of_them_numbered():
    texts = reading.texts(roster_pdf(sheet(*warbands.TWELVE)))
    assert [re.search(r"page \d of \d", text)[0] for text in texts] == ["page 1 of 2", "page 2 of 2"]


@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_a_member_is_in_one_column(paper):
    canvas = drawn(sheet(*warbands.TWELVE), **paper)
    assert not any("continued" in mark.text for mark in canvas.placed or ())


def test_a_member_that_is_longer_than_a_column_goes_on_in_the_next():
    canvas = drawn(sheet("boar", member_notes={"m1": "word\n" * 300}))
    assert measuring.misplaced(canvas) == []
    texts = reading.texts(canvas.pdf())
    assert "Boar, continued" in texts[0]
    assert sum(text.count("word") for text in texts) == 300


def test_the_head_tells_what_the_warband_is():
    pdf = roster_pdf(sheet("boar", "kobold-warrior", play_mode="limited", points_limit=200))
    text = reading.texts(pdf)[0]
    for words in ("Ash Company", "Lawful Evil", "Limited", "2 members", "of 200 points", "173 left", "Legal"):
        assert words in text
    assert "✊" in text


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200d", "\u00ad"])
def test_a_warband_whose_name_nobody_would_see_is_called_nameless(name):
    pdf = roster_pdf(sheet("boar", name=name))
    assert NAMELESS in reading.texts(pdf)[0]
    assert pypdf.PdfReader(io.BytesIO(pdf)).metadata.title == NAMELESS


def test_problems_agreements_house_rules_and_notes_are_told():
    roster = sheet(
        "caldera-oni",
        "drgon",
        play_mode="limited",
        points_limit=200,
        overrides=(Override("creature.over_half", "we like it", "m1"),),
        house_rules=HouseRules(banned=("boar",)),
        notes="Two scenarios so far.",
    )
    words = reading.words(roster_pdf(roster))
    for text in (
        "Not legal: 1 problem",
        "1 agreed at the table",
        "Agreed at the table: more than half of the points for one creature",
        "Agreed at the table: Caldera Oni costs 192 points",
        "we like it",
        "Unknown creature",
        "There is no creature called “drgon”",
        "House rule: Banned: Boar.",
        "Two scenarios so far.",
    ):
        assert reading.squeezed(text) in words


def test_what_was_bought_is_told_with_its_boxes():
    member = Member(
        "boar", name="Tusky", items=(ItemChoice("holy-water"), ItemChoice("fiery-weapon", "Tusk")), hero_points=2
    )
    words = reading.words(roster_pdf(sheet(member)))
    for text in (
        "Tusky",
        "☐ Holy Water ●",
        "Fiery Weapon (Tusk)",
        "2 hero points ☆☆",
        "18 + 12 for 2 items, 2 hero points",
    ):
        assert reading.squeezed(text) in words


def test_a_million_hero_points_are_a_number():
    text = reading.texts(roster_pdf(sheet(Member("boar", hero_points=1_000_000))))[0]
    assert "1000000 hero points" in text
    assert "☆" not in text


def test_an_upgrade_tells_what_it_replaced():
    card, upgrade = next(
        (card, line)
        for card in warbands.cards()
        for line in creature_card(card).upgrades
        if line.kind.startswith("Replaces")
    )
    words = reading.words(roster_pdf(sheet(Member(card.key, upgrades=(upgrade.id,)))))
    assert reading.squeezed(upgrade.kind[1:]) in words


def test_a_minion_is_marked():
    words = reading.words(roster_pdf(sheet("kobold-druid-1", Member("cat-companion-1", minion_of="m1"))))
    assert reading.squeezed("minion of Kobold Druid 1") in words
    assert reading.squeezed("Cat Companion 1 free") in words


def test_there_is_a_box_for_every_5_hp_and_a_number_in_one_that_stands_for_fewer():
    def boxes(key: str) -> int:
        placed = drawn(sheet(key)).placed or []
        return sum(not mark.text and mark.box.width > 8 for mark in placed)

    assert boxes("boar") == 8  # 40 HP
    assert boxes("kobold-warrior") == 1  # 7 HP: a whole box, and one for 2
    assert boxes("caldera-oni") == 63
    placed = drawn(sheet("kobold-warrior")).placed or []
    assert [mark.text for mark in placed if mark.text == "2"] == ["2"]


def test_a_hidden_choice_is_printed_only_when_it_is_revealed():
    def words(revealed: bool) -> str:
        secrets = (Secret("m1", "false-object", "the third tree", revealed),)
        return reading.words(roster_pdf(sheet(Member("boar", positioning=("false-object",)), secrets=secrets)))

    assert reading.squeezed("Revealed: the third tree") in words(revealed=True)
    assert "third" not in words(revealed=False)


def test_the_foot_explains_what_occurs_and_nothing_else():
    text = reading.texts(roster_pdf(sheet("goblin-pyro")))[0]
    foot = text[text.index("Signs") :]
    for words in ("🄳 daily", "Burning Hands 2 AP", "Step Move 1 square", "Grease"):
        assert words in foot
    for words in ("🄴", "Fireball", "swallowed"):
        assert words not in foot


def test_what_is_left_to_the_table_is_not_marked_on_paper():
    (words,) = reading.texts(roster_pdf(sheet("satyr")))
    assert any(line.by_table for line in sheet("satyr").members[0].features)
    assert model.LABEL not in " ".join(words.split())


def test_the_link_is_drawn_and_written_only_when_there_is_one():
    pdf = roster_pdf(sheet("boar"), link=LINK)
    page = pypdf.PdfReader(io.BytesIO(pdf)).pages[0]
    assert page["/Annots"][0].get_object()["/A"]["/URI"] == LINK
    assert reading.squeezed(LINK) in reading.words(pdf)
    without = roster_pdf(sheet("boar"))
    assert "/Annots" not in pypdf.PdfReader(io.BytesIO(without)).pages[0]
    assert "Sharedpage" not in reading.words(without)


def test_every_member_has_a_bookmark():
    reader = pypdf.PdfReader(io.BytesIO(roster_pdf(sheet(Member("boar", name="Tusky"), "orc-warrior"))))
    warband, members = reader.outline
    assert warband["/Title"] == "Ash Company"
    assert [member["/Title"] for member in members] == ["Tusky (Boar)", "Orc Warrior"]


@pytest.mark.parametrize("make", [lambda: sheet(*warbands.TWELVE), warbands.hostile], ids=["twelve", "hostile"])
def test_the_same_warband_gives_the_same_sound_bytes(make):
    pdf = roster_pdf(make(), link=LINK)
    assert pdf == roster_pdf(make(), link=LINK)
    assert reading.faults(pdf) == []
    assert all(reading.fonts(pdf).values())


@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_no_text_breaks_the_layout_or_is_dropped(paper):
    canvas = drawn(warbands.hostile(), link=LINK, **paper)
    assert measuring.misplaced(canvas) == []
    words = reading.words(canvas.pdf())
    assert reading.squeezed(warbands.MARKUP) in words
    assert words.count("x" * 50) >= 20
    assert REPLACEMENT * 4 in words  # Hebrew
    assert "🐉" in words
    assert "\x1b" not in words


def test_hostile_texts_are_all_there():
    sheet_of_harm: RosterSheet = warbands.hostile()
    words = reading.words(roster_pdf(sheet_of_harm))
    for member in sheet_of_harm.members:
        shown = reading.squeezed(harmless(member.called))
        assert reading.squeezed(_seen(shown)) in words


def _seen(text: str) -> str:
    """Return a text as it is seen: what no font has is replaced."""
    return "".join(REPLACEMENT if ord(char) in _UNSEEN else char for char in text)


_UNSEEN = {*range(0x590, 0x700), ord("龍")}


def test_low_ink_fills_nothing():
    colors = drawn(sheet(*warbands.ORDINARY), low_ink=True).palette
    assert colors.shade is None
    text = reading.texts(roster_pdf(sheet(*warbands.ORDINARY), low_ink=True))
    assert len(text) == 1
    content = pypdf.PdfReader(io.BytesIO(roster_pdf(sheet("boar"), low_ink=True))).pages[0].get_contents().get_data()
    assert re.findall(rb"\b[fB]$", content, re.MULTILINE) == []


def test_equal_members_share_a_block_with_a_damage_track_and_boxes_for_each():
    kobold = Member("kobold-warrior", hero_points=1, positioning=("false-object",))
    roster = sheet(kobold, "boar", kobold, kobold, collection={"kobold-warrior": 1, "boar": 1})
    canvas = drawn(roster)
    assert measuring.misplaced(canvas) == []
    (page,) = reading.texts(canvas.pdf())
    text = reading.squeezed(page)
    for words in ("3 × Kobold Warrior", "13 points each", "1 · HP", "2 · HP", "3 · HP", "1 hero point each ☆ ☆ ☆"):
        assert saying.missing([words], text) == [], words
    assert saying.missing(["2 of 3: Not legal: This warband has 3 × Kobold Warrior"], text) == []
    assert page.count("Conditions") == 3


@pytest.mark.parametrize("number", [2, 12, 60, 100])
def test_a_group_of_any_size_lies_well(number):
    canvas = drawn(sheet(*["kobold-dragon-mage"] * number, points_limit=9_999))
    assert measuring.misplaced(canvas) == []
