"""How far a table has come: its stage, whom it waits for, the day it is due, and which round is the current one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.campaigns.leagues.rounds import LeagueRound
from rules.campaigns.state.scenarios import COMMITTED, FORFEITED, PLANNED, ScenarioStatus
from rules.text import counted

AnswerNeed = Literal["settle", "confirm"]
"""What a report waits for: that a dispute is settled, or that a player confirms it."""
TableNeed = Literal["open", "field", "report", "settle", "dice", "confirm"]
TableStage = Literal["planned", "field", "report", "settle", "dice", "confirm", "ready", "played", "forfeited"]

STAGES: dict[TableStage, str] = {
    "planned": "Planned",
    "field": "To field",
    "report": "To report",
    "settle": "Disputed",
    "dice": "Dice to roll",
    "confirm": "To confirm",
    "ready": "Ready to apply",
    "played": "Played",
    "forfeited": "Forfeited",
}
"""The stages of a table in their order, with their labels."""


@dataclass(frozen=True, slots=True)
class TableWait:
    """What a table waits for, and the warband that owes it; None for the organizers, or for any of its players."""

    need: TableNeed
    warband: int | None = None
    rolls: int = 0

    def describe(self, names: Mapping[int, str]) -> str:
        """Return it as a sentence; ``names`` are those of warbands."""
        if self.warband is None:
            return "It has to be opened." if self.need == "open" else "No one has reported the result."
        what = {
            "field": "has not fielded",
            "settle": "disputes the result",
            "confirm": "has not confirmed the result",
        }.get(self.need, f"has {counted(self.rolls, 'roll')} to make")
        return f"{names[self.warband]} {what}."


def table_waits(
    status: ScenarioStatus,
    fielded: Mapping[int, bool],
    rolls: Mapping[int, int],
    answers: Mapping[int, AnswerNeed],
    *,
    is_reported: bool,
) -> tuple[TableWait, ...]:
    """Return what a table waits for; nothing once it can be applied, or is over.

    ``fielded`` says of each warband whether it is fielded, ``rolls`` how many rolls it owes, and ``answers`` what the
    report waits for because of its player.
    """
    if status == PLANNED:
        return (TableWait("open"),)
    if status in (COMMITTED, FORFEITED):
        return ()
    if missing := [warband for warband, is_fielded in fielded.items() if not is_fielded]:
        return tuple(TableWait("field", warband) for warband in missing)
    if not is_reported:
        return (TableWait("report"),)
    dice = [TableWait("dice", warband, rolls[warband]) for warband in fielded if rolls.get(warband)]
    settling, confirming = (
        [TableWait(need, warband) for warband in fielded if answers.get(warband) == need]
        for need in get_args(AnswerNeed)
    )
    return (*settling, *dice, *confirming)


def table_stage(status: ScenarioStatus, waits: Collection[TableWait]) -> TableStage:
    """Return the stage of a table that was not canceled, given what it waits for."""
    over: dict[ScenarioStatus, TableStage] = {PLANNED: "planned", COMMITTED: "played", FORFEITED: "forfeited"}
    if status in over:
        return over[status]
    need = next((wait.need for wait in waits), None)
    return need if need is not None and need != "open" else "ready"


def due_day(night: str, ends: str, date: str) -> str:
    """Return the day by which a table is to be played: its game night, else its round's last day, else its own date.

    "" where none of them is settled.
    """
    return night or ends or date


def rounds_over(statuses: Iterable[tuple[int, ScenarioStatus]]) -> set[int]:
    """Return the rounds that have tables, all of them over; ``statuses`` are those of tables that were not canceled."""
    statuses = set(statuses)
    unplayed = {number for number, status in statuses if status not in (COMMITTED, FORFEITED)}
    return {number for number, _ in statuses} - unplayed


def current_round(
    rounds: Iterable[LeagueRound], statuses: Iterable[tuple[int, ScenarioStatus]], today: str
) -> int | None:
    """Return the number of the current round by the statuses of their tables; None without rounds.

    It is the first one whose days include today, or the next one when all tables of that are over; else the first one
    with tables that are not played; else the first one after those that are over; else the last one.
    """
    planned, statuses = list(rounds), list(statuses)
    numbers, over = [state.number for state in planned], rounds_over(statuses)
    for state in planned:
        starts, ends = state.plan.starts, state.plan.ends
        if starts and ends and starts <= today <= ends:
            return next((n for n in numbers if n >= state.number and n not in over), numbers[-1])
    unplayed = {number for number, _ in statuses} - over
    unfinished = [number for number in numbers if number in unplayed]
    coming = [number for number in numbers if number > max(over, default=0)]
    return next(iter([*unfinished, *coming, *numbers[-1:]]), None)
