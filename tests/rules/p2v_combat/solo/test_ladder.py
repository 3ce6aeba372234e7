"""The ladder of targets: each rung, the questions, and helpless creatures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.model import Caster, Feature
from rules.effects.values import Range
from rules.errors import RulesError
from rules.p2v_combat.solo.targets import (
    PREFERENCES,
    PREFERENCES_BY_KEY,
    TargetChoice,
    TargetQuestion,
    TargetSearch,
    TargetView,
    choose_target,
    in_order_of_ids,
)
from tests.rows import every_row

JAWS = TargetSearch("The dog", "Jaws", "Melee")
MOVING = TargetSearch("The dog", "Jaws", "Melee", movement=6)
CONE = TargetSearch("The chimera", "Fire Breath", "Cone 4", is_in_area=True, prefers="casters")


def _enemy(number: int, **fields) -> TargetView:
    return TargetView(f"a.m{number}", f"Hero {number}", **({"hp": 20, "max_hp": 20, "armor": 15} | fields))


ONE, TWO, THREE = _enemy(1), _enemy(2), _enemy(3)
ALL = ("a.m1", "a.m2", "a.m3")


def _answers(**named: str) -> dict[str, tuple[str, ...]]:
    return {rung: tuple(f"a.m{number}" for number in numbers.split()) for rung, numbers in named.items()}


def _chosen(search, enemies, **named) -> tuple[str, ...]:
    choice = choose_target(search, enemies, _answers(**named))
    assert isinstance(choice, TargetChoice)
    return choice.targets


def _asked(search, enemies, **named) -> TargetQuestion:
    question = choose_target(search, enemies, _answers(**named))
    assert isinstance(question, TargetQuestion)
    return question


def test_the_first_rung_asks_who_is_in_range_even_of_a_single_enemy():
    question = _asked(JAWS, [ONE])
    assert (question.key, question.text) == ("range", "Which of these can The dog attack with Jaws (Melee)?")
    assert (question.options, question.fewest) == (("a.m1",), 0)
    assert _chosen(JAWS, [ONE], range="1") == ("a.m1",)


def test_the_range_includes_the_movement_that_the_monster_has():
    text = "Which of these can The dog attack with Jaws (Melee), after moving up to 6 squares?"
    assert _asked(MOVING, [ONE]).text == text
    assert _asked(TargetSearch("It", movement=5), [ONE]).text.startswith(
        "Which of these can It bring within melee reach"
    )


def test_one_enemy_in_range_is_the_target_without_another_question():
    assert _chosen(JAWS, [ONE, TWO, THREE], range="2") == ("a.m2",)


def test_nearer_enemies_come_first_then_those_that_have_yet_to_act():
    question = _asked(JAWS, [ONE, TWO, THREE], range="1 2")
    assert (question.key, question.options, question.fewest) == ("nearest", ("a.m1", "a.m2"), 1)
    assert _chosen(JAWS, [ONE, TWO, THREE], range="1 2 3", nearest="3") == ("a.m3",)
    acting = [ONE, _enemy(2, is_yet_to_act=True), THREE]
    assert _chosen(JAWS, acting, range="1 2 3", nearest="1 2 3") == ("a.m2",)


@every_row(
    "second, target",
    [
        ({"hp": 19}, "a.m2"),
        ({"hp": 21}, "a.m1"),
        ({"armor": 14}, "a.m2"),
        ({"armor": 16}, "a.m1"),
        ({"hp": 19, "armor": 30}, "a.m2"),
        ({"hp": 19, "is_yet_to_act": False}, "a.m2"),
        ({"hp": None}, "a.m1"),
        ({"armor": None}, "a.m1"),
    ],
)
def test_fewest_hp_come_before_lowest_armor(second, target):
    assert _chosen(JAWS, [ONE, _enemy(2, **second)], range="1 2", nearest="1 2") == (target,)


def test_an_enemy_that_has_yet_to_act_comes_before_a_weaker_one():
    enemies = [_enemy(1, hp=1), _enemy(2, is_yet_to_act=True)]
    assert _chosen(JAWS, enemies, range="1 2", nearest="1 2") == ("a.m2",)


def test_the_player_picks_among_enemies_that_are_equal_in_everything():
    """Ruling 94."""
    question = _asked(JAWS, [ONE, TWO, THREE], range="1 2 3", nearest="2 3")
    assert (question.key, question.options, question.takes_one) == ("tie", ("a.m2", "a.m3"), True)
    assert _chosen(JAWS, [ONE, TWO, THREE], range="1 2 3", nearest="2 3", tie="3") == ("a.m3",)


def test_without_an_enemy_in_range_the_monster_moves_toward_one_by_the_same_rungs():
    choice = choose_target(MOVING, [_enemy(1), _enemy(2, hp=3)], _answers(range="", nearest="1 2"))
    assert choice == TargetChoice(
        ("a.m2",), False, ("No enemy can be brought in range: it moves toward one.", "Hero 2: fewest HP.")
    )


def test_without_movement_and_range_there_is_no_target():
    assert choose_target(JAWS, [ONE], _answers(range="")) == TargetChoice((), False, ("No enemy is in range.",))


def test_helpless_creatures_are_not_targets():
    assert _asked(JAWS, [_enemy(1, is_helpless=True), TWO]).options == ("a.m2",)
    choice = choose_target(JAWS, [_enemy(1, is_helpless=True)], {})
    assert isinstance(choice, TargetChoice)
    assert (choice.targets, choice.in_range) == ((), False)


def test_an_area_catches_as_many_enemies_as_possible():
    question = _asked(CONE, [ONE, TWO, THREE])
    assert question.key == "area"
    assert "choose those that cast spells, then the nearest" in question.text
    assert _chosen(CONE, [ONE, TWO, THREE], area="1 3") == ("a.m1", "a.m3")
    assert _chosen(CONE, [ONE], range="1") == ("a.m1",)
    assert choose_target(CONE, [ONE, TWO], _answers(area="")) == TargetChoice((), False, ("No enemy is in range.",))


RANGED = Feature("bow", "Bow", strike=True, range=Range("ranged", 12, 24))
THROWN = Feature("spear", "Spear", strike=True, range=Range("melee", 1, other=Range("ranged", 2, 4)))
MAGE = Feature("magic", "Magic", "caster", caster=Caster("Arcane", 1))


@every_row(
    "key, fields",
    [
        ("ranged-attackers", {"features": (RANGED,)}),
        ("ranged-attackers", {"features": (THROWN,)}),
        ("casters", {"features": (MAGE,)}),
        ("wounded", {"hp": 19}),
        ("off-guard", {"conditions": frozenset({"off-guard"})}),
        ("largest", {"size": "Large"}),
        ("smallest", {"size": "Tiny"}),
        ("most-points", {"points": 32}),
    ],
)
def test_a_preference_that_the_game_knows_is_not_asked(key, fields):
    search = TargetSearch("It", "Jaws", "Melee", prefers=key)
    enemies = [ONE, _enemy(2, **fields), THREE]
    choice = choose_target(search, enemies, _answers(range="1 2 3"))
    assert isinstance(choice, TargetChoice)
    assert choice.targets == ("a.m2",)
    assert choice.reasons == (f"Hero 2: it prefers {PREFERENCES_BY_KEY[key].words}.",)


@every_row("preference", [preference for preference in PREFERENCES if preference.narrow is None])
def test_a_preference_that_only_the_table_shows_is_asked(preference):
    search = TargetSearch("It", "Jaws", "Melee", prefers=preference.key)
    question = _asked(search, [ONE, TWO, THREE], range="1 2 3")
    assert (question.key, question.text) == ("preferred", f"Which of these {preference.clause}?")
    assert _chosen(search, [ONE, TWO, THREE], range="1 2 3", preferred="3") == ("a.m3",)
    assert _asked(search, [ONE, TWO], range="1 2", preferred="").key == "nearest"
    assert _asked(search, [ONE, TWO], range="1 2", preferred="1 2").key == "nearest"


@every_row(
    "answers, message",
    [
        ({"range": ("a.m9",)}, "names a.m9"),
        ({"range": ALL, "nearest": ()}, "at least one creature"),
        ({"range": ALL, "nearest": ALL, "tie": ("a.m1", "a.m2")}, "takes one creature"),
    ],
)
def test_an_answer_that_does_not_fit_its_question_is_refused(answers, message):
    with pytest.raises(RulesError, match=message):
        choose_target(JAWS, [ONE, TWO, THREE], answers)


def test_ids_are_ordered_by_their_numbers():
    assert [enemy.id for enemy in in_order_of_ids([_enemy(10), _enemy(2), _enemy(1)])] == ["a.m1", "a.m2", "a.m10"]


enemies = st.lists(
    st.builds(
        _enemy,
        st.integers(1, 30),
        hp=st.one_of(st.none(), st.integers(0, 3)),
        armor=st.integers(14, 16),
        is_yet_to_act=st.booleans(),
        is_helpless=st.booleans(),
    ),
    max_size=6,
    unique_by=lambda enemy: enemy.id,
)


@given(enemies, st.sampled_from(["", *PREFERENCES_BY_KEY]), st.booleans(), st.data())
def test_every_search_ends_in_a_target_that_is_not_helpless(foes, prefers, is_in_area, data):
    search = TargetSearch("It", "Jaws", "Melee", 5, is_in_area, prefers)
    answers: dict[str, tuple[str, ...]] = {}
    for _ in range(8):
        outcome = choose_target(search, foes, answers)
        if isinstance(outcome, TargetChoice):
            break
        assert outcome.key not in answers
        most = outcome.most or len(outcome.options)
        picked = st.lists(st.sampled_from(outcome.options), min_size=outcome.fewest, max_size=most, unique=True)
        answers[outcome.key] = tuple(data.draw(picked))
    assert isinstance(outcome, TargetChoice)
    standing = {foe.id for foe in foes if not foe.is_helpless}
    assert set(outcome.targets) <= standing
    assert bool(outcome.targets) == bool(standing)
