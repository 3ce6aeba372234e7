"""The board of a battle as a page shows it: ground, tokens and objectives, as a figure and in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from battles.drawings import FighterToken, GroundDrawing, ground_drawing, ground_mark
from battles.web.board import ObjectiveRow
from battles.web.creature_rows import CreatureRow, creature_row
from printing.battles.board_grounds import MARGIN, SQUARE
from rules.board.ground import BoardGround
from rules.p2v_combat.scoring.objectives import placed_objectives
from rules.p2v_combat.setup.deploying import zones_of
from rules.p2v_combat.setup.objectives import objective_mark
from rules.p2v_combat.standing import bearer_of, figure_of, square_name
from rules.p2v_combat.state import BattleState
from rules.tables.sizes import Space
from rules.text import with_minus

NO_STRIKES: Mapping[str, str] = MappingProxyType({})
_TOKEN = 48
"""Units of a token across."""
_MOST_LETTERS = 14


@dataclass(frozen=True, slots=True)
class BoardToken:
    """A creature on a board: its space, its token, and in words where and how it is.

    ``is_body`` marks an eliminated one, ``is_carried`` one in the space of another. ``strike`` is the query that aims
    the Strike of the creature in focus at it, "" for none.
    """

    id: str
    name: str
    x: int
    y: int
    width: int
    token: FighterToken
    words: str
    held: str
    is_body: bool
    is_carried: bool
    is_acting: bool
    strike: str

    @property
    def place(self) -> str:
        """Its place in the figure, as a transformation of a drawing 48 units across."""
        scale = (self.width * SQUARE - 2) / _TOKEN / (2 if self.is_carried or self.is_body else 1)
        inset = (self.width * SQUARE / 2 if self.is_carried else self.width * SQUARE / 4 if self.is_body else 0) + 1
        down = inset if self.is_body else 1
        return f"translate({self.x * SQUARE + inset:g} {self.y * SQUARE + down:g}) scale({scale:.3g})"

    @property
    def look(self) -> str:
        """The classes by which it looks different."""
        down = self.token.is_down
        marks = {
            "is-down": down,
            "is-held": self.held and not down,
            "is-body": self.is_body,
            "is-acting": self.is_acting,
        }
        return " ".join((f"board-token hp-{self.token.hp_look}", *(name for name, holds in marks.items() if holds)))

    @property
    def short_name(self) -> str:
        """Its name, shortened for the figure."""
        return self.name if len(self.name) <= _MOST_LETTERS else f"{self.name[: _MOST_LETTERS - 1]}…"


@dataclass(frozen=True, slots=True)
class ObjectiveMark:
    """An objective on a board: its mark, its place in the figure, and the side that owns it, "" for none."""

    mark: str
    words: str
    side: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board as a page shows it; ``zones`` are those of the sides while they deploy, each with its place and size.

    ``walked`` are the moves of the newest step: the side, and a line from where the creature stood.
    """

    plan: BoardGround
    tokens: tuple[BoardToken, ...]
    objectives: tuple[ObjectiveMark, ...]
    zones: tuple[tuple[str, float, float, float, float], ...]
    walked: tuple[tuple[str, str], ...]
    square: ClassVar[float] = SQUARE

    @property
    def ground(self) -> GroundDrawing:
        """The ground as it is drawn, and in words; only pages that show it ask for it."""
        return ground_drawing(self.plan)

    @property
    def mark(self) -> str:
        """A word that changes with the ground."""
        return ground_mark(self.plan)

    @property
    def view(self) -> str:
        """The visible part of the figure."""
        width, height = self.plan.columns * SQUARE + MARGIN, self.plan.rows * SQUARE + MARGIN
        return f"{-MARGIN:g} {-MARGIN:g} {width + 2:g} {height + 2:g}"


def shown_board(
    state: BattleState,
    objectives: tuple[ObjectiveRow, ...],
    strikes: Mapping[str, str] = NO_STRIKES,
    before: BattleState | None = None,
) -> ShownBoard | None:
    """Return the board of a battle, with its objectives; None without a board. No query.

    ``strikes`` are queries that aim a Strike, by its target; ``before`` is the battle before its newest step.
    """
    board = state.board
    if board is None:
        return None
    standing = [creature for creature in board.places if is_seen(state, creature)]
    tokens = [board_token(state, creature, strikes.get(creature, "")) for creature in standing]
    # The larger ones lie below the smaller ones, bodies below all.
    tokens.sort(key=lambda token: (not token.is_body, token.is_carried, -token.width))
    return ShownBoard(
        board.ground,
        tuple(tokens),
        tuple(objective_marks(state, objectives)),
        tuple(_zones(state)),
        tuple(walked_lines(state, before)),
    )


def is_seen(state: BattleState, creature: str) -> bool:
    """Return True if a creature is on the board of a battle, in play or as a body."""
    on_board = state.board is not None and creature in state.board.places
    return on_board and state.combatants[creature].presence in ("in play", "eliminated")


def board_token(state: BattleState, creature: str, strike: str = "") -> BoardToken:
    """Return the token of a creature that is on the board."""
    combatant = state.combatants[creature]
    row, space = creature_row(state, combatant), figure_of(state, creature).space
    return BoardToken(
        id=creature,
        name=row.name,
        x=space.x,
        y=space.y,
        width=space.width,
        token=row.token,
        words=_describe(row, space),
        held=", ".join(dict.fromkeys(chip.name for chip in row.held)),
        is_body=row.is_out,
        is_carried=bearer_of(state, creature) is not None,
        is_acting=row.ap is not None,
        strike=strike,
    )


def creature_words(state: BattleState, creature: str) -> str:
    """Return where a creature is, and how: "Mara, C4: 12 of 20 HP, prone"; without a place for one off the board."""
    space = figure_of(state, creature).space if is_seen(state, creature) else None
    return _describe(creature_row(state, state.combatants[creature]), space)


def _describe(row: CreatureRow, space: Space | None) -> str:
    how = [row.out or with_minus(f"{row.hp} of {row.max_hp} HP")]
    how += ["dying"] * row.is_dying + [*dict.fromkeys(chip.name for chip in row.held)]
    if space is None:
        return f"{row.name}: {', '.join(how)}"
    wide = f" to {square_name((space.x + space.width - 1, space.y + space.width - 1))}" if space.width > 1 else ""
    return f"{row.name}, {square_name((space.x, space.y))}{wide}: {', '.join(how)}"


def _zones(state: BattleState) -> Iterator[tuple[str, float, float, float, float]]:
    table = state.setup.table
    if table is None or state.phase != "initiative":
        return
    for side in table.sides:
        for zone in zones_of(table, side):
            area = zone.area
            yield (side, area.x * SQUARE, area.y * SQUARE, area.width * SQUARE, area.height * SQUARE)


def walked_lines(state: BattleState, before: BattleState | None) -> Iterator[tuple[str, str]]:
    """Yield the moves since an earlier state: the side, and a line from where the creature stood."""
    earlier = before.board.places if before is not None and before.board else {}
    for creature, (x, y) in state.board.places.items() if state.board else ():
        start = earlier.get(creature, (x, y))
        if start != (x, y) and state.combatants[creature].is_in_play:
            half = figure_of(state, creature).space.width * SQUARE / 2
            ends = (f"{column * SQUARE + half:g} {row * SQUARE + half:g}" for column, row in (start, (x, y)))
            yield state.combatants[creature].side, f"M{'L'.join(ends)}"


def objective_marks(state: BattleState, rows: tuple[ObjectiveRow, ...]) -> list[ObjectiveMark]:
    """Return the marks of the objectives that lie on the board."""
    plan, by_kind = state.setup.table, {row.kind: row for row in rows}
    things = dict(state.board.things) if state.board else {}
    marks = []
    for placed in placed_objectives(state):
        x, y = things.pop(placed.kind, (placed.x, placed.y))
        if plan and (row := by_kind.get(placed.kind)) and not row.holder and not row.creature:
            words = f"{row.name}, {square_name((x, y))}: {row.owner_name or 'unclaimed'}"
            marks.append(ObjectiveMark(objective_mark(plan, placed), words, row.owner, *_middle(x, y)))
    # What else lies there: loads that were dropped.
    marks += [
        ObjectiveMark(name[:1].upper(), f"{name}, {square_name(square)}", "", *_middle(*square))
        for name, square in things.items()
    ]
    return marks


def _middle(x: int, y: int) -> tuple[float, float]:
    return (x + 0.5) * SQUARE, (y + 0.5) * SQUARE
