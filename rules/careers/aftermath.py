"""The effect of a scenario on one member: elimination, injury and advance, in this order."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.cards.model import Card
from rules.careers.events import AdvanceGranted, AdvanceRoll, CareerRules, EliminationRoll, FeatChoice, InjuryRoll
from rules.careers.feat_choices import has_feat_option, refuse_feat
from rules.careers.numbers import class_to_follow, level_of
from rules.careers.state import CareerProblem, CareerState, GainedFeat, OpenFeat, Wound
from rules.tables import advancement, dying
from rules.tables.dying import EliminationOutcome, outcome, rolls_for_injury, wound_heals

LAST_PERMANENT_WOUND = 3
"""The number of permanent injuries that ends a career, if the group plays so (ruling 173)."""


def outcome_of(roll: EliminationRoll | None) -> EliminationOutcome | None:
    """Return the outcome of an elimination roll, None without a roll."""
    return None if roll is None else outcome(roll.faces[0])


def needs_injury(career: CareerState, roll: EliminationRoll | None) -> bool:
    """Return True if a member rolls an injury after its elimination roll; ``career`` is before the scenario."""
    # A Wounded creature rolls one, unless a wound that it already has becomes permanent instead. Campaign play,
    # "Injuries"; rulings 21 and 22.
    result = outcome_of(roll)
    return result is not None and result.is_wounded and rolls_for_injury(has_temporary_wound=career.has_temporary_wound)


def take_injuries(career: CareerState, elimination: EliminationRoll | None, injury: InjuryRoll | None) -> CareerState:
    """Return a member that took part in a scenario with its wounds healed, made permanent, or one more."""
    # A wound ends with the next scenario in which its creature takes part, whatever else that scenario brings, except
    # that being Wounded again makes it permanent. A roll that is missing counts as no wound. Out of Action holds for
    # the next scenario. Campaign play, "Injuries"; rulings 21, 22 and 24.
    result = outcome_of(elimination)
    again = result is not None and result.is_wounded
    wounds = tuple(
        replace(wound, permanent=True)
        for wound in career.wounds
        if wound.permanent or not wound_heals(took_part=True, wounded_again=again)
    )
    if injury is not None:
        key = dying.injury(injury.faces[0]).key
        wounds = (*wounds, Wound(key, injury.scenario, injury.id))
    return replace(career, wounds=wounds, is_out_of_action=result is not None and result.misses_next)


def ends_with(career: CareerState, elimination: EliminationRoll | None, rules: CareerRules) -> bool:
    """Return True if a scenario ends the career of a member; ``career`` is before the scenario."""
    # Invented, and off by default: a third permanent injury ends a career. Only a wound that becomes permanent ends
    # one, and not those that a member had before the group took up the rule. Ruling 173.
    hurt = take_injuries(career, elimination, None)
    return rules.third_injury_ends and is_third_injury(career, hurt)


def is_third_injury(before: CareerState, after: CareerState) -> bool:
    """Return True if a member has more permanent injuries than before, and three of them or more."""
    return after.permanent_wounds >= LAST_PERMANENT_WOUND and after.permanent_wounds > before.permanent_wounds


def counted_faces(roll: AdvanceRoll, *, level: int, career: CareerState, card: Card) -> tuple[tuple[int, ...], int]:
    """Return the faces of an advance that count, and how many of its rerolls were due."""
    # With no feat left to choose, the 3d6 are rolled again. Campaign play, "Advancement"; ruling 19.
    faces, due = roll.faces, 0
    while due < len(roll.rerolls) and advancement.advance(faces).is_feat:
        if has_feat_option(level=level, career=career, card=card):
            break
        faces, due = roll.rerolls[due], due + 1
    return faces, due


def needs_reroll(roll: AdvanceRoll, *, level: int, career: CareerState, card: Card) -> bool:
    """Return True if the last roll of an advance gave a feat and none is left to choose."""
    faces, due = counted_faces(roll, level=level, career=career, card=card)
    return (
        due == len(roll.rerolls)
        and advancement.advance(faces).is_feat
        and not has_feat_option(level=level, career=career, card=card)
    )


def granted_roll(change: AdvanceGranted) -> AdvanceRoll:
    """Return the roll of an advance between scenarios, as one of a scenario."""
    first, *more = (
        change.faces[start : start + advancement.DICE] for start in range(0, len(change.faces), advancement.DICE)
    )
    return AdvanceRoll(id=change.id, scenario="", member=change.member, faces=first, rerolls=tuple(more))


def take_advance(
    career: CareerState, roll: AdvanceRoll, later: Sequence[FeatChoice], card: Card
) -> tuple[CareerState, list[CareerProblem]]:
    """Return a member with an advance, and the problem of its feat; ``later`` are feats chosen after the roll."""
    # The advance counts whatever becomes of its feat, which is judged by the level before the roll. Every third
    # advance brings a level. Campaign play, "Advancement"; rulings 18 and 19.
    level = level_of(career, card)
    faces, due = counted_faces(roll, level=level, career=career, card=card)
    problems: list[CareerProblem] = []
    if due < len(roll.rerolls):
        message = f"{career.name} has a feat to choose or needs none, so this advance is not rolled again."
        problems.append(CareerProblem("advance.reroll_not_due", roll.id, roll.member, message))
    change = advancement.advance(faces).change
    advanced = with_advance(career, card)
    if change is None:
        gained, new_problems = _take_feat(career, roll, later, card, level)
        advanced = replace(advanced, feats=gained.feats, open_feats=gained.open_feats)
        return advanced, problems + new_problems
    problems += _undue_feats(career, roll, later, sum(faces))
    return advanced.with_gain(change.stat, change.by), problems


def with_advance(career: CareerState, card: Card, by: int = 1) -> CareerState:
    """Return a member with more advances, and with the class that its HP follow once it has gained a level."""
    return with_hp_class(replace(career, advances=max(career.advances + by, 0)), card)


def with_hp_class(career: CareerState, card: Card) -> CareerState:
    """Return a member with the class that its HP follow, if it has left its card's level and has none yet."""
    # The class is settled at the first level and followed from then on, errata or not. Ruling 15.
    if career.hp_class is not None or level_of(career, card) == card.level:
        return career
    return replace(career, hp_class=class_to_follow(card))


def _take_feat(
    career: CareerState, roll: AdvanceRoll, later: Sequence[FeatChoice], card: Card, level: int
) -> tuple[CareerState, list[CareerProblem]]:
    """Return a member with the first valid choice, or with an open feat."""
    problems: list[CareerProblem] = []
    chosen = list(_choices(roll, later))
    if not chosen:
        message = f"{career.name} rolled a feat, and none is chosen."
        problems.append(CareerProblem("feat.missing", roll.id, roll.member, message))
    has_feat = False
    for event, feat, choice in chosen:
        if has_feat:
            message = f"{career.name} already has the feat of this advance."
            problems.append(CareerProblem("event.repeated", event, roll.member, message))
        elif refusal := refuse_feat(feat, choice, level=level, career=career, card=card):
            problems.append(CareerProblem(refusal.code, event, roll.member, refusal.message))
        else:
            career = replace(career, feats=(*career.feats, GainedFeat(feat, choice, roll.id)))
            has_feat = True
    if not has_feat:
        career = replace(career, open_feats=(*career.open_feats, OpenFeat(roll.id, roll.scenario or None, level)))
    return career, problems


def _choices(roll: AdvanceRoll, later: Sequence[FeatChoice]) -> Iterator[tuple[str, str, str | None]]:
    if roll.feat is not None:
        yield roll.id, roll.feat, roll.choice
    for choice in later:
        yield choice.id, choice.feat, choice.choice


def _undue_feats(
    career: CareerState, roll: AdvanceRoll, later: Sequence[FeatChoice], total: int
) -> Iterator[CareerProblem]:
    # A choice without a feat says nothing, so it is left alone.
    for event, _, _ in _choices(roll, later):
        message = f"{career.name} rolled {total}, which gives {advancement.BY_TOTAL[total].name} and no feat."
        yield CareerProblem("feat.not_due", event, roll.member, message)
