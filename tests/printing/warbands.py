"""Warbands of built-in creatures, and texts that mean harm, for the tests of print."""

from functools import cache
from typing import Any

from compendium.builtin.creatures import built_in_cards
from printing.canvas import Paper, paper_size
from printing.pdf import PdfCanvas
from printing.roster import draw_roster
from rules.building.draft import Draft, Secret
from rules.cards.model import Card
from rules.legality.resolved import Rulebook
from rules.roster import HouseRules, ItemChoice, Member, Override, Roster
from rules.sheets.model import RosterSheet
from tests.rules.laid_out import roster_sheet

LINK = "https://muster.example.org/shared/AbCdEfGhIjKlMnOpQrStUvWx/"
ORDINARY = ("kobold-warrior", "orc-warrior", "boar", "goblin-pyro", "kobold-dragon-mage", "trog-leader")
TWELVE = (*ORDINARY, "trog-warrior", "orc-warchief", "ogre-warrior", "wyrmling-black-dragon", "shadow", "boar")

MARKUP = "<b>&amp;</b> <para>%s</para> {0} \\ (x) ]]> &lt; <img src=x>"
FOREIGN = "שלום مرحبا 龍 🐉🏴‍☠️👨‍👩‍👧 Ünïcödé Привет"
STEERING = "\u202eevil\u202c \x07\x00\x1b[31m\u200b\ud800\ue000"
LONG = "x" * 2_000


@cache
def cards() -> tuple[Card, ...]:
    return built_in_cards()


@cache
def rulebook() -> Rulebook:
    return Rulebook.of(*cards())


def sheet(*members: Member | str, **fields: Any) -> RosterSheet:
    """Return the sheet of a warband for unlimited play; notes and secrets are its draft's, the rest its roster's."""
    draft = {key: fields.pop(key) for key in ("notes", "member_notes", "secrets") if key in fields}
    enlisted = tuple(Member(member) if isinstance(member, str) else member for member in members)
    given = {"name": "Ash Company", "play_mode": "unlimited", "points_limit": 400, "alignment": "LE"} | fields
    return roster_sheet(Draft(Roster(enlisted, **given), **draft), rulebook())


def drawn(
    warband: RosterSheet, *, paper: Paper = "a4", landscape: bool = False, low_ink: bool = False, link: str = ""
) -> PdfCanvas:
    """Return a roster sheet that recorded where it put what."""
    canvas = PdfCanvas(paper_size(paper, landscape=landscape), low_ink=low_ink, recording=True)
    draw_roster(canvas, warband, link)
    return canvas


def hostile() -> RosterSheet:
    """Return a warband in which every text is as bad as the site lets it be, and most of it is illegal."""
    return sheet(
        Member(
            "kobold-warrior",
            name=(MARKUP + "W" * 80)[:80],
            upgrades=("sling", "sling", MARKUP),
            hero_points=4,
            items=(
                ItemChoice("holy-water"),
                ItemChoice("holy-water"),
                ItemChoice("fiery-weapon"),
                ItemChoice("spell-scroll-i", "y" * 80),
                ItemChoice(FOREIGN, MARKUP[:80]),
            ),
            positioning=("false-object", "false-object", MARKUP),
        ),
        Member("drgon", name=FOREIGN),
        Member("z" * 300),
        Member("kobold-druid-1"),
        Member("cat-companion-1", minion_of="m4"),
        Member("crag-linnorm", id="\x00) /x (", name=STEERING),
        name=f"{MARKUP} {'M' * 80}"[:80],
        notes=f"{FOREIGN} {STEERING}\n\n{LONG}"[:2_000],
        member_notes={"m1": LONG, "m2": MARKUP * 20, "m3": "שלום " * 400, "m4": "word " * 400, "m5": "\n" * 2_000},
        secrets=(Secret("m1", "false-object", f"{MARKUP} {FOREIGN}"[:200], revealed=True),),
        overrides=(
            Override("points.over_limit", MARKUP * 2),
            Override("creature.over_half", "r" * 200, "m1"),
            Override("no.such_code", STEERING),
        ),
        house_rules=HouseRules(sources=("p2v-orc",), banned=("boar", "q" * 300), max_items_per_member=1),
        collection={"boar": 1},
        points_limit=100,
    )
