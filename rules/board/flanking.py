"""Flanking: the pairs of enemies that have a figure between them."""

from itertools import combinations

from rules.board.battlefield import Battlefield, BoardFigure, space_distance
from rules.board.lines import BoardLine, has_effect, runs_through
from rules.board.sight import has_sight


def flanking_pairs(field: Battlefield, target: BoardFigure) -> list[tuple[str, str]]:
    """Return the pairs of enemies that flank a figure, by their ids, in order."""
    # Both reach it, neither is helpless, and the line between their centers runs through the inside of its space.
    # "Combat statuses", "Flanked"; rulings 61 and 514.
    enemies = [figure for figure in field.figures if figure.side != target.side and reaches(field, figure, target)]
    pairs = (sorted(pair, key=lambda figure: figure.id) for pair in combinations(enemies, 2))
    return sorted(
        (first.id, second.id)
        for first, second in pairs
        if first.center != second.center and runs_through(BoardLine(first.center, second.center), target.space)
    )


def reaches(field: Battlefield, figure: BoardFigure, target: BoardFigure) -> bool:
    """Return True if a figure that is not helpless can attack a target in melee, by reach, sight and effect."""
    # "Adjacency", "Targeting"; rulings 512 and 513.
    return (
        not figure.is_helpless
        and 0 < figure.reach >= space_distance(figure.space, target.space)
        and has_sight(field.ground, figure.space, target.space)
        and has_effect(field.ground, figure, target)
    )


def has_in_reach(field: Battlefield, figure: BoardFigure, target: BoardFigure) -> bool:
    """Return True if a figure can attack a target in melee, through teleportation circles too."""
    # Both on circles, they are within reach 1 without sight or effect; flanking ignores that. Ruling 515.
    through = not figure.is_helpless and figure.reach > 0 and share_circles(field, figure, target)
    return through or reaches(field, figure, target)


def share_circles(field: Battlefield, figure: BoardFigure, other: BoardFigure) -> bool:
    """Return True if two figures stand on teleportation circles."""
    circles = field.ground.ways(1, None).circles
    return not circles.isdisjoint(figure.space.squares) and not circles.isdisjoint(other.space.squares)
