"""Features of built-in cards whose fields say everything: kept forms, concealment, last acts, others."""

from dataclasses import replace

from rules.combat.answers import RollRuled
from rules.combat.resolution import ActAsk, RollAsk
from rules.p2v_combat.events.acting import CreatureActed, StepActed
from rules.p2v_combat.events.by_hand import HeldSet, LeftPlay
from rules.p2v_combat.events.reactions import OfferTaken
from rules.p2v_combat.numbers import AimedTarget, Circumstances, armor_number, save_number, speed_number
from rules.p2v_combat.options import options_for
from rules.p2v_combat.tasks.damage import defences
from tests.rows import every_row
from tests.rules.p2v_combat.boards import on_board
from tests.rules.p2v_combat.casting import act
from tests.rules.p2v_combat.tables import PlayedTable, aim, offered, setup_of

USER, OTHER = "a.m1", "b.m1"


def table(creature: str, *others: str, friend: str = "boar", first: str = USER) -> PlayedTable:
    played = PlayedTable(setup_of([creature, friend], others or ("boar", "boar"))).begin(first[0])
    return played.activate(first)


def rule(played: PlayedTable, *outcomes: str) -> PlayedTable:
    for outcome in outcomes:
        played.do(RollRuled(outcome, "the test"))
    return played


def refusal(played: PlayedTable, creature: str, key: str) -> str:
    return next(option for option in options_for(played.state, creature) if option.key == key).refusal


def test_a_tortoise_keeps_its_cover_until_it_pays_to_leave_it() -> None:
    played = table("tortoise-soothsayer")
    armor = armor_number(played.state, USER).value
    assert "does not last" in refusal(played, USER, "feature/take-cover/1")
    act(played, USER, "feature/take-cover")
    assert armor_number(played.state, USER).value == armor + 4
    assert [(row.type, row.dice) for row in defences(played.state, USER).resist] == [("physical", 4)]
    assert refusal(played, USER, "act/stride")
    assert refusal(played, USER, "feature/jaws")
    played.state = played.state.with_acting(USER, ap=3)
    act(played, USER, "feature/take-cover/1")
    assert armor_number(played.state, USER).value == armor
    assert not played.of(USER).conditions
    assert not refusal(played, USER, "act/drop-prone")


def test_a_paleohemoth_reaches_farther_and_is_slower_until_it_pays() -> None:
    played = act(table("paleohemoth"), USER, "feature/reassemble")
    assert speed_number(played.state, USER).value == 3
    act(played, USER, "feature/reassemble/1")
    assert speed_number(played.state, USER).value == 5


def test_ruling_415_an_alchemist_loses_its_claw_with_its_mutagen_and_gains_it_with_another() -> None:
    played = table("human-alchemist")
    before = armor_number(played.state, USER).value, save_number(played.state, USER, "reflex").value
    act(played, USER, "feature/metabolize-mutagen")
    assert "cannot use Claw" in refusal(played, USER, "feature/claw")
    now = armor_number(played.state, USER).value, save_number(played.state, USER, "reflex").value
    assert now == (before[0] + 1, before[1] + 2)
    played.state = played.state.with_acting(USER, ap=3)
    act(played, USER, "feature/bestial-mutagen")
    assert not refusal(played, USER, "feature/claw")
    assert (armor_number(played.state, USER).value, save_number(played.state, USER, "reflex").value) == before


@every_row(("creature", "distance", "adjacent"), [("metal-wisp", "short", False), ("metal-wisp", "reach", True)])
def test_a_cloud_of_rust_conceals_from_creatures_that_are_not_adjacent(
    creature: str, distance: str, adjacent: bool
) -> None:
    played = table(creature, "kobold-witch-5", first=OTHER)
    played.do(CreatureActed(OTHER, "feature/crossbow", "", aim(USER, distance=distance, adjacent=adjacent)), "b")
    assert isinstance(played.asked, RollAsk)
    assert ("Concealment" in played.asked.reason) is not adjacent


def test_a_board_shows_who_is_next_to_a_cloud_of_rust() -> None:
    for picture, is_concealed in (("BA..", False), ("B.A.", True)):
        played = on_board(f"....\n{picture}\n....", setup_of(["metal-wisp"], ["kobold-witch-5"]))
        played.activate(USER).end(USER).activate(OTHER)
        played.do(CreatureActed(OTHER, "feature/crossbow", "", aim(USER)), "b")
        assert isinstance(played.asked, RollAsk)
        assert ("Concealment" in played.asked.reason) is is_concealed


def test_a_rust_scarab_has_its_cloud_and_nothing_heavy_once_it_is_broken() -> None:
    played = table("rust-scarab")
    assert not refusal(played, USER, "feature/heavy/1")
    played.state = played.state.change(USER, hp=30)
    assert "Heavy" in refusal(played, USER, "feature/heavy/1")


def test_a_bee_man_is_concealed_from_ranged_attacks_alone() -> None:
    played = act(table("bee-man", "kobold-witch-5"), USER, "feature/evasive-swarm")
    played.end(USER).activate(OTHER)
    played.do(CreatureActed(OTHER, "feature/crossbow", "", aim(USER)), "b")
    assert isinstance(played.asked, RollAsk)
    assert "Concealment" in played.asked.reason


def test_a_sip_takes_from_charmed_creatures_alone() -> None:
    played = table("brughadatch")
    played.do(HeldSet(OTHER, "charmed", True, "the test"))
    (sip,) = [option for option in options_for(played.state, USER) if option.key == "feature/psychic-sip"]
    assert sip.ways[0].targets is not None
    assert sip.ways[0].targets.creatures == (OTHER,)
    rule(act(played, USER, "feature/psychic-sip", OTHER), "failure")
    assert (played.of(OTHER).hp, played.of(OTHER).has("charmed")) == (20, True)


@every_row(("creature", "action", "strikes"), [("gimmerling", "claw", True), ("cult-leader", "gather-converts", False)])
def test_who_fails_acts_for_the_other_side(creature: str, action: str, strikes: bool) -> None:
    played = table(creature, "boar", "owlbear")
    targets = (OTHER,) if strikes else (OTHER, "b.m2")
    act(played, USER, f"feature/{action}", *targets)
    rule(played, *(["hit"] if strikes else []), "failure")
    assert isinstance(played.asked, ActAsk)
    assert (played.asked.side, played.asked.creature) == ("a", OTHER)
    assert all(option.key != "feature/boar-charge" for option in played.asked.actions)
    if not strikes:
        played.do(StepActed("feature/tusk", "", (AimedTarget("b.m2", Circumstances(distance="reach")),)), "a")
        rule(played, "miss", "success")
        assert played.asked is None, "Who succeeds does nothing."


def test_a_confused_creature_acts_at_once() -> None:
    played = table("cauthooj")
    played.do(HeldSet(OTHER, "confused", True, "the test"))
    act(played, USER, "feature/staccato-strike", OTHER)
    assert isinstance(played.asked, ActAsk)
    assert (played.asked.side, played.asked.creature) == ("a", OTHER)


def test_a_myceloid_pops_as_it_dies() -> None:
    played = table("myceloid").do(LeftPlay(USER, True, "", ""), "a")
    assert "Emit Spores" in played.asked.reason  # type: ignore[union-attr] # it asks who is near


def test_a_gashadokuro_feeds_on_what_dies_inside_it() -> None:
    played = table("gashadokuro")
    played.state = played.state.change(USER, hp=100)
    played.do(LeftPlay("b.m2", True, "", ""), "b")
    assert played.of(USER).hp == 100
    played.do(HeldSet(OTHER, "swallowed", True, "the test"))
    held = played.of(OTHER).statuses
    assert held
    played.state = played.state.change(OTHER, statuses=tuple(replace(status, by=USER) for status in held))
    played.do(LeftPlay(OTHER, True, "", ""), "b")
    assert played.of(USER).hp == 105


def test_ruling_414_a_metal_wisp_gives_itself_for_an_ally() -> None:
    played = table("metal-wisp", friend="boar", first=OTHER)
    played.do(CreatureActed(OTHER, "feature/tusk", "", aim("a.m2", distance="reach")), "b")
    assert offered(played) == [(USER, "feature/accord-essence")]
    played.do(OfferTaken(USER, "feature/accord-essence"), "a")
    assert (played.of(USER).presence, played.of("a.m2").temporary_hp) == ("eliminated", 5)


def test_ruling_416_a_kobold_surprises_who_has_not_acted_in_the_first_round() -> None:
    played = table("kobold-rogue-1")
    strike = next(option.key for option in options_for(played.state, USER) if option.is_strike and not option.refusal)
    act(played, USER, strike, OTHER)
    assert isinstance(played.asked, RollAsk)
    surprised = played.asked.need
    rule(played, "miss")
    played.state = played.state.change(OTHER, has_acted=True).with_acting(USER, fight_actions=0)
    act(played, USER, strike, OTHER)
    assert isinstance(played.asked, RollAsk)
    assert played.asked.need is not None
    assert surprised == played.asked.need - 2
