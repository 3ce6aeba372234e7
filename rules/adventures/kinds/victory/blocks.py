"""Victory points as they are printed: each track with what it unlocks, and the checks that move them."""

from __future__ import annotations

from collections.abc import Iterator

from rules.adventures.blocks import AdventureBlock, block_lines, signed, skills_text
from rules.adventures.kinds.victory.facts import REGAINED, PointCheck, PointTrack
from rules.adventures.kinds.victory.play import victory_facts
from rules.adventures.state import AdventureState
from rules.text import counted


def victory_blocks(state: AdventureState) -> tuple[AdventureBlock, ...]:
    """Return a block of each track and one of all checks; of a view, what players know."""
    facts = victory_facts(state)
    checks = block_lines((one.name, _check_text(state, one)) for one in facts.checks)
    found = [_track_block(one) for one in facts.tracks]
    return (*found, *([AdventureBlock("Checks", _acts(facts.acts), lines=checks)] if checks else ()))


def _acts(acts: int | None) -> str:
    return "" if acts is None else f"{counted(acts, 'act')} each in a round"


def _track_block(one: PointTrack) -> AdventureBlock:
    return AdventureBlock(one.name, "Points", tuple(_traits(one)), lines=block_lines(_lines(one)))


def _traits(one: PointTrack) -> Iterator[str]:
    if one.side == "rivals":
        yield "of the rivals"
    if one.is_diminishing:
        yield "diminishing"
    if one.hidden:
        yield "hidden"


def _lines(one: PointTrack) -> Iterator[tuple[str, str]]:
    yield "Begins with", counted(one.start, "point") if one.start else ""
    yield "Goal", counted(one.end, "point") if one.end is not None and not one.is_diminishing else ""
    yield "Each round", f"{signed(one.per_round)} by itself" if one.per_round else ""
    yield "Critical success", f"{counted(REGAINED, 'point')} back" if one.regains else ""
    for row in one.thresholds:
        yield counted(row.points, "point"), row.unlocks


def _check_text(state: AdventureState, one: PointCheck) -> str:
    facts = victory_facts(state)
    skills = skills_text(one.skills, state.scale, state.level if one.level is None else one.level)
    track = facts.track(one.track)
    moves = f"Moves {track.name}" if track and len(facts.tracks) > 1 else ""
    parts = (skills or "Any skill", moves, one.text.removesuffix("."), "Hidden" if one.hidden else "")
    return ". ".join(part for part in parts if part) + "."
