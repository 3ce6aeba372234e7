"""Taking a campaign over whose organizer is away: who may, and from when on."""

import pytest

from rules.campaigns.events import CampaignEvent, event_document
from rules.campaigns.events.campaign import (
    CO_ORGANIZER,
    ORGANIZER,
    PLAYER,
    CampaignDescribed,
    CampaignHandedOver,
    CampaignTakenOver,
    OrganizerPresent,
    ParticipantJoined,
    ParticipantLeft,
    ParticipantRemoved,
    RoleChanged,
    TakeoverAsked,
    TakeoverDaysSet,
    TakeoverWithdrawn,
)
from rules.campaigns.events.corrections import EntryVoided
from rules.campaigns.journal import JournalLine, NumberedEvent
from rules.campaigns.state.basics import REMOVED, ParticipantState
from rules.campaigns.state.takeovers import TAKEOVERS, fold_takeovers, may_ask, moment_after
from rules.documents.reading import Fields
from rules.errors import RulesError
from tests.rows import every_row

Written = tuple[int | None, str, CampaignEvent]
"""Who wrote an entry, on which day, and what it says."""

PEOPLE: tuple[Written, ...] = (
    (1, "2026-01-01", ParticipantJoined(1, ORGANIZER)),
    (2, "2026-01-01", ParticipantJoined(2, CO_ORGANIZER)),
    (3, "2026-01-01", ParticipantJoined(3, PLAYER)),
)
"""The first three entries of each of these journals."""


def folded(*entries: Written):
    events = [NumberedEvent(number, event) for number, (_, _, event) in enumerate((*PEOPLE, *entries), 1)]
    lines = [
        JournalLine(number, f"{day}T12:00:00.000000Z", actor, event_document(event), "", "")
        for number, (actor, day, event) in enumerate((*PEOPLE, *entries), 1)
    ]
    return fold_takeovers(lines, events)


ASKED: Written = (2, "2026-01-05", TakeoverAsked(2, 14))
TAKEN: tuple[Written, ...] = (ASKED, (2, "2026-01-19", CampaignTakenOver(2, 4)))
REVERSED: Written = (1, "2026-01-30", EntryVoided(5, "Back"))


@every_row(
    "moment, days, later",
    [
        ("2026-01-01T19:30:00.000000Z", 7, "2026-01-08T19:30:00.000000Z"),
        ("2026-12-20T00:00:00.000001Z", 60, "2027-02-18T00:00:00.000001Z"),
        ("2028-02-20T23:59:59.999999Z", 9, "2028-02-29T23:59:59.999999Z"),
        ("2027-02-20T23:59:59.999999Z", 9, "2027-03-01T23:59:59.999999Z"),
    ],
)
def test_a_moment_some_days_later(moment: str, days: int, later: str):
    assert moment_after(moment, days) == later


@every_row(
    "entries, days, asking",
    [
        ([], 14, []),
        ([ASKED], 14, [2]),
        # Any entry by the organizer answers it, a void too; entries by others do not.
        ([ASKED, (1, "2026-01-06", OrganizerPresent())], 14, []),
        ([ASKED, (1, "2026-01-06", CampaignDescribed("Spring", ""))], 14, []),
        ([ASKED, (1, "2026-01-06", EntryVoided(99, "no"))], 14, []),
        ([ASKED, (3, "2026-01-06", CampaignDescribed("Spring", ""))], 14, [2]),
        ([ASKED, (None, "2026-01-06", CampaignDescribed("Spring", ""))], 14, [2]),
        ([ASKED, (2, "2026-01-06", TakeoverWithdrawn(2))], 14, []),
        ([ASKED, (2, "2026-01-06", ParticipantLeft(2))], 14, []),
        ([ASKED, (2, "2026-01-06", CampaignHandedOver(2))], 14, []),
        ([ASKED, (1, "2026-01-06", TakeoverDaysSet(7))], 7, []),
        ([ASKED, (2, "2026-01-19", CampaignTakenOver(2, 4))], 14, []),
        # A player asks where there is no co-organizer.
        ([(2, "2026-01-02", ParticipantLeft(2)), (3, "2026-01-03", TakeoverAsked(3, 14))], 14, [3]),
        # Its void ends all requests, and the former organizer answers again.
        ([*TAKEN, (1, "2026-01-20", EntryVoided(5, "Back"))], 14, []),
        ([*TAKEN, (2, "2026-01-20", EntryVoided(5, "A mistake"))], 14, []),
        (
            [*TAKEN, (3, "2026-01-20", CampaignDescribed("Spring", "")), (1, "2026-01-21", EntryVoided(5, "Back"))],
            14,
            [],
        ),
        ([*TAKEN, (1, "2026-01-20", EntryVoided(5, "Back")), (1, "2026-01-21", TakeoverDaysSet(7))], 7, []),
        ([*TAKEN, (1, "2026-01-20", EntryVoided(5, "Back")), (2, "2026-01-21", TakeoverAsked(2, 14))], 14, [2]),
    ],
)
def test_who_asks_and_for_how_long(entries: list[Written], days: int, asking: list[int]):
    state = folded(*entries)
    assert (state.days, [request.participant for request in state.requests]) == (days, asking)
    assert TAKEOVERS.read(Fields({"state": TAKEOVERS.write(state)}), "state") == state


@every_row(
    "entries, fault",
    [
        ([(3, "2026-01-05", TakeoverAsked(3, 14))], "Entry 4 was not possible: Only a co-organizer can ask"),
        ([(1, "2026-01-05", TakeoverAsked(1, 14))], "Entry 4 was not possible: Only a co-organizer can ask"),
        ([(2, "2026-01-05", TakeoverAsked(2, 7))], "Entry 4 runs for 7 days, not 14"),
        ([ASKED, (2, "2026-01-06", TakeoverAsked(2, 14))], "Entry 5 was not possible: You have already asked"),
        ([(2, "2026-01-19", CampaignTakenOver(2, 4))], "Entry 4 was not possible: Ask to take the campaign over first"),
        ([ASKED, (2, "2026-01-18", CampaignTakenOver(2, 4))], "The organizer has until 2026-01-19"),
        ([ASKED, (2, "2026-01-19", CampaignTakenOver(2, 3))], "Entry 5 names another request than entry 4"),
        (
            [ASKED, (1, "2026-01-06", OrganizerPresent()), (2, "2026-01-19", CampaignTakenOver(2, 4))],
            "Entry 6 was not possible: Ask to take the campaign over first",
        ),
        (
            [ASKED, (3, "2026-01-06", EntryVoided(4, "no")), (2, "2026-01-19", CampaignTakenOver(2, 4))],
            "Entry 6 was not possible: Ask to take the campaign over first",
        ),
        ([*TAKEN, (3, "2026-01-20", EntryVoided(5, "no"))], "Entry 6 was not possible: Only the new organizer and the"),
        ([*TAKEN, (2, "2026-01-20", CampaignHandedOver(3)), REVERSED], "Entry 7 was not possible"),
        ([*TAKEN, (2, "2026-01-20", TakeoverDaysSet(7)), REVERSED], "Entry 7 was not possible: Later entries rest"),
        ([*TAKEN, (1, "2026-01-20", TakeoverAsked(1, 14)), REVERSED], "Entry 6 was not possible: Only a co-organizer"),
        # Everything by the new organizer rests on the takeover, and so do roles and leaving.
        *(
            ([*TAKEN, later, REVERSED], "Entry 7 was not possible: Later entries rest on this takeover")
            for later in (
                (2, "2026-01-20", CampaignDescribed("Spring", "")),
                (1, "2026-01-20", RoleChanged(3, CO_ORGANIZER)),
                (3, "2026-01-20", ParticipantLeft(3)),
                (1, "2026-01-20", ParticipantRemoved(3)),
            )
        ),
    ],
)
def test_what_no_journal_can_say(entries: list[Written], fault: str):
    with pytest.raises(RulesError) as raised:
        folded(*entries)
    assert fault in str(raised.value)


def test_a_person_who_is_gone_cannot_ask():
    people = {1: ParticipantState(1, ORGANIZER), 2: ParticipantState(2, PLAYER, REMOVED)}
    assert not may_ask(2, people)
    assert not may_ask(3, people)
