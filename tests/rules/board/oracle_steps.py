"""Steps and walls (rulings 516 and 518): what creatures, bursts and emanations share."""

from itertools import product

from tests.rules.board.oracle_ground import Box, OracleGround, Square, border_between, squares_of


def is_clear(ground: OracleGround, place: Square, width: int) -> bool:
    """Whether a space is on the board, without solid squares, and without solid borders between its squares."""
    space = squares_of(place, width)
    if space & ground.solid_squares or not all(ground.has(square) for square in space):
        return False
    return not borders_within(place, width) & ground.solid_borders


def step_is_open(ground: OracleGround, begin: Square, step: Square, width: int) -> bool:
    """Whether walls let a space step: a diagonal needs all that bounds start and end to be clear."""
    end = begin[0] + step[0], begin[1] + step[1]
    if step[0] and step[1]:
        return is_clear(ground, (min(begin[0], end[0]), min(begin[1], end[1])), width + 1)
    across = ways_across(begin, step, width)[0] & ground.solid_borders
    return is_clear(ground, begin, width) and is_clear(ground, end, width) and not across


def borders_within(place: Square, width: int) -> frozenset[Box]:
    """The borders between the squares of a space."""
    x, y = place
    return frozenset(
        border
        for right, down in product(range(width), range(width))
        for border in (
            (x + right, y + down, x + right, y + down + 1) if right else None,
            (x + right, y + down, x + right + 1, y + down) if down else None,
        )
        if border
    )


def ways_across(begin: Square, step: Square, width: int) -> list[frozenset[Box]]:
    """The borders that a step crosses: by its way, or by each of the two ways round the corner of a diagonal."""
    dx, dy = step
    if dx and dy:
        legs = [((dx, 0), (0, dy)), ((0, dy), (dx, 0))]
        return [
            _crossed(begin, first, width) | _crossed((begin[0] + first[0], begin[1] + first[1]), second, width)
            for first, second in legs
        ]
    return [_crossed(begin, step, width)]


def _crossed(begin: Square, step: Square, width: int) -> frozenset[Box]:
    entered = squares_of((begin[0] + step[0], begin[1] + step[1]), width) - squares_of(begin, width)
    return frozenset(border_between((x - step[0], y - step[1]), (x, y)) for x, y in entered)
