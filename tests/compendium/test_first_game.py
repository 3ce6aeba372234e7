"""The page of a first game: ten short steps, whose numbers are those of the rules and of the cards."""

import re
from fractions import Fraction
from itertools import chain

import pytest
from selectolax.lexbor import LexborHTMLParser

from compendium.builtin import built_in_cards
from compendium.models import Source
from compendium.services.creatures import creature_create
from compendium.web.first_game import CREATURES
from rules.p2v_combat.odds import save_odds, strike_odds
from rules.tables import actions, boards, conditions, damage, dying, objectives, rolls, round_limit
from rules.tables.victory_conditions import scoring

pytestmark = pytest.mark.django_db

PAGE = "/first-game/"
MOST_WORDS = 66


@pytest.fixture
def creatures():
    """The creatures of the examples, as they are built in."""
    source = Source.objects.create(key="own", name="Own")
    cards = {card.key: card for card in built_in_cards() if card.key in CREATURES}
    for key, card in cards.items():
        creature_create(card=card, source=source, key=key)
    return [cards[key] for key in CREATURES]


def steps(client) -> list[str]:
    """The steps of the page in words: heading, text and example."""
    answer = client.get(PAGE)
    assert answer.status_code == 200
    page = LexborHTMLParser(answer.content.decode())
    for more in page.css(".step-more"):
        more.decompose()
    nodes = page.css(".game-steps > li .game-step")
    return [" ".join(node.text().split()).replace("−", "-") for node in nodes]


def numbers(words: str) -> list[int]:
    """The numbers of a step after that of its own; dice are names."""
    return [int(number) for number in re.findall(r"(?<![\dd])-?\d+", re.sub(r"^\d+ ", "", words))]


def test_ten_short_steps_are_numbered_and_have_headings(client, creatures):
    game_steps = steps(client)
    assert [step.split()[0] for step in game_steps] == [str(number) for number in range(1, 11)]
    page = LexborHTMLParser(client.get(PAGE).content.decode())
    assert len(page.css(".game-steps h2")) == 10
    for step in page.css(".game-step"):
        words = " ".join(node.text() for node in step.css("p:not(.step-more)"))
        assert len(words.split()) <= MOST_WORDS, words


def test_the_numbers_are_those_of_the_tables_and_the_cards(client, creatures):
    game_steps = steps(client)
    kobold, boar, twigjack = creatures
    board = boards.BOARDS[0]
    strike = strike_odds(kobold.stats.fight, boar.stats.armor)
    save = save_odds(boar.stats.reflex, twigjack.stats.power)
    stride, step, strike_action = (actions.BY_NAME[name] for name in ("Stride", "Step", "Strike"))
    spray = next(feature for feature in twigjack.features if feature.saves)
    margin, times = rolls.CRITICAL_MARGIN, damage.CRITICAL_MULTIPLIER
    assert numbers(game_steps[0]) == [board.max_points, board.max_points // 2, *(card.points for card in creatures)]
    assert numbers(game_steps[1]) == [board.width, board.height, boards.INCHES_PER_SQUARE, board.tiles_per_player]
    assert numbers(game_steps[2]) == [objectives.POWER, objectives.HIGH_POWER]
    assert numbers(game_steps[3]) == [board.deploy_depth]
    assert numbers(game_steps[4]) == []
    assert numbers(game_steps[5]) == [
        *(conditions.ACTION_POINTS, stride.action_points, step.action_points, step.move, strike_action.action_points),
        kobold.stats.speed,
    ]
    assert numbers(game_steps[6]) == [
        *(20, margin, times, rolls.FIRST_REPEAT_PENALTY, kobold.stats.fight, boar.stats.armor),
        *(strike.hits_on, Fraction(100 * strike.success, 20), kobold.features[0].immediate_damage[0].amount),
    ]
    assert numbers(game_steps[7]) == [
        *(1, margin, times, twigjack.stats.power, boar.stats.reflex, save.fails_up_to, Fraction(100 * save.failed, 20)),
        spray.immediate_damage[0].amount,
    ]
    assert numbers(game_steps[8]) == [0, 0, max(dying.ELIMINATED_ON), boar.stats.hp]
    assert numbers(game_steps[9]) == [
        *(1, round_limit.FIRST_CHECK, round_limit.TARGET, scoring.MOST_POINTS_BONUS, scoring.LAST_STANDING_BONUS),
    ]


@pytest.mark.parametrize(
    ("module", "name", "step"),
    [
        (objectives, "HIGH_POWER", 3),
        (conditions, "ACTION_POINTS", 6),
        (rolls, "CRITICAL_MARGIN", 7),
        (rolls, "FIRST_REPEAT_PENALTY", 7),
        (damage, "CRITICAL_MULTIPLIER", 8),
        (round_limit, "FIRST_CHECK", 10),
        (round_limit, "TARGET", 10),
        (scoring, "MOST_POINTS_BONUS", 10),
        (scoring, "LAST_STANDING_BONUS", 10),
    ],
)
def test_the_page_follows_the_values_of_the_rules(client, creatures, monkeypatch, module, name, step):
    monkeypatch.setattr(module, name, 77)
    assert 77 in numbers(steps(client)[step - 1])


def test_the_drawn_dice_show_the_faces_of_each_result(client, creatures):
    kobold, boar, _ = creatures
    odds = strike_odds(kobold.stats.fight, boar.stats.armor)
    page = LexborHTMLParser(client.get(PAGE).content.decode())
    (strike,) = (node for node in page.css(".game-steps svg") if "against Boar" in node.text())
    assert len(strike.css("rect.face")) == 20
    assert len(strike.css("rect.good")) == odds.hit
    assert len(strike.css("rect.best")) == odds.critical_hit
    assert f"{odds.hits_on} to {odds.miss + odds.hit}: hit." in strike.text()
    assert len(page.css(".game-steps svg")) == 5


def test_every_linked_term_leads_to_the_glossary_once_and_has_its_meaning(client, creatures):
    page = LexborHTMLParser(client.get(PAGE).content.decode())
    links = [node.attributes["href"] for node in page.css(".game-steps a.term")]
    assert len(links) == len(set(links)) >= 10
    more = [[link.attributes["href"] for link in node.css("a")] for node in page.css(".step-more")]
    assert [len(step) for step in more] == [2, 3, 2, 1, 2, 2, 3, 2, 3, 2]
    assert all(client.get(link).status_code == 200 for link in chain(links, *more))
    for node in page.css(".game-steps a.term"):
        assert page.css_first(f"#{node.attributes['aria-describedby']}") is not None


def test_a_compendium_without_the_examples_still_leads_through_a_game(client):
    game_steps = steps(client)
    assert len(game_steps) == 10
    assert not any("For example" in step or "Boar" in step for step in game_steps)


def test_a_first_game_asks_the_database_for_its_creatures_alone(client, creatures, django_assert_num_queries):
    client.get(PAGE)
    with django_assert_num_queries(1):
        client.get(PAGE)


def test_the_front_page_and_the_glossary_lead_to_a_first_game(client):
    for address in ("/", "/glossary/"):
        assert f'href="{PAGE}"' in client.get(address).content.decode()
