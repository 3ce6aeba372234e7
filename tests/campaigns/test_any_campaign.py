"""Any sequence of what people do in a campaign: what is stored equals the fold, and a void undoes exactly."""

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from campaigns.entries import numbered_event
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.careers import career_rulebook
from campaigns.selectors.warbands import warband_views
from campaigns.services.careers import ALL, careers_refresh
from campaigns.services.corrections import entry_void
from campaigns.services.scenarios import (
    AlreadyCommitted,
    scenario_commit,
)
from common.refusal import Refusal
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.events.scenarios import DiceRolled
from rules.campaigns.fold import fold_campaign
from rules.campaigns.scenarios import RollRecord
from rules.campaigns.state.warbands import WarbandRecord
from rules.cards.model import Card
from rules.careers.card import career_card
from tests.campaigns.walking import STEPS, Walk, walking, walks

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

chances = st.randoms(use_true_random=False)


@walks
@given(chances)
def test_stored_totals_and_sheets_equal_the_fold_at_any_time_whatever_people_do(dice):
    with walking(dice) as walk:
        seen: list[tuple[int, dict[int, WarbandRecord]]] = []
        for _ in range(STEPS):
            walk.do()
            seen.append((walk.table.campaign.head, walk.stored()))
        walk.table.assert_sound()
        assert_prefixes_equal_their_folds(walk, dice.sample(seen, 3))
        shown = todays_cards(walk)
        for row in walk.rows:
            careers_refresh(walk.table.campaign, [row.number], ALL)
        assert todays_cards(walk) == shown


def assert_prefixes_equal_their_folds(walk: Walk, seen: list[tuple[int, dict[int, WarbandRecord]]]) -> None:
    """Fail unless the journal up to each head that was seen folds into the records that were stored then."""
    events = [numbered_event(entry) for entry in walk.table.entries]
    rows = {row.number: row for row in walk.table.campaign.warbands.select_related("campaign", "warband")}
    for head, records in seen:
        state = fold_campaign(event for event in events if event.number <= head)
        for number, record in records.items():
            entries = state.warbands[number]
            members = entries.joined.members
            rulebook = career_rulebook(rows[number], members, entries.changes, state.scenarios.values())
            assert state.history(number, rulebook).now == record


@walks
@given(chances)
def test_a_void_undoes_exactly_whatever_came_before(dice):
    with walking(dice) as walk:
        for _ in range(STEPS // 2):
            walk.do()
            before, head = walk.records(), walk.table.campaign.head
            walk.do()
            written = walk.table.entries[head:]
            if len(written) != 1 or walk.records().keys() != before.keys():
                continue
            try:
                entry_void(**walk.asked, number=written[0].number, reason="undone")
            except Refusal:
                continue
            assert walk.records() == before, written[0].kind
        walk.table.assert_sound()
        assert not walk.table.campaign.scenarios.filter(status=ScenarioPhase.COMMITTED, played=None).exists()


@walks
@given(chances)
def test_no_roll_is_outside_its_table_whatever_people_enter(dice):
    with walking(dice) as walk:
        walk.lowest, walk.highest = -1, 9
        for _ in range(STEPS):
            walk.do()
        rolls = [roll for entry in walk.table.entries for roll in rolls_of(numbered_event(entry).event)]
        for roll in rolls:
            assert len(roll.faces) == (3 if roll.purpose == "advance" else 1)
            assert set(roll.faces) <= set(range(1, 7))
        walk.table.assert_sound()


@walks
@given(chances)
def test_committing_twice_changes_nothing_whatever_came_before(dice):
    with walking(dice) as walk:
        for _ in range(STEPS // 2):
            walk.do()
            walk.finish_quietly()
            before, head = walk.records(), walk.table.campaign.head
            for scenario in walk.table.campaign.scenarios.filter(status=ScenarioPhase.COMMITTED):
                with pytest.raises(AlreadyCommitted), transaction.atomic():
                    scenario_commit(**walk.asked, scenario=scenario.number)
            assert (walk.records(), walk.table.campaign.head) == (before, head)
        walk.table.assert_sound()


def todays_cards(walk: Walk) -> dict[int, list[Card]]:
    """Return the cards of all members as the pages show them."""
    cards = {}
    for view in warband_views(walk.rows):
        careers = view.record.careers.by_id.values()
        cards[view.number] = [career_card(career, view.rulebook) for career in careers]
    return cards


def rolls_of(event: CampaignEvent) -> tuple[RollRecord, ...]:
    """Return the rolls of an entry, those of a correction too."""
    if isinstance(event, EntryCorrected):
        return rolls_of(event.replacement)
    return event.rolls if isinstance(event, DiceRolled) else ()
