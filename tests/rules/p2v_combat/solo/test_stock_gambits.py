"""The stock tables, and which of them a creature takes."""

from collections import Counter

import pytest

from compendium.builtin import built_in_cards
from rules.cards.model import Card, Stats
from rules.p2v_combat.solo.gambits import format_gambits, plan_actions
from rules.p2v_combat.solo.monsters import FALLBACK, stock_gambits_for, stock_tables
from rules.p2v_combat.solo.readings import BEST_ATTACKS, MOVEMENT_WORDS, MonsterCard
from rules.p2v_combat.solo.targets import PREFERENCES_BY_KEY
from rules.text import plain
from tests.rows import every_row

CARDS = {card.key: card for card in built_in_cards()}


def test_there_are_ten_tables_and_the_first_is_that_of_the_rulings():
    """Ruling 89."""
    tables = stock_tables()
    assert len(tables) == 10
    assert next(iter(tables)) == FALLBACK
    assert [key for key, table in tables.items() if table.is_ruled] == [FALLBACK]
    assert format_gambits(tables[FALLBACK].gambits).splitlines() == [
        "1 I Step",
        "2-3 II Best attack",
        "4-5 II Stride > Best attack",
        "6 III Stride > Best attack > Best attack",
    ]


@every_row("table", list(stock_tables().values()))
def test_a_stock_table_uses_words_that_fit_any_creature(table):
    assert table.name
    assert table.about.endswith(".")
    assert table.gambits.prefers in ("", *PREFERENCES_BY_KEY)
    known = {plain(word) for word in MOVEMENT_WORDS} | BEST_ATTACKS.keys()
    for row in table.gambits.rows:
        assert {plain(action.words) for action in plan_actions(row.plan)} <= known


@every_row(
    "key, kind",
    [
        ("wasp-swarm", "swarm"),
        ("bee-man", "swarm"),
        ("goblin-pyro", "caster"),
        ("chimera", "area"),
        ("twigjack", "area"),
        ("manticore", "big"),
        ("sprigjack", "ranged"),
        ("eagle-knight", "ranged"),
        ("animated-armor", "mindless"),
        ("gray-ooze", "mindless"),
        ("forest-troll", "big"),
        ("boar", "fast"),
        ("watch-officer", "melee"),
        ("knight-armiger", "slow"),
        ("kobold-warrior", "melee"),
        ("ballista", "standard"),
    ],
)
def test_a_creature_takes_the_table_of_its_kind(key, kind):
    """Ruling 174."""
    assert stock_gambits_for(CARDS[key]).key == kind


def test_every_table_is_that_of_some_built_in_creature():
    chosen = Counter(stock_gambits_for(card).key for card in CARDS.values())
    assert chosen.keys() == stock_tables().keys()
    assert max(chosen.values()) <= len(CARDS) / 3


@every_row("card", list(CARDS.values()), ids=lambda card: card.key)
def test_each_action_of_a_stock_table_is_something_that_the_creature_can_do(card):
    monster = MonsterCard(card)
    for row in stock_gambits_for(card).gambits.rows:
        for action in plan_actions(row.plan):
            reading = monster.read(action)
            assert reading.is_movement or reading.is_attack, f"{action.words}: {reading}"


@pytest.mark.parametrize(("words", "name"), [("Best attack", "Greataxe"), ("best ranged attack", "Rock")])
def test_the_best_attack_is_the_one_that_deals_most_damage(words, name):
    monster = MonsterCard(CARDS["ohancanu"])
    (action,) = plan_actions(stock_tables()["standard"].gambits.row(2).plan)
    assert monster.read(type(action)(words)).name == name


def test_a_creature_without_attacks_takes_the_fallback():
    card = Card("rock", "Rock", 1, None, "Medium", Stats(*[None] * 8))
    assert stock_gambits_for(card).key == FALLBACK
    (action,) = plan_actions(stock_gambits_for(card).gambits.row(2).plan)
    reading = MonsterCard(card).read(action)
    assert (reading.name, reading.sort, reading.attack) == ("Best attack", "other", None)
