"""Certificates of a season: a page each, with everything inside the frame, however long the names are."""

import pytest

from printing.canvas import paper_size
from printing.certificates import SeasonCertificates, draw_certificates
from rules.campaigns.leagues.honors import SeasonHonor
from rules.crests import Crest
from tests.printing.recording import RecordingCanvas

CREST = Crest("CE", "fess", "boar")
LONG = "Company of the Long and Winding Road over the Old Hills of Ash and Bone "
HONORS = (
    SeasonHonor("Champion of North", 1, "Red Ferry", 1, crest=CREST),
    SeasonHonor("Joint runner-up of the league", 2, LONG, 2),
    SeasonHonor("Nemesis", 1, "Red Ferry", key="nemesis", member="Old Boar", deed="eliminated Snik twice", crest=CREST),
    SeasonHonor("Giant slayer", 2, LONG, key="giant-slayer", deed=f"won “{LONG}” against {LONG}", crest=CREST),
)


def drawn(*honors):
    canvas = RecordingCanvas(paper_size("a4", landscape=True))
    draw_certificates(canvas, SeasonCertificates("The Long Winter", "7 March 2026", honors))
    return canvas


def words(canvas, page):
    return " ".join(text for text, *_ in canvas.pages[page].texts)


def test_each_honor_has_a_page_that_says_who_holds_it_and_why():
    canvas = drawn(*HONORS)
    assert len(canvas.pages) == len(HONORS)
    for text in ("The Long Winter", "Champion of North", "awarded to", "Red Ferry", "7 March 2026", "Organizer"):
        assert text in words(canvas, 0)
    for text in ("Nemesis", "Old Boar", "of Red Ferry", "Eliminated Snik twice."):
        assert text in words(canvas, 2)


def test_only_a_champion_has_laurels():
    canvas = drawn(HONORS[0], HONORS[2])
    assert canvas.pages[0].filled > canvas.pages[1].filled + 20


@pytest.mark.parametrize("honor", HONORS, ids=lambda honor: honor.title)
def test_words_stay_inside_the_frame(honor):
    canvas = drawn(honor)
    for placed in canvas.placed:
        assert placed.box.left > 28, placed.text
        assert placed.box.right < canvas.width - 28, placed.text
        assert placed.box.bottom < canvas.height - 28, placed.text
    foot = canvas.height - 28 - 48 - 14
    deed = [placed.box.bottom for placed in canvas.placed if placed.size == 16]
    assert all(bottom < foot for bottom in deed)
