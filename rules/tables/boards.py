"""Boards: the size of the battle grid for the points in play, and the deployment zones."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules.errors import RulesError
from rules.tables.prose import Entry, Prose, ProseRow
from rules.text import counted, slug

DEPLOY_DEPTH = 6
"""Squares from the corner or the edge that a normal deployment zone reaches."""

INCHES_PER_SQUARE = 1

PROSE = Prose("boards")


@dataclass(frozen=True, slots=True)
class Board:
    """A battle grid: ``width`` (the long side) and ``height`` in squares.

    ``max_points`` is the largest warband, in points per side, for which it is meant (None: no limit).
    ``tiles_per_player`` is how many terrain tiles each player places.
    """

    name: str
    max_points: int | None
    width: int
    height: int
    feet: str
    deploy: Literal["corners", "long edges"]
    tiles_per_player: int
    deploy_depth: int = DEPLOY_DEPTH

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)


BOARDS: tuple[Board, ...] = (
    Board("Small Board", 150, 24, 18, "2 by 1½ feet", "corners", tiles_per_player=3),
    Board("Medium Board", 500, 36, 24, "3 by 2 feet", "corners", tiles_per_player=4),
    Board("Large Board", None, 48, 36, "4 by 3 feet", "long edges", tiles_per_player=8),
)


def board_for(points_per_side: int, players: int = 2) -> Board:
    """Return the board for a game of so many points per side and 2 to 4 players."""
    # Up to 150 points per side play on the small board, up to 500 on the medium one, more on the large one. Three
    # or four players who all fight each other take one size larger (a large one stays large) and deploy in corners.
    # Setting up, "Battle grid" and "Deployment".
    if points_per_side < 0:
        raise RulesError(f"A warband cannot have {counted(points_per_side, 'point')}.")
    if players not in range(2, 5):
        raise RulesError(f"A game is for 2 to 4 players, not {players}.")
    step = next(
        index for index, board in enumerate(BOARDS) if board.max_points is None or points_per_side <= board.max_points
    )
    if players == 2:
        return BOARDS[step]
    return replace(BOARDS[min(step + 1, len(BOARDS) - 1)], deploy="corners")


def _entry(board: Board, larger: Board) -> Entry:
    if board.max_points is None:
        points = f"more than {BOARDS[-2].max_points} points"
    else:
        points = f"up to {counted(board.max_points, 'point')}"
    zone = f"opposite {board.deploy}"
    place = f"in {zone}" if board.deploy == "corners" else f"along {zone}"
    stage = "this board" if larger is board else f"the {larger.name.lower()}"
    return PROSE.entry(
        "board",
        board.name,
        section="each",
        facts=(
            ("Points per side", points),
            ("Squares", f"{board.width} by {board.height}"),
            ("On the table", board.feet),
            ("Deployment", f"{zone}, {board.deploy_depth} squares"),
            ("Tiles per player", str(board.tiles_per_player)),
        ),
        where="Setting up a standard game, Battle grid",
        row=board,
        points=points,
        place=place,
        stage=stage,
    )


PLAYERS = "ABCD"
"""Players in the order in which zones name them; A deploys first if it matters."""

SMALLEST_WIDTH, SMALLEST_HEIGHT = 3 * DEPLOY_DEPTH, 2 * DEPLOY_DEPTH
"""Squares that a board must have each way, so that no two zones meet."""

VANGUARD_REACH = 3
"""Squares from the middle, and from the player's short edge, in the Vanguard deployment."""


_DEPLOYMENT_PROSE = Prose(
    "deployments", "zones", "order", "notes", DEPLOY_DEPTH=DEPLOY_DEPTH, VANGUARD_REACH=VANGUARD_REACH
)


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
    """A player's deployment zone; ``part`` says which part of the warband goes there ("" = any)."""

    player: str
    area: Area
    part: str = ""


ZoneLayout = Callable[[int, int, int], tuple[Zone, ...]]
"""From the board's width and height and the number of players to the zones."""


class Deployment(ProseRow, prose=_DEPLOYMENT_PROSE):
    """A way to set up: the zones, and in which order the players fill them."""

    name: str
    layout: ZoneLayout
    alternative: bool = True
    aliases: tuple[str, ...] = ()
    players: range = range(2, 3)

    @property
    def zones_text(self) -> str:
        """The places of the zones, in sentences."""
        return self.prose.text(self.key, "zones")

    @property
    def order(self) -> tuple[str, ...]:
        """The steps in which the players fill the zones."""
        return self.prose.lines(self.key, "order") or self.prose.lines("usual", "order")

    @property
    def notes(self) -> tuple[str, ...]:
        """Further notes for the players."""
        return self.prose.lines(self.key, "notes")

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
    # The middle third of each half, from the center line halfway back.
    third, depth = width // 3, height // 4
    left = (width - third) // 2
    return (
        Zone("A", Area(left, height // 2 - depth, third, depth)),
        Zone("B", Area(left, height - height // 2, third, depth)),
    )


def _pincered(width: int, height: int, players: int) -> tuple[Zone, ...]:
    # Strips a ninth of the board wide: one along the player's short edge, one beyond the center line.
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


NORMAL: tuple[Deployment, ...] = (
    Deployment(
        "Opposite Corners", layout=_opposite_corners, alternative=False, aliases=("Small Corners", "Medium Corners")
    ),
    Deployment("Opposite Edges", layout=_opposite_edges, alternative=False, aliases=("Large Edges",)),
    Deployment("Free for All", layout=_own_corners, alternative=False, aliases=("Free-for-all",), players=range(3, 5)),
)

ALTERNATIVE: tuple[Deployment, ...] = (
    Deployment("Close and Personal", layout=_close_and_personal),
    Deployment("Pincered", layout=_pincered, aliases=("Pincerred",)),
    Deployment("Vanguard", layout=_vanguard),
    Deployment("A House Divided", layout=_house_divided, aliases=("House Divided",)),
    Deployment("Across the Way", layout=_across_the_way),
    Deployment("Fight to the End", layout=_fight_to_the_end),
)

DEPLOYMENTS = NORMAL + ALTERNATIVE


def pincered_halves(creatures: int) -> tuple[int, ...]:
    """Return how many of a warband's creatures may go in the edge strip of a Pincered deployment."""
    # Half of the creatures by number, not by points; an odd one goes where its player likes. Appendix
    # "Alternative deployment rules", "Pincered"; ruling 83.
    if creatures < 0:
        raise RulesError(f"A warband cannot have {creatures} creatures.")
    return tuple(sorted({creatures // 2, creatures - creatures // 2}))


def normal_deployment(board: Board, players: int = 2) -> Deployment:
    """Return the deployment that a standard game on this board uses."""
    # Small and medium boards: opposite corners. Large boards: opposite long edges. Three or four players: always
    # corners. Setting up, "Deployment".
    corners, edges, free_for_all = NORMAL
    if players > 2:
        return free_for_all
    return corners if board.deploy == "corners" else edges


def _deployment_entry(row: Deployment) -> Entry:
    order = "\n".join(f"{number}. {step}" for number, step in enumerate(row.order, start=1))
    where = "Appendix: Alternative deployment rules, Zones" if row.alternative else "Setting up, Deployment"
    return _DEPLOYMENT_PROSE.entry(
        "deployment",
        row.name,
        text="\n\n".join((row.zones_text, order, *row.notes)),
        facts=(
            ("Rules", "alternative" if row.alternative else "standard"),
            ("Players", "3 or 4" if row.players == range(3, 5) else "2"),
        ),
        aliases=row.aliases,
        where=where,
    )


def entries() -> tuple[Entry, ...]:
    """Return one entry per board and per deployment, and the terms of deploying."""
    boards = map(_entry, BOARDS, (*BOARDS[1:], BOARDS[-1]))
    return (*boards, *map(_deployment_entry, DEPLOYMENTS), *_DEPLOYMENT_PROSE.terms("deployment"))
