"""Fixes: remedies of a problem as changes that a player makes with a button.

The first fix of a problem is the first remedy in its sentence. Some problems have no fix, only a decision by the
players: an empty warband, an open choice, a card without stats.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.building.changes import Change, ChangeSet
from rules.building.draft import FIRST_NUMBER, MAX_LIMIT, Draft
from rules.building.extras import ExtrasGiveUp, ItemRemove, ItemReplace, PositioningSet, RepeatsRemove, UpgradeSet
from rules.building.members import MemberBuy, MemberCreature, MemberRemove, MemberRevision, MinionAdd
from rules.building.warband import AlignmentChoose, BanLift, CollectionSet, LimitSet, SourceAllow
from rules.errors import ChangeRefused
from rules.legality.remedies import members
from rules.legality.remedies.remedy import AddFigures, AllowSource, ChooseAlignment, LiftBan, RaiseLimit, Remedy
from rules.legality.resolved import ResolvedRoster, Rulebook, resolve
from rules.legality.rule import Problem
from rules.legality.verdict import find_problems


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that fixes a problem; ``label`` is the text of its button: ``Remove Boar``."""

    label: str
    change: Change


ProblemPlace = tuple[str, str | None, str | None]
"""The identity of a problem: its code, its member's id, the key of the upgrade or item."""


def problem_place(problem: Problem) -> ProblemPlace:
    """Return the identity of a problem. Two may share it, such as when two kinds of minions are missing."""
    return problem.code, problem.subject.id, problem.subject.key


def fixes(problem: Problem, roster: ResolvedRoster) -> tuple[Fix, ...]:
    """Return the changes that fix a problem of this roster, the smallest change first; empty if there is none."""
    options = [option for remedy in problem.remedies for option in remedy.options]
    changes = [(option, change_of(option, roster)) for option in options]
    return tuple(Fix(option.label, change) for option, change in changes if change is not None)


def fixes_by_problem(problems: Iterable[Problem], roster: ResolvedRoster) -> dict[ProblemPlace, tuple[Fix, ...]]:
    """Return the fixes of all problems; those that share a place share their fixes, the first one of each first.

    ``FixTake`` names a fix by that place and its number there, counted from 0.
    """
    by_place: dict[ProblemPlace, list[tuple[Fix, ...]]] = {}
    for problem in problems:
        by_place.setdefault(problem_place(problem), []).append(fixes(problem, roster))
    return {
        place: tuple(
            dict.fromkeys(fix for part in (slice(1), slice(1, None)) for each in several for fix in each[part])
        )
        for place, several in by_place.items()
    }


class FixTake(Change, kind="fix-take"):
    """Applies a fix, named by its problem (code, member's id, key) and its number among the fixes there."""

    code: str
    member: str | None
    key: str | None
    number: int

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft after the fix."""
        return self.change(draft, rulebook).apply(draft, rulebook, next_member)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what the fix does."""
        return self.change(draft, rulebook).describe(draft, rulebook)

    def change(self, draft: Draft, rulebook: Rulebook) -> Change:
        """Return the fix's change; raise ``ChangeRefused`` if the problem is gone."""
        roster = resolve(draft.roster, rulebook)
        place = (self.code, self.member, self.key)
        mine = [problem for problem in find_problems(roster) if problem_place(problem) == place]
        offered_fixes = fixes_by_problem(mine, roster).get(place, ())
        if not 0 <= self.number < len(offered_fixes):
            raise ChangeRefused("This problem no longer exists.")
        return offered_fixes[self.number].change


def change_of(remedy: Remedy, roster: ResolvedRoster) -> Change | None:
    """Return the change that carries out a remedy, None if no change of a draft can."""
    if isinstance(remedy, RaiseLimit) and remedy.limit > MAX_LIMIT:
        return None
    changes = tuple(_changes_of(remedy, roster))
    if len(changes) > 1:
        return ChangeSet(changes, remedy.done)
    return changes[0] if changes else None


def _changes_of(remedy: Remedy, roster: ResolvedRoster) -> Iterable[Change]:
    match remedy:
        case members.RemoveMember(member=member):
            return [MemberRemove(member)]
        case members.RemoveGroups(leaders=leaders, stranded=stranded):
            return [*map(MemberBuy, stranded), *map(MemberRemove, leaders)]
        case members.UseCreature(member=member, key=creature):
            return [MemberCreature(member, creature)]
        case members.BuyMinion(member=member):
            return [MemberBuy(member)]
        case members.AddMinions(commander=commander, creature=creature, number=number):
            return [MinionAdd(commander, creature)] * number
        case members.UseRevision(member=member, revision=revision):
            return [MemberRevision(member, revision)]
        case members.RemoveExtras(member=owner):
            return [ExtrasGiveUp(owner.id, remedy.number)]
        case members.RemoveItems(member=member, places=places) | members.KeepOneItem(member=member, places=places):
            # The last goes first, so that the places of the others stay.
            return [ItemRemove(member, place) for place in sorted(places, reverse=True)]
        case members.UseItem(member=member, places=places, key=item):
            return [ItemReplace(member, place, item) for place in places]
        case members.RemoveUpgrades(member=member, keys=keys):
            return [UpgradeSet(member, key, bought=False) for key in keys]
        case members.RemovePositioning(member=member, key=key):
            return [PositioningSet(member, key, bought=False)]
        case members.KeepOneUpgrade(member=member, key=key):
            return [RepeatsRemove(member, key)]
        case RaiseLimit(limit=limit):
            return [LimitSet(limit)]
        case ChooseAlignment(alignments=alignments):
            return [AlignmentChoose(code) for code in alignments]
        case AllowSource(source=source):
            return [SourceAllow(source)]
        case LiftBan(creature=creature):
            return [BanLift(creature)]
        case AddFigures(creature=creature, owned=owned):
            collection = {**(roster.roster.collection or {}), creature: owned}
            return [ChangeSet((CollectionSet(tuple(collection.items())),), remedy.done)]
        case _:
            return ()
