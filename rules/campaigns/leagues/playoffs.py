"""What is settled about the play-offs of a league: seeds, draws, third place, and what organizers decided."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, get_args

from rules.documents.shapes import choice, integer, numbers, present
from rules.errors import ChangeRefused

PlayoffStage = Literal["round of 32", "round of 16", "quarterfinals", "semifinals", "third place", "final"]
"""A stage of play-offs; each is played in a round of its own."""
PLAYOFF_STAGES: tuple[PlayoffStage, ...] = get_args(PlayoffStage)
THIRD_PLACE: PlayoffStage = "third place"
SEMIFINALS: PlayoffStage = "semifinals"
FINAL: PlayoffStage = "final"
MAIN_STAGES = tuple(stage for stage in PLAYOFF_STAGES if stage != THIRD_PLACE)
"""The stages on the way to the final."""

DrawRule = Literal["played again", "higher seed"]
"""What follows a drawn game: another one, or the higher seed goes on."""
DRAW_RULES: tuple[DrawRule, ...] = get_args(DrawRule)

MIN_ENTRANTS, MAX_ENTRANTS = 2, 2 ** len(MAIN_STAGES)

Seeds = Annotated[tuple[int, ...], numbers(MAX_ENTRANTS)]
"""Warbands by their numbers, the highest seed first."""
StageName = Annotated[PlayoffStage, present(choice(PLAYOFF_STAGES, needed=True))]
Draws = Annotated[DrawRule, present(choice(DRAW_RULES, needed=True))]
MatchPlace = Annotated[int, integer(1, MAX_ENTRANTS // 2)]

MatchKey = tuple[PlayoffStage, int]
"""The stage of a match and its place in it, from 1."""


def match_title(stage: PlayoffStage, place: int) -> str:
    """Return what to call a match: “Semifinal 2”, “Final”, “Round of 16, game 3”."""
    if stage in (FINAL, THIRD_PLACE):
        return stage.capitalize()
    title = stage.capitalize()
    return f"{title[:-1]} {place}" if title.endswith("s") else f"{title}, game {place}"


@dataclass(frozen=True, slots=True)
class Playoffs:
    """The play-offs of a league.

    ``entry`` is the number of the entry that drew them; ``decisions`` are the warbands that go on because an organizer
    decided it, each with the number of the entry.
    """

    seeds: tuple[int, ...]
    draws: DrawRule = "played again"
    third_place: bool = True
    entry: int = 0
    decisions: Mapping[MatchKey, tuple[int, int]] = field(default_factory=dict)


def check_seeds(seeds: Sequence[int], warbands: Collection[int]) -> None:
    """Raise ``ChangeRefused`` for seeds that are too few, too many, doubled, or not among these warbands."""
    if not MIN_ENTRANTS <= len(seeds) <= MAX_ENTRANTS:
        raise ChangeRefused(f"Play-offs have {MIN_ENTRANTS} to {MAX_ENTRANTS} warbands.")
    if len(set(seeds)) < len(seeds):
        raise ChangeRefused("Each warband can have only one seed.")
    if not set(seeds) <= set(warbands):
        raise ChangeRefused("Choose among the warbands that are in this campaign.")


def seeds_across(tables: Sequence[Sequence[int]], size: int) -> tuple[int, ...]:
    """Return the first ``size`` warbands of some tables: all firsts, then all seconds, and so on.

    Of two tables, the first of one then meets the last of the other.
    """
    longest = max(map(len, tables), default=0)
    return tuple(table[place] for place in range(longest) for table in tables if place < len(table))[:size]
