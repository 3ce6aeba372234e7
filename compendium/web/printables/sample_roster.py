"""The sample of a roster sheet, for the page that shows what can be printed: a warband of built-in creatures."""

from functools import cache

from django.utils.safestring import SafeString

from compendium.builtin import built_in_cards
from compendium.selectors.creatures import lay_out
from printing.canvas import paper_size
from printing.roster import draw_roster
from printing.svg import SvgCanvas
from rules.building.draft import Draft
from rules.legality.resolved import Rulebook, resolve
from rules.legality.verdict import verdict_of
from rules.roster import Member, Roster
from rules.sheets.members import sheet_of_resolved

_KEYS = ("wyrmling-green-dragon", "basilisk", "boar", *("kobold-warrior",) * 4)
_MEMBERS = tuple(Member(key, f"m{number}") for number, key in enumerate(_KEYS, start=1))
_ROSTER = Roster(_MEMBERS, "Ash Company", "limited", 150, "LE")


@cache
def sample_roster() -> SafeString:
    """Return the first page of a roster sheet as SVG. It is drawn once."""
    resolved = resolve(_ROSTER, Rulebook.of(*built_in_cards()))
    canvas = SvgCanvas(paper_size("a4"))
    draw_roster(canvas, sheet_of_resolved(Draft(_ROSTER), resolved, verdict_of(resolved), card_sheet=lay_out))
    return SafeString(canvas.svg("Roster sheet"))
