"""Prints of campaigns with odd texts: the chronicle, and the sheet and cards of a warband with a career."""

import io
from dataclasses import replace
from typing import Any

import pytest
from pypdf import PdfReader

from campaigns.selectors.standings import campaign_chronicle
from printing.canvas import paper_size
from printing.chronicles import draw_chronicle
from printing.pdf import pdf_of
from rules.roster import Member
from tests.campaigns.play import enlist, played
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

NAMES = {
    "tags": "<b>&amp;</para><font size=999>%(x)s{{ x }}\\)(Tj ET",
    "one long word": "x" * 80,
    "right to left": "שלום مرحبا",
    "emoji": "👹🏴\u200d☠️" * 10,
    "accents": "Z\u0300\u0301\u0302" * 20,
}
"""What somebody can call a member."""
TEXTS = NAMES | {
    "controls": "\x01\x1f\x7f\u2028\u202e",
    "a very long word": "x" * 10_000,
    "half a character": "\ud800",
    "nothing": "",
}
"""What no form takes is printed too: a file from elsewhere may have passed by another way."""


def pages(file: bytes) -> int:
    return len(PdfReader(io.BytesIO(file)).pages)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_chronicle_is_printed_whatever_it_tells(winter: Table, text: str):
    row = enlist(winter, "ada", Member("boar", "m1"), Member("kobold-warrior", "m2"))
    played(winter, {row: 3}, (row, "m1"))
    view = winter.view("ada")
    assert view is not None
    chronicle = campaign_chronicle(view)
    hostile = replace(
        chronicle,
        name=text,
        story=text,
        opening=(text,) * 2,
        standings=tuple(replace(standing, name=text, player=text) for standing in chronicle.standings),
        chapters=tuple(
            replace(chapter, title=text, date=text, sentences=(text,) * 2) for chapter in chronicle.chapters
        ),
    )
    assert pages(pdf_of(lambda canvas: draw_chronicle(canvas, hostile), paper_size("a4"))) >= 1


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_the_sheet_and_cards_of_a_career_are_printed_whatever_its_members_are_called(winter: Table, name: str):
    members = (Member("boar", "m1", name=name), Member("kobold-warrior", "m2", name=name))
    row = enlist(winter, "ada", *members, warband=name)
    played(winter, {row: 3}, (row, "m1"), title=name)

    def seen(path: str) -> Any:
        answer = winter.people["ada"].client.get(path)
        assert answer.status_code == 200, path
        return answer

    for path in ("roster.pdf", "cards.pdf"):
        assert pages(seen(f"/warbands/{row.warband.key}/{path}").content) >= 1
    assert pages(seen(f"/campaigns/{winter.key}/chronicle.pdf").content) >= 1
    for path in (f"/warbands/{row.warband.key}/print/", f"/campaigns/{winter.key}/warbands/1/member/?id=m1"):
        assert "<font" not in seen(path).content.decode()
