"""Which triggers bring a question, and how often."""

from rules.combat.answers import OfferPassed
from rules.combat.resolution import RollAsk
from rules.p2v_combat.events.acting import CreatureActed
from tests.rules.p2v_combat.tables import PlayedTable, aim, offered, setup_of

OPPORTUNITY = "feature/attack-of-opportunity"


def duel(ours: str) -> PlayedTable:
    return PlayedTable(setup_of([ours, "boar"], ["guard"])).begin("a").activate("a.m1")


def test_a_ranged_spell_brings_one_question_and_not_two() -> None:
    spell = "spell/primal-caster-rank-1/3/ray-of-frost"
    table = duel("kobold-druid-1").do(CreatureActed("a.m1", spell, "2", aim("b.m1")), "a")
    assert offered(table) == [("b.m1", OPPORTUNITY)]
    table.do(OfferPassed("b"), "b")
    assert isinstance(table.asked, RollAsk), "The attack of the spell asks nobody again."


def test_a_ranged_attack_that_is_no_spell_still_brings_its_question() -> None:
    table = duel("kobold-warrior")
    table.do(CreatureActed("a.m1", "feature/spear-2", "", aim("b.m1")), "a")
    assert offered(table) == [("b.m1", OPPORTUNITY)]
