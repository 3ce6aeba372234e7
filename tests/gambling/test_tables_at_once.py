"""Two devices at one table at the same moment, and one rest that is sent twice: nothing is doubled."""

import pytest

from battles.models import CombatantList
from battles.services.combatants import (
    combatant_list_make,
    listed_combatant_save,
    party_counts_set,
    party_respite,
)
from gambling.services.tables import round_play, table_close
from rules.gambling.play.state import RoundBet, RoundPlayed
from rules.heroic import HEROIC
from tests.gambling.tables import seated_table
from tests.rules.heroic.heroic_fights import hero
from tests.services.at_once import at_once
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_devices_that_saw_the_same_page_one_plays_the_round() -> None:
    table = seated_table()
    owner, seen = table.person.owner, table.row.head
    event = RoundPlayed((RoundBet("p1", 2),))
    refused = at_once(*(lambda: round_play(owner=owner, key=table.key, event=event, seen=seen) for _ in range(4)))
    assert len(refused) == 3
    assert [entry.number for entry in table.opened.entries] == list(range(1, seen + 2))
    assert len(at_once(*(lambda: table_close(owner=owner, key=table.key) for _ in range(3)))) == 2


def test_a_rest_that_is_sent_twice_at_once_counts_once() -> None:
    owner = account("ada").owner
    key = combatant_list_make(owner=owner, family=HEROIC.key, name="Heroes", is_party=True).key
    listed_combatant_save(owner=owner, key=key, sheet=hero(), count=1, group="")
    (tally,) = HEROIC.tallies
    party_counts_set(owner=owner, key=key, tally=tally.key, count=3, experience=1)
    rest = [lambda: party_respite(owner=owner, key=key, tally=tally.key, gained=6)] * 3
    assert len(at_once(*rest)) == 2
    row = CombatantList.objects.get(key=key)
    assert (row.tallies[tally.key], row.experience[tally.key]) == (0, 7)
