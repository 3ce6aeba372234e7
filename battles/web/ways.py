"""The form of a move on the board: where it may end, each with its cost, and what a way there brings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from battles.selectors.battles import BattleView
from battles.selectors.gambits import acts_for, plays_for
from printing.battles.board_grounds import SQUARE
from rules.combat.resolution import ActAsk, WayAsk, cheapest_ends, pending
from rules.effects.model import Effect
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import STRIDE
from rules.p2v_combat.move_kinds import BoardMove
from rules.p2v_combat.options import refusal
from rules.p2v_combat.standing import figure_of, space_width, square_name, stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import find_action, own_action
from rules.p2v_combat.tasks.moves import MoveTask
from rules.p2v_combat.walking import MoveTolls, first_move_of, ground_entered, move_ends, move_way, way_cost
from rules.replacing import replace
from rules.tables.areas import Square
from rules.tables.sizes import Space
from rules.text import counted, listed

MOST_OFFERED = 400
"""Squares that a form offers; any other is typed, or tapped on the board."""
MOST_REACH_ROWS = 1000
"""Rows of ground that are drawn as a move's reach. If there are more, only those of the offered squares are drawn."""


@dataclass(frozen=True, slots=True)
class WayForm:
    """The form of a move: what it sends, its button, and where it may end: squares by their cost, cheapest first.

    ``is_cut`` says that it may end elsewhere too. ``reach`` is the ground of all of it as a path. ``reason`` is the
    question that it answers, "" for a move that nothing asks for.
    """

    do: str
    creature: str
    side: str
    name: str
    action: str
    way: str
    verb: str
    ends: tuple[tuple[str, tuple[str, ...]], ...]
    is_cut: bool
    reach: str
    reason: str = ""
    may_stay: bool = False


@dataclass(frozen=True, slots=True)
class WayAnswer:
    """A way in words, with who may react and what is entered on it, and as a path."""

    words: str
    path: str


def way_form(view: BattleView, state: BattleState, creature: str) -> WayForm | None:
    """Return the form of the move that the battle asks a visitor for, or of a Stride of the creature in focus.

    None without either. No query.
    """
    ask, board = pending(state), state.board
    if board is None:
        return None
    if isinstance(ask, WayAsk):
        if not plays_for(view, state, ask.side):
            return None
        form = _form(state, "go", ask.creature, "", ask.ends)
        return replace(form, verb="Go", reason=ask.reason, may_stay=ask.may_stay)
    if ask is not None or not (stands(state, creature) and acts_for(view, state, creature)):
        return None
    stride = own_action(state, creature, STRIDE)
    way = stride.ways[0] if stride else None
    if stride is None or way is None or refusal(state, creature, stride, way):
        return None
    move = first_move(state, creature, stride.key, way.effect)
    return replace(move, do="act", way=way.key, verb=stride.name) if move and move.ends else None


def first_move(state: BattleState, creature: str, action: str, effect: Effect) -> WayForm | None:
    """Return where a creature may go first in an action that begins with a movement; None for others."""
    move = first_move_of(state, creature, action, effect)
    return _form(state, "act", creature, action, move_ends(state, move)) if move else None


def _form(state: BattleState, do: str, creature: str, action: str, ends: Mapping[Square, int]) -> WayForm:
    width, offered = space_width(state, creature), cheapest_ends(ends, MOST_OFFERED)
    rows = ground_rows(ends, width)
    if len(rows) > MOST_REACH_ROWS:
        rows = ground_rows((end for end, _ in offered), width)
    return WayForm(
        do=do,
        creature=creature,
        side=state.combatants[creature].side,
        name=state.name(creature),
        action=action,
        way="",
        verb="",
        ends=tuple(
            (counted(cost, "square"), tuple(square_name(end) for end, _ in alike))
            for cost, alike in groupby(offered, key=itemgetter(1))
        ),
        is_cut=len(offered) < len(ends),
        reach=rows_path(rows),
    )


def rows_path(rows: Iterable[tuple[int, int, int]]) -> str:
    """Return rows of ground as a path."""
    return "".join(
        f"M{x * SQUARE:g} {y * SQUARE:g}h{length * SQUARE:g}v{SQUARE:g}h-{length * SQUARE:g}z" for x, y, length in rows
    )


def ground_rows(ends: Iterable[Square], width: int = 1) -> list[tuple[int, int, int]]:
    """Return the ground of squares where a space so wide may be, in rows: each begins at x and y, and has a length."""
    rows: list[tuple[int, int, int]] = []
    for y, x in sorted({(y, x) for end in ends for x, y in Space(*end, width).squares}):
        if rows and rows[-1][1] == y and rows[-1][0] + rows[-1][2] == x:
            rows[-1] = (rows[-1][0], y, rows[-1][2] + 1)
        else:
            rows.append((x, y, 1))
    return rows


def way_answer(
    view: BattleView, state: BattleState, creature: str, action: str, way: str, stated: tuple[Square, ...]
) -> WayAnswer | None:
    """Return the best way of a move to a square, or the stated one of several squares.

    None if nothing moves there now, or a visitor does not decide it.
    """
    ask = pending(state)
    decides = plays_for(view, state, ask.side) if isinstance(ask, ActAsk | WayAsk) else acts_for(view, state, creature)
    if not decides:
        return None
    move = _move(state, creature, action, way)
    if move is None or move.creature != creature:
        return None
    ends = move_ends(state, move)
    figure, to = figure_of(state, creature), stated[-1]
    start, half = (figure.space.x, figure.space.y), figure.space.width * SQUARE / 2
    try:
        squares = move_way(state, move, stated, ends)
    except ChangeRefused as refused:
        return WayAnswer(refused.message, _path(start, stated, half) if len(stated) > 1 else "")
    pairs = list(zip((start, *squares), squares, strict=False))
    strikes = sorted(MoveTolls(state, move).along(squares).reacting)
    entered = dict.fromkeys(entry.name for pair in pairs for entry in ground_entered(state, figure, *pair))
    cost = way_cost(state, move, squares) if len(stated) > 1 else ends[to]
    words = [f"{square_name(to)}: {counted(cost, 'square')}." if cost else f"{square_name(to)}."]
    words += [f"{listed(map(state.name, strikes))} may strike on the way."] if strikes else []
    words += [f"It enters {listed(entered)}."] if entered else []
    return WayAnswer(" ".join(words), _path(start, squares, half))


def _path(start: Square, squares: tuple[Square, ...], half: float) -> str:
    points = (f"{x * SQUARE + half:g} {y * SQUARE + half:g}" for x, y in (start, *squares))
    return f"M{'L'.join(points)}"


def _move(state: BattleState, creature: str, action: str, way: str) -> BoardMove | None:
    """Return the move that is asked for, or that an action of a creature begins with; None for others."""
    if isinstance(pending(state), WayAsk):
        task = state.stack[-1]
        return task.move if isinstance(task, MoveTask) else None
    known = find_action(state, creature, action)
    variant = known.way(way) if known else None
    return first_move_of(state, creature, action, variant.effect) if variant else None
