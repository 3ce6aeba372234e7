"""“Not this round”: a reaction that its side leaves out, so that it stops no more turns until the next round."""

import pytest

from rules.combat.answers import OfferPassed
from rules.combat.resolution import RollAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.reactions import ReactionWaived, TriggerReported
from rules.p2v_combat.family import battle_state_document
from rules.p2v_combat.numbers import AimedTarget
from rules.roster.model import Member
from tests.rules.p2v_combat.tables import PlayedTable, offered, setup_of

GLANCE = "feature/petrifying-glance"


def glanced_at() -> PlayedTable:
    """Let a creature begin its turn before a basilisk, which is asked whether it glances at it."""
    return PlayedTable(setup_of(["boar", "boar"], ["basilisk", "boar"])).begin("a").activate("a.m1")


def test_an_offered_reaction_says_what_it_does() -> None:
    (offer,) = glanced_at().asked.offers
    assert (offer.label, offer.text) == (
        "Basilisk: Petrifying Glance",
        "A creature begins its turn in line of sight. Ranged 6. The target is slowed (Fortitude negates).",
    )


def test_a_reaction_that_is_waived_stops_no_more_turns_of_this_round_and_is_back_in_the_next() -> None:
    table = glanced_at().do(ReactionWaived("b.m1", GLANCE), "b")
    assert table.told[0] == "Basilisk: Petrifying Glance is not offered again in this round."
    assert (table.asked, table.of("b.m1").has_reacted) == (None, False)
    table.end("a.m1").activate("b.m2").end("b.m2").activate("a.m2")
    assert table.asked is None, "The second boar begins its turn without being stopped."
    table.end("a.m2").activate("b.m1").end("b.m1")
    assert table.state.round == 2
    table.activate("b.m2").end("b.m2").activate("a.m1")
    assert offered(table) == [("b.m1", GLANCE)]


def test_a_reaction_that_is_waived_can_still_be_reported() -> None:
    table = glanced_at().do(ReactionWaived("b.m1", GLANCE), "b")
    table.do(TriggerReported("b.m1", GLANCE, "", (AimedTarget("a.m1"),)), "b")
    assert isinstance(table.asked, RollAsk)


def test_the_other_reactions_of_a_side_are_offered_as_before() -> None:
    table = PlayedTable(setup_of(["boar"], ["basilisk", "basilisk"])).begin("a").activate("a.m1")
    assert offered(table) == [("b.m1", GLANCE), ("b.m2", GLANCE)]
    assert offered(table.do(ReactionWaived("b.m1", GLANCE), "b")) == [("b.m2", GLANCE)]


def test_only_what_is_offered_is_waived_and_no_hero_point() -> None:
    table = glanced_at()
    with pytest.raises(ChangeRefused, match="not available now"):
        table.do(ReactionWaived("b.m2", GLANCE), "b")
    table.do(OfferPassed("b"), "b")
    with pytest.raises(ChangeRefused, match="any more"):
        table.do(ReactionWaived("b.m1", GLANCE), "b")
    lucky = Member("boar", id="m1", hero_points=1)
    table = PlayedTable(setup_of([lucky], ["boar"])).begin("a").activate("a.m1")
    table.do(CreatureActed("a.m1", "feature/tusk", "", (AimedTarget("b.m1"),)), "a").roll(2)
    with pytest.raises(ChangeRefused, match="You can skip only reactions"):
        table.do(ReactionWaived("a.m1", "hero-point"), "a")


def test_a_state_names_what_is_waived_only_where_something_is() -> None:
    table = glanced_at()
    creature = next(
        creature for creature in battle_state_document(table.state)["creatures"] if creature["id"] == "b.m1"
    )
    assert "waived" not in creature
    table.do(ReactionWaived("b.m1", GLANCE), "b")
    creature = next(
        creature for creature in battle_state_document(table.state)["creatures"] if creature["id"] == "b.m1"
    )
    assert creature["waived"] == [GLANCE]
