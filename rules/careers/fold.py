"""The fold: computes careers from their events, scenario by scenario, with the changes between scenarios.

``play`` turns the state before a scenario (or some changes) into the state after it; a site that stores the state after
each scenario continues from there. A preview is the fold of the events and one more.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import singledispatch
from typing import NamedTuple

from rules.cards.model import STATS, Card
from rules.careers.aftermath import granted_roll, is_third_injury, take_advance, with_advance, with_hp_class
from rules.careers.events import (
    AdvanceGranted,
    AftermathEvent,
    CardKept,
    CardRevised,
    CareerChange,
    CareerCorrected,
    CareerEvent,
    MemberChanged,
    MemberDismissed,
    MemberJoined,
    OpenFeatTaken,
    PlayedScenario,
    RulesChanged,
)
from rules.careers.feat_choices import refuse_feat
from rules.careers.numbers import level_of
from rules.careers.scenarios import play_scenario, unknown_member, unknown_scenario
from rules.careers.state import (
    Aftermath,
    CareerProblem,
    CareerState,
    GainedFeat,
    OpenFeat,
    WarbandState,
    Wound,
    enlist_career,
)
from rules.errors import RulesError
from rules.feats import BY_KEY as FEATS
from rules.legality.resolved import Rulebook
from rules.tables.advancement import CLASSES_BY_NAME as CLASSES
from rules.tables.dying import INJURY_BY_KEY as INJURIES


class ChangeFault(Exception):
    """A change that cannot have an effect: the code of the problem, and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def apply(state: WarbandState, change: CareerChange, rulebook: Rulebook) -> Aftermath:
    """Return the state after a change; a change without a possible effect leaves it unchanged, with a problem."""
    try:
        if isinstance(change, RulesChanged):
            return Aftermath(replace(state, rules=change.rules))
        if isinstance(change, MemberJoined):
            return Aftermath(_with_member(state, change, rulebook))
        career = state.by_id.get(change.member_id or "")
        if career is None:
            return Aftermath(state, (unknown_member(change.id, change.member_id or ""),))
        changed = _changed(change, career, rulebook)
        if state.rules.third_injury_ends and not career.has_ended and is_third_injury(career, changed):
            # A wound by hand counts as any other, by the rules of the last scenario. Ruling 173.
            changed = replace(changed, ended_by=change.id)
        return Aftermath(state.with_career(changed))
    except ChangeFault as fault:
        return Aftermath(state, (CareerProblem(fault.code, change.id, change.member_id, fault.message),))


def _with_member(state: WarbandState, change: MemberJoined, rulebook: Rulebook) -> WarbandState:
    if any(career.id == change.member.id for career in state.members):
        raise ChangeFault("event.repeated", f"The id “{change.member.id}” belongs to a member already.")
    if rulebook.card(change.member.creature, change.member.revision) is None:
        raise ChangeFault("creature.unknown", f"There is no creature with the key “{change.member.creature}”.")
    return replace(state, members=(*state.members, enlist_career(change.member, rulebook)))


@singledispatch
def _changed(change: CareerChange, career: CareerState, rulebook: Rulebook) -> CareerState:
    raise RulesError(f"{type(change).__name__} is not a change that a career knows.")


@_changed.register
def _(change: MemberDismissed, career: CareerState, rulebook: Rulebook) -> CareerState:
    return replace(career, is_dismissed=True)


@_changed.register
def _(change: MemberChanged, career: CareerState, rulebook: Rulebook) -> CareerState:
    # Another creature would be another member, and errata have an event of their own.
    kept = (career.member.creature, career.member.revision)
    if (change.member.creature, change.member.revision) != kept:
        raise ChangeFault("member.other_card", f"{career.name} keeps its creature and its card.")
    return replace(career, member=change.member)


@_changed.register
def _(change: CardRevised, career: CareerState, rulebook: Rulebook) -> CareerState:
    # Level, stats and damage follow the new card; the class of the HP stays the one that was followed.
    return replace(career, member=replace(career.member, revision=change.revision), left_revision=None)


@_changed.register
def _(change: CardKept, career: CareerState, rulebook: Rulebook) -> CareerState:
    return replace(career, left_revision=change.revision)


@_changed.register
def _(change: OpenFeatTaken, career: CareerState, rulebook: Rulebook) -> CareerState:
    # The feat is judged by the level before the advance that gave it, as if it had been chosen then: ruling 19.
    open_feat = next((feat for feat in career.open_feats if feat.event == change.advance), None)
    if open_feat is None:
        raise ChangeFault("feat.not_due", f"{career.name} has no such feat left to choose.")
    card = career.base_card(rulebook)
    if refusal := refuse_feat(change.feat, change.choice, level=open_feat.level, career=career, card=card):
        raise ChangeFault(refusal.code, refusal.message)
    return replace(
        career,
        feats=(*career.feats, GainedFeat(change.feat, change.choice, open_feat.event)),
        open_feats=tuple(feat for feat in career.open_feats if feat is not open_feat),
    )


@_changed.register
def _(change: AdvanceGranted, career: CareerState, rulebook: Rulebook) -> CareerState:
    # A feat that it gives stays open until the owner chooses it: ruling 389.
    advanced, _ = take_advance(career, granted_roll(change), (), career.base_card(rulebook))
    return advanced


@_changed.register
def _(change: CareerCorrected, career: CareerState, rulebook: Rulebook) -> CareerState:
    match change.correction:
        case "injury-add":
            return _with_injury(change, career)
        case "injury-remove":
            return _without_injury(change, career)
        case "advance-add":
            return _with_advance(change, career, career.base_card(rulebook))
        case "advance-remove":
            return _without_advance(change, career, career.base_card(rulebook))
        case "level":
            return with_hp_class(replace(career, level_offset=change.amount), career.base_card(rulebook))
        case "points":
            return replace(career, points_correction=change.amount)
        case "hp-class":
            return _with_class(change, career)
        case "spell-add":
            known = change.subject in career.spells
            return career if known else replace(career, spells=(*career.spells, change.subject))
        case "career-reopen":
            return _reopened(career)


def _with_injury(change: CareerCorrected, career: CareerState) -> CareerState:
    if change.subject not in INJURIES:
        raise ChangeFault("injury.unknown", f"There is no injury with the key “{change.subject}”.")
    return replace(career, wounds=(*career.wounds, Wound(change.subject, None, change.id, change.permanent)))


def _without_injury(change: CareerCorrected, career: CareerState) -> CareerState:
    left = tuple(wound for wound in career.wounds if wound.event != change.subject)
    if left == career.wounds:
        raise ChangeFault("injury.not_there", f"{career.name} no longer has that wound.")
    return replace(career, wounds=left)


def _with_advance(change: CareerCorrected, career: CareerState, card: Card) -> CareerState:
    advanced = with_advance(career, card)
    if change.subject in STATS:
        return advanced.with_gain(change.subject, 1)
    level = level_of(career, card)
    if not change.subject:
        return replace(advanced, open_feats=(*career.open_feats, OpenFeat(change.id, None, level)))
    if refusal := refuse_feat(change.subject, change.choice, level=level, career=career, card=card):
        raise ChangeFault(refusal.code, refusal.message)
    return replace(advanced, feats=(*career.feats, GainedFeat(change.subject, change.choice, change.id)))


def _without_advance(change: CareerCorrected, career: CareerState, card: Card) -> CareerState:
    if not career.advances:
        raise ChangeFault("advance.not_there", f"{career.name} has no advance to take away.")
    fewer = with_advance(career, card, -1)
    if change.subject in STATS:
        if fewer.advances < len(career.feats) + len(career.open_feats):
            raise ChangeFault("advance.not_there", f"All advances of {career.name} gave feats, none gave a stat.")
        return fewer.with_gain(change.subject, -1)
    if not change.subject:
        if not career.open_feats:
            raise ChangeFault("advance.not_there", f"{career.name} has no feat left to choose.")
        return replace(fewer, open_feats=career.open_feats[:-1])
    left = tuple(feat for feat in career.feats if (feat.feat, feat.choice) != (change.subject, change.choice))
    if left == career.feats:
        name = FEATS[change.subject].name if change.subject in FEATS else f"“{change.subject}”"
        raise ChangeFault("advance.not_there", f"{career.name} does not have the feat {name}.")
    return replace(fewer, feats=left)


def _with_class(change: CareerCorrected, career: CareerState) -> CareerState:
    if change.subject not in CLASSES:
        raise ChangeFault("class.unknown", f"“{change.subject}” is not a class of the table.")
    return replace(career, hp_class=change.subject)


def _reopened(career: CareerState) -> CareerState:
    # Its permanent injuries stay, so that the next one ends it again. Ruling 173.
    if not career.has_ended:
        raise ChangeFault("career.not_ended", f"The career of {career.name} has not ended.")
    return replace(career, ended_by="")


class FoldedCareers(NamedTuple):
    """The result of folding events: the state after the dice of each scenario, the present state, and all problems."""

    after: tuple[WarbandState, ...]
    state: WarbandState
    problems: tuple[CareerProblem, ...]


def play(state: WarbandState, events: Iterable[CareerEvent], rulebook: Rulebook) -> Aftermath:
    """Return the state after one scenario with its events, then after the changes among the events.

    Raises ``RulesError`` for the events of two scenarios, which are two steps.
    """
    events = tuple(events)
    scenarios = [event for event in events if isinstance(event, PlayedScenario)]
    belonging = [event for event in events if isinstance(event, AftermathEvent)]
    if len(scenarios) > 1:
        raise RulesError("Play the events of one scenario at a time.")
    if scenarios:
        state, problems = play_scenario(state, scenarios[0], belonging, rulebook)
    else:
        problems = tuple(map(unknown_scenario, belonging))
    for event in events:
        if isinstance(event, CareerChange):
            state, new_problems = apply(state, event, rulebook)
            problems += new_problems
    return Aftermath(state, problems)
