"""Random board documents with questions of every kind, the same for the same seed.

They stay where the rulings give an answer: no creature stands in solid terrain or over a solid border, none without
Flight over void; spaces overlap only where a helpless enemy is shared (ruling 520); no cone or line covers its
user's space.
"""

from itertools import product
from random import Random
from typing import Any

from tests.rules.board.oracle_areas import SIDES, own_squares_covered
from tests.rules.board.oracle_ground import DIRECTIONS, OracleGround, Square, border_between, squares_of
from tests.rules.board.oracle_steps import is_clear

Entry = dict[str, Any]

SIZES = {1: ("Tiny", "Small", "Medium", "Medium"), 2: ("Large",), 3: ("Huge",), 4: ("Gargantuan",)}
MODES = (None, None, None, "Aquatic", "Burrowing", "Flight", "Wall Climb", "Teleportation")
KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("wall", ("solid",)),
    ("wall", ("solid",)),
    ("darkness", ("opaque",)),
    ("mist", ("concealing",)),
    ("smoke", ("concealing", "opaque")),
    ("wood", ("difficult", "obstructing")),
    ("statue", ("obstructing",)),
    ("rubble", ("difficult",)),
    ("lake", ("deep water",)),
    ("marsh", ("deep water", "difficult")),
    ("brook", ("difficult", "directional")),
    ("wind", ("directional",)),
    ("fire", ("hazardous",)),
    ("web", ("encumbering", "difficult")),
    ("pit", ("void",)),
    ("gate", ("door",)),
    ("curtain", ("door", "obstructing")),
    ("circle", ("teleportation circle",)),
    ("pool", ("teleportation circle", "deep water", "difficult")),
)
ON_BORDERS = ("wall", "darkness", "mist", "wood", "statue", "rubble", "gate", "curtain")
SHAPES = ("burst", "emanation", "corner cone", "edge cone", "line")


def random_board(seed: int) -> Entry:
    """A board with terrain, creatures and about a dozen questions."""
    rng = Random(seed)
    tight = rng.random() < 0.5
    columns, rows = (rng.randint(4, 8), rng.randint(3, 6)) if tight else (rng.randint(4, 12), rng.randint(4, 12))
    if rng.random() < 0.06:
        columns, rows = 24, 18
    document: Entry = {"format": "muster-board/1", "columns": columns, "rows": rows, "creatures": []}
    while len(document["creatures"]) < 2:
        terrain = _random_terrain(rng, columns, rows) + (_random_maze(rng, columns, rows) if tight else [])
        document |= {"terrain": terrain, "creatures": []}
        _place_creatures(rng, document)
    return {**document, "questions": _random_questions(rng, document)}


def _random_terrain(rng: Random, columns: int, rows: int) -> list[Entry]:
    density = rng.choice((0.02, 0.08, 0.15, 0.3))
    entries = []
    for number in range(rng.randint(1, 7)):
        name, traits = rng.choice(KINDS)
        entry: Entry = {"name": f"{name} {number}"}
        if name in ON_BORDERS and rng.random() < 0.45:
            places = _random_borders(rng, columns, rows, density)
            entry["borders"] = places
        else:
            entry["squares"] = places = _random_squares(rng, columns, rows, density)
        entry["traits"] = list(traits)
        if "door" in traits:
            entry["open"] = rng.random() < 0.3
        if "directional" in traits:
            entry["direction"] = rng.choice(list(DIRECTIONS))
        if "difficult" in traits and rng.random() < 0.5:
            entry["water"] = rng.random() < 0.8
        if places:
            entries.append(entry)
    rng.shuffle(entries)
    return entries


def _random_maze(rng: Random, columns: int, rows: int) -> list[Entry]:
    """Walls and fences everywhere, so that few lines are free and few ways lead on."""
    everywhere, pairs = _everywhere(columns, rows)
    walls, bars = rng.choice(((0.25, 0.0), (0.0, 0.3), (0.1, 0.15), (0.05, 0.05)))
    rock, mud = ([list(place) for place in everywhere if rng.random() < share] for share in (walls, 0.3))
    bar, fence = (_as_lists(rng, [pair for pair in pairs if rng.random() < share]) for share in (bars, 0.1))
    entries: list[Entry] = [
        {"name": "rock", "squares": rock, "traits": ["solid"]},
        {"name": "bar", "borders": bar, "traits": ["solid"]},
        {"name": "mud", "squares": mud, "traits": ["difficult"]},
        {"name": "fence", "borders": fence},
    ]
    entries[-1]["traits"] = rng.choice((["difficult"], ["obstructing"], ["opaque"], ["concealing"]))
    return [entry for entry in entries if entry.get("squares") or entry.get("borders")]


def _everywhere(columns: int, rows: int) -> tuple[list[Square], list[tuple[Square, Square]]]:
    """All squares of a board, and all pairs of squares side by side."""
    pairs = [((x, y), (x + 1, y)) for x, y in product(range(columns - 1), range(rows))]
    pairs += [((x, y), (x, y + 1)) for x, y in product(range(columns), range(rows - 1))]
    return list(product(range(columns), range(rows))), pairs


def _as_lists(rng: Random, pairs: list[tuple[Square, Square]]) -> list[list[list[int]]]:
    return [[list(part) for part in (pair if rng.random() < 0.5 else pair[::-1])] for pair in pairs]


def _random_squares(rng: Random, columns: int, rows: int, density: float) -> list[list[int]]:
    """Scattered squares, a block, or a straight wall with a gap, often several of them."""
    everywhere = list(product(range(columns), range(rows)))
    shape = rng.random()
    if shape < 0.4:
        chosen = {square for square in everywhere if rng.random() < density}
    elif shape < 0.75:
        chosen = set()
        for _ in range(rng.randint(1, 3)):
            x, y = rng.choice(everywhere)
            wide, high = rng.randint(1, 3), rng.randint(1, 3)
            chosen |= {(a, b) for a, b in everywhere if x <= a < x + wide and y <= b < y + high}
    else:
        x, y = rng.choice(everywhere)
        upright = rng.random() < 0.5
        chosen = {square for square in everywhere if square[not upright] == (x if upright else y)}
        for gap in rng.sample(sorted(chosen), rng.randint(0, min(2, len(chosen)))):
            chosen.discard(gap)
    return sorted([x, y] for x, y in chosen)


def _random_borders(rng: Random, columns: int, rows: int, density: float) -> list[list[list[int]]]:
    """Scattered borders, or a straight wall with gaps."""
    _, pairs = _everywhere(columns, rows)
    if rng.random() < 0.5:
        chosen = [pair for pair in pairs if rng.random() < density]
    else:
        straight = border_between(*rng.choice(pairs))
        axis = 0 if straight[0] == straight[2] else 1
        chosen = [
            pair
            for pair in pairs
            if (border := border_between(*pair))[axis] == border[axis + 2] == straight[axis] and rng.random() < 0.85
        ]
    return _as_lists(rng, chosen)


def _place_creatures(rng: Random, document: Entry) -> None:
    melee = rng.random() < 0.4
    names = rng.sample("abcdefghijkl", rng.randint(6, 12) if melee else rng.randint(2, 7))
    for name in names:
        width = rng.choice((1, 1, 1, 1, 2, 2, 3, 4))
        entry: Entry = {
            "id": name,
            "side": rng.choice(("red", "red", "blue", "blue", "blue", "green")),
            "square": [0, 0],
            "width": width,
            "size": rng.choice(SIZES[width]),
            "mode": rng.choice(MODES),
            "reach": rng.choice((0, 1, 1, 2, 3)),
            "helpless": rng.random() < 0.15,
        }
        places = list(product(range(document["columns"]), range(document["rows"])))
        if document["creatures"] and (melee or rng.random() < 0.6):
            beside = document["creatures"][0] if melee else rng.choice(document["creatures"])
            (x, y), near = beside["square"], rng.choice((0, 1, 1, 2, 2, 4))
            places = [place for place in places if max(abs(place[0] - x), abs(place[1] - y)) <= near]
        rng.shuffle(places)
        for place in places[:20]:
            entry["square"] = list(place)
            if _may_stand(OracleGround(document), entry):
                document["creatures"].append(entry)
                break


def _may_stand(ground: OracleGround, entry: Entry) -> bool:
    place, width = (entry["square"][0], entry["square"][1]), entry["width"]
    space = squares_of(place, width)
    if not is_clear(ground, place, width) or (space & ground.squares_with("void") and entry["mode"] != "Flight"):
        return False
    return all(
        other.side != entry["side"] and other.helpless != entry["helpless"]
        for other in ground.figures.values()
        if other.squares & space
    )


def _random_questions(rng: Random, document: Entry) -> list[Entry]:
    ground = OracleGround(document)
    names = sorted(ground.figures)
    questions: list[Entry] = []
    pairs = [(first, second) for first in names for second in names if first != second]
    for number, (first, second) in enumerate(rng.sample(pairs, min(7, len(pairs)))):
        kinds = ("distance", "sight", "effect", "cover") if number < 4 else ("sight", "effect")
        questions += [{"ask": kind, "from": first, "to": second} for kind in kinds]
    questions += [{"ask": "flanked", "creature": name} for name in names]
    for name in rng.sample(names, min(3, len(names))):
        figure = ground.figures[name]
        shared = any(figure.squares & other.squares for other in ground.figures.values() if other != figure)
        if not (figure.helpless and shared):
            squares, diagonals = rng.randint(1, 8), rng.randint(0, 3)
            questions.append({"ask": "moves", "creature": name, "squares": squares, "diagonals": diagonals})
    areas = (_random_area(rng, ground, shape) for shape in rng.sample(SHAPES, 3))
    return [*questions, *(area for area in areas if area)]


def _random_area(rng: Random, ground: OracleGround, shape: str) -> Entry | None:
    """An area of a shape, if chance finds one that may be asked for."""
    if shape == "burst":
        square = rng.randrange(ground.columns), rng.randrange(ground.rows)
        if square in ground.solid_squares:
            return None
        point = [square[0] + rng.randint(0, 1), square[1] + rng.randint(0, 1)]
        return {"ask": "area", "shape": "burst", "size": rng.randint(1, 6), "point": point, "square": list(square)}
    figure = ground.figures[rng.choice(sorted(ground.figures))]
    if shape == "emanation":
        return {"ask": "area", "shape": "emanation", "size": rng.randint(1, 6), "from": figure.id}
    left, top, right, bottom = figure.box
    question: Entry = {"ask": "area", "shape": shape.split()[-1], "size": rng.randint(1, 12), "from": figure.id}
    if shape == "edge cone":
        x, y = rng.choice(sorted(figure.squares))
        edges = {"north": (x, top, x + 1, top), "south": (x, bottom, x + 1, bottom)}
        edges |= {"west": (left, y, left, y + 1), "east": (right, y, right, y + 1)}
        toward = rng.choice(SIDES)
        a, b, c, d = edges[toward]
        question |= {"origin": [[a, b], [c, d]], "toward": toward, "mirrored": rng.random() < 0.5}
    else:
        question["origin"] = [rng.choice((left, right)), rng.choice((top, bottom))]
        if shape == "line":
            slope = rng.choice(("straight", "one in three", "one in two", "diagonal"))
            question |= {"toward": rng.choice(SIDES), "slope": slope, "mirrored": rng.random() < 0.5}
        else:
            question["toward"] = rng.choice([name for name in DIRECTIONS if "-" in name])
    return None if own_squares_covered(ground, question) else question
