"""Hints for a person's turn, and why the game did what it did."""

from typing import Any

import pytest

from battles.services.opponents import opponent_choose, opponents_open, opponents_play
from rules.p2v_combat.events.turns import CreaturesActivated
from rules.players.decisions import decision_of
from rules.players.hints import MOST_HINTS, best_hints
from rules.players.quick import QuickPlayer
from tests.battles.pages import join, page, watch
from tests.battles.play import BattleTable, small_battle
from tests.rules.p2v_combat.tables import PlayedTable, setup_of
from tests.warbands.verbs import account, text_of, visitor

pytestmark = pytest.mark.django_db


def on_turn(side: str) -> BattleTable:
    """Return a battle in which a side is about to activate a creature."""
    table = small_battle()
    table.begin()
    while table.folded.state.next_side != side:
        table.take_turn()
    return table


def test_a_hint_is_what_quick_would_do_with_its_odds_and_worth() -> None:
    table = on_turn("a")
    boar = next(it.id for it in table.folded.state.of_side("a") if not it.has_acted)
    table.do(CreaturesActivated((boar,)))
    state = table.folded.state
    decision = decision_of(state)
    assert decision is not None
    best = best_hints(decision)
    taken = QuickPlayer("1").choose(decision)
    assert 1 <= len(best) <= MOST_HINTS
    assert [hint.worth for hint in best] == sorted((hint.worth for hint in best), reverse=True)
    assert best_hints(decision, taken)[0].is_taken
    assert best[0].words.startswith(f"{state.name(boar)}: ")
    assert best[0].odds.startswith("hits ")
    assert len({hint.words for hint in best}) == len(best)


def test_the_page_gives_a_hint_to_who_plays_the_side(django_assert_num_queries: Any) -> None:
    table, fellow, guest = on_turn("a"), account("bob"), visitor()
    join(table, "b", fellow)
    watch(table, guest)
    assert f"/battles/{table.key}/hint/" in page(table).content.decode()
    assert f"/battles/{table.key}/hint/" not in page(table, fellow).content.decode()
    with django_assert_num_queries(4):
        shown = text_of(page(table, rest="hint/"))
    assert "Activate" in shown
    assert "nothing to weigh for you" in text_of(page(table, fellow, rest="hint/"))
    assert guest.client.get(f"/battles/{table.key}/hint/").status_code == 404


def test_the_log_says_why_the_game_gave_a_command(django_assert_num_queries: Any) -> None:
    table = on_turn("b")
    opponent_choose(visitor=table.visitor(), key=table.key, side="b", player="steady")
    acted = table.battle.entries.filter(side="b", event__kind="acted").order_by("number")
    while not acted.exists():
        opponents_play(opponents_open(visitor=table.visitor(), key=table.key))
    steps = list(acted.values_list("number", flat=True))
    assert f"hint/?step={steps[0]}" in page(table, rest="log/").content.decode()
    with django_assert_num_queries(5):
        shown = text_of(page(table, rest="hint/", step=str(steps[0])))
    assert "the game did this" in " ".join(shown.split())
    assert "creature points" in shown
    assert "played by steady" in shown
    for step in (1, 999):
        assert table.owner.client.get(f"/battles/{table.key}/hint/?step={step}").status_code == 404


def test_a_hint_by_hand() -> None:
    """Sap hits on 5 and more of 20; 8 damage in 10 faces and 16 in 6 are 8.8, of 40 HP of a boar of 18 points."""
    table = PlayedTable(setup_of(["guard"], ["boar"])).begin().activate("a.m1")
    decision = decision_of(table.state)
    assert decision is not None
    first, second, _ = best_hints(decision)
    assert (first.words, first.odds) == ("Guard: Sap at Boar", "hits 80%")
    assert first.worth == pytest.approx(18 * 8.8 / 40)
    # A condition is worth 8 % of the points, and a Grapple is taken to work 9 times of 20.
    assert second.words == "Guard: Grapple at Boar"
    assert second.worth == pytest.approx(18 * 0.08 * 0.45)
