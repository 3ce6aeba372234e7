"""Steps of an activity that cannot be taken: who is in reach shows on the table alone, so each can be left out."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.services.battles import battle_store
from rules.combat.resolution import ActAsk, pending
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.turns import CreaturesActivated
from tests.battles.play import SEED, BattleTable
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db


def test_strikes_at_more_targets_than_there_are_can_be_left_out_on_the_page() -> None:
    person = account("ada")
    battle = battle_store(owner=person.owner, setup=setup_of(["giant-flytrap"], ["boar"]), seed=SEED)
    table = BattleTable(battle.key, person)
    table.begin()
    if table.folded.state.next_side == "b":
        table.take_turn()
    table.do(CreaturesActivated(("a.m1",)))
    table.do(CreatureActed("a.m1", "feature/hungry-flurry", ""))
    for _ in range(4):
        ask = pending(table.folded.state)
        assert isinstance(ask, ActAsk)
        assert not ask.may_skip
        shown = LexborHTMLParser(person.get(f"/battles/{table.key}/").content.decode())
        (button,) = shown.css("button[value=skip]")
        assert button.text() == "Skip this, because it is not possible"
        person.client.post(f"/battles/{table.key}/act/", {"seen": table.battle.head, "do": "skip"})
    assert pending(table.folded.state) is None
