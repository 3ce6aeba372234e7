"""A log is folded to the same point whether states are kept between requests or not, however steps go back."""

from random import Random

import pytest

from played_logs.selectors.folding import STATES, FoldedLog, past_among
from rules.combat.log import LogEntry, LogEvent, StepRedone, StepUndone, live_entries
from rules.errors import ChangeRefused

KEEPER = ("keeper",)


class Added(LogEvent):
    """A number is added, none below 0."""

    kind = "added"

    number: int


class NumberLog(FoldedLog[tuple[int, ...]]):
    """A game of a list of numbers."""

    most_lines = 5
    people = arbiters = KEEPER
    is_over = False

    def begin(self) -> tuple[int, ...]:
        return ()

    def play(self, point: tuple[int, ...], entry: LogEntry) -> tuple[int, ...]:
        if entry.event.number < 0:
            raise ChangeRefused("No number below 0.")
        return (*point, entry.event.number)


class ForgetfulNumberLog(NumberLog):
    """The same, whose states do not stay."""

    keeps_states = False


def log_of(dice: Random, length: int) -> list[LogEntry]:
    """Return the entries of a game with steps that were taken back and done again."""
    entries: list[LogEntry] = []
    folded = NumberLog()
    for number in range(1, length + 1):
        event: LogEvent = Added(number)
        if folded.log.undone and dice.random() < 0.4:
            event = StepRedone(folded.log.undone[-1].number)
        elif folded.log.done and dice.random() < 0.4:
            event = StepUndone(folded.log.done[-1].number)
        entries.append(LogEntry(number, number, "keeper", event))
        folded = folded.followed_by(entries[-1:], past_among(entries))
    return entries


@pytest.mark.parametrize("kind", [NumberLog, ForgetfulNumberLog])
def test_each_entry_leads_to_what_the_entries_that_count_lead_to(kind: type[NumberLog]) -> None:
    for seed in range(5):
        entries, folded = log_of(Random(seed), 150), kind()
        for place, entry in enumerate(entries, start=1):
            before = folded.point, folded.log, list(folded.lines)
            after = folded.followed_by([entry], past_among(entries[: place - 1]))
            assert (folded.point, folded.log, folded.lines) == before, "a fold is never changed"
            folded = after
            live = live_entries(entries[:place], KEEPER, KEEPER)
            assert folded.point == tuple(entry.event.number for entry in live)
            assert folded.lines == entries[max(0, place - 5) : place]
        whole = kind().followed_by(entries)
        assert (whole.point, whole.log, whole.number) == (folded.point, folded.log, 150)
        assert bool(whole.kept) is kind.keeps_states


def test_states_of_older_steps_are_fewer() -> None:
    folded = NumberLog().followed_by([LogEntry(number, number, "keeper", Added(number)) for number in range(1, 2_001)])
    assert STATES < len(folded.kept) < 8 * STATES
    assert [state.place for state in folded.kept[-STATES:]] == list(range(2_000 - STATES, 2_000))


def test_an_entry_that_cannot_be_played_is_refused_stored_or_not() -> None:
    entries = [LogEntry(1, 1, "keeper", Added(-1))]
    for stored in (0, 1):
        with pytest.raises(ChangeRefused):
            NumberLog().followed_by(entries, stored=stored)
