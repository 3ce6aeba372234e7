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
    checks = block_lines((check.name, _check_text(state, check)) for check in facts.checks)
    found = [_track_block(track) for track in facts.tracks]
    return (*found, *([AdventureBlock("Checks", _acts(facts.acts), lines=checks)] if checks else ()))


def _acts(acts: int | None) -> str:
    return "" if acts is None else f"{counted(acts, 'act')} each in a round"


def _track_block(track: PointTrack) -> AdventureBlock:
    return AdventureBlock(track.name, "Points", tuple(_traits(track)), lines=block_lines(_lines(track)))


def _traits(track: PointTrack) -> Iterator[str]:
    if track.side == "rivals":
        yield "of the rivals"
    if track.is_diminishing:
        yield "diminishing"
    if track.hidden:
        yield "hidden"


def _lines(track: PointTrack) -> Iterator[tuple[str, str]]:
    yield "Begins with", counted(track.start, "point") if track.start else ""
    yield "Goal", counted(track.end, "point") if track.end is not None and not track.is_diminishing else ""
    yield "Each round", f"{signed(track.per_round)} by itself" if track.per_round else ""
    yield "Critical success", f"{counted(REGAINED, 'point')} back" if track.regains else ""
    for row in track.thresholds:
        yield counted(row.points, "point"), row.unlocks


def _check_text(state: AdventureState, check: PointCheck) -> str:
    facts = victory_facts(state)
    skills = skills_text(check.skills, state.scale, state.level if check.level is None else check.level)
    track = facts.track(check.track)
    moves = f"Moves {track.name}" if track and len(facts.tracks) > 1 else ""
    parts = (skills or "Any skill", moves, check.text.removesuffix("."), "Hidden" if check.hidden else "")
    return ". ".join(part for part in parts if part) + "."
