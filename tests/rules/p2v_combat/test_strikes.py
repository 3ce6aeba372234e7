"""Strikes: what is rolled and against what, cover and concealment, hits, misses, and what counts afterwards."""

import pytest

from rules.combat.answers import OfferPassed, RollRuled
from rules.combat.resolution import OfferAsk, RollAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import HeldSet, HpSet
from rules.p2v_combat.events.reactions import OfferTaken
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.roster.model import Member
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

TUSK = "feature/tusk"


def table(*, second: str | Member = "boar", first: str | Member = "boar") -> PlayedTable:
    return PlayedTable(setup_of([first], [second, "boar"])).begin("a").activate("a.m1")


def strike(played: PlayedTable, target: str = "b.m1", action: str = TUSK, **holds: object) -> PlayedTable:
    return played.do(CreatureActed("a.m1", action, "", (AimedTarget(target, Circumstances(**holds)),)), "a")


def asked(played: PlayedTable) -> RollAsk:
    ask = played.asked
    assert isinstance(ask, RollAsk)
    return ask


def test_a_strike_asks_for_a_d20_with_its_chances_and_deals_its_damage() -> None:
    played = strike(table())
    ask = asked(played)
    # Fight 8 against Armor 13.
    assert (ask.dice, ask.sides, ask.need) == (1, 20, 5)
    assert ask.chances == (("miss", 4), ("hit", 10), ("critical hit", 6))
    played.roll(5)
    assert played.of("b.m1").hp == 30
    assert played.state.acting("a.m1").ap == 1
    assert "Boar’s Tusk against Boar: 5 + 8 = 13 against Armor 13, hit." in played.told


@pytest.mark.parametrize(("face", "hp"), [(4, 40), (5, 30), (14, 30), (15, 20), (20, 20), (1, 40)])
def test_a_hit_deals_the_damage_and_a_critical_hit_twice_that(face: int, hp: int) -> None:
    assert strike(table()).roll(face).of("b.m1").hp == hp


def test_the_second_action_with_a_fight_roll_suffers_the_penalty() -> None:
    played = strike(strike(table()).roll(1))
    assert asked(played).need == 10
    played.roll(10)
    assert played.of("b.m1").hp == 30


def test_every_modifier_is_named() -> None:
    played = table()
    played.do(HeldSet("a.m1", "rattled", True, "")).do(HeldSet("b.m1", "prone", True, ""))
    strike(strike(played).roll(1)).roll(20)
    why = next(note.why for note in played.state.notes if "Tusk against" in note.text)
    assert why == ("Fight 1: card +8, rattled −2, multiple attack penalty −5", "Armor 11: card +13, off-guard −2")


def test_off_guard_for_a_reason_that_the_players_give() -> None:
    assert asked(strike(table(), off_guard=("flanked",))).need == 3


def test_ranged_attacks_suffer_from_reach_and_distance() -> None:
    played = table(first="orc-warchief")
    strike(played, action="feature/javelin", distance="long", in_enemy_reach=True)
    assert asked(played).need == 9


@pytest.mark.parametrize(("faces", "told"), [((2, 3), ""), ((1, 5), "takes the attack"), ((3, 1), "is the target now")])
def test_cover_is_checked_piece_by_piece(faces: tuple[int, int], told: str) -> None:
    played = strike(table(), cover=("a low wall", "b.m2"))
    ask = asked(played)
    assert (ask.dice, ask.sides) == (2, 6)
    played.roll(*faces)
    if "takes" in told:
        assert played.asked is None
        assert (played.of("b.m1").hp, played.of("b.m2").hp) == (40, 40)
    else:
        played.roll(10)
        hurt = "b.m2" if told else "b.m1"
        assert played.of(hurt).hp == 30
    assert played.state.acting("a.m1").fight_actions == 1


def test_concealment_makes_a_strike_miss() -> None:
    played = table().do(HeldSet("b.m1", "concealed", True, ""))
    strike(played, concealment=("smoke",))
    assert asked(played).dice == 2
    played.roll(4, 1)
    assert played.asked is None
    assert played.state.acting("a.m1").fight_actions == 1


def test_hero_points_roll_again_once_a_side() -> None:
    played = table(first=Member("boar", id="m1", hero_points=2), second=Member("boar", id="m1", hero_points=1))
    strike(played).roll(4)
    offer = played.asked
    assert isinstance(offer, OfferAsk)
    assert {offer.creature for offer in offer.offers} == {"a.m1", "b.m1"}
    played.do(OfferTaken("a.m1", "hero-point"), "a").roll(12)
    assert [offer.creature for offer in played.asked.offers] == ["b.m1"]
    played.do(OfferTaken("b.m1", "hero-point"), "b").roll(2)
    assert played.asked is None
    assert played.of("b.m1").hp == 40
    assert (played.of("a.m1").hero_points, played.of("b.m1").hero_points) == (1, 0)


def test_letting_a_roll_stand_needs_every_side_that_could_change_it() -> None:
    played = table(first=Member("boar", id="m1", hero_points=2))
    strike(played).roll(10).do(OfferPassed("a"), "a")
    assert played.of("b.m1").hp == 30


def test_the_players_overrule_a_roll_with_a_reason() -> None:
    played = strike(table())
    with pytest.raises(ChangeRefused, match="ends with one of"):
        played.do(RollRuled("nonsense", "we agreed"))
    played.do(RollRuled("critical hit", "the die fell off the table"))
    assert played.of("b.m1").hp == 20


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (CreatureActed("a.m1", "feature/nothing", ""), "no such action"),
        (CreatureActed("a.m1", TUSK, ""), "Choose 1 creature"),
        (CreatureActed("a.m1", TUSK, "", (AimedTarget("b.m1"), AimedTarget("b.m2"))), "1 creature at most"),
        (CreatureActed("b.m1", TUSK, "", (AimedTarget("a.m1"),)), "Another side decides"),
        (CreatureActed("a.m1", "act/escape", ""), "No condition"),
        (CreatureActed("a.m1", "act/stand", ""), "not prone"),
    ],
)
def test_what_is_not_possible_is_refused(event: CreatureActed, words: str) -> None:
    with pytest.raises(ChangeRefused, match=words):
        table().do(event, "a")


def test_a_creature_acts_only_on_its_turn() -> None:
    with pytest.raises(ChangeRefused, match="not this creature’s turn"):
        table().do(CreatureActed("b.m1", TUSK, "", (AimedTarget("a.m1"),)), "b")


def test_helpless_creatures_give_no_cover() -> None:
    # Ruling 61.
    played = table().do(HpSet("b.m2", 0, 0, ""))
    assert asked(strike(played, cover=("b.m2",))).sides == 20


def test_no_action_without_action_points() -> None:
    played = strike(strike(table()).roll(1)).roll(1)
    with pytest.raises(ChangeRefused, match="costs 1 AP, and there are 0"):
        strike(played)
