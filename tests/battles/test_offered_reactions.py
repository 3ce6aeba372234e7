"""“Not this round”: a reaction that is offered on the page and by the API, waived by its side and by no other."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.services.battles import battle_store
from rules.combat.resolution import OfferAsk, pending
from rules.p2v_combat.events.turns import CreaturesActivated
from tests.battles.api_play import read, sent
from tests.battles.pages import press
from tests.battles.play import SEED, BattleTable
from tests.programs import program_of
from tests.replays import replayed
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account, visitor

pytestmark = pytest.mark.django_db
GLANCE = "feature/petrifying-glance"


@pytest.fixture
@replayed
def table() -> BattleTable:
    """Let a boar begin its turn before a basilisk that may glance at it."""
    person = account("ada")
    battle = battle_store(owner=person.owner, setup=setup_of(["boar", "boar"], ["basilisk", "boar"]), seed=SEED)
    table = BattleTable(battle.key, person)
    table.begin()
    if table.folded.state.next_side == "b":
        table.take_turn()
    table.do(CreaturesActivated(("a.m1",)))
    assert isinstance(pending(table.folded.state), OfferAsk)
    return table


def test_each_reaction_is_one_line_with_its_effect_and_a_button_to_leave_it_out(table: BattleTable) -> None:
    shown = LexborHTMLParser(table.owner.get(f"/battles/{table.key}/").content.decode())
    (line,) = shown.css("form.offer-line")
    assert "The target is slowed (Fortitude negates)." in line.text()
    assert [button.attributes["value"] for button in line.css("button[name=do]")] == ["take", "waive"]
    fields = {str(node.attributes["name"]): str(node.attributes.get("value") or "") for node in line.css("input")}
    press(table, **fields, do="waive")
    assert table.folded.state.combatants["b.m1"].waived == (GLANCE,)
    assert pending(table.folded.state) is None
    lines = [note.text for line in table.folded.lines for note in line.notes]
    assert "Basilisk: Petrifying Glance is not offered again in this round." in lines


def test_undo_offers_it_again(table: BattleTable) -> None:
    press(table, do="waive", creature="b.m1", offer=GLANCE)
    press(table, do="undo")
    assert isinstance(pending(table.folded.state), OfferAsk)
    assert table.folded.state.combatants["b.m1"].waived == ()


def test_programs_waive_it_by_its_event(table: BattleTable) -> None:
    ada = program_of(table.owner.owner)
    (offer,) = read(ada, table.key)["state"]["asks"]["offers"]
    assert (offer["text"], offer["may_waive"]) == (
        "A creature begins its turn in line of sight. Ranged 6. The target is slowed (Fortitude negates).",
        True,
    )
    answer = sent(ada, table.key, {"kind": "reaction-waived", "creature": "b.m1", "offer": GLANCE})
    assert (answer.status_code, answer.json()["asks"]) == (201, None)


def test_no_other_side_waives_it(table: BattleTable) -> None:
    phones = {}
    for side in "ab":
        table.owner.client.post(f"/battles/{table.key}/phones/{side}/", {"switch": "on"})
        phones[side] = visitor()
        phones[side].client.post(f"/battles/join/{table.battle.seats.get(side=side).token}/")
    fields = {"do": "waive", "creature": "b.m1", "offer": GLANCE, "seen": table.battle.head}
    address = f"/battles/{table.key}/act/"
    assert "Another side decides this." in phones["a"].client.post(address, fields).content.decode()
    assert table.folded.state.combatants["b.m1"].waived == ()
    phones["b"].client.post(address, fields)
    assert table.folded.state.combatants["b.m1"].waived == (GLANCE,)
