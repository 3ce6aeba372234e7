"""What holds after any thousand events of a campaign, at the speed of the rules: no database, nothing refused.

A quick run goes a quarter of the way; MUSTER_THOROUGH=1 goes all of it.

``tests/campaigns/test_any_campaign.py`` shows the same of what a site stores and of its services.
"""

from dataclasses import replace
from itertools import chain
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.campaigns.events.corrections import EntryVoided
from rules.campaigns.events.scenarios import (
    DiceRolled,
    ScenarioCommitted,
    ScenarioOpened,
    ScenarioPlanned,
    ScenarioReported,
    WarbandFielded,
)
from rules.campaigns.fold import CampaignState, fold_campaign
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.scenarios import Elimination, RollRecord, ScenarioPlan, ScenarioReport
from rules.campaigns.sentences.names import roll_outcome
from rules.campaigns.settings import CampaignSettings
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.card import career_card, explain
from rules.careers.events import RollKind
from rules.errors import RulesError
from rules.tables import advancement, dying
from rules.tables.dying import INJURY_BY_KEY as INJURIES
from tests.examples import THOROUGH, tried
from tests.rows import every_row
from tests.rules.campaigns.walks import RULEBOOK, JournalWalk, records, written

EVENTS = 1_000 if THOROUGH else 250
LOOKS = 40 if THOROUGH else 10
"""How often a walk is looked at on its way."""

walks = settings(max_examples=tried(5), phases=[Phase.explicit, Phase.reuse, Phase.generate])
seeds = st.integers(0, 2**32 - 1)
"""A walk is its seed, which cannot shrink: a thousand events are too many for hypothesis to draw one by one."""


def folded(events: list[NumberedEvent]) -> tuple[CampaignState, dict[int, tuple[str, dict[int, str]]]]:
    """Return the fold of a journal, and all that a site would store if it folded everything anew."""
    state = fold_campaign(events)
    histories = {number: state.history(number, RULEBOOK) for number in state.warbands}
    return state, {
        number: (written(history.now), {point.played: written(point.record) for point in history.points})
        for number, history in histories.items()
    }


@pytest.mark.slow
@walks
@given(seeds)
def test_after_any_thousand_events_all_that_is_stored_equals_the_fold_and_no_roll_is_outside_its_table(
    seed: int,
) -> None:
    dice = Random(seed)
    walk = JournalWalk(dice)
    seen = {}
    for number in sorted(dice.sample(range(10, EVENTS), LOOKS)):
        seen[number] = walk.go(number).rows
    walk.go(EVENTS)
    for number, rows in seen.items():
        assert folded(walk.events[:number])[1] == rows
    assert_totals_and_sheets_equal_the_fold(walk)
    assert_rolls_are_of_their_tables(walk)


def assert_totals_and_sheets_equal_the_fold(walk: JournalWalk) -> None:
    """Fail unless every warband comes to what the fold of the journal says, card by card."""
    state, rows = folded(walk.events)
    assert walk.rows == rows
    for number, row in walk.stored.items():
        (stored,) = records([row.now])
        now = state.history(number, RULEBOOK).now
        assert (stored.standing, stored.tallies) == (now.standing, now.tallies)
        for career, other in zip(stored.careers.members, now.careers.members, strict=True):
            assert career_card(career, RULEBOOK) == career_card(other, RULEBOOK)
            assert explain(career, RULEBOOK) == explain(other, RULEBOOK)


def assert_rolls_are_of_their_tables(walk: JournalWalk) -> None:
    """Fail if a roll, or what came of it, stands in no table."""
    tables = {
        "elimination": {outcome.name for outcome in dying.OUTCOMES},
        "injury": {injury.name for injury in dying.INJURIES},
        "advance": {advance.name for advance in advancement.ADVANCES},
    }
    for scenario in walk.scenarios.values():
        for roll in scenario.rolls.values():
            assert roll_outcome(roll.roll) in tables[roll.roll.purpose]
    rows = chain.from_iterable((row.now, *row.points.values()) for row in walk.stored.values())
    for record in records(rows):
        for career in record.careers.members:
            assert {wound.injury for wound in career.wounds} <= INJURIES.keys()
            assert -1 <= explain(career, RULEBOOK).level.value <= 14
            assert len(career.feats) + len(career.open_feats) <= career.advances


def without_taken_numbers(rows: dict[int, tuple[str, dict[int, str]]]) -> list[WarbandRecord]:
    """Return the records of all rows without the numbers of namesakes, which an undone recruiting keeps."""
    stored = [row for now, points in rows.values() for row in (now, *points.values())]
    return [replace(record, careers=replace(record.careers, undone=())) for record in records(stored)]


@pytest.mark.slow
@walks
@given(seeds)
def test_a_void_undoes_exactly_and_a_void_of_the_void_restores(seed: int) -> None:
    dice = Random(seed)
    walk = JournalWalk(dice)
    for number in sorted(dice.sample(range(10, EVENTS - 4 * LOOKS), LOOKS)):
        walk.go(max(number, len(walk.events)))
        before = walk.rows
        entry = walk.step()
        if entry.event.is_voidable:
            after = walk.rows
            void = walk.write(EntryVoided(entry.number, "wrong"))
            assert without_taken_numbers(walk.rows) == without_taken_numbers(before), entry.event
            walk.write(EntryVoided(void.number, "it was right"))
            assert walk.rows == after, entry.event
        # Any earlier entry, whatever came since.
        earlier, before = dice.choice(walk.voidable() or [0]), walk.rows
        if earlier:
            void = walk.write(EntryVoided(earlier, "wrong"))
            walk.write(EntryVoided(void.number, "it was right"))
            assert walk.rows == before
    walk.go(EVENTS)
    assert walk.rows == folded(walk.events)[1]


@every_row(
    ("purpose", "faces"),
    [
        ("elimination", (0,)),
        ("elimination", (7,)),
        ("injury", (7,)),
        ("advance", (1, 3, 7)),
        ("advance", (1, 3)),
        ("advance", (1, 3, 3, 3)),
    ],
)
def test_a_journal_whose_rolls_are_outside_their_tables_is_not_folded(
    purpose: RollKind, faces: tuple[int, ...]
) -> None:
    walk = JournalWalk(Random(1))
    walk.write(ScenarioPlanned(1, ScenarioPlan()))
    walk.write(ScenarioOpened(1, CampaignSettings()))
    walk.write(WarbandFielded(1, 1, ("m1",), (), 1, ""))
    walk.write(ScenarioReported(1, ScenarioReport(eliminated=(Elimination(1, "m1"),))))
    sound = RollRecord(1, "m1", "elimination", (4,), "entered")
    walk.write(DiceRolled(1, (sound, RollRecord(1, "m1", purpose, faces, "entered"))))
    with pytest.raises(RulesError):
        walk.write(ScenarioCommitted(1, 1))


@pytest.mark.slow
@walks
@given(seeds)
def test_committing_twice_changes_nothing(seed: int) -> None:
    dice = Random(seed)
    walk = JournalWalk(dice)
    for number in sorted(dice.sample(range(10, EVENTS - LOOKS), LOOKS)):
        walk.go(max(number, len(walk.events)))
        committed = [scenario for scenario in walk.scenarios.values() if scenario.counts]
        if committed:
            again, before = dice.choice(committed), walk.rows
            walk.write(ScenarioCommitted(again.number, again.played or 0))
            assert walk.rows == before
    assert walk.go(EVENTS).rows == folded(walk.events)[1]
