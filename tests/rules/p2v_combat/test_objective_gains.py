"""What objectives and feats give: the Altar's healing, items chosen from what fits, items that change hands."""

from dataclasses import replace
from typing import Any

import pytest

from rules.cards.model import Feature
from rules.combat.log import log_event_document
from rules.combat.resolution import ChoiceAsk
from rules.errors import ChangeRefused
from rules.feats import BY_KEY as FEATS
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.belongings import BodyLooted, ItemMoved, MerchantTraded
from rules.p2v_combat.events.by_hand import ApSet, HpSet, LeftPlay, SpentSet
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.events.objectives import ObjectiveTried
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.family import P2V
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.options import options_for
from rules.p2v_combat.scoring.objectives import owners_of, round_points
from rules.p2v_combat.setup.plan import PlacedObjective, TablePlan
from rules.roster.model import ItemChoice, Member
from tests.rules.folds import fold_battle
from tests.rules.p2v_combat.tables import PlayedTable, card, setup_of

ALTAR = PlacedObjective("altar", 5, 5, "a")
GRIMOIRE = PlacedObjective("arcane-grimoire", 5, 5, "a")
POTION = ItemChoice("healing-potion-minor")


def claimed(placed: PlacedObjective, *ours: str | Member, theirs: str = "kobold-warrior") -> PlayedTable:
    """Let the first creature claim an objective."""
    table = TablePlan(sides=("a", "b"), points=200, board_key="small-board", objectives=(placed,))
    played = PlayedTable(replace(setup_of(ours or ["kobold-druid-1"], [theirs]), table=table)).begin("a")
    played.activate("a.m1")
    return try_it(played, "a.m1", placed)


def try_it(played: PlayedTable, creature: str, placed: PlacedObjective, face: int = 20) -> PlayedTable:
    skill = {"altar": "Religion", "arcane-grimoire": "Arcana", "merchant": "Diplomacy"}
    skill |= {"sword-in-the-stone": "Athletics", "alchemists-table": "Crafting"}
    return played.do(ObjectiveTried(creature, placed.kind, skill[placed.kind]), creature[0]).roll(face)


def choose(played: PlayedTable, *keys: str) -> PlayedTable:
    for key in keys:
        assert isinstance(played.asked, ChoiceAsk), played.asked
        played.do(BattleOptionChosen(key), played.asked.side)
    return played


def keys(played: PlayedTable) -> list[str]:
    assert isinstance(played.asked, ChoiceAsk)
    return [option.key for option in played.asked.options]


def test_the_altar_asks_whom_it_heals() -> None:
    table = claimed(ALTAR, "kobold-druid-1", "boar")
    assert keys(table) == ["a.m1", "a.m2", "b.m1"]
    assert isinstance(table.asked, ChoiceAsk)
    assert table.asked.options[1].label == "Boar (Red)", "Both sides may have one of that name."
    table.do(HpSet("a.m2", 1, 0, ""))
    with pytest.raises(ChangeRefused, match="not one of the choices"):
        table.do(BattleOptionChosen("c.m9"), "a")
    choose(table, "a.m2")
    assert table.of("a.m2").hp == 11
    assert table.asked is None


def test_an_older_log_heals_the_claimer_without_a_question() -> None:
    table = TablePlan(sides=("a", "b"), points=200, board_key="small-board", objectives=(ALTAR,))
    played = PlayedTable(replace(setup_of(["kobold-druid-1"], ["boar"]), table=table)).begin("a").activate("a.m1")
    document = {"kind": "objective-tried", "creature": "a.m1", "objective": "altar", "skill": "Religion"}
    event: Any = P2V.event_from(document)
    assert log_event_document(event) == document
    played.do(HpSet("a.m1", 1, 0, "")).do(event, "a").roll(20)
    assert played.asked is None
    assert played.of("a.m1").hp == 11


def test_a_grimoire_gives_a_scroll_of_the_claimers_level_with_a_spell() -> None:
    table = claimed(GRIMOIRE)
    assert "Fear" in keys(table), "At level 1 there is one scroll: its spell is asked for at once."
    choose(table, "Fear")
    scroll = ItemChoice("spell-scroll-i", "Fear")
    assert table.of("a.m1").items == (scroll,)
    assert "Fear Scroll I" in [option.name for option in options_for(table.state, "a.m1")]
    assert owners_of(table.state) == {"arcane-grimoire": "a"}


def test_a_grimoire_scores_for_whoever_holds_the_scroll_until_it_is_used_up() -> None:
    table = choose(claimed(GRIMOIRE, "neutral-acolyte", "boar"), "Fear")
    assert round_points(table.state) == {"a": 1, "b": 0}
    passed = ItemMoved("spell-scroll-i", "Fear", "a.m1", "b.m1", "It was stolen.")
    table.do(passed, "b")
    assert round_points(table.state) == {"a": 0, "b": 1}
    table.do(HpSet("b.m1", 0, 0, ""))
    assert round_points(table.state) == {"a": 0, "b": 1}, "A dying creature still holds it."
    table.do(LeftPlay("b.m1", True, "", ""))
    assert round_points(table.state) == {"a": 0, "b": 0}
    table.do(BodyLooted("a.m1", "b.m1", "spell-scroll-i"), "a")
    assert round_points(table.state) == {"a": 1, "b": 0}
    table.do(SpentSet("a.m1", "spell-scroll-i:fear", 1, ""))
    assert round_points(table.state) == {"a": 0, "b": 0}


def test_the_scroll_that_counts_is_the_last_of_its_kind_to_go() -> None:
    # Ruling 355.
    table = choose(claimed(GRIMOIRE, "neutral-acolyte", "boar"), "Fear")
    table.do(ItemMoved("spell-scroll-i", "Fear", None, "a.m1", ""))
    table.do(ItemMoved("spell-scroll-i", "Fear", "a.m1", "b.m1", ""))
    assert owners_of(table.state) == {"arcane-grimoire": "a"}
    table.do(ItemMoved("spell-scroll-i", "Fear", "a.m1", None, "Burnt."))
    assert owners_of(table.state) == {}


def test_a_creature_below_level_1_gains_nothing_and_its_claim_outlasts_it() -> None:
    table = claimed(GRIMOIRE, "kobold-warrior")
    assert "No item fits" in " ".join(table.told)
    assert table.asked is None
    table.do(LeftPlay("a.m1", True, "", ""))
    assert owners_of(table.state) == {"arcane-grimoire": "a"}


def test_a_sword_in_the_stone_makes_a_melee_strike_magical() -> None:
    stone = PlacedObjective("sword-in-the-stone", 5, 5, "a")
    table = claimed(stone, "fey-guard", theirs="boar")
    choose(table, "fiery-weapon")
    if isinstance(table.asked, ChoiceAsk):
        assert set(keys(table)) <= {feature.name for feature in card("fey-guard").features if feature.strike}
        choose(table, keys(table)[0])
    (gained,) = table.of("a.m1").items
    assert gained.item == "fiery-weapon"
    assert owners_of(table.state) == {"sword-in-the-stone": "a"}
    table.do(LeftPlay("a.m1", False, "top", ""))
    assert owners_of(table.state) == {}


def test_an_alchemists_table_gives_any_consumable_of_the_level() -> None:
    table = claimed(PlacedObjective("alchemists-table", 5, 5, "a"))
    assert "holy-water" in keys(table)
    assert "howdah" not in keys(table), "A howdah is no consumable."
    assert "oil-of-potency-fight" not in keys(table), "Its level is 2."
    choose(table, "healing-potion-minor")
    table.do(HpSet("a.m1", 1, 0, "")).do(
        CreatureActed("a.m1", "item/healing-potion-minor", "", (AimedTarget("a.m1"),)), "a"
    )
    assert table.of("a.m1").hp == 6
    assert owners_of(table.state) == {"alchemists-table": "a"}, "This claim does not hang on the item."


def test_owners_of_the_merchant_trade_an_item_for_another_of_its_level() -> None:
    merchant = PlacedObjective("merchant", 5, 5, "a")
    carrier = Member("kobold-druid-1", id="m1", items=(ItemChoice("holy-water"), POTION))
    table = claimed(merchant, carrier)
    table.do(SpentSet("a.m1", "holy-water", 1, "")).do(ApSet("a.m1", 2, ""))
    table.do(MerchantTraded("a.m1"), "a")
    assert table.state.acting("a.m1").ap == 0  # type: ignore[union-attr] # it is its turn
    assert "healing-potion-minor" not in keys(table), "Of what is not used up it gives the one; that is no other item."
    choose(table, "spell-potion-i", "Heal")
    assert table.of("a.m1").items == (ItemChoice("holy-water"), ItemChoice("spell-potion-i", "Heal"))
    table.end("a.m1").activate("b.m1")
    with pytest.raises(ChangeRefused, match="claimed the Merchant"):
        table.do(MerchantTraded("b.m1"), "b")


def test_prescient_consumable_swaps_one_for_another() -> None:
    feat = FEATS["prescient-consumable"]
    base = card("kobold-druid-1")
    values = {"cost": feat.cost, "uses": feat.uses, "steps": feat.steps}
    known = Feature(id="feat-prescient-consumable", name=feat.name, effect=feat.text, **values)
    learned = replace(base, features=(*base.features, known))
    setup = setup_of([Member("kobold-druid-1", id="m1", items=(POTION, ItemChoice("howdah")))], ["boar"])
    fielded = tuple(replace(fighter, card=learned) if fighter.id == "a.m1" else fighter for fighter in setup.fielded)
    table = PlayedTable(replace(setup, fielded=fielded)).begin("a").activate("a.m1")
    table.do(CreatureActed("a.m1", "feature/feat-prescient-consumable", "", ()), "a")
    choose(table, "holy-water")
    assert table.of("a.m1").items == (ItemChoice("howdah"), ItemChoice("holy-water"))
    assert table.of("a.m1").times_spent("feat-prescient-consumable") == 1


def test_by_hand_any_item_is_given_taken_and_passed_on() -> None:
    table = PlayedTable(setup_of(["kobold-druid-1", "boar"], ["kobold-warrior"])).begin("a").activate("a.m1")
    table.do(ItemMoved("alchemists-fire-minor", None, None, "a.m1", ""))
    assert "item/alchemists-fire-minor" in [option.key for option in options_for(table.state, "a.m1")]
    table.do(SpentSet("a.m1", "alchemists-fire-minor", 1, ""))
    table.do(ItemMoved("alchemists-fire-minor", None, "a.m1", "a.m2", ""))
    assert table.of("a.m1").items == ()
    assert table.of("a.m1").spent == ()
    assert table.of("a.m2").times_spent("alchemists-fire-minor") == 1, "Its checked box goes with it."
    table.do(ItemMoved("alchemists-fire-minor", None, "a.m2", None, ""))
    assert table.of("a.m2").items == ()
    assert fold_battle(table.setup, table.entries) == table.state


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ItemMoved("moon", None, None, "a.m1", ""), "no such item"),
        (ItemMoved("fiery-weapon", None, None, "a.m1", ""), "Say which weapon"),
        (ItemMoved("holy-water", "Jaws", None, "a.m1", ""), "asks for no choice"),
        (ItemMoved("holy-water", None, "a.m1", None, ""), "does not carry"),
        (ItemMoved("holy-water", None, None, None, ""), "Say which creature"),
        (ItemMoved("holy-water", None, None, "z.m1", ""), "Say which creature"),
    ],
)
def test_items_that_cannot_change_hands_are_refused(event: ItemMoved, words: str) -> None:
    table = PlayedTable(setup_of(["kobold-druid-1"], ["boar"])).begin("a")
    with pytest.raises(ChangeRefused, match=words):
        table.do(event)


@pytest.mark.parametrize("answers", [1, 2])
@pytest.mark.parametrize(
    "by_hand", [ItemMoved(POTION.item, None, "a.m1", None, ""), SpentSet("a.m1", POTION.item, 1, "")]
)
def test_an_item_that_goes_by_hand_while_it_is_traded_brings_nothing(by_hand: BattleEvent, answers: int) -> None:
    water = ItemChoice("holy-water")
    merchant = PlacedObjective("merchant", 5, 5, "a")
    played = claimed(merchant, Member("kobold-druid-1", id="m1", items=(POTION, water)), "guard")
    played.do(ApSet("a.m1", 3, "")).do(MerchantTraded("a.m1"), "a")
    choose(played, *("1", "spell-scroll-i")[:answers])
    played.do(by_hand)
    assert played.asked is None
    assert "no longer has Healing Potion (Minor) to swap: it gains nothing." in played.told[-1]
    assert water in played.of("a.m1").items
    assert not {item.item for item in played.of("a.m1").items} - {POTION.item, water.item}
