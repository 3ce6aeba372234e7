"""Confirming a report: who is asked, what they answered, and on what ground the scenario may be applied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

AnswerKind = Literal["confirmed", "disputed", "settled"]
"""A player's answer to a report; an organizer's settlement takes the place of a dispute."""
CONFIRMED: AnswerKind = "confirmed"
DISPUTED: AnswerKind = "disputed"
SETTLED: AnswerKind = "settled"

CommitGround = Literal["confirmed", "silence", "organizer"]
"""Why a scenario was applied: every player confirmed, the days ran out, or an organizer gave a reason."""

MAX_CONFIRM_DAYS = 60
USUAL_CONFIRM_DAYS = 3
"""Days to confirm a result from which a new league starts."""


@dataclass(frozen=True, slots=True)
class ReportAnswer:
    """What a player answered: its ``entry``, the entry of the ``report`` that it names, and why it was settled."""

    kind: AnswerKind
    entry: int
    report: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """How far a report is confirmed, by the numbers of the people who are asked.

    ``ground`` is that on which it may be applied now, with the ``reason`` of a settlement. It is None while someone has
    to answer, and where no one is asked.
    """

    confirmed: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    disputing: tuple[int, ...] = ()
    ground: CommitGround | None = None
    reason: str = ""

    @property
    def asked(self) -> tuple[int, ...]:
        """Everyone who is asked."""
        return (*self.disputing, *self.waiting, *self.confirmed, *self.settled)

    @property
    def is_blocked(self) -> bool:
        """Whether an answer, or an organizer, is needed before the scenario is applied."""
        return bool(self.asked) and self.ground is None


def asked_players(players: Iterable[int], reporter: int | None) -> tuple[int, ...]:
    """Return who has to answer to a report: all who fought but the reporter; no one where one person played alone."""
    fought = tuple(dict.fromkeys(players))
    return tuple(player for player in fought if player != reporter) if len(fought) > 1 else ()


def confirmation_of(
    answers: Mapping[int, ReportAnswer], report: int, asked: Iterable[int], *, has_run_out: bool
) -> Confirmation:
    """Return how far a report is confirmed; ``report`` is the entry that made it what it is.

    A confirmation of an earlier report no longer counts. A dispute does, until it is settled. ``has_run_out`` says that
    the days to answer are over, which is then the answer of all who said nothing.
    """
    of_kind: dict[AnswerKind | None, list[int]] = {CONFIRMED: [], DISPUTED: [], SETTLED: [], None: []}
    for player in asked:
        answer = answers.get(player)
        counts = answer is not None and (answer.kind == DISPUTED or answer.report == report)
        of_kind[answer.kind if answer and counts else None].append(player)
    waiting = of_kind[None]
    ground: CommitGround | None = None
    if not of_kind[DISPUTED] and any(of_kind.values()) and (has_run_out or not waiting):
        ground = _ground(is_silent=bool(waiting), is_settled=bool(of_kind[SETTLED]))
    reasons = [answers[player].reason for player in of_kind[SETTLED]]
    return Confirmation(
        tuple(of_kind[CONFIRMED]),
        tuple(of_kind[SETTLED]),
        tuple(waiting),
        tuple(of_kind[DISPUTED]),
        ground,
        reasons[0] if ground == "organizer" else "",
    )


def _ground(*, is_silent: bool, is_settled: bool) -> CommitGround:
    if is_silent:
        return "silence"
    return "organizer" if is_settled else "confirmed"
