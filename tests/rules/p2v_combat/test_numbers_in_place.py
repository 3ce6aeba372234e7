"""A bonus that replaces the number of a card counts under the same terms as one that is added to it."""

from dataclasses import replace

import pytest

from rules.cards.model import Feature
from rules.documents.reading import Fields
from rules.effects.activities import format_bonuses, parse_bonuses
from rules.effects.fields import EFFECT_FIELDS
from rules.effects.notation import NotationError
from rules.effects.values import Bonus
from rules.errors import DocumentError
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.numbers import Circumstances, armor_number, fight_number, save_number, speed_number
from rules.p2v_combat.state import BattleState
from tests.rows import every_row
from tests.rules.p2v_combat.casting import act
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

USER, OTHER = "a.m1", "b.m1"
RANGED = Circumstances(holds=("ranged",))


def table(bonuses: str, *, cost: str | None = None, creature: str = "boar") -> PlayedTable:
    setup = setup_of([creature], ["boar"])
    first = setup.fielded[0]
    target = {"lasts": "encounter"} if cost else {}
    feature = Feature(id="form", name="Form", cost=cost, bonuses=parse_bonuses(bonuses), **target)
    first = replace(first, card=replace(first.card, features=(*first.card.features, feature)))
    played = PlayedTable(replace(setup, fielded=(first, *setup.fielded[1:]))).begin("a").activate(USER)
    return act(played, USER, "feature/form", USER) if cost else played


def armor(state: BattleState, circumstances: Circumstances) -> int:
    return armor_number(state, USER, OTHER, circumstances).value


@pytest.mark.parametrize("cost", [None, "1"])
def test_a_number_in_place_of_the_cards_counts_under_its_terms(cost: str | None) -> None:
    state = table("armor to 25 when ranged", cost=cost).state
    assert armor(state, RANGED) == 25
    assert armor(state, Circumstances()) == 13


def test_it_counts_where_a_passive_says_it() -> None:
    assert armor(table("armor to 25").state, Circumstances()) == 25
    state = table("fortitude, speed to 9; saves to 7").state
    assert (save_number(state, USER, "fortitude").value, speed_number(state, USER).value) == (9, 9)
    assert save_number(state, USER, "will").value == 7
    against = table("fight to 30 against prone")
    assert fight_number(against.state, USER, OTHER).value < 30
    assert fight_number(against.do(HeldSet(OTHER, "prone", True, "")).state, USER, OTHER).value == 30


def test_a_broken_creature_gets_it_too() -> None:
    played = table("armor to 20", cost="1", creature="fungus-leshy")
    card = replace(played.state.fielded(USER).card, armor_broken=5)
    setup = replace(
        played.state.setup, fielded=(replace(played.state.fielded(USER), card=card), *played.setup.fielded[1:])
    )
    broken = replace(played.state, setup=setup).change(USER, broken=True)
    assert armor(broken, Circumstances()) == 20
    assert armor(broken.change(USER, active_effects=()), Circumstances()) == 5


def test_it_adds_nothing() -> None:
    state = table("armor to 25", cost="1").state
    assert (state.combatants[USER].hp, state.combatants[USER].max_hp) == (40, 40)
    setup = setup_of(["boar"], ["boar"])
    value = Feature(
        id="life", name="Life", cost="1", lasts="encounter", bonuses=(Bonus(stats=("hp",), by=1, is_value=True),)
    )
    first = replace(setup.fielded[0], card=replace(setup.fielded[0].card, features=(value,)))
    played = PlayedTable(replace(setup, fielded=(first, *setup.fielded[1:]))).begin("a").activate(USER)
    assert act(played, USER, "feature/life", USER).of(USER).hp == 40


@every_row(
    "text",
    [
        "fortitude twice",
        "fight twice against prone",
        "fight twice when damaged",
        "damage to 10",
        "hp to 1",
        "reach to 3",
    ],
)
def test_notation_refuses_what_a_battle_does_not_play(text: str) -> None:
    with pytest.raises(NotationError):
        parse_bonuses(text)


@every_row("text", ["fight twice", "armor to 20", "fight, power and saves to 5", "speed to 4 when damaged"])
def test_notation_reads_what_it_writes(text: str) -> None:
    assert format_bonuses(parse_bonuses(text)) == text


@every_row(
    "bonus",
    [
        Bonus(stats=("fight",), by=-3, is_value=True),
        Bonus(stats=("damage",), by=10, is_value=True),
        Bonus(stats=("fight",), by=0, against=("prone",), is_twice=True),
    ],
)
def test_documents_refuse_it_as_well(bonus: Bonus) -> None:
    shape = next(field.shape for field in EFFECT_FIELDS if field.name == "bonuses")
    with pytest.raises(DocumentError):
        shape.read(Fields({"bonuses": shape.write((bonus,))}), "bonuses")
    usual = (Bonus(stats=("armor",), by=20, is_value=True), Bonus(stats=("fight",), by=0, is_twice=True))
    assert shape.read(Fields({"bonuses": shape.write(usual)}), "bonuses") == usual
