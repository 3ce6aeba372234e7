"""The kinds of moves on the board of a battle, and the board as each of them meets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.board.battlefield import Battlefield, BoardFigure
from rules.board.ground import BoardGround
from rules.board.terrain import BoardTerrain
from rules.effects.circumstances import THROUGH_TARGETS
from rules.effects.values import EffectStep
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import STEP, STRIDE, WALKS
from rules.p2v_combat.actions import universal_key
from rules.p2v_combat.conditions import FLIGHT
from rules.p2v_combat.standing import battlefield_of, bearer_of, figure_of
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import movement_squares
from rules.replacing import replace

MoveKind = Literal["walk", "leap", "teleport", "push", "pull", "shunt", "appear"]
WATER = "water"
"""The word for a movement that goes through water alone."""
ENCUMBERING = "encumbering"
"""The word for encumbering terrain among the terrain effects at the end of a creature's turn."""
_LEAP = universal_key("Leap")
RESURFACING = ("Burrowing", "Teleportation")
"""The modes in which the ground matters where a move ends."""
_ALL = 999


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMove:
    """A move of a creature on the board: its kind and at most how many squares, None for any distance.

    ``mode`` replaces that of the creature. ``origin`` pushes or pulls it. The first ``quiet_first`` and the last
    ``quiet_last`` squares of movement trigger no attacks of opportunity. ``drags`` is the creature that it pulls along;
    the rest is as in a step of an effect, with the effect's ``targets``.
    """

    creature: str
    kind: MoveKind = "walk"
    squares: int | None
    mode: str | None = None
    origin: str = ""
    quiet_first: int = 0
    quiet_last: int = 0
    straight: bool = False
    to: str = ""
    through: str = ""
    ignoring: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    drags: str = ""

    @property
    def is_willing(self) -> bool:
        """Whether it is a movement of the creature itself."""
        return self.kind in ("walk", "leap", "teleport")

    @property
    def is_seen(self) -> bool:
        """Whether some of it may trigger an attack of opportunity."""
        is_quiet = self.quiet_last >= (self.squares or _ALL)
        return self.is_willing and self.kind != "teleport" and not is_quiet


def move_of(
    state: BattleState, creature: str, action: str, step: EffectStep, targets: tuple[str, ...] = ()
) -> BoardMove:
    """Return the move of a creature by a step of an action, for the targets of the whole effect."""
    squares, _ = movement_squares(state, creature, step)
    ignored = (word for held in state.combatants[creature].active_effects for word in held.ignores)
    move = BoardMove(
        creature=creature,
        kind="leap" if action == _LEAP else "teleport" if step.action == "teleport" else "walk",
        squares=squares,
        mode=FLIGHT if step.action == "fly" else None,
        quiet_last=squares or _ALL if step.action == "step" or step.quiet else 0,
        straight=step.straight,
        to=step.to,
        through=step.through,
        ignoring=(*step.ignoring, *ignored),
        targets=targets,
        drags=next(iter(targets), "") if step.action == "drag" else "",
    )
    acting = state.acting(creature)
    if action not in WALKS or acting is None or not acting.left_over or squares is None:
        return move
    # Strides and Steps in a row add up; the squares of a Step come first or last. Ruling 521.
    after_step = acting.done[-2:-1] == (STEP,)
    return replace(
        move,
        squares=squares + acting.left_over,
        quiet_first=acting.left_over if action == STRIDE and after_step else 0,
        quiet_last=move.quiet_last + acting.left_over if after_step and action == STEP else move.quiet_last,
    )


def field_for(state: BattleState, move: BoardMove) -> tuple[Battlefield, BoardFigure]:
    """Return the battlefield as a move meets it, and the figure that moves."""
    figure, field = figure_of(state, move.creature), battlefield_of(state)
    if field is None:
        raise ChangeRefused("This battle is not on a board.")
    borne = tuple(other.id for other in field.figures if bearer_of(state, other.id) == figure.id)
    return field.once(("met", move, figure, borne), lambda: _field_met(field, figure, move, borne))


def _field_met(
    field: Battlefield, figure: BoardFigure, move: BoardMove, borne: tuple[str, ...]
) -> tuple[Battlefield, BoardFigure]:
    others = (other for other in field.figures if other.id not in borne and other.id != move.drags)
    if move.kind in ("push", "pull", "shunt"):
        # It enters no space of others. "Unwilling movement"; ruling 523.
        others = (other if other.id == figure.id else replace(other, side="", is_helpless=False) for other in others)
    if move.through and move.through != WATER:
        crossed = move.targets if move.through == THROUGH_TARGETS else [other.id for other in field.figures]
        others = (replace(other, side=figure.side) if other.id in crossed else other for other in others)
    ground = field.ground
    if move.ignoring or move.kind == "leap" or not move.is_willing:
        words, ignores_all = " ".join(move.ignoring).casefold(), move.kind == "leap" or not move.is_willing
        whole = ground
        ground = ground.once(
            ("without", words, ignores_all),
            lambda: BoardGround(
                whole.columns,
                whole.rows,
                tuple(entry for entry in whole.terrain if not _is_ignored(entry, words, ignores_all=ignores_all)),
            ),
        )
    mode = "Teleportation" if move.kind == "teleport" else move.mode or figure.mode
    return Battlefield(ground, tuple(others)), replace(figure, mode=mode if move.is_willing else None)


def landing_for(state: BattleState, move: BoardMove) -> tuple[Battlefield, BoardFigure]:
    """Return the battlefield as it is where a move ends, without those that move along, and the figure there."""
    field, figure = field_for(state, move)
    if state.board is None or state.board.ground is field.ground:
        return field, figure_of(state, figure.id)
    return Battlefield(state.board.ground, field.figures), figure_of(state, figure.id)


def _is_ignored(entry: BoardTerrain, words: str, *, ignores_all: bool) -> bool:
    if ignores_all:
        return not entry.is_solid
    named = entry.name.casefold() in words or ("difficult" in words and "difficult" in entry.traits)
    return named and not entry.is_solid
