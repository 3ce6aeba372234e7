"""What a board says about two creatures, in words and as a line of its figure."""

from collections.abc import Iterator
from dataclasses import dataclass

from printing.battles.board_grounds import SQUARE
from rules.board.battlefield import space_distance
from rules.board.cover import CoverLine, cover_lines_offered
from rules.board.flanking import flanking_pairs, has_in_reach
from rules.board.lines import has_effect
from rules.board.sight import has_sight
from rules.p2v_combat.standing import battlefield_of, figure_of, stands
from rules.p2v_combat.state import BattleState
from rules.text import counted, listed


@dataclass(frozen=True, slots=True)
class BetweenAnswer:
    """What holds from one creature to another: their distance in words, sentences, and the line between them as a path.

    The line is the one that cover takes, or the one between the centers, "" for creatures that share a space; the
    ``others`` may be chosen in place of it.
    """

    apart: str
    sentences: tuple[str, ...]
    line: str
    others: tuple[CoverLine, ...] = ()


def line_words(state: BattleState, line: CoverLine) -> Iterator[str]:
    """Yield the checks of a line of cover in words, with their pieces."""
    for pieces, what in ((line.checks, "cover"), (line.concealment, "concealment")):
        names = listed(state.name(piece) if piece in state.combatants else piece for piece in pieces)
        yield f"{counted(len(pieces), f'{what} die', f'{what} dice')}: {names}" if pieces else f"no {what}"


def between_on_board(state: BattleState, creature: str, other: str) -> BetweenAnswer | None:
    """Return what a board says from a creature to another; None unless both stand on it."""
    field = battlefield_of(state)
    if field is None or not all(stands(state, end) and state.combatants[end].is_in_play for end in (creature, other)):
        return None
    figure, target = figure_of(state, creature), figure_of(state, other)
    name, its = state.name(creature), state.name(other)
    apart = counted(space_distance(figure.space, target.space), "square")
    lines = cover_lines_offered(field, figure, target) if creature != other else ()
    line = lines[0] if lines else None
    ends = (line.segment.start, line.segment.end) if line else (figure.center, target.center)
    sentences = [
        f"From {name} to {its}: {apart}.",
        f"{'There is a' if has_sight(field.ground, figure.space, target.space) else 'No'} line of sight.",
        f"{'There is a' if has_effect(field.ground, figure, target) else 'No'} line of effect.",
    ]
    sentences += [f"{words[:1].upper()}{words[1:]}." for words in line_words(state, line)] if line else []
    sentences += [f"Another line: {'; '.join(line_words(state, another))}." for another in lines[1:]]
    if figure.side != target.side and has_in_reach(field, figure, target):
        sentences.append(f"{name} has {its} within reach.")
    if pairs := flanking_pairs(field, target):
        sentences.append(f"{its} is flanked by {listed(map(state.name, pairs[0]))}.")
    (x, y), (to_x, to_y) = ((x * SQUARE / 2, y * SQUARE / 2) for x, y in ends)
    path = f"M{x:g} {y:g}L{to_x:g} {to_y:g}" if ends[0] != ends[1] else ""
    return BetweenAnswer(apart, tuple(sentences), path, lines[1:])
