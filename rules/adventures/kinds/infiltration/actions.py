"""The actions inside: overcome an obstacle, deal with a complication, seize an opportunity."""

from collections.abc import Mapping
from dataclasses import replace

from rules.adventures.checks import CheckAction, CheckTarget
from rules.adventures.fields import DEGREES, SUCCESSES, SkillDC, points_words, skill_dc
from rules.adventures.kinds.infiltration.facts import (
    AWARENESS_POINTS,
    INFILTRATION_POINTS,
    Complication,
    InfiltrationObstacle,
    Opportunity,
)
from rules.adventures.kinds.infiltration.play import (
    POOLED,
    FailedCheck,
    InfiltrationInPlay,
    InfiltrationState,
    PendingComplication,
    with_awareness,
    with_complication,
)
from rules.adventures.state import CheckAttempt
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.tables.rolls import Degree
from rules.text import counted

EXPERT_BONUS = 2
INFILTRATION_POINT, AWARENESS_POINT = "Infiltration Point", "Awareness Point"


def skills_dc(
    state: InfiltrationInPlay, skills: tuple[SkillDC, ...], skill: str, level: int | None = None
) -> BattleNumber:
    """Return the DC of a skill against a stat block of the infiltration."""
    of_level = state.level if level is None else level
    return skill_dc(skills, skill, state.scale, of_level)


def skill_target(key: str, name: str, skills: tuple[SkillDC, ...]) -> CheckTarget:
    """Return something to try, with its skills."""
    return CheckTarget(key, name, tuple(skill.skill for skill in skills))


class OvercomeAction(CheckAction, key="overcome", name="Overcome"):
    """Overcome an obstacle of the objective at which the participant is."""

    def targets(self, state: InfiltrationInPlay) -> tuple[CheckTarget, ...]:
        if not state.own.is_inside:
            return ()
        by_key = {obstacle.key: obstacle for who in state.infiltrators() for obstacle in state.open_obstacles(who.id)}
        return tuple(skill_target(obstacle.key, obstacle.name, obstacle.skills) for obstacle in by_key.values())

    def is_dc_known(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> bool:
        """Return True if the facts show their DCs and players know the awareness, which raises them: ruling 312."""
        return super().is_dc_known(state, attempt) and state.knows_awareness()

    def dc(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC of a skill, as awareness and opportunities change it."""
        state.refuse_outside()
        state.refuse_pending(attempt.participant)
        obstacle = self._obstacle(state, attempt)
        number = skills_dc(state, obstacle.skills, attempt.skill, obstacle.level)
        return replace(number, parts=(*number.parts, *state.obstacle_changes(obstacle)))

    def modifiers(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> tuple[NamedModifier, ...]:
        if attempt.participant not in state.own.experts:
            return ()
        return (NamedModifier("following the expert", EXPERT_BONUS),)

    def outcomes(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        return {
            degree: points_words(
                *(
                    (INFILTRATION_POINTS[degree], INFILTRATION_POINT)
                    if degree in SUCCESSES
                    else (AWARENESS_POINTS[degree], AWARENESS_POINT)
                )
            ).capitalize()
            for degree in DEGREES
        }

    def resolve(self, state: InfiltrationInPlay, attempt: CheckAttempt, degree: Degree) -> InfiltrationInPlay:
        """Give Infiltration Points, or Awareness Points and the effects of a critical failure."""
        obstacle, who = self._obstacle(state, attempt), attempt.participant
        state = (state.show((obstacle.key,)) if obstacle.hidden else state).entered()
        before = state.own
        credited = dict(before.stand_ins).get(who, who)
        own = before.changed(
            experts=tuple(expert for expert in before.experts if expert != who),
            stand_ins=tuple(pair for pair in before.stand_ins if pair[0] != who),
        )
        state = state.with_own_value(own)
        if degree in SUCCESSES:
            return _with_progress(state, obstacle, who, credited, INFILTRATION_POINTS[degree])
        state = with_awareness(state, AWARENESS_POINTS[degree], who)
        if degree is Degree.CRITICAL_FAILURE:
            if obstacle.critical_failure:
                state = state.note(obstacle.critical_failure, who)
            if obstacle.complication:
                complication = state.facts.complications_by_key[obstacle.complication]
                state = with_complication(state, complication, who)
        return _failed(state, before, attempt)

    def _obstacle(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> InfiltrationObstacle:
        who = dict(state.own.stand_ins).get(attempt.participant, attempt.participant)
        obstacle = state.facts.obstacles.get(attempt.target)
        objective = state.current_objective(who)
        if obstacle is None or objective is None or obstacle not in objective.obstacles:
            raise ChangeRefused(f"This obstacle is not part of {state.participant(who).name}’s objective.")
        if state.has_overcome(obstacle, who):
            raise ChangeRefused(f"{obstacle.name} has already been overcome.")
        return obstacle


def _with_progress(
    state: InfiltrationInPlay, obstacle: InfiltrationObstacle, who: str, credited: str, points: int
) -> InfiltrationInPlay:
    own, row = state.own, POOLED if obstacle.scope == "group" else credited
    now = min(own.obstacle_points(obstacle.key, row) + points, obstacle.points)
    state = state.with_own_value(own.with_obstacle_points(obstacle.key, row, now))
    owner = "" if row == POOLED else f" for {state.participant(row).name}"
    state = state.note(f"{obstacle.name}: {now} of {points_of(obstacle.points)}{owner}.", who)
    objective = state.current_objective(credited)
    if objective is None or obstacle not in objective.obstacles:
        name = state.participant(credited).name
        state = state.note(
            f"{name} moves on to {objective.name}." if objective else f"{name} has made it through.", credited
        )
    return state


def points_of(points: int) -> str:
    """Return a number of Infiltration Points in words."""
    return counted(points, INFILTRATION_POINT)


def _failed(state: InfiltrationInPlay, before: InfiltrationState, attempt: CheckAttempt) -> InfiltrationInPlay:
    # An Edge Point may turn it into a success as long as nothing else happens.
    failed = FailedCheck(attempt, replace(before, failed=None))
    return state.with_own(failed=failed)


class ComplicationAction(CheckAction, key="deal-with", name="Deal with a complication"):
    """Deal with a complication, which must come before anything else."""

    def targets(self, state: InfiltrationInPlay) -> tuple[CheckTarget, ...]:
        known = state.facts.complications_by_key
        rows = (known[complication.key] for complication in state.own.pending)
        return tuple(skill_target(row.key, row.name, row.skills) for row in rows)

    def dc(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC of a skill; awareness does not change it."""
        # Awareness raises the DCs "for obstacles": ruling 232.
        _, complication = self._pending(state, attempt)
        return skills_dc(state, complication.skills, attempt.skill)

    def outcomes(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        _, complication = self._pending(state, attempt)
        return {degree: _complication_words(complication, degree) for degree in DEGREES}

    def resolve(self, state: InfiltrationInPlay, attempt: CheckAttempt, degree: Degree) -> InfiltrationInPlay:
        """Give points toward it, or clear it; a failure may raise awareness."""
        pending, complication = self._pending(state, attempt)
        before, who = state.own, attempt.participant
        state = state.with_own_value(before.with_pending(pending, _dealt_with(complication, pending, who, degree)))
        if not any(
            complication.key == pending.key and who not in complication.done for complication in state.own.pending
        ):
            state = state.note(f"{complication.name} is dealt with.", who)
        state = with_awareness(state, complication.awareness_after(degree), who)
        return state if degree in SUCCESSES else _failed(state, before, attempt)

    def _pending(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> tuple[PendingComplication, Complication]:
        for complication in state.pending_for(attempt.participant):
            if complication.key == attempt.target:
                return complication, state.facts.complications_by_key[complication.key]
        raise ChangeRefused("They do not have to deal with this complication.")


def _complication_words(complication: Complication, degree: Degree) -> str:
    phrases = []
    if not complication.points:
        phrases.append("it is over")
    elif degree in SUCCESSES:
        phrases.append(points_words(INFILTRATION_POINTS[degree], INFILTRATION_POINT))
    if by := complication.awareness_after(degree):
        phrases.append(points_words(by, AWARENESS_POINT))
    return (", ".join(phrases) or "no change").capitalize()


def _dealt_with(
    complication: Complication, pending: PendingComplication, who: str, degree: Degree
) -> PendingComplication | None:
    """Return a complication after an attempt, None if it is over for everyone."""
    is_each = complication.scope == "individual"
    row = who if is_each else POOLED
    points = dict(pending.points).get(row, 0) + INFILTRATION_POINTS[degree]
    # Without points of its own one attempt clears it, even a failed one. "Complications".
    if complication.points and points < complication.points:
        rows = tuple(pair for pair in pending.points if pair[0] != row)
        return replace(pending, points=(*rows, (row, points)))
    return replace(pending, done=(*pending.done, who)) if is_each else None


class OpportunityAction(CheckAction, key="seize", name="Seize an opportunity"):
    """Seize an opportunity, which helps without counting for an objective."""

    def targets(self, state: InfiltrationInPlay) -> tuple[CheckTarget, ...]:
        own = state.own
        rows = state.facts.opportunities if own.is_inside else ()
        return tuple(
            skill_target(row.key, row.name, row.skills) for row in rows if row.repeatable or row.key not in own.seized
        )

    def dc(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> BattleNumber:
        state.refuse_outside()
        state.refuse_pending(attempt.participant)
        return skills_dc(state, self._opportunity(state, attempt).skills, attempt.skill)

    def outcomes(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        opportunity = self._opportunity(state, attempt)
        good = opportunity.text or "It helps"
        bad = {degree: opportunity.awareness_after(degree) for degree in DEGREES if degree not in SUCCESSES}
        return dict.fromkeys(SUCCESSES, good) | {
            degree: points_words(by, AWARENESS_POINT).capitalize() for degree, by in bad.items()
        }

    def resolve(self, state: InfiltrationInPlay, attempt: CheckAttempt, degree: Degree) -> InfiltrationInPlay:
        opportunity, who = self._opportunity(state, attempt), attempt.participant
        state = (state.show((opportunity.key,)) if opportunity.hidden else state).entered()
        own = state.own.changed()
        if degree in SUCCESSES:
            own = own.changed(seized=(*own.seized, opportunity.key))
            if opportunity.edge:
                own = own.with_edge(opportunity.edge, opportunity.edge_use, "real")
            state = state.note(f"{opportunity.name}: it works.", who)
        state = with_awareness(state.with_own_value(own), opportunity.awareness_after(degree), who)
        if degree is Degree.CRITICAL_FAILURE and opportunity.complication:
            complication = state.facts.complications_by_key[opportunity.complication]
            state = with_complication(state, complication, who)
        return state

    def _opportunity(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> Opportunity:
        opportunity = state.facts.opportunity(attempt.target)
        if opportunity is None or (not opportunity.repeatable and opportunity.key in state.own.seized):
            raise ChangeRefused("This opportunity is gone.")
        return opportunity
