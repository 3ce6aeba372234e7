"""Rules on minions: creatures that come with their commander."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.legality.problem import Problem, problem
from rules.legality.reckoning import Line, Reckoning
from rules.roster.commands import count_minions, missing_minions
from rules.text import counted


def minion_has_commander(reckoning: Reckoning) -> Iterator[Problem]:
    # Only a commander whose card starts with this very creature brings it along, and no more of them than the card
    # names. Common features, "Commander"; ruling 3.
    for line in reckoning.lines:
        if line.member.minion_of is None or line.free:
            continue
        yield problem(
            "minion.without_commander",
            line.subject(),
            f"{line.name} cannot come as a minion: {_why_not(reckoning, line)}.",
            f"Buy it for {counted(line.base_points, 'point')} without naming a commander, or leave it out."
            if line.card
            else "Leave it out.",
            minion_of=line.member.minion_of,
            creature=line.member.creature,
        )


def _why_not(reckoning: Reckoning, line: Line) -> str:
    named = line.member.minion_of
    if named == line.member.id:
        return "it names itself as its commander"
    commander = next((other for other in reckoning.lines if other.member.id == named), None)
    if commander is None:
        return "its commander is not in the warband"
    brings = commander.card.starts_with.count(line.member.creature) if commander.card else 0
    if not brings:
        return f"{commander.name} does not start with it"
    others = sum(
        1
        for other in reckoning.lines
        if other.free and other.member.minion_of == named and other.member.creature == line.member.creature
    )
    if others >= brings:
        return f"{commander.name} starts with {brings} of it and has {brings if brings > 1 else 'that one'} already"
    return f"it would bring its own commander, {commander.name}, along"


def commander_has_minions(reckoning: Reckoning) -> Iterator[Problem]:
    # Where the commander goes, the minions of its card go too. Common features, "Commander".
    came: Counter[tuple[str | None, str]] | None = None
    for line in reckoning.lines:
        if line.card is None or not line.card.starts_with:
            continue
        if came is None:
            came = count_minions(other.member for other in reckoning.lines if other.free)
        for key, number, missing in missing_minions(line.member.id, line.card, came):
            card = reckoning.rulebook.cards.get(key)
            name = card.name if card else f"“{key}”"
            adding = f"{missing} of {name} as its minions" if missing > 1 else f"{name} as its minion"
            yield problem(
                "minion.missing",
                line.subject(),
                f"{line.name} starts with {_brought(name, number, missing)} not in the warband.",
                f"Add {adding}, for 0 points.",
                minion=key,
                missing=missing,
            )


def _brought(name: str, number: int, missing: int) -> str:
    if number == 1:
        return f"{name} as its minion, which is"
    return f"{number} of {name} as its minions, and {missing} of them {'is' if missing == 1 else 'are'}"


RULES = (minion_has_commander, commander_has_minions)
