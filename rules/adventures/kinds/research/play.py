"""Research in play: total points and those of each check, the effects of time, rivals, and changes by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from rules.adventures.checks import CheckAction, CheckTarget
from rules.adventures.events.event import AdventureEvent, part_offers
from rules.adventures.events.parts import EventKey, OptionalKey, PartChange, Reason
from rules.adventures.fields import ACCUMULATING, DEGREES, MAX_POINTS, crossed, points_words, skill_dc
from rules.adventures.kinds.research.facts import ResearchCheck, ResearchFacts, ResearchPlace, RivalResearchers
from rules.adventures.state import AdventureState, CheckAttempt
from rules.combat.log import log_event_document
from rules.errors import ChangeRefused, require
from rules.p2v_combat.numbers import BattleNumber
from rules.tables.rolls import Degree
from rules.text import counted

RESEARCH_KEY = "research"


@dataclass(frozen=True, slots=True)
class ResearchState:
    """The party's points; each check's points, by its key; the points of rivals, by theirs."""

    points: int = 0
    by_check: tuple[tuple[str, int], ...] = ()
    rivals: tuple[tuple[str, int], ...] = ()

    def from_check(self, key: str) -> int:
        """Return the points of a check so far."""
        return dict(self.by_check).get(key, 0)

    def of_rivals(self, key: str) -> int:
        """Return the points of a group of rivals."""
        return dict(self.rivals)[key]


class ResearchInPlay(AdventureState):
    """Research in play."""

    facts: ResearchFacts
    own: ResearchState

    def is_place_open(self, place: ResearchPlace) -> bool:
        """Return True if the party can research in a place: it was shown, or it is not hidden and has opened."""
        # A place that has opened stays open when points are lost: ruling 284.
        return place.key in self.shown or (not place.hidden and not place.opens_at)

    def is_check_known(self, place: ResearchPlace, check: ResearchCheck) -> bool:
        """Return True if players know a check."""
        return self.is_place_open(place) and (not check.hidden or check.key in self.shown)

    def check_level(self, check: ResearchCheck) -> int:
        """Return the level of a check: its own, the topic's or the party's."""
        return next((level for level in (check.level, self.facts.level) if level is not None), self.level)

    def check_in(self, key: str) -> tuple[ResearchPlace, ResearchCheck]:
        """Return a check with its place; raise ``ChangeRefused`` if there is none."""
        return require(self.facts.check(key), ChangeRefused("There is no such check in this library."))

    def rival_in(self, key: str) -> RivalResearchers:
        """Return rivals by key; raise ``ChangeRefused`` if there are none."""
        for rival in self.facts.rivals:
            if rival.key == key:
                return rival
        raise ChangeRefused("There are no such rivals.")

    def rivals_moved(self, rival: RivalResearchers, by: int) -> Self:
        """Return the state with points more or less of rivals, from 0 to their goal."""
        before = self.own.of_rivals(rival.key)
        now = min(max(before + by, 0), rival.goal or MAX_POINTS)
        if now == before:
            return self
        rivals = tuple((key, now if key == rival.key else points) for key, points in self.own.rivals)
        words = f"{rival.name}: {counted(now, 'research point')} now."
        return self.with_own(rivals=rivals).note(words, hidden=self.hides(rival))


def threshold_key_at(points: int) -> str:
    """Return the key of a threshold's discovery."""
    return f"threshold:{points}"


def researched(state: ResearchInPlay, by: int, check: str = "", who: str | None = None) -> ResearchInPlay:
    """Return the state with points added or removed, by a check or by hand, and the discoveries.

    A check gives no more than its maximum; the total stays between 0 and the points of the library.
    """
    # A point that is lost counts against the check that lost it too, as far as it had brought any: ruling 284.
    own = state.own
    if check:
        maximum = state.check_in(check)[1].maximum
        had = own.from_check(check)
        has = min(max(had + by, 0), maximum)
        by = has - had if by > 0 else by
        others = tuple(pair for pair in own.by_check if pair[0] != check)
        own = replace(own, by_check=(*others, (check, has)) if has else others)
    before = own.points
    now = min(max(before + by, 0), state.facts.most)
    state = state.with_own_value(replace(own, points=now))
    if now != before:
        change = f"{counted(abs(now - before), 'research point')} {'gained' if now > before else 'lost'}"
        state = state.note(f"{change}, {now} now.", who)
    return _learnt(state, before, now)


def _learnt(state: ResearchInPlay, before: int, now: int) -> ResearchInPlay:
    facts = state.facts
    for threshold in crossed(facts.thresholds, before, now):
        if threshold_key_at(threshold.points) not in state.shown:
            state = state.show((threshold_key_at(threshold.points),))
            state = state.note(f"{facts.topic}, {counted(threshold.points, 'point')}: {threshold.unlocks}".strip())
    opening = [place for place in facts.places if not place.hidden and before < place.opens_at <= now]
    for place in opening:
        if place.key not in state.shown:
            state = state.show((place.key,)).note(f"{place.name} is open. {place.about}".strip())
    return state


class ResearchAction(CheckAction, key="research", name="Research"):
    """Comb through a place of the library: points by the degree, up to the maximum of the check."""

    def targets(self, state: ResearchInPlay) -> tuple[CheckTarget, ...]:
        """Return the checks of open places that have something left."""
        return tuple(
            CheckTarget(check.key, f"{place.name}: {check.task}", tuple(skill.skill for skill in check.skills))
            for place in state.facts.places
            for check in place.checks
            if state.is_place_open(place) and state.own.from_check(check.key) < check.maximum
        )

    def dc(self, state: ResearchInPlay, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC of a skill in a place that is open and not exhausted."""
        place, check = state.check_in(attempt.target)
        if not state.is_place_open(place):
            raise ChangeRefused("That place is not open yet.")
        if state.own.from_check(check.key) >= check.maximum:
            raise ChangeRefused("There is nothing more to find there.")
        level = state.check_level(check)
        return skill_dc(check.skills, attempt.skill, state.scale, level)

    def outcomes(self, state: ResearchInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        """Return the points of each degree, no more than are left."""
        _, check = state.check_in(attempt.target)
        left = check.maximum - state.own.from_check(check.key)
        return {degree: points_words(min(ACCUMULATING[degree], left), "research point") for degree in DEGREES}

    def resolve(self, state: ResearchInPlay, attempt: CheckAttempt, degree: Degree) -> ResearchInPlay:
        return researched(state, ACCUMULATING[degree], attempt.target, attempt.participant)


class ResearchChanged(AdventureEvent, kind="research-changed", button="Give or take points", by_organizer=True):
    """The organizer gives or takes points, of a check or of none."""

    by: PartChange
    reason: Reason
    check: OptionalKey = ""

    @classmethod
    def options(cls, state: ResearchInPlay) -> Mapping[str, Mapping[str, str]]:
        checks = {check.key: check.task for place in state.facts.places for check in place.checks}
        return {"check": {"": "No check", **checks}}

    def play(self, state: ResearchInPlay, side: str | None) -> ResearchInPlay:
        return researched(state.note(self.reason), self.by, self.check)

    def player_document(self, state: ResearchInPlay) -> dict[str, Any] | None:
        """Show it, but for the key of a check that players do not know."""
        document = log_event_document(self)
        if self.check and not state.is_check_known(*state.check_in(self.check)):
            document["check"] = ""
        return document


class RivalPointsChanged(
    AdventureEvent, kind="rival-points-changed", button="Give or take rivals’ points", by_organizer=True
):
    """The organizer gives rivals points, or takes some: they were hindered, or found a shortcut."""

    offers = part_offers(rival=lambda state: {rival.key: rival.name for rival in state.facts.rivals})

    rival: EventKey
    by: PartChange
    reason: Reason

    def play(self, state: ResearchInPlay, side: str | None) -> ResearchInPlay:
        rival = state.rival_in(self.rival)
        return state.note(self.reason, hidden=state.hides(rival)).rivals_moved(rival, self.by)

    def player_document(self, state: ResearchInPlay) -> dict[str, Any] | None:
        """Show it, unless players do not know these rivals."""
        return log_event_document(self) if not state.hides(state.rival_in(self.rival)) else None
