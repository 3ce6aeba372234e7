"""Who cannot attack does not attack as a reaction either: nothing is offered, and a report is refused."""

import pytest

from rules.combat.answers import OfferPassed, RollRuled
from rules.combat.resolution import OfferAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.reactions import TriggerReported
from rules.p2v_combat.events.turns import BattleBegun
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.outcomes import gain_condition
from tests.rules.p2v_combat.tables import PlayedTable, aim, offered, setup_of

THRASH = "feature/reactive-thrash"
STRIKE = "feature/attack-of-opportunity"
BANS = ("charmed", "cannot make attacks")


def begun(other: str, ban: str, *, by: str = "a.m1", limits: bool = True) -> PlayedTable:
    """Return a battle in which the other creature has a ban from a boar."""
    table = PlayedTable(setup_of(["boar", "boar"], [other])).do(BattleBegun(limits=limits)).roll(6, 1)
    table.activate("a.m1")
    table.state = gain_condition(table.state, "b.m1", ban, by=by) if ban else table.state
    return table


def hit(table: PlayedTable) -> PlayedTable:
    table.do(CreatureActed("a.m1", "feature/tusk", "", aim("b.m1", distance="reach")), "a")
    return table.do(RollRuled("hit", "the test"))


@pytest.mark.parametrize("ban", BANS)
def test_a_banned_creature_deals_no_damage_as_a_reaction(ban: str) -> None:
    assert offered(hit(begun("thoqqua", ""))) == [("b.m1", THRASH)]
    assert hit(begun("thoqqua", ban)).asked is None


def test_who_is_charmed_by_another_reacts() -> None:
    assert offered(hit(begun("thoqqua", "charmed", by="a.m2"))) == [("b.m1", THRASH)]


def test_a_reported_reaction_is_refused_by_the_ban() -> None:
    report = TriggerReported("b.m1", THRASH, "", (AimedTarget("a.m1"),))
    assert begun("thoqqua", "").do(report, "b").asked is not None
    for ban in BANS:
        with pytest.raises(ChangeRefused, match=r"Thoqqua .*(charmed|cannot make attacks)"):
            begun("thoqqua", ban).do(report, "b")


@pytest.mark.parametrize(("ban", "asks"), [("", True), *((ban, False) for ban in BANS)])
def test_a_banned_guard_is_offered_no_attack_of_opportunity(ban: str, asks: bool) -> None:
    table = begun("guard", ban).do(CreatureActed("a.m1", "act/stride", ""))
    assert isinstance(table.asked, OfferAsk) is asks
    assert not table.of("b.m1").has_reacted


def test_reactions_of_older_battles_know_no_ban() -> None:
    table = begun("guard", "cannot make attacks", limits=False).do(CreatureActed("a.m1", "act/stride", ""))
    assert offered(table)
    table.do(OfferPassed("b"), "b")
