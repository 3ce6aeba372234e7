"""Rules on minions: creatures that come with their commander."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.legality.remedies import AddMinions, BuyMinion, Remedy
from rules.legality.removals import member_removal
from rules.legality.resolved import ResolvedMember, ResolvedRoster
from rules.legality.rule import Problem, Rule
from rules.roster.commands import count_minions, missing_minions


class MinionHasCommander(Rule):
    """A minion comes with a commander whose card starts with it."""

    code = "minion.without_commander"
    label = "a minion without its commander"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # Only a commander whose card starts with this very creature brings it along, and no more of them than the
        # card names. Common features, "Commander"; ruling 3.
        for member in roster.members:
            if member.member.minion_of is None or member.is_free:
                continue
            remedies: list[Remedy] = [member_removal(member, roster)]
            if member.card:
                remedies.insert(0, BuyMinion(member=member.id, name=member.name, points=member.base_points))
            yield self.problem(
                member.subject(),
                f"{member.name} cannot join as a minion: {_reason(roster, member)}.",
                *remedies,
                minion_of=member.member.minion_of,
                creature=member.member.creature,
            )


def _reason(roster: ResolvedRoster, resolved_member: ResolvedMember) -> str:
    if resolved_member.member.minion_of == resolved_member.id:
        return "it is listed as its own commander"
    commander = roster.member(resolved_member.member.minion_of)
    if commander is None:
        return "its commander is not in the warband"
    brings = commander.card.starts_with.count(resolved_member.member.creature) if commander.card else 0
    if not brings:
        return f"{commander.name} does not start with it"
    present = count_minions(other.member for other in roster.members if other.is_free)
    if present[commander.id, resolved_member.member.creature] >= brings:
        return f"{commander.name} starts with only {brings} and already has {'it' if brings == 1 else 'them'}"
    return f"it would bring along its own commander, {commander.name}"


class CommanderHasMinions(Rule):
    """A commander comes with the minions that its card names."""

    code = "minion.missing"
    label = "a commander without its minion"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # Where the commander goes, the minions of its card go too. Common features, "Commander".
        present: Counter[tuple[str | None, str]] | None = None
        for member in roster.members:
            if member.card is None or not member.card.starts_with:
                continue
            if present is None:
                present = count_minions(other.member for other in roster.members if other.is_free)
            for key, number, missing in missing_minions(member.id, member.card, present):
                card = roster.rulebook.cards.get(key)
                name = card.name if card else f"“{key}”"
                remedies: list[Remedy] = [member_removal(member, roster)]
                if card:
                    remedies.insert(
                        0,
                        AddMinions(
                            commander=member.id,
                            commander_name=member.name,
                            creature=key,
                            creature_name=name,
                            number=missing,
                        ),
                    )
                yield self.problem(
                    member.subject(),
                    f"{member.name} starts with {_missing_words(name, number, missing)} in the warband.",
                    *remedies,
                    minion=key,
                    missing=missing,
                )


def _missing_words(name: str, number: int, missing: int) -> str:
    if number == 1:
        return f"a minion, {name}, which is not"
    if missing == number:
        return f"{number} × {name} as minions, none of which are"
    return f"{number} × {name} as minions, but {missing} of them {'is' if missing == 1 else 'are'} not"
