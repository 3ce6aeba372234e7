"""The bracket of play-offs: who meets whom, who goes on, and the final ranking, worked out from the games.

If a void or a correction changes who won, but another warband already has a game in the next stage, that warband
stays until an organizer decides: the match is in conflict. Rulings 377 and 378.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from rules.campaigns.leagues.games import LeagueGame
from rules.campaigns.leagues.playoffs import (
    FINAL,
    MAIN_STAGES,
    SEMIFINALS,
    THIRD_PLACE,
    MatchKey,
    Playoffs,
    PlayoffStage,
    match_title,
)
from rules.campaigns.leagues.settings import FORFEIT_LOST, FORFEIT_WON, LeagueResult

MatchGround = Literal["", "bye", "won", "forfeit", "draw", "both absent", "organizer", "plays on"]
"""Why a warband goes on; ``plays on`` where only its next game says so."""

_WON: tuple[LeagueResult, ...] = ("major victory", "minor victory", FORFEIT_WON)


@dataclass(frozen=True, slots=True)
class BracketGame:
    """A scenario of two warbands in a round of the play-offs; ``game`` is None while it does not count."""

    scenario: int
    stage: PlayoffStage
    warbands: tuple[int, int]
    game: LeagueGame | None = None


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A place in the bracket where two warbands meet, in one game or in several.

    ``sides`` are None where they are not known yet; a bye has one side. ``result`` is the winner by the games and
    ``winner`` who goes on, each None while open; ``ground`` says why.
    """

    stage: PlayoffStage
    place: int
    sides: tuple[int | None, ...]
    games: tuple[BracketGame, ...] = ()
    result: int | None = None
    winner: int | None = None
    ground: MatchGround = ""

    @property
    def title(self) -> str:
        """What to call it."""
        return match_title(self.stage, self.place)

    @property
    def key(self) -> MatchKey:
        """Its stage, and its place in it."""
        return self.stage, self.place

    @property
    def scenarios(self) -> list[int]:
        """The scenarios of its games."""
        return [game.scenario for game in self.games]

    @property
    def is_bye(self) -> bool:
        """Whether one side has no opponent."""
        return len(self.sides) == 1

    @property
    def is_known(self) -> bool:
        """Whether two warbands are to meet, and both are known."""
        return not self.is_bye and None not in self.sides

    @property
    def loser(self) -> int | None:
        """Who does not go on; None while open, and in a bye."""
        return None if self.winner is None else next((side for side in self.sides if side != self.winner), None)

    @property
    def is_in_conflict(self) -> bool:
        """Whether an organizer has to choose: the one who plays on has not won."""
        return self.ground == "plays on"

    @property
    def is_due(self) -> bool:
        """Whether its next game has to be planned."""
        is_waiting = any(game.game is None for game in self.games)
        return self.is_known and self.winner is None and not is_waiting


@dataclass(frozen=True, slots=True)
class PlayoffRank:
    """A warband whose place in the play-offs is settled; those that lost in the same stage share it."""

    place: int
    warband: int
    stage: PlayoffStage


@dataclass(frozen=True, slots=True)
class Bracket:
    """All matches of play-offs, stage by stage; ``stale`` are games between warbands that do not meet any more."""

    matches: tuple[BracketMatch, ...]
    stale: tuple[BracketGame, ...] = ()

    @property
    def stages(self) -> list[tuple[PlayoffStage, list[BracketMatch]]]:
        """The matches of each stage, in the order of play."""
        return [(stage, list(matches)) for stage, matches in groupby(self.matches, lambda match: match.stage)]

    def match(self, key: MatchKey) -> BracketMatch | None:
        """Return the match of a stage and a place, None where there is none."""
        return next((match for match in self.matches if match.key == key), None)

    @property
    def ranking(self) -> list[PlayoffRank]:
        """The places that are settled, the champion first."""
        ranks = []
        for stage, matches in self.stages:
            if stage == SEMIFINALS and any(match.stage == THIRD_PLACE for match in self.matches):
                continue
            first = {FINAL: 1, THIRD_PLACE: 3}.get(stage)
            for match in matches:
                if first is not None and match.winner is not None:
                    ranks.append(PlayoffRank(first, match.winner, stage))
                if match.loser is not None:
                    ranks.append(PlayoffRank(len(matches) + 1 if first is None else first + 1, match.loser, stage))
        return sorted(ranks, key=lambda rank: rank.place)


def bracket_order(size: int) -> list[int]:
    """Return the seeds of a bracket for ``size``, a power of two, from top to bottom: 1 and 8, 4 and 5, 2 and 7 ..."""
    order = [1]
    while len(order) < size:
        order = [place for seed in order for place in (seed, 2 * len(order) + 1 - seed)]
    return order


def play_bracket(playoffs: Playoffs, games: Iterable[BracketGame]) -> Bracket:
    """Return the bracket of play-offs after these games, canceled ones left out."""
    return _BracketReckoning(playoffs, games).bracket()


class _BracketReckoning:
    """What a bracket is worked out from: the games of each stage by who plays them, and who plays in each stage."""

    def __init__(self, playoffs: Playoffs, games: Iterable[BracketGame]) -> None:
        self.playoffs = playoffs
        self.games = sorted(games, key=lambda game: game.scenario)
        self.met: defaultdict[tuple[PlayoffStage, frozenset[int]], list[BracketGame]] = defaultdict(list)
        self.playing: defaultdict[PlayoffStage, set[int]] = defaultdict(set)
        for game in self.games:
            self.met[game.stage, frozenset(game.warbands)].append(game)
            self.playing[game.stage].update(game.warbands)

    def bracket(self) -> Bracket:
        entrants = self.playoffs.seeds
        rounds = (len(entrants) - 1).bit_length()
        slots = [entrants[seed - 1] if seed <= len(entrants) else 0 for seed in bracket_order(2**rounds)]
        matches: list[BracketMatch] = []
        # A slot of 0 is empty for good: the other one of its match has a bye.
        winners: list[int | None] = list(slots)
        for stage in MAIN_STAGES[-rounds:]:
            if stage == FINAL and self.playoffs.third_place and matches:
                losers = [0 if match.is_bye else match.loser for match in matches[-2:]]
                matches += self._stage(THIRD_PLACE, losers)
            played = self._stage(stage, winners)
            matches += played
            winners = [match.winner for match in played]
        counted = {scenario for match in matches for scenario in match.scenarios}
        return Bracket(tuple(matches), tuple(game for game in self.games if game.scenario not in counted))

    def _stage(self, stage: PlayoffStage, slots: Sequence[int | None]) -> list[BracketMatch]:
        pairs = zip(slots[::2], slots[1::2], strict=True)
        return [
            self._match(stage, place, tuple(side for side in pair if side != 0))
            for place, pair in enumerate(pairs, start=1)
        ]

    def _match(self, stage: PlayoffStage, place: int, sides: tuple[int | None, ...]) -> BracketMatch:
        first, *others = sides
        if not others:
            return BracketMatch(stage, place, sides, winner=first, ground="bye" if first is not None else "")
        second = others[0]
        if first is None or second is None:
            return BracketMatch(stage, place, sides)
        games = tuple(self.met[stage, frozenset((first, second))])
        result, ground = self._result((first, second), games)
        onward = self._plays_on(stage, (first, second))
        decided, _ = self.playoffs.decisions.get((stage, place), (None, 0))
        if decided in sides:
            return BracketMatch(stage, place, sides, games, result, decided, "organizer")
        if onward not in (None, result):
            return BracketMatch(stage, place, sides, games, result, onward, "plays on")
        return BracketMatch(stage, place, sides, games, result, result, ground)

    def _result(self, sides: tuple[int, int], games: Iterable[BracketGame]) -> tuple[int | None, MatchGround]:
        """Return who goes on by the first game that decides it, and why."""
        higher = min(sides, key=self.playoffs.seeds.index)
        for game in games:
            if game.game is None:
                continue
            results = {side.warband: side.result for side, _ in game.game.sides()}
            winner = next((side for side in sides if results[side] in _WON), None)
            if winner is not None:
                return winner, "forfeit" if results[winner] == FORFEIT_WON else "won"
            if FORFEIT_LOST in results.values():
                return higher, "both absent"
            if self.playoffs.draws == "higher seed":
                return higher, "draw"
        return None, ""

    def _plays_on(self, stage: PlayoffStage, sides: tuple[int, int]) -> int | None:
        """Return which of two has a game in the next stage, or whose opponent plays for the third place."""
        if stage in (FINAL, THIRD_PLACE):
            return None
        following = self.playing[MAIN_STAGES[MAIN_STAGES.index(stage) + 1]]
        onward = [side for side in sides if side in following]
        if not onward and stage == SEMIFINALS:
            third = self.playing[THIRD_PLACE]
            onward = [side for side in sides if side not in third and third.intersection(sides)]
        return onward[0] if len(onward) == 1 else None
