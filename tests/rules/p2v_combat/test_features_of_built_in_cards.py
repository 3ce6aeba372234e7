"""What single built-in cards do by their fields: while damaged or broken, with a price in a part, as reactions."""

from compendium.builtin import built_in_cards
from rules.combat.answers import RollRuled
from rules.combat.resolution import ActAsk, OfferAsk, RollAsk
from rules.p2v_combat.actions import actions_of_card
from rules.p2v_combat.events.acting import CreatureActed, StepActed
from rules.p2v_combat.events.reactions import OfferTaken
from rules.p2v_combat.numbers import AimedTarget, Circumstances, armor_number, speed_number
from rules.p2v_combat.options import options_for
from rules.p2v_combat.tasks.damage import defences
from rules.p2v_combat.triggers import triggers_of
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

AIM = (AimedTarget("b.m1", Circumstances(distance="reach")),)


def table_of(creature: str, *others: str) -> PlayedTable:
    return PlayedTable(setup_of([creature], others or ["owlbear"])).begin("a").activate("a.m1")


def hp_lost(table: PlayedTable, outcome: str, action: str, **changes: int) -> int:
    """Return what the target loses to a Strike that ends so."""
    table.state = table.state.change("a.m1", **changes)
    before = table.of("b.m1").hp
    table.do(CreatureActed("a.m1", action, "", AIM), "a").do(RollRuled(outcome, "the test"))
    return before - table.of("b.m1").hp


def test_ruling_366_a_cultist_deals_more_and_has_less_armor_from_the_first_damage_on() -> None:
    table = table_of("cultist")
    assert armor_number(table.state, "a.m1").value == 16
    assert hp_lost(table, "hit", "feature/dagger") == 7
    assert hp_lost(table, "hit", "feature/dagger", hp=19) == 11
    assert armor_number(table.state, "a.m1").value == 14
    table.state = table.state.change("a.m1", hp=5)
    assert armor_number(table.state, "a.m1").value == 14, "The number in brackets is the same drop, and counts once."


def test_ruling_366_a_rust_scarab_is_quicker_and_resists_nothing_physical_once_its_carapace_is_broken() -> None:
    table = table_of("rust-scarab")
    physical = {"electricity": 2, "physical": 2}
    assert {row.type: row.dice for row in defences(table.state, "a.m1").resist} == physical
    assert speed_number(table.state, "a.m1").value == 5
    table.state = table.state.change("a.m1", hp=32)
    assert {row.type: row.dice for row in defences(table.state, "a.m1").resist} == {"electricity": 2}
    assert speed_number(table.state, "a.m1").value == 7


def test_rulings_365_and_417_kobold_breath_has_its_own_price_and_boxes() -> None:
    table = table_of("kobold-witch-5")
    (breath,) = [option for option in options_for(table.state, "a.m1") if option.name == "Grovel"]
    assert (breath.ways[0].ap, breath.ways[0].reach, breath.uses_left) == (2, "Cone 3", 2)
    before = table.of("b.m1").hp
    table.do(CreatureActed("a.m1", breath.key, "", AIM), "a").do(RollRuled("failure", "the test"))
    assert before - table.of("b.m1").hp == 8
    (breath,) = [option for option in options_for(table.state, "a.m1") if option.name == "Grovel"]
    assert breath.uses_left == 1


def test_ruling_365_a_tyrannosaurus_tramples_for_2_ap_though_its_card_prints_no_cost() -> None:
    table = table_of("tyrannosaurus")
    (trample,) = [
        option for option in options_for(table.state, "a.m1") if option.name == "Trample" and option.kind == "feature"
    ]
    assert (trample.ways[0].ap, trample.uses_left) == (2, None)
    before = table.of("b.m1").hp
    table.do(CreatureActed("a.m1", trample.key, "", AIM), "a").do(RollRuled("failure", "the test"))
    assert before - table.of("b.m1").hp == 20


def test_what_is_heavy_becomes_immobilized_for_nothing() -> None:
    table = table_of("abysium-horror").do(CreatureActed("a.m1", "feature/heavy/1", ""), "a")
    acting = table.state.acting("a.m1")
    assert acting is not None
    assert (acting.ap, table.of("a.m1").has("immobilized")) == (2, True)


def test_a_charge_deals_more_with_its_own_strike_alone_hit_or_miss() -> None:
    for outcome, lost in (("hit", 15), ("miss", 0)):
        table = table_of("skeletal-giant")
        before = table.of("b.m1").hp
        table.do(CreatureActed("a.m1", "feature/terrifying-charge", ""), "a")
        table.do(StepActed("feature/glaive", "", AIM), "a").do(RollRuled(outcome, "the test"))
        if isinstance(table.asked, RollAsk):
            table.do(RollRuled("failure", "the test"))
        assert before - table.of("b.m1").hp == lost
        assert table.of("b.m1").has("rattled") is (outcome == "hit")
        assert table.of("a.m1").active_effects == ()


def test_a_frill_covers_the_rider_and_no_one_else() -> None:
    table = PlayedTable(setup_of(["boar"], ["goblin-warrior", "triceratops"])).begin("a").activate("a.m1")
    plain = PlayedTable(setup_of(["boar"], ["goblin-warrior"])).begin("a").activate("a.m1")
    plain.do(CreatureActed("a.m1", "feature/tusk", "", AIM), "a")
    table.do(CreatureActed("a.m1", "feature/tusk", "", AIM), "a")
    assert isinstance(table.asked, OfferAsk)
    table.do(OfferTaken("b.m2", "feature/frill-defense"), "b")
    assert isinstance(plain.asked, RollAsk)
    assert isinstance(table.asked, RollAsk)
    assert table.asked.need == plain.asked.need + 2


def test_ruling_366_a_weakness_among_the_features_counts() -> None:
    assert [(row.type, row.amount) for row in defences(table_of("dryad").state, "a.m1").weak] == [("fire", 5)]


def test_every_reaction_of_the_built_in_cards_is_offered_or_reported() -> None:
    reported = {
        action.name
        for card in built_in_cards()
        for action in actions_of_card(card, card.features).values()
        if action.is_reaction and all(trigger.kinds == ("reported",) for trigger in triggers_of(action))
    }
    assert reported == {
        "Consume Flesh",
        "Counter Performance",
        "Denuded Outrage",
        "Enthrall",
        "Gentle Landing",
        "Goblin Scuttle",
        "Mesmerizing Gaze",
        "Timber",
        "Trip Up",
    }


def test_ruling_368_a_gloryhound_strikes_at_who_moves_though_its_card_says_so_only_at_its_foot() -> None:
    table = PlayedTable(setup_of(["gloryhound"], ["boar"])).begin("b").activate("b.m1")
    table.do(CreatureActed("b.m1", "act/stride", ""), "b")
    assert isinstance(table.asked, OfferAsk)
    assert [offer.label for offer in table.asked.offers] == ["Gloryhound: Attack of Opportunity"]
    table.do(OfferTaken("a.m1", table.asked.offers[0].key), "a")
    assert isinstance(table.asked, ActAsk)
    assert [option.label for option in table.asked.actions] == ["Longsword"]
