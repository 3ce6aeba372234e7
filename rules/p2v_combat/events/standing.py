"""Putting a battle on a board and taking it off; placing creatures by hand."""

from dataclasses import dataclass
from typing import Annotated

from rules.board.battlefield import is_next_to
from rules.board.ground import BoardGround
from rules.board.grounds import GROUND, SQUARE, SQUARES
from rules.combat.answers import not_asked
from rules.combat.resolution import WayAsk, answered, pending
from rules.documents.records import WRITTEN, InDocument, records_of
from rules.documents.shapes import or_null, text
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import may_decide, objective_creature_id, pay_to_interact
from rules.p2v_combat.events.event import MAX_CREATURES, BattleEvent, EventByHand
from rules.p2v_combat.scoring.objectives import placed_objectives
from rules.p2v_combat.setup.board_ground import ground_of_plan
from rules.p2v_combat.setup.deploying import zones_of
from rules.p2v_combat.setup.secrets import secret_places
from rules.p2v_combat.standing import (
    BoardInPlay,
    battlefield_of,
    bearer_of,
    figure_of,
    place_fault,
    placed_at,
    space_width,
    square_name,
    stands,
    unplaced,
)
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.uses import WayChosen
from rules.replacing import replace
from rules.tables.areas import Square
from rules.tables.sizes import Space
from rules.text import listed

NOT_ON_A_BOARD = "This battle is not on a board."
MAX_GIVEN = 5
"""How many boards, other than that of its table, a battle may go on, one after another."""


@dataclass(frozen=True, slots=True)
class CreaturePlace:
    """A creature and the upper left square of its space."""

    creature: str
    square: Annotated[Square, SQUARE]


class BoardLaid(EventByHand, kind="board-laid"):
    """The battle goes on a board: a given one or, without, that of the set-up's table.

    ``places`` are those of all creatures in play; before the battle begins, some may be placed later. A board other
    than the one that was left, or creatures elsewhere on it, need a ``reason``.
    """

    places: Annotated[tuple[CreaturePlace, ...], records_of(CreaturePlace, MAX_CREATURES)]
    board: Annotated[BoardGround | None, or_null(GROUND), WRITTEN] = None
    reason: Annotated[str, or_null(text(), ""), InDocument(always=False, default="")] = ""

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if state.board is not None:
            raise ChangeRefused("This battle is on a board already.")
        if state.stack or state.phase == "over":
            raise ChangeRefused("A battle goes on a board while it is played and nothing is being resolved.")
        if self.board is not None and state.boards_given >= MAX_GIVEN:
            raise ChangeRefused(f"At most {MAX_GIVEN} boards are given in a battle.")
        ground = self.board or self._of_table(state)
        given = state.boards_given + (self.board is not None)
        left = state.left_board
        things = left.things if left is not None and left.ground == ground else {}
        state = replace(state, board=BoardInPlay(ground, {}, things=things), boards_given=given)
        squares = {place.creature: place.square for place in self.places}
        for placed in placed_objectives(state):
            if (creature := objective_creature_id(placed.kind)) in unplaced(state):
                squares.setdefault(creature, (placed.x, placed.y))
        for creature, square in squares.items():
            if creature not in state.combatants or not state.combatants[creature].is_in_play:
                raise ChangeRefused("Only creatures that are in play stand on the board.")
            state = placed_by_hand(state, creature, square)
        if state.phase != "initiative" and (waiting := unplaced(state)):
            raise ChangeRefused(f"Say where they stand: {listed(map(state.name, waiting))}.")
        if not self.reason.strip() and (fault := _change_to_explain(state)):
            raise ChangeRefused(fault)
        text = f"The battle goes on a board of {ground.columns} by {ground.rows} squares."
        return state.note(None, text, *filter(None, [self.reason]))

    @staticmethod
    def _of_table(state: BattleState) -> BoardGround:
        table = state.setup.table
        if table is None or table.is_gridless:
            raise ChangeRefused("This battle has no table with a grid: give a board.")
        return ground_of_plan(table)


def _change_to_explain(state: BattleState) -> str:
    """Return what a board that is laid changes against the one that was left, as a sentence; "" for nothing."""
    board, left = state.board, state.left_board
    if board is None or left is None:
        return ""
    if board.ground != left.ground:
        return "Say why the board is another than before."
    moved = [key for key, square in board.places.items() if left.places.get(key, square) != square]
    return f"Say why they stand elsewhere than before: {listed(map(state.name, moved))}." if moved else ""


def placed_by_hand(state: BattleState, creature: str, square: Square) -> BattleState:
    """Return the state with a creature on a square; raise ``ChangeRefused`` if it cannot stand there."""
    bearer = bearer_of(state, creature)
    if bearer is not None:
        # It shares the space of its mount or swallower. Ruling 525.
        places = state.board.places if state.board else {}
        return placed_at(state, creature, places.get(bearer, square))
    if fault := place_fault(state, creature, square) or _zone_fault(state, creature, square):
        raise ChangeRefused(fault)
    return placed_at(state, creature, square)


def _zone_fault(state: BattleState, creature: str, square: Square) -> str:
    """Return why a creature is not deployed at a square, as a sentence; "" if it may be, or the battle has begun."""
    table, side = state.setup.table, state.combatants[creature].side
    if state.phase != "initiative" or table is None or side not in table.sides:
        return ""
    # Alternative deployment, "Options": everyone deploys at once, in secret. Ruling 407.
    sealed = secret_places(table, side)
    if sealed is not None and sealed.get(creature) != square:
        at = f" at {square_name(sealed[creature])}" if creature in sealed else ", and its seal is not open yet"
        return f"{state.name(creature)} is deployed in secret{at}."
    if creature == state.setup.lone_creature:
        return ""
    cells = {cell for zone in zones_of(table, side) for cell in zone.area.cells()}
    starts_elsewhere = any(start.creature == creature for start in table.starts)
    if not cells or starts_elsewhere or Space(*square, space_width(state, creature)).squares <= cells:
        return ""
    return f"{state.name(creature)} is deployed in a zone of its side, and {square_name(square)} is outside."


class BoardLeft(EventByHand, kind="board-left"):
    """The battle goes on without a board, until it is laid again."""

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if state.board is None or state.stack:
            raise ChangeRefused(NOT_ON_A_BOARD if state.board is None else "Something is still being resolved.")
        left = state.board if state.phase != "initiative" else None
        return replace(state, board=None, left_board=left).note(None, "The battle goes on without a board.")


class CreaturePlaced(EventByHand, kind="placed"):
    """A creature is deployed, or placed by hand with a reason."""

    creature: str
    square: Annotated[Square, SQUARE]
    reason: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        combatant = state.combatants.get(self.creature)
        if state.board is None:
            raise ChangeRefused(NOT_ON_A_BOARD)
        if combatant is None or not combatant.is_in_play:
            raise ChangeRefused("Choose a creature that is in play.")
        is_corrected = state.phase != "initiative" and self.creature in state.board.places
        if is_corrected and not self.reason.strip():
            raise ChangeRefused("Say why it stands elsewhere.")
        state = placed_by_hand(state, self.creature, self.square)
        by_hand = ", by hand" if is_corrected else ""
        text = f"{state.name(self.creature)} stands at {square_name(self.square)}{by_hand}."
        return state.note(self.creature, text, *filter(None, [self.reason]))


class FigureMoved(BattleEvent, kind="moved"):
    """A creature goes a way on the board, or to a square by the best way; it stays without any.

    The best way is the cheapest, then that with the fewest hazards and the fewest attacks of opportunity.
    """

    creature: str
    way: Annotated[tuple[Square, ...], SQUARES]

    def doer(self, state: BattleState) -> str | None:
        """Return the side that chooses the way, None if the battle waits for none."""
        ask = pending(state)
        return ask.side if isinstance(ask, WayAsk) else None

    def play(self, state: BattleState, side: str | None) -> BattleState:
        ask = pending(state)
        if not isinstance(ask, WayAsk) or ask.creature != self.creature or not may_decide(side, ask.side):
            raise not_asked(state)
        return answered(state, WayChosen(self.way))


class DoorTurned(BattleEvent, kind="door-turned"):
    """A creature interacts with a door next to it, by its name, and opens or closes it."""

    creature: str
    door: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        # "Terrain traits", "Door".
        board = state.board
        if board is None or not stands(state, self.creature):
            raise ChangeRefused(NOT_ON_A_BOARD)
        ground = board.ground
        door = next((entry for entry in ground.terrain if entry.name == self.door and entry.is_door), None)
        space = figure_of(state, self.creature).space
        if door is None or not is_next_to(door, space):
            raise ChangeRefused("Only a door next to the creature can be opened or closed.")
        figures = battlefield_of(state)
        spaces = [figure.space.squares for figure in figures.figures] if figures else []
        if any(door.squares & own or any(own.issuperset(pair) for pair in door.borders.pairs()) for own in spaces):
            raise ChangeRefused("A creature stands in the door.")
        state = pay_to_interact(state, self.creature)
        terrain = tuple(entry.turned_over() if entry is door else entry for entry in ground.terrain)
        state = replace(state, board=replace(board, ground=replace(ground, terrain=terrain)))
        done = "closes" if door.when_closed else "opens"
        return state.note(self.creature, f"{state.name(self.creature)} {done} the door {door.name}.", "Interact")
