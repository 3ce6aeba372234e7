"""Victory points in play: the state of each track, the checks that move them, and changes by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.adventures.checks import CheckAction, CheckTarget
from rules.adventures.events.event import AdventureEvent, part_offers
from rules.adventures.events.parts import EventKey, PartChange, Reason
from rules.adventures.fields import DEGREES, Difficulty, crossed, dc_number, points_words, skill_dc
from rules.adventures.kinds.victory.facts import PointCheck, PointTrack, VictoryFacts
from rules.adventures.state import AdventureState, CheckAttempt
from rules.combat.log import log_event_document
from rules.errors import ChangeRefused, require
from rules.p2v_combat.numbers import BattleNumber
from rules.tables.rolls import Degree
from rules.text import counted

VICTORY_KEY = "victory-points"


@dataclass(frozen=True, slots=True)
class VictoryState:
    """The points of each track, by its key."""

    points: tuple[tuple[str, int], ...]

    def on(self, track: str) -> int:
        """Return the points of a track."""
        return dict(self.points)[track]


class VictoryInPlay(AdventureState):
    """Victory points in play."""

    facts: VictoryFacts
    own: VictoryState

    def track_of(self, key: str) -> PointTrack:
        """Return a track by its key; raise ``ChangeRefused`` if there is none."""
        return require(self.facts.track(key), ChangeRefused("There is no such track in this adventure."))

    def award_words(self, track: PointTrack) -> Mapping[Degree, str]:
        """Return the effect of each degree on a track, in words; empty for a hidden one."""
        if self.hides(track):
            return {}
        return {degree: f"{track.name}: {points_words(track.award(degree))}" for degree in DEGREES}

    def player_victory_facts(self) -> VictoryFacts:
        """Return the facts without hidden tracks and checks, thresholds that are not reached, and DCs unless shown."""
        facts = self.facts
        tracks = tuple(
            replace(
                track,
                hidden=False,
                thresholds=tuple(row for row in track.thresholds if threshold_key(track.key, row.points) in self.shown),
            )
            for track in facts.tracks
            if not self.hides(track)
        )
        known = {track.key for track in tracks}
        checks = tuple(
            check
            if facts.shows_dcs
            else replace(check, level=None, skills=tuple(skill.veiled for skill in check.skills))
            for check in facts.checks
            if not self.hides(check) and check.track in known
        )
        return replace(facts, tracks=tracks, checks=tuple(replace(check, hidden=False) for check in checks))


def threshold_key(track: str, points: int) -> str:
    """Return the key of a threshold's effect, which is hidden until it is reached."""
    return f"{track}:threshold:{points}"


def moved(state: VictoryInPlay, track: PointTrack, by: int, who: str | None = None) -> VictoryInPlay:
    """Return the state with points added or removed on a track, within its limits, and what the change unlocks."""
    # Points never fall below 0 and never rise above the goal: ruling 224.
    own = state.own
    before = own.on(track.key)
    now = min(max(before + by, 0), track.most)
    state = state.with_own_value(VictoryState(tuple((key, now if key == track.key else n) for key, n in own.points)))
    if now != before:
        change = counted(abs(now - before), "point")
        text = f"{track.name}: {change} {'gained' if now > before else 'lost'}, {now} now."
        state = state.note(text, who, hidden=state.hides(track))
    if track.is_diminishing:
        # What runs out reaches a threshold from above: a drawback.
        reached = tuple(threshold for threshold in reversed(track.thresholds) if now <= threshold.points < before)
    else:
        reached = crossed(track.thresholds, before, now)
    for threshold in reached:
        state = state.show((threshold_key(track.key, threshold.points),))
        state = state.note(
            f"{track.name} reaches {threshold.points}. {threshold.unlocks}".strip(), hidden=state.hides(track)
        )
    return state


class AttemptAction(CheckAction, key="attempt", name="Attempt"):
    """A check that the facts have prepared."""

    def targets(self, state: VictoryInPlay) -> tuple[CheckTarget, ...]:
        checks = state.facts.checks
        return tuple(
            CheckTarget(check.key, check.name, tuple(skill.skill for skill in check.skills)) for check in checks
        )

    def dc(self, state: VictoryInPlay, attempt: CheckAttempt) -> BattleNumber:
        check = self._check(state, attempt)
        level = state.level if check.level is None else check.level
        return skill_dc(check.skills, attempt.skill, state.scale, level)

    def outcomes(self, state: VictoryInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        return state.award_words(state.track_of(self._check(state, attempt).track))

    def resolve(self, state: VictoryInPlay, attempt: CheckAttempt, degree: Degree) -> VictoryInPlay:
        track = state.track_of(self._check(state, attempt).track)
        return moved(state, track, track.award(degree), attempt.participant)

    def _check(self, state: VictoryInPlay, attempt: CheckAttempt) -> PointCheck:
        check = state.facts.check(attempt.target)
        if check is None:
            raise ChangeRefused("There is no such check in this adventure.")
        return check


class ImproviseAction(CheckAction, key="improvise", name="Improvise"):
    """An improvised check: against the DC of the party's level, or the organizer's."""

    def targets(self, state: VictoryInPlay) -> tuple[CheckTarget, ...]:
        return tuple(CheckTarget(track.key, track.name) for track in state.facts.tracks)

    def dc(self, state: VictoryInPlay, attempt: CheckAttempt) -> BattleNumber:
        state.track_of(attempt.target)
        return dc_number(Difficulty(), state.scale, state.level)

    def outcomes(self, state: VictoryInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        return state.award_words(state.track_of(attempt.target))

    def resolve(self, state: VictoryInPlay, attempt: CheckAttempt, degree: Degree) -> VictoryInPlay:
        track = state.track_of(attempt.target)
        return moved(state, track, track.award(degree), attempt.participant)


class VictoryPointsChanged(
    AdventureEvent, kind="victory-points-changed", button="Give or take points", by_organizer=True
):
    """The organizer gives or takes points for a decision, an encounter, a creative idea."""

    offers = part_offers(track=lambda state: {track.key: track.name for track in state.facts.tracks})

    track: EventKey
    by: PartChange
    reason: Reason

    def play(self, state: VictoryInPlay, side: str | None) -> VictoryInPlay:
        track = state.track_of(self.track)
        return moved(state.note(self.reason, hidden=state.hides(track)), track, self.by)

    def player_document(self, state: VictoryInPlay) -> dict[str, Any] | None:
        """Show it, unless the track is hidden."""
        return None if state.hides(state.track_of(self.track)) else log_event_document(self)
