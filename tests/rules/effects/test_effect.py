"""One model of effects: whom an effect is for, what its parts share, and what a save is about."""

import pytest

from rules.effects.model import Effect
from rules.effects.values import Damage, EffectStep, ForcedMove, Range, Resistance, SavingThrow, Target


@pytest.mark.parametrize(
    ("effect", "targets"),
    [
        (Effect(), Target()),
        (Effect(range=Range("ranged", 6)), Target()),
        (Effect(range=Range("self")), Target(who="self")),
        (Effect(range=Range("cone", 3)), Target(number=None)),
        (Effect(range=Range("cone", 3), target=Target(who="ally", number=2)), Target(who="ally", number=2)),
    ],
)
def test_an_effect_without_a_target_is_for_its_area_its_user_or_one_creature(effect: Effect, targets: Target) -> None:
    assert effect.targets == targets


def test_a_part_shares_damage_of_the_whole_effect_by_number() -> None:
    fire, poison, acid = Damage(10, ("fire",)), Damage(5, ("poison",)), Damage(3, ("acid",))
    effect = Effect(damage=(fire, poison), then=(Effect(on="failure", parent_damage=(2,), damage=(acid,)), Effect()))
    assert [part.damage for part in effect.parts] == [(poison, acid), ()]
    assert [part.damage for part in effect.everything()] == [(fire, poison), (poison, acid), ()]


def test_a_number_of_no_damage_shares_none() -> None:
    effect = Effect(damage=(Damage(10),), then=(Effect(on="hit", parent_damage=(5, 1, 0)),))
    assert [part.damage for part in effect.parts] == [(Damage(10),)]


@pytest.mark.parametrize("word", ["push", "push ²", "push ٣", "push 1000", "push -1", "shove 2"])
def test_a_word_that_is_not_a_move_is_a_condition(word: str) -> None:
    assert Effect(gives=(word,)).conditions == (word,)


def test_all_damage_grows_but_for_what_the_user_takes_itself() -> None:
    price = Effect(target=Target(who="self"), damage=(Damage(5),))
    zone = Effect(on="zone", damage=(Damage(20, ("fire",)),), then=(Effect(damage=(Damage(1),)),))
    effect = Effect(damage=(Damage(40),), then=(Effect(parent_damage=(1,)), price, zone))
    assert [damage.amount for damage in effect.growing_damage] == [40, 20, 1]
    grown = effect.with_amounts([50, 30, 2])
    assert [[damage.amount for damage in part.damage] for part in grown.everything()] == [[50], [50], [5], [30], [2]]


def test_strikes_are_found_in_parts_too() -> None:
    tusk = EffectStep(action="strike", names=("Tusk",))
    effect = Effect(steps=(EffectStep(action="stride"), tusk), then=(Effect(steps=(EffectStep(action="strike"),)),))
    assert effect.strikes == (tusk, EffectStep(action="strike"))


def test_forced_moves_are_told_from_conditions() -> None:
    effect = Effect(gives=("push 2", "prone"), moves=(ForcedMove("shunt", 1, "critical_failure"),))
    assert effect.conditions == ("prone",)
    assert effect.forced_moves == (ForcedMove("push", 2), ForcedMove("shunt", 1, "critical_failure"))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()),
        ("poison damage and dazzled", ("poison damage", "dazzled")),
        ("off-guard, sickened and persistent damage", ("off-guard", "sickened", "persistent damage")),
        ("slowed or stunned", ("slowed or stunned",)),
        ("this, that", ("this, that",)),
    ],
)
def test_the_parts_that_a_save_names_read_back_as_written(text: str, parts: tuple[str, ...]) -> None:
    assert SavingThrow.parts_of(text) == parts


def test_a_save_knows_the_kinds_of_damage_that_it_names() -> None:
    save = SavingThrow("fortitude", "negates", ("persistent damage", "cold iron damage", "damage", "rattled"))
    assert save.damage_kinds == ("persistent", "cold iron", "")
    assert not save.is_of_everything
    assert SavingThrow("fortitude", "negates", ("both",)).is_of_all_riders


def test_a_resistance_is_dice_or_a_number() -> None:
    assert (Resistance("fire", 2).amount, Resistance("fire", flat=5).amount) == ("2d6", "5")
