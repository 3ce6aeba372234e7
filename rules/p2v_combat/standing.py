"""Where creatures stand in a battle on a board: their figures, what keeps one from a place, and the board in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from string import ascii_letters, ascii_uppercase, digits
from typing import Any

from rules.board.battlefield import Battlefield, BoardFigure
from rules.board.ground import BoardGround
from rules.board.grounds import ground_document
from rules.errors import RulesError
from rules.p2v_combat.action_points import MOUNTED, mount_of
from rules.p2v_combat.conditions import mode_now
from rules.p2v_combat.numbers import swallower_of
from rules.p2v_combat.state import BattleState, Combatant
from rules.p2v_combat.steps import actions_now
from rules.p2v_combat.targeting import melee_reach
from rules.replacing import replace
from rules.tables import sizes
from rules.tables.areas import Square
from rules.tables.sizes import Space
from rules.tables.terrain import TRAITS
from rules.text import natural_number

_USUAL_SIZE = "Medium"

_MOST_LETTERS = 2
"""Letters of a column's name."""


@dataclass(frozen=True)
class BoardInPlay:
    """The ground of a battle's board, and the upper left square of each creature's space, by its id.

    ``borne`` are the creatures that share the space of another, each with that one. ``things`` are the squares of what
    lies elsewhere than the table says, by its name in the log: a load that was dropped, an objective that has walked.
    ``stopped`` are the creatures whose last forced movement met something before it was complete.
    """

    ground: BoardGround
    places: Mapping[str, Square]
    borne: Mapping[str, str] = field(default_factory=dict)
    things: Mapping[str, Square] = field(default_factory=dict)
    stopped: frozenset[str] = frozenset()
    _figures: dict[str, tuple[Combatant, Square, BoardFigure]] = field(default_factory=dict, repr=False, compare=False)
    _fields: list[tuple[BoardInPlay, Mapping[str, Combatant], Battlefield]] = field(
        default_factory=list, repr=False, compare=False
    )

    def figure(self, state: BattleState, creature: str) -> BoardFigure:
        """Return the figure of a creature, the same one until the creature or its place changes; unplaced at (0, 0)."""
        combatant, place = state.combatants[creature], self.places.get(creature, (0, 0))
        known = self._figures.get(creature)
        if known is None or known[0] is not combatant or known[1] != place:
            known = self._figures[creature] = combatant, place, _new_figure(state, creature, place)
        return known[2]

    def field_of(self, state: BattleState) -> Battlefield:
        """Return the battlefield of a state on this board, the same one until the ground or a figure changes."""
        last = self._fields[-1] if self._fields else None
        if last is not None and last[0] is self and last[1] is state.combatants:
            return last[2]
        figures = tuple(
            self.figure(state, creature)
            for creature in self.places
            if state.combatants[creature].is_in_play and swallower_of(state, creature) is None
        )
        field = last[2] if last is not None else None
        if field is None or field.figures != figures or field.ground is not self.ground:
            field = Battlefield(self.ground, figures)
        self._fields[:] = [(self, state.combatants, field)]
        return field

    def at(self, creature: str, place: Square) -> BoardInPlay:
        """Return the board with a creature at a place."""
        return replace(self, places={**self.places, creature: place})


def stands(state: BattleState, creature: str) -> bool:
    """Return True if a creature has a place on the board of a battle."""
    return state.board is not None and creature in state.board.places


def unplaced(state: BattleState) -> tuple[str, ...]:
    """Return the creatures in play that do not stand on the board yet; empty without a board."""
    places = state.board.places if state.board else state.combatants
    return tuple(key for key, combatant in state.combatants.items() if combatant.is_in_play and key not in places)


def battlefield_of(state: BattleState) -> Battlefield | None:
    """Return the figures in play on the board of a battle; None without a board. Swallowed creatures are not on it."""
    return state.board.field_of(state) if state.board is not None else None


def figure_of(state: BattleState, creature: str) -> BoardFigure:
    """Return the figure of a creature that stands on the board; a rider has the space of its mount."""
    if state.board is None:
        raise RulesError("This battle is not on a board.")
    return state.board.figure(state, creature)


def _new_figure(state: BattleState, creature: str, place: Square) -> BoardFigure:
    # A rider has its mount's center and is a target of its own. Ruling 525.
    combatant, card = state.combatants[creature], state.fielded(creature).card
    return BoardFigure(
        id=creature,
        side=combatant.side,
        space=Space(*place, space_width(state, bearer_of(state, creature) or creature)),
        size=card.size or _USUAL_SIZE,
        mode=mode_now(state, creature) or None,
        reach=longest_reach(state, creature),
        is_helpless=not combatant.is_up or combatant.has("helpless"),
    )


def space_width(state: BattleState, creature: str) -> int:
    """Return the width of a creature's space in squares, by its size."""
    return sizes.size(state.fielded(creature).card.size or _USUAL_SIZE).width


def bearer_of(state: BattleState, creature: str) -> str | None:
    """Return the creature whose space another one shares: its mount or its swallower; None for a space of its own."""
    mount = mount_of(state, creature) if state.combatants[creature].has(MOUNTED) else None
    return mount or swallower_of(state, creature)


def longest_reach(state: BattleState, creature: str) -> int:
    """Return the longest reach of a creature's melee Strikes in squares, 0 without any."""
    return max(
        (
            melee_reach(state, creature, way.effect)
            for action in actions_now(state, creature).values()
            if action.is_weapon
            for way in action.ways
            if way.effect.range is not None
            and "melee" in (way.effect.range.kind, way.effect.range.other and way.effect.range.other.kind)
        ),
        default=0,
    )


def place_fault(state: BattleState, creature: str, place: Square) -> str:
    """Return why a creature cannot stand at a place, as a sentence; "" if it can."""
    # Nobody stands in solid terrain, off the board or on others; a helpless enemy's space may be shared.
    # Rulings 519, 520 and 531.
    board = state.board
    if board is None:
        return "This battle is not on a board."
    space, name = Space(*place, space_width(state, creature)), state.name(creature)
    if not board.ground.contains(space):
        return f"{name} would stand beyond the edge of the board at {square_name(place)}."
    if board.ground.solid.cut(*place, space.width):
        return f"Solid terrain leaves no room for {name} at {square_name(place)}."
    own, side = {creature, bearer_of(state, creature)} - {None}, state.combatants[creature].side
    for other, at in board.places.items():
        combatant = state.combatants[other]
        if other in own or bearer_of(state, other) in own or not combatant.is_in_play:
            continue
        is_shared = combatant.side != side and (not combatant.is_up or combatant.has("helpless"))
        if not is_shared and not space.squares.isdisjoint(Space(*at, space_width(state, other)).squares):
            return f"{name} cannot stand at {square_name(place)}: {state.name(other)} is there."
    return ""


def placed_at(state: BattleState, creature: str, place: Square) -> BattleState:
    """Return the state with a creature at a place, and those that share its space with it."""
    if state.board is None:
        return state
    board = state.board.at(creature, place)
    for other in state.board.places:
        if bearer_of(state, other) == creature:
            board = board.at(other, place)
    return _with_ground_places(replace(state, board=board), creature)


def with_thing(state: BattleState, name: str, square: Square | None) -> BattleState:
    """Return the state with a thing on a square of its board, or with its square forgotten; unchanged without one."""
    board = state.board
    if board is None or board.things.get(name) == square:
        return state
    things = {thing: at for thing, at in board.things.items() if thing != name}
    return replace(state, board=replace(board, things=things if square is None else {**things, name: square}))


def with_stop(state: BattleState, creature: str, *, is_stopped: bool) -> BattleState:
    """Return the state in which a creature's last forced movement met something, or was complete."""
    board = state.board
    if board is None or (creature in board.stopped) is is_stopped:
        return state
    return replace(state, board=replace(board, stopped=board.stopped ^ {creature}))


def with_terrain_at(state: BattleState, name: str, *squares: Square) -> BattleState:
    """Return the state with an entry of terrain on its board on other squares, by its name; without it for none."""
    board = state.board
    if board is None:
        return state
    kept = (entry for entry in board.ground.terrain if squares or entry.name != name)
    terrain = tuple(replace(entry, squares=frozenset(squares)) if entry.name == name else entry for entry in kept)
    return replace(state, board=replace(board, ground=replace(board.ground, terrain=terrain)))


_KNOWN_PLACES = {"deep water": "swimming in deep water"} | {row.name.lower(): row.place for row in TRAITS if row.place}
"""The places of creatures that follow from the ground under them, by its traits."""


def _with_ground_places(state: BattleState, creature: str) -> BattleState:
    """Return the state with a creature in the places that the ground of the board gives it."""
    board, combatant = state.board, state.combatants[creature]
    if board is None:
        return state
    figure = board.figure(state, creature)
    words = [word for word in combatant.places if word not in _KNOWN_PLACES.values()]
    if not board.ground.ways(figure.space.width, figure.mode).leaves_freely((figure.space.x, figure.space.y)):
        for entry in board.ground.terrain:
            if not entry.squares.isdisjoint(figure.space.squares):
                words += [word for trait, word in _KNOWN_PLACES.items() if trait in entry.traits]
    places = tuple(dict.fromkeys(words))
    return state if places == combatant.places else state.change(creature, places=places, by_mode=True)


def ground_words(state: BattleState, creature: str) -> tuple[str, ...]:
    """Return the words in the names of the terrain that a creature stands in; none without a board."""
    board = state.board if stands(state, creature) else None
    squares = figure_of(state, creature).space.squares if board else frozenset()
    entries = (entry for entry in board.ground.terrain if not entry.squares.isdisjoint(squares)) if board else ()
    return tuple(word for entry in entries for word in entry.name.casefold().split())


def square_name(square: Square) -> str:
    """Return the name of a square: a letter for the column, the number of the row.

    >>> square_name((0, 0)), square_name((27, 9))
    ('A1', 'AB10')
    """
    column, row = square
    more, letter = divmod(column, len(ascii_uppercase))
    return f"{ascii_uppercase[more - 1] if more else ''}{ascii_uppercase[letter]}{row + 1}"


def named_square(name: str) -> Square | None:
    """Return the square of a name, None for other words.

    >>> named_square("a1"), named_square("AB10"), named_square("B0"), named_square("A1\\0")
    ((0, 0), (27, 9), None, None)
    """
    name = name.strip().upper() if name.isascii() else ""
    letters = name.rstrip(digits)
    row = natural_number(name[len(letters) :])
    if not row or not 0 < len(letters) <= _MOST_LETTERS or not set(letters) <= set(ascii_uppercase):
        return None
    *more, last = (ascii_uppercase.index(letter) for letter in letters)
    return (len(ascii_uppercase) * (more[0] + 1) if more else 0) + last, row - 1


def board_document(state: BattleState) -> dict[str, Any]:
    """Return the board of a battle as a document: its ground, and the places of the creatures in play."""
    board = state.board
    if board is None:
        return {}
    places = {creature: [*place] for creature, place in board.places.items() if state.combatants[creature].is_in_play}
    things = {"things": {name: [*square] for name, square in board.things.items()}} if board.things else {}
    return {**ground_document(board.ground), "places": places, **things}


_SIGNS = {"solid": "#", "door": "+", "opaque": "%", "hazardous": "!", "void": "o", "deep water": "~"}
"""The signs of squares in text, by the first of these traits; ``:`` stands for others, ``.`` for open ground."""


def board_lines(state: BattleState) -> Iterator[str]:
    """Yield the board of a battle as text: a line for each row, then who stands where; nothing without a board."""
    board = state.board
    if board is None:
        return
    signs: dict[Square, str] = {}
    for entry in board.ground.terrain:
        sign = next((sign for trait, sign in _SIGNS.items() if trait in entry.traits), ":" if entry.traits else ".")
        signs |= dict.fromkeys(entry.squares, sign)
    legend = []
    standing = [creature for creature in board.places if state.combatants[creature].is_in_play]
    for creature, letter in zip(standing, ascii_letters, strict=False):
        figure = figure_of(state, creature)
        signs |= dict.fromkeys(figure.space.squares, letter)
        legend.append(f"{letter} {state.name(creature)}, {square_name((figure.space.x, figure.space.y))}")
    legend += [f"{name}, {square_name(square)}" for name, square in board.things.items()]
    for y in range(board.ground.rows):
        yield "".join(signs.get((x, y), ".") for x in range(board.ground.columns))
    yield from legend
