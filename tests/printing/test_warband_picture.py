"""The picture of a warband that chats show beside its link."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from printing.canvas import Box, PageSize
from printing.colors import color
from printing.pdf import PdfCanvas
from printing.svg import PngCanvas
from printing.text import REPLACEMENT
from printing.warband_picture import (
    MOST_GROUPS,
    SIZE,
    PictureGroup,
    describe_warband,
    draw_warband_picture,
    picture_groups,
    warband_picture,
    warband_picture_mark,
)
from rules.roster import Member
from rules.sheets.model import NAMELESS, RosterSheet
from tests.printing.warbands import FOREIGN, LONG, MARKUP, ORDINARY, STEERING, TWELVE, sheet

ASH = sheet("boar", "kobold-warrior", Member("boar", "m3", "Old Flint"), "boar", name="Ash Company", alignment="LE")
FULL = sheet(*TWELVE, "gelatinous-cube", "giant-ant", "goblin-dog", name=LONG, alignment="CG")
HOSTILE = [
    sheet(*(Member(key, key, words) for key in ORDINARY), name=words) for words in (MARKUP, FOREIGN, STEERING, LONG)
]


def texts(of: RosterSheet) -> list[str]:
    return [placed.text for placed in recorded(of)]


def recorded(of: RosterSheet):
    canvas = PdfCanvas(SIZE, recording=True)
    canvas.start_page()
    draw_warband_picture(canvas, of)
    return canvas.placed


def test_members_of_one_name_are_one_group_where_the_first_stands():
    assert [group.label for group in picture_groups(ASH)] == ["2 × Boar", "Kobold Warrior", "Old Flint (Boar)"]
    assert picture_groups(sheet("no-such-creature")) == (
        PictureGroup("“no-such-creature”", "“no-such-creature”", "", "", 1),
    )


def test_it_shows_name_points_alignment_and_members():
    shown = texts(replace(ASH, limit=200, left=200 - ASH.points))
    for words in ("Ash Company", str(ASH.points), "of 200 points", "Lawful Evil", "2 × Boar", "Kobold Warrior"):
        assert words in shown
    assert "No members yet" in texts(sheet())


@pytest.mark.parametrize("name", ["רוח", "ريح", "風の民", "바람"])
def test_names_in_letters_that_no_font_has_are_left_out_of_the_picture_alone(name):
    of = sheet(Member("boar", "m1", name), "kobold-warrior", name=name, points_limit=200)
    shown = texts(of)
    assert REPLACEMENT not in "".join(shown)
    assert {NAMELESS, "Boar", "Kobold Warrior", str(of.points)} <= set(shown)
    assert f"{name} (Boar)" in describe_warband(of)


def test_what_is_too_much_is_counted():
    assert "and 5 more" in texts(FULL)
    assert describe_warband(FULL).endswith(", 5 more")
    assert describe_warband(FULL).count(",") <= MOST_GROUPS + 2


@pytest.mark.parametrize("of", [ASH, FULL, sheet(), *HOSTILE])
def test_nothing_stands_outside_of_the_picture_or_over_anything_else(of):
    placed = recorded(of)
    for mark in placed:
        assert mark.box.left >= 0
        assert mark.box.right <= SIZE.width - 40
        assert mark.box.bottom <= SIZE.height
    for place, mark in enumerate(placed):
        for other in placed[:place]:
            apart = mark.box.left >= other.box.right - 1 or other.box.left >= mark.box.right - 1
            assert apart or mark.box.top >= other.box.bottom or other.box.top >= mark.box.bottom, (
                mark.text,
                other.text,
            )


@pytest.mark.parametrize("of", [ASH, FULL, *HOSTILE])
def test_it_is_a_picture_of_the_size_that_chats_ask_for(of):
    picture = Image.open(BytesIO(warband_picture(of)))
    assert (picture.format, picture.size) == ("PNG", (1200, 630))


def test_pictures_have_the_same_mark_exactly_where_they_are_the_same():
    assert warband_picture_mark(ASH) == warband_picture_mark(replace(ASH, notes="A secret plan."))
    others = (replace(ASH, name="Grey Company"), replace(ASH, points=1), replace(ASH, members=ASH.members[:2]))
    assert len({warband_picture_mark(warband) for warband in (ASH, *others)}) == 4


def test_the_canvas_draws_shapes_in_their_colors():
    canvas = PngCanvas(PageSize(40, 20), color("#ffffff"))
    red, blue = color("#ff0000"), color("#0000ff")
    canvas.box(Box(0, 0, 10, 10), fill=red)
    canvas.shape(((10, 0), (20, 0), (20, 10), (10, 10)), fill=blue, stroke=blue)
    canvas.rule(0, 15, 40, red, 2)
    canvas.squares(Box(30, 0, 40, 10), (b"\1\0",), blue)
    picture = Image.open(BytesIO(canvas.png())).convert("RGB")
    colors = [picture.getpixel(place) for place in ((5, 5), (15, 5), (25, 5), (5, 15), (32, 2), (37, 2))]
    assert colors == [(255, 0, 0), (0, 0, 255), (255, 255, 255), (255, 0, 0), (0, 0, 255), (255, 255, 255)]
