"""Checks of hexploration: hidden features of a hex, the camp, maps, food, and navigation."""

from collections.abc import Mapping
from dataclasses import replace

from rules.adventures.checks import CheckAction, CheckTarget
from rules.adventures.fields import SUCCESSES, Difficulty, by_success, dc_number, skill_dc
from rules.adventures.kinds.hexploration.facts import hex_feature_key
from rules.adventures.kinds.hexploration.play import HexplorationInPlay, TravelGroup
from rules.adventures.kinds.hexploration.travel import find_feature, refuse_alone, spend_alone
from rules.adventures.participants import PERCEPTION
from rules.adventures.state import CheckAttempt
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.tables.rolls import Degree

MAPPED = -2
CAMP_BONUS = 2
SUBSIST_PENALTY = -5
"""The penalty for looking for food after a day of exploration."""


def _group_here(state: HexplorationInPlay, attempt: CheckAttempt, label: str) -> TravelGroup:
    """Return the group of the participant of an attempt; raise ``ChangeRefused`` if it is not in the hex."""
    group = state.group_with(attempt.participant)
    if group.hex != label:
        raise ChangeRefused(f"{state.participant(attempt.participant).name} is not in {label or 'that hex'}.")
    return group


def _places(state: HexplorationInPlay) -> tuple[str, ...]:
    """Return the hexes in which a group is."""
    return tuple(dict.fromkeys(group.hex for group in state.own.groups))


class _HexAction(CheckAction, takes_turn=False):
    """A check in the group's hex."""


class SearchHex(_HexAction, key="search-hex", name="Search the hex"):
    """Search a reconnoitered hex for hidden features: each participant once, without using an activity."""

    def targets(self, state: HexplorationInPlay) -> tuple[CheckTarget, ...]:
        done = state.own.reconnoitered
        return tuple(
            CheckTarget(place, f"Hex {place}", _search_skills(state, place))
            for place in _places(state)
            if place in done
        )

    def dc(self, state: HexplorationInPlay, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC of hidden features; if there are none, that of the party's level."""
        _group_here(state, attempt, attempt.target)
        if attempt.target not in state.own.reconnoitered:
            raise ChangeRefused("Reconnoiter the hex first.")
        if (attempt.target, attempt.participant) in state.own.searched:
            raise ChangeRefused(f"{state.participant(attempt.participant).name} has already searched this hex.")
        map_hex = state.known_hex(attempt.target)
        # Hexes have the party's level.
        return skill_dc(map_hex.skills if map_hex else (), attempt.skill, state.scale, state.level)

    def is_dc_known(self, state: HexplorationInPlay, attempt: CheckAttempt) -> bool:
        """Return False: the DC would reveal whether there is anything."""
        return False

    def outcomes(self, state: HexplorationInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        good = "find what this hex hides, if anything"
        return by_success(good, "find nothing")

    def resolve(self, state: HexplorationInPlay, attempt: CheckAttempt, degree: Degree) -> HexplorationInPlay:
        own = state.own
        state = state.with_own(searched=(*own.searched, (attempt.target, attempt.participant)))
        map_hex = state.known_hex(attempt.target)
        is_new = map_hex is not None and map_hex.has_feature and hex_feature_key(map_hex.key) not in state.shown
        if map_hex is None or degree not in SUCCESSES or not is_new:
            return state.note(f"The search of {attempt.target} finds nothing.", attempt.participant)
        return find_feature(state, map_hex)


def _search_skills(state: HexplorationInPlay, label: str) -> tuple[str, ...]:
    map_hex = state.known_hex(label)
    known = tuple(skill.skill for skill in map_hex.skills) if map_hex and not state.is_feature_known(map_hex) else ()
    return tuple(dict.fromkeys((*known, PERCEPTION)))


class _RankedAction(_HexAction):
    """An activity of a single participant against a simple DC."""

    rank: str
    """The field of the facts that has the rank."""
    skills: tuple[str, ...] = ()

    def targets(self, state: HexplorationInPlay) -> tuple[CheckTarget, ...]:
        return tuple(CheckTarget(place, f"Hex {place}", self.skills) for place in _places(state))

    def dc(self, state: HexplorationInPlay, attempt: CheckAttempt) -> BattleNumber:
        _group_here(state, attempt, attempt.target)
        refuse_alone(state, attempt.participant)
        return self.simple_dc(state)

    def simple_dc(self, state: HexplorationInPlay) -> BattleNumber:
        """Return the simple DC of the rank in the facts."""
        rank: str = getattr(state.facts, self.rank)
        return dc_number(Difficulty(rank=rank), state.scale, state.level)


class FortifyCamp(_RankedAction, key="fortify-camp", name="Fortify Camp", rank="camp"):
    """Fortify the camp: +2 to initiative, and to Perception against creatures that sneak up on it."""

    skills = ("Crafting",)

    def outcomes(self, state: HexplorationInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        good = f"the camp gives those who watch or defend it +{CAMP_BONUS} to initiative and to Perception to Seek"
        return by_success(good, "no change")

    def resolve(self, state: HexplorationInPlay, attempt: CheckAttempt, degree: Degree) -> HexplorationInPlay:
        state = spend_alone(state, attempt.participant)
        if degree not in SUCCESSES:
            return state.note("The camp is not fortified.", attempt.participant)
        group = state.own.group_of(attempt.participant)
        state = state.with_group(replace(group, is_fortified=True))
        return state.note(
            f"The camp in {group.hex} is fortified: +{CAMP_BONUS} to initiative and to Perception to Seek.",
            attempt.participant,
        )


class MapArea(_RankedAction, key="map-area", name="Map the Area", rank="mapping"):
    """Map a reconnoitered hex: navigation checks in it have a DC that is 2 lower."""

    skills = ("Survival",)

    def targets(self, state: HexplorationInPlay) -> tuple[CheckTarget, ...]:
        """Return the reconnoitered hexes with a group but without a map."""
        known = set(state.own.reconnoitered) - set(state.own.mapped)
        return tuple(target for target in super().targets(state) if target.key in known)

    def dc(self, state: HexplorationInPlay, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC; raise ``ChangeRefused`` unless the hex was reconnoitered and has no map."""
        if attempt.target not in state.own.reconnoitered:
            raise ChangeRefused("Reconnoiter the hex first.")
        if attempt.target in state.own.mapped:
            raise ChangeRefused("This hex already has an accurate map.")
        return super().dc(state, attempt)

    def outcomes(self, state: HexplorationInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        good = "an accurate map: the DC to find the way in this hex is 2 lower"
        return by_success(good, "no map")

    def resolve(self, state: HexplorationInPlay, attempt: CheckAttempt, degree: Degree) -> HexplorationInPlay:
        state = spend_alone(state, attempt.participant)
        if degree not in SUCCESSES:
            return state.note(f"The map of {attempt.target} is useless.", attempt.participant)
        state = state.with_own(mapped=(*state.own.mapped, attempt.target))
        return state.note(f"There is an accurate map of {attempt.target}.", attempt.participant)


class SubsistInWilds(_RankedAction, key="subsist", name="Subsist", rank="subsisting"):
    """Look for food and shelter in the wilderness, at -5 after a day of exploration."""

    skills = ("Survival", "Society")

    def modifiers(self, state: HexplorationInPlay, attempt: CheckAttempt) -> tuple[NamedModifier, ...]:
        # Ruling 296.
        return (NamedModifier("after exploring", SUBSIST_PENALTY),)

    def outcomes(self, state: HexplorationInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        return {
            Degree.CRITICAL_SUCCESS: "food and shelter for themselves and for one more",
            Degree.SUCCESS: "food and simple shelter for themselves",
            Degree.FAILURE: "too little food: off-guard until they have eaten enough",
            Degree.CRITICAL_FAILURE: "nothing to eat, and trouble; −2 to Subsist for a week",
        }

    def resolve(self, state: HexplorationInPlay, attempt: CheckAttempt, degree: Degree) -> HexplorationInPlay:
        state = spend_alone(state, attempt.participant)
        return state.note(f"Subsist: {self.outcomes(state, attempt)[degree]}.", attempt.participant)


class FindWay(_RankedAction, key="find-way", name="Find the way", rank="navigating"):
    """Navigate in a hex when the organizer asks for it; it uses no activity. A map lowers the DC by 2."""

    skills = ("Survival",)

    def dc(self, state: HexplorationInPlay, attempt: CheckAttempt) -> BattleNumber:
        _group_here(state, attempt, attempt.target)
        dc = self.simple_dc(state)
        if attempt.target not in state.own.mapped:
            return dc
        return BattleNumber(dc.name, (*dc.parts, NamedModifier("an accurate map", MAPPED)))

    def outcomes(self, state: HexplorationInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        return {
            Degree.CRITICAL_SUCCESS: "know the way",
            Degree.SUCCESS: "know the way",
            Degree.FAILURE: "get lost",
            Degree.CRITICAL_FAILURE: "get lost, and do not notice",
        }

    def resolve(self, state: HexplorationInPlay, attempt: CheckAttempt, degree: Degree) -> HexplorationInPlay:
        """Note whether they are lost; the organizer decides what that means."""
        words = "They know the way" if degree in SUCCESSES else "They are lost"
        return state.note(f"{words} in {attempt.target}.", attempt.participant)
