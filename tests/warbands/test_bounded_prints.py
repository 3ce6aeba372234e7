"""Prints and matchups of what a hostile visitor imports: bounded, and the bound is told."""

from dataclasses import replace

import pytest

from common.caches import text_length
from compendium.builtin import built_in_cards
from printing import pdf
from printing.canvas import LEADING, PAPERS, PageSize
from printing.pdf import pdf_of
from printing.text import SIGNS, Run, Style, lines
from rules.building.draft import Draft
from rules.cards.model import Card
from rules.roster import Member, Roster
from tests.warbands.verbs import account, text_of
from warbands.services.warbands import warband_create
from warbands.web import matchup

pytestmark = pytest.mark.django_db

LIGATURE = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}"


def _cards(number: int, **changes: object) -> tuple[Card, ...]:
    (boar,) = (card for card in built_in_cards() if card.key == "boar")
    return tuple(replace(boar, key=f"hb-{place}", name=f"Boar {place}", **changes) for place in range(number))


def _stored(cards: tuple[Card, ...], members: int) -> tuple[object, str]:
    person = account("mira")
    stand = tuple(Member(cards[place % len(cards)].key) for place in range(members))
    draft = Draft(Roster(stand, "Horde", "narrative", cards=cards))
    return person, warband_create(owner=person.owner, draft=draft).key


@pytest.fixture
def verbose() -> tuple[object, str]:
    """Store a hundred members whose cards say nothing in many letters."""
    (boar,) = _cards(1)
    feature = replace(boar.features[0], effect=LIGATURE * 8_000)
    return _stored(_cards(28, features=(feature,)), 100)


def _waiting(monkeypatch, **bounds: float) -> None:
    """Let those who wait have less."""
    monkeypatch.setattr(pdf, "WAITING", replace(pdf.WAITING, **bounds))


def test_more_text_than_a_file_holds_is_refused_before_anything_is_drawn(verbose, monkeypatch):
    person, key = verbose
    _waiting(monkeypatch, letters=500_000)
    for address in (f"/warbands/{key}/print/?kind=cards", f"/warbands/{key}/cards.pdf"):
        answer = person.client.get(address)
        assert "characters of text; one file can hold at most 500,000. Choose fewer members." in answer.content.decode()
    assert answer.status_code == 422
    cards_address = f"/warbands/{key}/cards.pdf?member=m1"
    assert person.client.get(cards_address).headers["Content-Type"] == "application/pdf"


@pytest.mark.parametrize("kind", ["sheet", "cards"])
def test_what_takes_too_long_to_draw_ends_and_the_background_is_offered(verbose, kind, monkeypatch):
    person, key = verbose
    _waiting(monkeypatch, seconds=0.0, letters=10**9)
    for address in (
        f"/warbands/{key}/print/?kind={kind}",
        f"/warbands/{key}/{'roster' if kind == 'sheet' else kind}.pdf",
    ):
        answer = person.client.get(address)
        assert "This is too much to print at once." in answer.content.decode()
        assert "Print in the background" in answer.content.decode()
    assert answer.status_code == 422
    public = person.client.get("/print/conditions.pdf")
    assert public.status_code in (404, 422)


def test_a_print_of_ordinary_size_is_within_both_bounds():
    cards = sorted(built_in_cards(), key=text_length)[-100:]
    assert sum(map(text_length, cards)) < pdf.WAITING.letters / 2


def test_a_drawing_ends_where_its_time_is_over(monkeypatch):
    _waiting(monkeypatch, seconds=0.0)
    drawn = []

    def draw(canvas):
        for page in range(1_000):
            canvas.start_page()
            drawn.append(page)

    size = PageSize(*PAPERS["a4"])
    with pytest.raises(pdf.DrawingTooLong):
        pdf.bounded_pdf(draw, size)
    assert len(drawn) < 10
    assert pdf_of(lambda canvas: canvas.start_page(), size).startswith(b"%PDF")


def test_a_drawing_that_is_laid_out_first_ends_as_well(monkeypatch):
    _waiting(monkeypatch, seconds=0.0)
    style, broken = Style(SIGNS, 8.0, (0.0, 0.0, 0.0)), []

    def draw(canvas):
        for number in range(1_000):
            broken.append(lines([Run("A sentence.", style)], 200))
            assert number < 999, "the drawing goes on"

    with pytest.raises(pdf.DrawingTooLong):
        pdf.bounded_pdf(draw, PageSize(*PAPERS["a4"]))
    assert len(broken) < 10


def test_a_long_word_is_broken_where_each_line_ends():
    style = Style(SIGNS, 8.0, (0.0, 0.0, 0.0))
    wide = style.font.widths["\N{REPLACEMENT CHARACTER}"] * style.size
    set_lines = lines([Run("\ue000" * 100, style)], wide * 7.5)
    assert [len(line.text) for line in set_lines] == [7] * 14 + [2]
    assert all(line.width == pytest.approx(len(line.text) * wide) for line in set_lines)
    assert LEADING > 1


def test_a_matchup_of_hundreds_of_attacks_shows_as_many_as_a_page_holds(monkeypatch):
    person, key = _stored(_cards(10), 10)
    address = f"/matchup/?first=w:{key}&second=w:{key}"
    whole = person.client.get(address).content.decode()
    assert "The table shows the first" not in whole
    monkeypatch.setattr(matchup, "MOST_CELLS", 60)
    answer = person.client.get(address)
    assert "of 10 different creatures in Horde" in text_of(answer)
    assert len(answer.content) < len(whole)
    assert answer.content.decode().count('class="chance') <= 60 + len(("first", "second"))
    monkeypatch.setattr(matchup, "MOST_CELLS", 6)
    alone = person.client.get(f"{address}&creature=first:boar-3")
    assert "The page shows the first" in text_of(alone)
