"""The kind for victory points: players' knowledge, tracks and stat blocks."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.adventures.fields import AdventureTrack
from rules.adventures.kind import AdventureBlock, AdventureKind, block_lines, signed, skills_text
from rules.adventures.kinds.victory import play
from rules.adventures.kinds.victory.facts import (
    REGAINED,
    PointCheck,
    PointTrack,
    VictoryFacts,
    check_victory,
    victory_advice,
)
from rules.adventures.kinds.victory.play import (
    VICTORY_KEY,
    AttemptAction,
    ImproviseAction,
    VictoryInPlay,
    VictoryState,
    moved,
    threshold_key,
)
from rules.text import counted


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


def _check_text(state: VictoryInPlay, check: PointCheck) -> str:
    facts = state.facts
    skills = skills_text(check.skills, state.scale, state.level if check.level is None else check.level)
    track = facts.track(check.track)
    moves = f"Moves {track.name}" if track and len(facts.tracks) > 1 else ""
    parts = (skills or "Any skill", moves, check.text.removesuffix("."), "Hidden" if check.hidden else "")
    return ". ".join(part for part in parts if part) + "."


class VictoryKind(AdventureKind):
    """Victory points: tracks that checks and decisions move, with thresholds on the way."""

    key = VICTORY_KEY
    name = "Victory points"
    about = "Checks and decisions gather points toward a goal, or keep them from running out."
    emblem = "trophy"
    tint = "leaf"
    facts = VictoryFacts
    state = VictoryInPlay
    actions = (AttemptAction(), ImproviseAction())
    events = (play,)

    check_facts = staticmethod(check_victory)
    advice = staticmethod(victory_advice)

    def begin(self, facts: VictoryFacts) -> VictoryState:
        return VictoryState(tuple((track.key, track.start) for track in facts.tracks))

    def act_limit(self, state: VictoryInPlay) -> int | None:
        return state.facts.acts

    def hidden_facts(self, state: VictoryInPlay) -> Mapping[str, str]:
        """Return hidden tracks and checks, and what thresholds unlock."""
        facts = state.facts
        return {
            **{track.key: track.name for track in facts.tracks if track.hidden},
            **{check.key: check.name for check in facts.checks if check.hidden},
            **{threshold_key(track.key, row.points): row.unlocks for track in facts.tracks for row in track.thresholds},
        }

    def player_facts(self, state: VictoryInPlay) -> VictoryFacts:
        return state.player_victory_facts()

    def player_own(self, state: VictoryInPlay) -> VictoryState:
        """Return the points of the tracks that players know."""
        known = {track.key for track in state.player_victory_facts().tracks}
        return VictoryState(tuple((key, points) for key, points in state.own.points if key in known))

    def own_document(self, state: VictoryInPlay) -> dict[str, Any]:
        return {"points": dict(state.own.points)}

    def tracks(self, state: VictoryInPlay) -> tuple[AdventureTrack, ...]:
        return tuple(
            AdventureTrack(
                track.key,
                track.name,
                state.own.on(track.key),
                track.start if track.is_diminishing and track.end is None else track.end,
                track.thresholds,
                track.is_diminishing,
            )
            for track in state.facts.tracks
        )

    def stat_blocks(self, state: VictoryInPlay) -> tuple[AdventureBlock, ...]:
        """Return a block of each track and one of all checks; for a view, what players know."""
        facts = state.facts
        checks = block_lines((check.name, _check_text(state, check)) for check in facts.checks)
        blocks = [
            AdventureBlock(track.name, "Points", tuple(_traits(track)), lines=block_lines(_lines(track)))
            for track in facts.tracks
        ]
        if not checks:
            return tuple(blocks)
        acts = "" if facts.acts is None else f"{counted(facts.acts, 'act')} each in a round"
        return (*blocks, AdventureBlock("Checks", acts, lines=checks))

    def summary(self, state: VictoryInPlay) -> tuple[str, ...]:
        """Return a sentence for each track."""
        return tuple(
            f"{track.name}: {track.points} of {counted(track.end, 'point')}."
            if track.end is not None
            else f"{track.name}: {counted(track.points, 'point')}."
            for track in self.tracks(state)
        )

    def settled(self, state: VictoryInPlay) -> VictoryInPlay:
        """End when a track that closes the adventure reaches its goal or runs out."""
        for track in state.facts.tracks:
            points = state.own.on(track.key)
            if not track.closes:
                continue
            if track.is_diminishing and points == 0:
                return state.show((track.key,)).ended(f"{track.name} has run out.")
            if not track.is_diminishing and track.end is not None and points >= track.end:
                return state.show((track.key,)).ended(f"{track.name} reaches {counted(track.end, 'point')}.")
        return state

    def round_ended(self, state: VictoryInPlay) -> VictoryInPlay:
        """Add the points of each round."""
        for track in state.facts.tracks:
            if track.per_round:
                state = moved(state, track, track.per_round)
        return state

    def time_ran_out(self, state: VictoryInPlay) -> VictoryInPlay:
        """Compare the party with its rivals, if it has any."""
        best = {
            side: max(
                (state.own.on(track.key) for track in state.facts.tracks if track.side == side),
                default=None,
            )
            for side in ("party", "rivals")
        }
        party, rivals = best["party"], best["rivals"]
        if party is None or rivals is None:
            return state.ended("Time has run out.")
        if party == rivals:
            return state.ended("Time has run out: the party and its rivals are tied.")
        return state.ended(f"Time has run out: {'the party is' if party > rivals else 'its rivals are'} ahead.")


VICTORY = VictoryKind()
