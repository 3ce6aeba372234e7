"""Bans keep a creature from reactions, from steps of activities, and from attacks that only parts of an action say."""

from dataclasses import replace

import pytest

from rules.cards.model import Feature
from rules.combat.answers import RollRuled
from rules.combat.resolution import ActAsk, OfferAsk
from rules.effects.model import Effect
from rules.effects.values import EffectStep, Range
from rules.errors import ChangeRefused
from rules.p2v_combat.conditions import gain_condition, mode_now
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.reactions import OfferTaken, TriggerReported, reported_actions
from rules.p2v_combat.options import options_for
from tests.rows import every_row
from tests.rules.p2v_combat.casting import act
from tests.rules.p2v_combat.tables import PlayedTable, aim, offered, setup_of

USER, OTHER, THIRD = "a.m1", "b.m1", "b.m2"
TUSK, STRIDE = "feature/tusk", "act/stride"
OPPORTUNITY, THRASH = "feature/attack-of-opportunity", "feature/reactive-thrash"


def table(ours: str, theirs: str, *bans: str, holder: str = OTHER, features: tuple[Feature, ...] = ()) -> PlayedTable:
    setup = setup_of([ours, "boar"], [theirs, "boar"])
    first = setup.fielded[0]
    first = replace(first, card=replace(first.card, features=(*first.card.features, *features)))
    played = PlayedTable(replace(setup, fielded=(first, *setup.fielded[1:]))).begin("a")
    for ban in bans:
        giver = THIRD if holder == USER else USER
        played.state = gain_condition(played.state, holder, ban, by=giver, source="Test", until="encounter")
    return played.activate(USER)


@every_row("ban", ["charmed", "cannot make attacks", "cannot make attacks against the user", "cannot target enemies"])
def test_a_ban_keeps_from_reactions_that_attack(ban: str) -> None:
    hit = act(table("boar", "thoqqua", ban), USER, TUSK, OTHER).do(RollRuled("hit", "the test"))
    assert not isinstance(hit.asked, OfferAsk)
    moved = act(table("boar", "guard", ban), USER, STRIDE)
    assert moved.asked is None
    assert not moved.of(OTHER).has_reacted


def test_without_a_ban_both_are_offered() -> None:
    hit = act(table("boar", "thoqqua"), USER, TUSK, OTHER).do(RollRuled("hit", "the test"))
    assert (OTHER, THRASH) in offered(hit)
    assert offered(act(table("boar", "guard"), USER, STRIDE)) == [(OTHER, OPPORTUNITY)]


def test_battles_that_began_before_ask_for_no_ban() -> None:
    played = table("boar", "guard", "cannot make attacks")
    played.state = replace(played.state, has_limits=False)
    assert offered(act(played, USER, STRIDE)) == [(OTHER, OPPORTUNITY)]


def test_a_ban_against_others_leaves_the_reaction_to_its_giver() -> None:
    played = table("boar", "guard", "cannot make attacks against others")
    assert offered(act(played, USER, STRIDE)) == [(OTHER, OPPORTUNITY)]


def test_a_banned_reaction_cannot_be_reported_either() -> None:
    played = table("boar", "guard", "cannot make attacks")
    assert OPPORTUNITY not in [action.key for action, _ in reported_actions(played.state, OTHER)]
    with pytest.raises(ChangeRefused, match="cannot make attacks"):
        played.do(TriggerReported(OTHER, OPPORTUNITY, ""), "b")
    limited = table("boar", "thoqqua", "cannot make attacks against the user")
    with pytest.raises(ChangeRefused, match="cannot make attacks against Boar"):
        limited.do(TriggerReported(OTHER, THRASH, "", aim(USER)), "b")
    limited.do(TriggerReported(OTHER, THRASH, "", aim("a.m2")), "b")
    assert limited.of(OTHER).has_reacted


def test_a_reaction_that_only_guards_is_no_attack() -> None:
    played = act(table("boar", "guard", "cannot make ranged attacks"), USER, STRIDE)
    played.do(OfferTaken(OTHER, OPPORTUNITY), "b")
    assert isinstance(played.asked, ActAsk)


BOW = Feature(id="bow", name="Bow", cost="1", strike=True, range=Range(kind="ranged", squares=12))
BOWS = EffectStep(action="strike", names=("Bow",), times=2)
DOUBLE = Feature(id="double", name="Double Shot", cost="2", steps=(BOWS,))
BOTH = Feature(id="both", name="Both", cost="2", steps=(EffectStep(action="strike", names=("Bow", "Tusk")),))
RUN = Feature(id="run", name="Run", cost="2", steps=(EffectStep(action="stride"), BOWS))
BURN = Feature(id="burn", name="Burn", cost="1", strike=True, range=Range(kind="melee"))
USE = Feature(id="use", name="Use", cost="1", steps=(EffectStep(action="use", names=("Burn",)),))


def refusal(played: PlayedTable, key: str) -> str:
    return next(option for option in options_for(played.state, USER) if option.key == f"feature/{key}").refusal


def test_an_activity_whose_steps_are_all_banned_is_refused() -> None:
    played = table(
        "boar",
        "boar",
        "cannot make ranged attacks",
        "cannot use Burn",
        holder=USER,
        features=(BOW, DOUBLE, BOTH, RUN, BURN, USE),
    )
    assert "cannot make ranged attacks" in refusal(played, "double")
    assert "cannot use Burn" in refusal(played, "use")
    assert not refusal(played, "run")
    assert not refusal(played, "both")
    act(played, USER, "feature/both")
    assert isinstance(played.asked, ActAsk)
    assert [option.label for option in played.asked.actions] == ["Tusk"]


def test_a_banned_step_is_left_out() -> None:
    played = table("boar", "boar", "cannot make ranged attacks", holder=USER, features=(BOW, RUN))
    act(played, USER, "feature/run")
    assert played.asked is None


STRIKE = Effect(on="choice", steps=(EffectStep(action="strike"),))
ESCAPE = Effect(on="choice", steps=(EffectStep(action="escape"),))


@every_row(
    ("then", "is_attack"),
    [((STRIKE,), True), ((STRIKE, STRIKE), True), ((STRIKE, ESCAPE), False), ((replace(STRIKE, on="always"),), True)],
)
def test_an_action_attacks_by_its_parts(then: tuple[Effect, ...], is_attack: bool) -> None:
    rage = Feature(id="rage", name="Rage", cost="1", then=then)
    played = table("boar", "boar", "cannot make attacks", holder=USER, features=(rage,))
    assert ("cannot make attacks" in refusal(played, "rage")) is is_attack


def test_a_ban_takes_a_mode_away_only_while_its_condition_holds() -> None:
    played = table("boar", "harpy", "cannot use Flight while rattled")
    assert mode_now(played.state, OTHER) == "Flight"
    played.do(HeldSet(OTHER, "rattled", True, ""))
    assert mode_now(played.state, OTHER) == ""
    assert "Harpy loses Flight." in played.told
    assert mode_now(table("boar", "harpy", "cannot use Flight").state, OTHER) == ""
