"""What a program may ask for in a duel now, beside events: choices of initiative, moves, dice and answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adventures.selectors.seats import AdventureSeat
from adventures.templatetags.duels import PASSES, DuelAnswer, DuelistScreen, duel_table
from rules.adventures.state import AdventureState

ANSWERS: Mapping[str, tuple[str, str]] = {
    "roll": ("duel-dice", "faces"),
    "choice": ("duel-choose", "option"),
    "act": ("duel-step", "option"),
    "offer": ("duel-offer", "offer"),
}
"""The command that answers what a battle asks for, and the field that has the answer."""


def duel_command_offers(state: AdventureState, seat: AdventureSeat) -> Iterator[dict[str, Any]]:
    """Yield the commands of a duel that a viewer may send now; ``state`` is theirs."""
    table = duel_table(state, seat)
    for member in table.to_field:
        yield _offer("duel-field", member.id, member.name)
    for duelist in table.duelists:
        yield from _of_duelist(duelist)
    for answer in table.answers:
        yield _of_answer(answer)


def _of_duelist(screen: DuelistScreen) -> Iterator[dict[str, Any]]:
    if screen.skills:
        yield _offer("duel-initiative", screen.id, screen.name, "skill", {skill: skill for skill in screen.skills})
    if screen.actions:
        yield _offer("duel-act", screen.id, screen.name, "act", dict(screen.actions))
    if screen.is_acting:
        yield _offer("duel-turn-end", screen.id, screen.name)


def _of_answer(answer: DuelAnswer) -> dict[str, Any]:
    do, field = ANSWERS[answer.type]
    options = {value: words for value, words, _ in answer.options}
    if answer.type == "offer":
        options |= {PASSES: "Pass"}
    elif answer.may_skip:
        options |= {"": "Skip it"}
    return _offer(do, answer.who, answer.reason or answer.name, field, options, dict(answer.expends))


def _offer(
    do: str,
    participant: str,
    name: str,
    field: str = "",
    options: Mapping[str, str] | None = None,
    expends: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    return {
        "do": do,
        "participant": participant,
        "name": name,
        "field": field,
        "options": _choices(options or {}),
        "expends": _choices(expends or {}),
    }


def _choices(found: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"value": value, "name": name} for value, name in found.items()]
