"""Research in play: total points and those of each check, the effects of time, rivals, and changes by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.adventures.checks import CheckAction, CheckTarget
from rules.adventures.events.event import AdventureEvent, part_offers
from rules.adventures.events.parts import EventKey, OptionalKey, PartChange, Reason
from rules.adventures.fields import ACCUMULATING, DEGREES, MAX_POINTS, crossed, points_words, skill_dc
from rules.adventures.kinds.research.facts import ResearchCheck, ResearchFacts, ResearchPlace, RivalResearchers
from rules.adventures.state import AdventureState, CheckAttempt, kind_readers
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


library_of, research_state = kind_readers(ResearchFacts, ResearchState)
"""The facts and the state of research."""


def threshold_key_at(points: int) -> str:
    """Return the key of a threshold's discovery."""
    return f"threshold:{points}"


def is_place_open(state: AdventureState, place: ResearchPlace) -> bool:
    """Return True if the party can research in a place: it was shown, or it is not hidden and has opened."""
    # A place that has opened stays open when points are lost: ruling 284.
    return place.key in state.shown or (not place.hidden and not place.opens_at)


def is_check_known(state: AdventureState, place: ResearchPlace, check: ResearchCheck) -> bool:
    """Return True if players know a check."""
    return is_place_open(state, place) and (not check.hidden or check.key in state.shown)


def check_level(state: AdventureState, check: ResearchCheck) -> int:
    """Return the level of a check: its own, the topic's or the party's."""
    return next((level for level in (check.level, library_of(state).level) if level is not None), state.level)


def check_in(state: AdventureState, key: str) -> tuple[ResearchPlace, ResearchCheck]:
    """Return a check with its place; raise ``ChangeRefused`` if there is none."""
    return require(library_of(state).check(key), ChangeRefused("There is no such check in this library."))


def researched(state: AdventureState, by: int, check: str = "", who: str | None = None) -> AdventureState:
    """Return the state with points added or removed, by a check or by hand, and the discoveries.

    A check gives no more than its maximum; the total stays between 0 and the points of the library.
    """
    # A point that is lost counts against the check that lost it too, as far as it had brought any: ruling 284.
    own = research_state(state)
    if check:
        maximum = check_in(state, check)[1].maximum
        had = own.from_check(check)
        has = min(max(had + by, 0), maximum)
        by = has - had if by > 0 else by
        others = tuple(pair for pair in own.by_check if pair[0] != check)
        own = replace(own, by_check=(*others, (check, has)) if has else others)
    before = own.points
    now = min(max(before + by, 0), library_of(state).most)
    state = state.with_kind_state(replace(own, points=now))
    if now != before:
        change = f"{counted(abs(now - before), 'research point')} {'gained' if now > before else 'lost'}"
        state = state.note(f"{change}, {now} now.", who)
    return _learnt(state, before, now)


def _learnt(state: AdventureState, before: int, now: int) -> AdventureState:
    facts = library_of(state)
    for threshold in crossed(facts.thresholds, before, now):
        if threshold_key_at(threshold.points) not in state.shown:
            state = state.show((threshold_key_at(threshold.points),))
            state = state.note(f"{facts.topic}, {counted(threshold.points, 'point')}: {threshold.unlocks}".strip())
    opening = [place for place in facts.places if not place.hidden and before < place.opens_at <= now]
    for place in opening:
        if place.key not in state.shown:
            state = state.show((place.key,)).note(f"{place.name} is open. {place.about}".strip())
    return state


class ResearchAction(CheckAction):
    """Comb through a place of the library: points by the degree, up to the maximum of the check."""

    key = "research"
    name = "Research"

    def targets(self, state: AdventureState) -> tuple[CheckTarget, ...]:
        """Return the checks of open places that have something left."""
        own = research_state(state)
        return tuple(
            CheckTarget(check.key, f"{place.name}: {check.task}", tuple(skill.skill for skill in check.skills))
            for place in library_of(state).places
            for check in place.checks
            if is_place_open(state, place) and own.from_check(check.key) < check.maximum
        )

    def dc(self, state: AdventureState, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC of a skill in a place that is open and not exhausted."""
        place, check = check_in(state, attempt.target)
        if not is_place_open(state, place):
            raise ChangeRefused("That place is not open yet.")
        if research_state(state).from_check(check.key) >= check.maximum:
            raise ChangeRefused("There is nothing more to find there.")
        level = check_level(state, check)
        return skill_dc(check.skills, attempt.skill, state.scale, level)

    def outcomes(self, state: AdventureState, attempt: CheckAttempt) -> Mapping[Degree, str]:
        """Return the points of each degree, no more than are left."""
        _, check = check_in(state, attempt.target)
        left = check.maximum - research_state(state).from_check(check.key)
        return {degree: points_words(min(ACCUMULATING[degree], left), "research point") for degree in DEGREES}

    def resolve(self, state: AdventureState, attempt: CheckAttempt, degree: Degree) -> AdventureState:
        return researched(state, ACCUMULATING[degree], attempt.target, attempt.participant)


class ResearchChanged(AdventureEvent, kind="research-changed", button="Give or take points", by_organizer=True):
    """The organizer gives or takes points, of a check or of none."""

    by: PartChange
    reason: Reason
    check: OptionalKey = ""

    @classmethod
    def options(cls, state: AdventureState) -> Mapping[str, Mapping[str, str]]:
        checks = {check.key: check.task for place in library_of(state).places for check in place.checks}
        return {"check": {"": "No check", **checks}}

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        return researched(state.note(self.reason), self.by, self.check)

    def player_document(self, state: AdventureState) -> dict[str, Any] | None:
        """Show it, but for the key of a check that players do not know."""
        document = log_event_document(self)
        if self.check and not is_check_known(state, *check_in(state, self.check)):
            document["check"] = ""
        return document


class RivalPointsChanged(
    AdventureEvent, kind="rival-points-changed", button="Give or take rivals’ points", by_organizer=True
):
    """The organizer gives rivals points, or takes some: they were hindered, or found a shortcut."""

    offers = part_offers(rival=lambda state: {rival.key: rival.name for rival in library_of(state).rivals})

    rival: EventKey
    by: PartChange
    reason: Reason

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        rival = rival_in(state, self.rival)
        return rivals_moved(state.note(self.reason, hidden=state.hides(rival)), rival, self.by)

    def player_document(self, state: AdventureState) -> dict[str, Any] | None:
        """Show it, unless players do not know these rivals."""
        return log_event_document(self) if not state.hides(rival_in(state, self.rival)) else None


def rival_in(state: AdventureState, key: str) -> RivalResearchers:
    """Return rivals by key; raise ``ChangeRefused`` if there are none."""
    for rival in library_of(state).rivals:
        if rival.key == key:
            return rival
    raise ChangeRefused("There are no such rivals.")


def rivals_moved(state: AdventureState, rival: RivalResearchers, by: int) -> AdventureState:
    """Return the state with points more or less of rivals, from 0 to their goal."""
    own = research_state(state)
    before = own.of_rivals(rival.key)
    now = min(max(before + by, 0), rival.goal or MAX_POINTS)
    if now == before:
        return state
    rivals = tuple((key, now if key == rival.key else points) for key, points in own.rivals)
    words = f"{rival.name}: {counted(now, 'research point')} now."
    return state.with_kind_state(replace(own, rivals=rivals)).note(words, hidden=state.hides(rival))
