"""Checks to pass an obstacle, and the effects of time: passed turns, the pace of the other side, a lost trail."""

from collections.abc import Mapping
from dataclasses import replace

from rules.adventures.checks import CheckAction, CheckTarget
from rules.adventures.fields import ACCUMULATING, DEGREES, SUCCESSES, Difficulty, dc_number, listed_skill, points_words
from rules.adventures.kinds.chase.facts import GOAL, way_key
from rules.adventures.kinds.chase.play import ChaseGroup, ChaseInPlay, in_sentence, others_moved
from rules.adventures.state import CheckAttempt
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import BattleNumber
from rules.tables.rolls import Degree
from rules.text import counted

POINT = "Chase Point"


class OvercomeObstacleAction(CheckAction, key="overcome", name="Overcome"):
    """Help the group past its obstacle, by a skill that the obstacle lists or by another idea."""

    def targets(self, state: ChaseInPlay) -> tuple[CheckTarget, ...]:
        """Return the obstacles that the groups face, those of an other side that rolls last."""
        facts, own = state.facts, state.own
        groups = (*state.party_groups(), *((own.others,) if own.others and facts.others_roll else ()))
        faced = dict.fromkeys(group.at for group in groups if group.at != GOAL)
        obstacles = (facts.by_key[key] for key in faced)
        return tuple(
            CheckTarget(obstacle.key, obstacle.name, tuple(row.skill for row in obstacle.skills))
            for obstacle in obstacles
        )

    def dc(self, state: ChaseInPlay, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC of a listed skill, or that of the party's level for another idea."""
        group = state.chase_group(attempt.participant)
        refuse_turn(state, attempt.participant, group)
        if attempt.target != group.at:
            raise ChangeRefused("This group faces another obstacle.")
        obstacle = state.facts.by_key[group.at]
        listed_dc = listed_skill(obstacle.skills, attempt.skill)
        if listed_dc is None:
            return dc_number(Difficulty(), state.scale, state.level)
        level = state.level if obstacle.level is None else obstacle.level
        return dc_number(listed_dc.difficulty, state.scale, level)

    def outcomes(self, state: ChaseInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        return {degree: points_words(ACCUMULATING[degree], POINT).capitalize() for degree in DEGREES}

    def resolve(self, state: ChaseInPlay, attempt: CheckAttempt, degree: Degree) -> ChaseInPlay:
        """Change the points of the group, and find the paths that such a check reveals."""
        group = state.chase_group(attempt.participant)
        before, needed = group.points, state.needed_points(group)
        state = state.with_chase_points(group, ACCUMULATING[degree], acted=True)
        after = state.chase_group(attempt.participant).points
        if after != before:
            state = state.note(f"Chase Points: {after} of {needed}.", attempt.participant)
        return _ways_found(state, attempt, degree, group)


def refuse_turn(state: ChaseInPlay, participant: str, group: ChaseGroup) -> None:
    """Raise ``ChangeRefused`` for a participant that is at the goal, or whose side must wait for the other one."""
    own, facts = state.own, state.facts
    if group.at == GOAL:
        raise ChangeRefused(f"{state.participant(participant).name} has reached {in_sentence(facts.goal)}.")
    if not facts.others_roll or own.others is None:
        return
    side = "others" if group is own.others else "party"
    if side == own.first:
        return
    ahead = (own.others,) if side == "party" else state.party_groups()
    waiting = [member for each in ahead if each.at != GOAL for member in state.members_of(each)]
    if any(participant.id not in state.acted for participant in waiting):
        raise ChangeRefused("The other side goes first. It has to act before this group.")


def _ways_found(state: ChaseInPlay, attempt: CheckAttempt, degree: Degree, group: ChaseGroup) -> ChaseInPlay:
    own, facts = state.own, state.facts
    if group.at == GOAL or state.participant(attempt.participant).is_rival:
        return state
    for way in facts.ways[group.at]:
        key = way_key(group.at, way)
        wants = SUCCESSES if way.degree == "success" else (Degree.CRITICAL_SUCCESS,)
        by_skill = not way.skill or way.skill.casefold() == attempt.skill.strip().casefold()
        if way.degree and by_skill and degree in wants and key not in own.opened:
            own = replace(state.own, opened=(*state.own.opened, key))
            # What stands on the way is seen too, unless obstacles lie face down.
            beyond = () if facts.face_down else facts.main_way(way.to)
            state = state.with_own_value(own).show((key, *beyond))
            state = state.note(f"Found another way: {way.name or 'a path'}.", attempt.participant)
    return state


def turn_lost(state: ChaseInPlay, participant: str) -> ChaseInPlay:
    """Return the state after a participant has done nothing: its group loses a Chase Point."""
    who = state.participant(participant)
    if who.is_rival and not state.facts.others_roll:
        return state
    group = state.chase_group(participant)
    if group.at == GOAL or who.is_out:
        return state
    # One that is there and cannot act loses the point as one that passes does. Chases; ruling 230.
    text = f"{who.name} {'cannot act' if who.cannot_act else 'did not help'}."
    if group.points:
        text += " The group loses 1 Chase Point."
    return state.with_chase_points(group, -1).note(text, participant)


def chase_round_ended(state: ChaseInPlay) -> ChaseInPlay:
    """Return the state after a round: those who did not act, the other side's move, any end."""
    for who in state.participants:
        if who.id not in state.acted:
            state = turn_lost(state, who.id)
    own = state.own
    state = state.with_own(party=tuple(_rested(group) for group in own.party))
    if not state.own.has_moved:
        state = others_moved(state)
    if not state.is_over:
        state = _trail_lost(state)
    if not state.is_over:
        state = _clock_run_out(state)
    if state.is_over:
        return state
    own = state.own
    state = state.with_own(has_moved=False)
    is_last = state.adventure.rounds is not None and state.round >= state.adventure.rounds
    return others_moved(state) if own.first == "others" and not is_last else state


def _rested(group: ChaseGroup) -> ChaseGroup:
    # A round counts as struggling if anyone acted against the obstacle in it: ruling 229.
    return replace(group, stuck=group.stuck + group.struggles, struggles=False)


def _trail_lost(state: ChaseInPlay) -> ChaseInPlay:
    facts = state.facts
    if facts.trail_ends is None or facts.row.pursued is None:
        return state
    # Every group has to be that far ahead; the nearest pursuer counts.
    leads = [state.lead_of(group) or 0 for group in state.party_groups()]
    ahead = min(leads) if facts.row.pursued == "party" else -max(leads)
    if ahead < facts.trail_ends:
        return state
    who, lost = ("The party", facts.others) if facts.row.pursued == "party" else (facts.others, "The party")
    return state.ended(f"{who} got {counted(ahead, 'obstacle')} ahead. {lost} lost the trail.")


def _clock_run_out(state: ChaseInPlay) -> ChaseInPlay:
    facts = state.facts
    if facts.row.has_others or state.adventure.rounds is not None or state.round < facts.steps:
        return state
    # As many rounds as obstacles, unless the adventure has a number of its own. "Beat the Clock".
    return state.ended("Time has run out.")
