"""Drawings of battles: tokens of who fights; the table as a figure and in words; set-up, report and sheets on paper."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from django.utils.safestring import SafeString

from compendium.builtin.creatures import OF_CREATURES, OF_TAGS, emblem_of
from printing.adventures import draw_sheets
from printing.aids.boards import COORDINATES
from printing.battles.board_grounds import board_box, draw_board_ground, terrain_words
from printing.battles.scenes import BoardScene, SceneToken
from printing.battles.setup import SetupPage, draw_setup
from printing.battles.sheets import draw_board_sheets, lies_better_in_landscape
from printing.battles.tables import SideNames, TerrainLegend, draw_swatch, draw_table, piece_number, terrain_legend
from printing.canvas import CHARACTERS, Box, paper_size
from printing.chronicles import draw_chronicle
from printing.pdf import bounded_pdf, pdf_of
from printing.svg import SvgFigure
from rules.board.ground import BoardGround
from rules.board.grounds import ground_document
from rules.campaigns.chronicles import Chronicle
from rules.cards.model import Card
from rules.combat.hp import HpLook, hp_look
from rules.combat.sheets import FightRow, ShownSheet
from rules.p2v_combat.setup.objectives import objective_kind, objective_mark
from rules.p2v_combat.setup.plan import TablePlan
from rules.p2v_combat.standing import figure_of
from rules.p2v_combat.state import BattleState
from rules.text import slug

WIDTHS = {"small-board": 300.0, "medium-board": 378.0, "large-board": 456.0}
"""Of each board, in points: numbers on it can be read on a phone that shows the whole small board."""
MOST_KEPT = 32
"""Tables that a process keeps as they are drawn: the page of a battle shows the same one again and again."""
MOST_NAMES = 1000
"""Names that a process keeps with their emblems."""
_BY_WORD = {name.partition("-")[0]: name for name in sorted(CHARACTERS, reverse=True)} | {
    tag: emblem for tag, emblem in OF_TAGS.items() if emblem in CHARACTERS
}
"""Emblems by the word that each begins with, and by the tags of creatures."""
_MARGIN = 2.0
_SWATCH = Box(0, 0, 24, 12)


@dataclass(frozen=True, slots=True)
class TerrainSwatch:
    """A kind of terrain of the legend with its drawing."""

    drawing: SafeString
    row: TerrainLegend


@dataclass(frozen=True, slots=True)
class TableDrawing:
    """A table as drawn, with the legend of its terrain, and of each zone its letter, its side and that side's name.

    ``square`` is the side of a square in the units of the drawing.
    """

    drawing: SafeString
    square: float
    terrain: tuple[TerrainSwatch, ...]
    zones: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class GroundDrawing:
    """The ground of a board as elements of a figure, ``SQUARE`` units a square, and in words."""

    elements: SafeString
    words: tuple[str, ...]


def table_drawing(plan: TablePlan, names: SideNames) -> TableDrawing:
    """Return a table as a figure, and the kinds of terrain on it."""
    return _drawn(plan, tuple(names.items()))


@lru_cache(maxsize=MOST_KEPT)
def _drawn(plan: TablePlan, named: tuple[tuple[str, str], ...]) -> TableDrawing:
    names = dict(named)
    board = plan.board
    width = WIDTHS[plan.board_key]
    scale = width / board.width
    ground = Box(0, 0, width, board.height * scale)
    figure = SvgFigure(Box(-COORDINATES, -COORDINATES, ground.right + _MARGIN, ground.bottom + _MARGIN))
    with figure.styled_as("ground"):
        figure.box(ground, fill=figure.palette.shade)
    draw_table(figure, plan, names, 0, 0, scale)
    drawing = figure.svg("drawing board", key="table", title="The table", description=_about(plan))
    return TableDrawing(
        SafeString(drawing),
        scale,
        tuple(TerrainSwatch(_swatch(row), row) for row in terrain_legend(plan)),
        tuple((choice.zone, choice.side, names[choice.side]) for choice in plan.zones),
    )


@lru_cache(maxsize=MOST_KEPT)
def ground_drawing(ground: BoardGround) -> GroundDrawing:
    """Return the ground of a board as a part of a figure."""
    figure = SvgFigure(board_box(ground))
    draw_board_ground(figure, ground)
    words = tuple(terrain_words(entry) for entry in ground.terrain)
    return GroundDrawing(SafeString(figure.elements), words)


def ground_mark(ground: BoardGround) -> str:
    """Return a word that changes with the ground of a board, worked out once and without drawing it."""
    return ground.once("mark", lambda: f"{crc32(json.dumps(ground_document(ground)).encode()):08x}")


def _swatch(row: TerrainLegend) -> SafeString:
    figure = SvgFigure(_SWATCH.grown(1))
    draw_swatch(figure, row.sample, _SWATCH)
    return SafeString(figure.svg("drawing swatch"))


def _about(plan: TablePlan) -> str:
    board = plan.board
    parts = [f"{board.width} by {board.height}, positions are counted from the top left corner."]
    parts += [
        f"{piece_number(plan, piece)} {piece.name}: {piece.across} by {piece.down} "
        f"at {piece.x} right and {piece.y} down."
        for piece in plan.terrain
    ]
    parts += [
        f"Objective {objective_mark(plan, objective)}, {objective_kind(objective.kind).name}: "
        f"{objective.x} right and {objective.y} down."
        for objective in plan.objectives
    ]
    parts += [f"{marker.kind.capitalize()}: {marker.x:g} right and {marker.y:g} down." for marker in plan.markers]
    return " ".join(parts)


def setup_pdf(page: SetupPage, *, letter: bool = False, low_ink: bool = False) -> bytes:
    """Return the set-up of a battle as a PDF."""
    paper = paper_size("letter" if letter else "a4", landscape=True)
    return pdf_of(lambda canvas: draw_setup(canvas, page), paper, low_ink=low_ink)


def board_sheets_pdf(title: str, plan: TablePlan, *, letter: bool = False, low_ink: bool = False) -> bytes:
    """Return a board as sheets to play on, as a PDF; raise ``DrawingTooLong`` if it exceeds the time budget."""
    paper = paper_size("letter" if letter else "a4", landscape=lies_better_in_landscape(plan))
    return bounded_pdf(lambda canvas: draw_board_sheets(canvas, title, plan), paper, low_ink=low_ink)


def report_pdf(report: Chronicle, moments: Sequence[tuple[str, BattleState]] = ()) -> bytes:
    """Return the report of a battle as a PDF, with its board at some moments, each with a title.

    Raises ``DrawingTooLong`` if it exceeds the time budget.
    """
    scenes = [board_scene(title, state) for title, state in moments]
    return bounded_pdf(lambda canvas: draw_chronicle(canvas, report, "Report of a battle", scenes), paper_size("a4"))


def board_scene(title: str, state: BattleState) -> BoardScene:
    """Return who stands where on the board of a battle, for print; those who left are not there."""
    assert state.board is not None
    tokens = []
    for creature in state.board.places:
        combatant, card = state.combatants[creature], state.fielded(creature).card
        is_out = combatant.presence == "eliminated"
        if is_out or combatant.presence == "in play":
            space = figure_of(state, creature).space
            tokens.append(SceneToken(combatant.side, space, emblem_of(card.key, card.tags), is_out))
    tokens.sort(key=lambda token: (not token.is_out, -token.space.width))
    return BoardScene(title, state.board.ground, tuple(tokens))


def sheets_pdf(title: str, sheets: Sequence[ShownSheet], notice: str) -> bytes:
    """Return sheets of combatants as a PDF; raise ``DrawingTooLong`` if it exceeds the time budget."""
    return bounded_pdf(lambda canvas: draw_sheets(canvas, title, sheets, notice), paper_size("a4"))


@dataclass(frozen=True, slots=True)
class FighterToken:
    """A token: ``emblem`` is the letter of the font of emblems, ``letters`` stand where there is none.

    ``percent`` is the length of the arc, in hundredths of the ring; None draws no arc.
    """

    side: str
    emblem: str = ""
    letters: str = ""
    percent: int | None = None
    hp_look: HpLook = "well"
    is_down: bool = False


def creature_emblem(card: Card) -> str:
    """Return the emblem of a card as the letter of the font."""
    return CHARACTERS.get(emblem_of(card.key, card.tags), "")


def hp_percent(hp: int, max_hp: int) -> int:
    """Return how much of the HP is left, in hundredths rounded up, 0 to 100."""
    return max(0, min(100, -(-100 * hp // max_hp))) if max_hp else 0


def fighter_token(side: str, emblem: str, hp: int, max_hp: int, *, is_down: bool = False) -> FighterToken:
    """Return the token of a creature with so many HP."""
    return FighterToken(side, emblem, "", hp_percent(hp, max_hp), hp_look(hp, max_hp), is_down)


def creature_token(state: BattleState, creature: str) -> FighterToken:
    """Return the token of a creature of a battle as it stands."""
    combatant = state.combatants[creature]
    is_down = combatant.is_dying or combatant.presence == "eliminated"
    emblem = creature_emblem(state.fielded(creature).card)
    return fighter_token(combatant.side, emblem, combatant.hp, combatant.max_hp, is_down=is_down)


def row_token(row: FightRow) -> FighterToken:
    """Return the token of a combatant of another game: its emblem by its name, else its initials."""
    emblem = named_emblem(f"{row.name} {row.group}")
    letters = "" if emblem else initials(row.name)
    meter = row.meters[0] if row.meters else None
    if meter is None or not meter.most:
        return FighterToken(row.side, emblem, letters, is_down=row.is_out)
    look = hp_look(meter.value, meter.most)
    return FighterToken(row.side, emblem, letters, hp_percent(meter.value, meter.most), look, row.is_out)


@lru_cache(maxsize=MOST_NAMES)
def named_emblem(name: str) -> str:
    """Return the emblem that a name speaks of ("Goblin 1", "Giant Ant") as the letter of the font, "" for none."""
    words = [word.strip(".,:;()'’").casefold() for word in name.split()]
    words = [word for word in words if word.isalpha()]
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            if own := OF_CREATURES.get(slug(" ".join(words[start : start + length]))):
                return CHARACTERS.get(own, "")
    for word in reversed(words):
        for form in (word, word.removesuffix("s")):
            if form in _BY_WORD:
                return CHARACTERS[_BY_WORD[form]]
    return ""


def initials(name: str) -> str:
    """Return the first letters of a name, at most two, a number as its last: "M", "OF", "B2"."""
    words = [word for word in name.split() if word[0].isalnum() and word.casefold() not in ("the", "a", "an", "of")]
    if len(words) > 1 and words[-1].isdecimal():
        return f"{words[0][0].upper()}{words[-1][-2:]}"
    return "".join(word[0].upper() for word in words[:2])
