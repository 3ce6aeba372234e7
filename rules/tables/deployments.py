"""Deployments: where each player may set up, in exact squares of a given board.

Rulebook: "Deployment" and "Appendix: Alternative deployment rules". The rulebook's pictures are lost; the zones
follow the author's own drawings of them. Coordinates are squares from the board's top left corner, x along the
long side. A zone holds whole squares only: one that a dividing line cuts belongs to nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.errors import RulesError
from rules.glossary.entry import Entry
from rules.tables.boards import DEPLOY_DEPTH, Board
from rules.text import slug

PLAYERS = "ABCD"
"""Players in the order in which zones name them; A deploys first where it matters."""

SMALLEST_WIDTH, SMALLEST_HEIGHT = 3 * DEPLOY_DEPTH, 2 * DEPLOY_DEPTH
"""Squares that a board must have each way, so that no two zones meet."""

VANGUARD_REACH = 3
"""Squares from the middle, and from the player's short edge, in the Vanguard deployment."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of squares: its top left square and its size."""

    x: int
    y: int
    width: int
    height: int

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield every square as (x, y), row by row."""
        for y in range(self.y, self.y + self.height):
            for x in range(self.x, self.x + self.width):
                yield x, y


@dataclass(frozen=True, slots=True)
class Zone:
    """Where one player may deploy; ``part`` says what of the warband goes there ("" = anything)."""

    player: str
    area: Area
    part: str = ""


Layout = Callable[[int, int, int], tuple[Zone, ...]]
"""From the board's width and height and the number of players to the zones."""


@dataclass(frozen=True, slots=True)
class Deployment:
    """A way to set up: the zones, and in which order the players fill them (``order``, one step a line)."""

    name: str
    summary: str
    zones_text: str
    order: tuple[str, ...]
    layout: Layout
    notes: tuple[str, ...] = ()
    alternative: bool = True
    aliases: tuple[str, ...] = ()
    players: range = range(2, 3)

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)

    def zones(self, width: int, height: int, players: int = 2) -> tuple[Zone, ...]:
        """Return every zone on a board of ``width`` (the long side) by ``height`` squares."""
        if width < SMALLEST_WIDTH or not SMALLEST_HEIGHT <= height <= width:
            smallest = f"{SMALLEST_WIDTH} by {SMALLEST_HEIGHT} squares"
            raise RulesError(f"A board is {smallest} or more, its long side first, not {width} by {height}.")
        if players not in self.players:
            raise RulesError(f"{self.name} is not a deployment for {players} players.")
        return self.layout(width, height, players)


def _corners(width: int, height: int) -> dict[str, Area]:
    right, bottom = width - DEPLOY_DEPTH, height - DEPLOY_DEPTH
    places = {"top left": (0, 0), "top right": (right, 0), "bottom right": (right, bottom), "bottom left": (0, bottom)}
    return {name: Area(x, y, DEPLOY_DEPTH, DEPLOY_DEPTH) for name, (x, y) in places.items()}


def _opposite_corners(width: int, height: int, players: int) -> tuple[Zone, ...]:
    # A corner zone is a square of 6 by 6, though the rulebook speaks of squares from the corner.
    corners = _corners(width, height)
    return Zone("A", corners["top left"]), Zone("B", corners["bottom right"])


def _opposite_edges(width: int, height: int, players: int) -> tuple[Zone, ...]:
    return (
        Zone("A", Area(0, 0, width, DEPLOY_DEPTH)),
        Zone("B", Area(0, height - DEPLOY_DEPTH, width, DEPLOY_DEPTH)),
    )


def _own_corners(width: int, height: int, players: int) -> tuple[Zone, ...]:
    corners = _corners(width, height).values()
    return tuple(Zone(player, area) for player, area in zip(PLAYERS[:players], corners, strict=False))


def _close_and_personal(width: int, height: int, players: int) -> tuple[Zone, ...]:
    # The middle third of each half, from the centre line halfway back.
    third, depth = width // 3, height // 4
    left = (width - third) // 2
    return (
        Zone("A", Area(left, height // 2 - depth, third, depth)),
        Zone("B", Area(left, height - height // 2, third, depth)),
    )


def _pincered(width: int, height: int, players: int) -> tuple[Zone, ...]:
    # Strips a ninth of the board wide: one along the player's short edge, one beyond the centre line.
    strip = width // 9
    half = width // 2
    return (
        Zone("A", Area(0, 0, strip, height), "edge"),
        Zone("B", Area(half - strip, 0, strip, height), "middle"),
        Zone("A", Area(width - half, 0, strip, height), "middle"),
        Zone("B", Area(width - strip, 0, strip, height), "edge"),
    )


def _vanguard(width: int, height: int, players: int) -> tuple[Zone, ...]:
    # The text's 3 squares stand against the 2 of the drawing. With an even number of squares the middle is a corner of
    # the grid, 1 away from the four squares around it.
    across, down = 2 * VANGUARD_REACH + width % 2, 2 * VANGUARD_REACH + height % 2
    return (
        Zone("A", Area((width - across) // 2, (height - down) // 2, across, down), "vanguard"),
        Zone("B", Area(0, 0, width // 3, height)),
        Zone("A", Area(width - VANGUARD_REACH, 0, VANGUARD_REACH, height), "rest"),
    )


def _house_divided(width: int, height: int, players: int) -> tuple[Zone, ...]:
    corners = _corners(width, height)
    owners = (("A", "top left"), ("A", "bottom right"), ("B", "top right"), ("B", "bottom left"))
    return tuple(Zone(player, corners[place], place) for player, place in owners)


def _across_the_way(width: int, height: int, players: int) -> tuple[Zone, ...]:
    depth = height // 4
    return Zone("A", Area(0, 0, width, depth)), Zone("B", Area(0, height - depth, width, depth))


def _fight_to_the_end(width: int, height: int, players: int) -> tuple[Zone, ...]:
    depth = height // 2
    return Zone("A", Area(0, 0, width, depth)), Zone("B", Area(0, height - depth, width, depth))


_USUAL_ORDER = (
    "Each player rolls 1d20; those who tie roll again.",
    "The highest chooses a zone and places the whole warband in it.",
    "Then, clockwise, each other player chooses a zone and does the same.",
)

NORMAL: tuple[Deployment, ...] = (
    Deployment(
        "Opposite Corners",
        "Two squares of 6 by 6 in opposite corners: the normal deployment on small and medium boards.",
        "Each zone is the square of 6 by 6 in a corner; the two corners lie diagonally across the board.",
        _USUAL_ORDER,
        _opposite_corners,
        alternative=False,
        aliases=("Small Corners", "Medium Corners"),
    ),
    Deployment(
        "Opposite Edges",
        "Two strips 6 deep along the long edges: the normal deployment on large boards.",
        "Each zone is the strip of 6 squares along one long edge, over its whole length.",
        _USUAL_ORDER,
        _opposite_edges,
        alternative=False,
        aliases=("Large Edges",),
    ),
    Deployment(
        "Free for All",
        "Three or four players, a square of 6 by 6 in a corner for each, on a board one size larger.",
        "Each player chooses a corner and has the square of 6 by 6 in it. The board is one size larger "
        "than the points ask for; a large one stays large.",
        _USUAL_ORDER,
        _own_corners,
        alternative=False,
        aliases=("Free-for-all",),
        players=range(3, 5),
    ),
)

ALTERNATIVE: tuple[Deployment, ...] = (
    Deployment(
        "Close and Personal",
        "Both sides start in the middle third, face to face across the centre line.",
        "The players sit at the long edges. Each zone is the middle third of the player's half, from the "
        "centre line halfway back.",
        _USUAL_ORDER,
        _close_and_personal,
    ),
    Deployment(
        "Pincered",
        "Split forces: half of each warband at its short edge, half beyond the centre line.",
        "Each player has two strips over the whole height of the board, each a ninth of its length wide: "
        "one along that player's short edge, one beyond the centre line, facing the enemy's edge.",
        (
            "Each player rolls 1d20; the highest chooses a side.",
            "That player places half of the warband in the edge strip and half in the middle strip.",
            "Then the other player does the same.",
        ),
        _pincered,
        ("Halves are counted in creatures; with an odd number the player chooses where the odd one goes.",),
        aliases=("Pincerred",),
    ),
    Deployment(
        "Vanguard",
        "One creature alone in the middle; the enemy comes from a third, its friends from the far edge.",
        "The first player has the squares within 3 of the middle of the board for one creature and those "
        "within 3 of that player's short edge for the rest; the second player has the third of the board at the "
        "other end.",
        (
            "The first player, by the highest 1d20, places the warband's highest-level creature in the middle.",
            "The second player places the whole warband in that player's third.",
            "The first player places the rest along the other short edge.",
        ),
        _vanguard,
    ),
    Deployment(
        "A House Divided",
        "Split forces: each side holds two corners that lie across from each other.",
        "Each player has two squares of 6 by 6, in corners diagonally opposite each other.",
        (
            "Each player rolls 1d20; the highest chooses two corners and begins.",
            "The players place one creature each in turn, in either of their corners, until all are placed.",
        ),
        _house_divided,
        aliases=("House Divided",),
    ),
    Deployment(
        "Across the Way",
        "Each side may use the outer half of its half of the board, along the long edge.",
        "Each zone reaches from a long edge halfway to the centre line, over the whole length of the board.",
        _USUAL_ORDER,
        _across_the_way,
    ),
    Deployment(
        "Fight to the End",
        "Each side may use its whole half, right up to the centre line.",
        "The line between the middles of the short edges divides the board; each half is a zone.",
        _USUAL_ORDER,
        _fight_to_the_end,
    ),
)

DEPLOYMENTS = NORMAL + ALTERNATIVE

_OPTIONS = (
    Entry(
        kind="deployment",
        name="Secret Deployment",
        summary="Option: everybody sets up hidden from the others, and all reveal together.",
        text=(
            "Instead of placing warbands one after another, each player deploys out of the others' sight "
            "(on paper or behind a screen). When all are done, the set-ups are revealed at the same time."
        ),
        where="Appendix: Alternative deployment rules, Options",
    ),
    Entry(
        kind="deployment",
        name="Alternate Deployment",
        summary="Option: the players place one creature each in turn.",
        text=(
            "Instead of placing whole warbands, the players take turns placing a single creature in their "
            "own zones until nobody has one left."
        ),
        where="Appendix: Alternative deployment rules, Options",
    ),
)


def normal_deployment(board: Board, players: int = 2) -> Deployment:
    """Return the deployment that a standard game on this board uses."""
    # Small and medium boards: opposite corners. Large boards: opposite long edges. Three or four players: always
    # corners. Setting up, "Deployment".
    corners, edges, free_for_all = NORMAL
    if players > 2:
        return free_for_all
    return corners if board.deploy == "corners" else edges


def _entry(row: Deployment) -> Entry:
    order = "\n".join(f"{number}. {step}" for number, step in enumerate(row.order, start=1))
    where = "Appendix: Alternative deployment rules, Zones" if row.alternative else "Setting up, Deployment"
    return Entry(
        kind="deployment",
        name=row.name,
        summary=row.summary,
        text="\n\n".join((row.zones_text, order, *row.notes)),
        facts=(
            ("Rules", "alternative" if row.alternative else "standard"),
            ("Players", "3 or 4" if row.players == range(3, 5) else "2"),
        ),
        aliases=row.aliases,
        where=where,
    )


def entries() -> tuple[Entry, ...]:
    """Return the glossary's entries: every deployment, then the two options for the order of placing."""
    return tuple(map(_entry, DEPLOYMENTS)) + _OPTIONS
