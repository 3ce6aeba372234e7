"""Odds of a battle: games are played from its set-up by jobs, pair by pair, and its page says what they add up to."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battles import tasks
from battles.models import Battle, BattleOdds
from battles.models.odds import OddsStatus
from battles.selectors.battles import battle_view
from battles.selectors.folding import setup_of
from battles.selectors.odds import BOARD_NAMES, OddsPage, odds_page, odds_players, odds_setup
from battles.services.battles import battle_store
from battles.services.odds import MOST_GAMES, odds_begin, odds_play, odds_second
from battles.services.runs import MOST_AT_ONCE, run_continue
from common.refusal import Refusal
from jobs.models import Job
from jobs.services import slices
from jobs.services.jobs import job_cancel
from jobs.services.workers import job_claim, job_run
from rules.players.simulation import OddsTally, simulate_pairs, tally_from_document
from rules.replacing import replace
from tests.battles.play import SEED, SMALL, BattleTable
from tests.compendium.reading import page_at
from tests.rules.p2v_combat import tables
from tests.warbands.figures import text_of
from tests.warbands.verbs import documented

pytestmark = pytest.mark.django_db


def begun(table: BattleTable, games: int = 4) -> BattleOdds:
    return odds_begin(visitor=table.visitor(), key=table.key, games=games, player="random")


def continued(table: BattleTable, *, at_once: bool = True) -> None:
    view = battle_view(table.visitor(), table.key)
    assert view is not None
    row = run_continue(BattleOdds, view)
    if at_once:
        tasks.run_enqueue(row)


def shown_odds(table: BattleTable) -> OddsPage | None:
    view = battle_view(table.visitor(), table.key)
    assert view is not None
    return odds_page(view)


def test_the_games_of_any_slices_are_those_of_the_command(table):
    odds = begun(table, 5)
    turns = iter([True, False, True, True, True])
    assert odds_play(pk=odds.pk, goes_on=lambda: next(turns))
    odds.refresh_from_db()
    assert (odds.pairs, odds.games, odds.status) == (1, 6, OddsStatus.PLAYING)
    assert not odds_play(pk=odds.pk, goes_on=lambda: True)
    odds.refresh_from_db()
    assert (odds.pairs, odds.status) == (3, OddsStatus.DONE)
    setup = odds_setup(odds)
    tally = simulate_pairs(setup, odds_players(setup, "random"), odds.seed, range(3))
    assert tally_from_document(odds.tally) == tally
    assert tally_from_document({}).pairs == 0


def test_stopped_games_count_and_go_on(table):
    odds = begun(table)
    turns = iter([True, False])
    odds_play(pk=odds.pk, goes_on=lambda: next(turns))
    tasks.run_do(BattleOdds, visitor=table.visitor(), key=table.key, continues=False)
    assert not odds_play(pk=odds.pk, goes_on=lambda: True)
    odds.refresh_from_db()
    assert (odds.pairs, odds.status) == (1, OddsStatus.STOPPED)
    continued(table, at_once=False)
    assert not odds_play(pk=odds.pk, goes_on=lambda: True)
    odds.refresh_from_db()
    assert (odds.pairs, odds.status) == (2, OddsStatus.DONE)
    with pytest.raises(Refusal, match="no games to continue"):
        continued(table, at_once=False)


def test_a_pair_that_two_workers_play_counts_once(table):
    odds = begun(table)

    def _overtaken() -> bool:
        BattleOdds.objects.filter(pk=odds.pk, pairs=0).update(pairs=1)
        return True

    stale = BattleOdds.objects.get(pk=odds.pk)
    assert stale.pairs == 0
    assert not odds_play(pk=odds.pk, goes_on=_overtaken)
    odds.refresh_from_db()
    assert (odds.pairs, odds.tally) == (1, {})


def test_each_person_has_a_bound(table, settings):
    settings.JOBS_AT_ONCE = False
    for _ in range(MOST_AT_ONCE):
        other = battle_store(owner=table.owner.owner, setup=tables.setup_of(*SMALL), seed=SEED)
        tasks.run_enqueue(begun(BattleTable(other.key, table.owner)))
    with pytest.raises(Refusal, match="Stop one of them"):
        begun(table)
    job_cancel(job=Job.objects.latest("pk"))
    begun(table)  # what no job plays holds no place
    with pytest.raises(Refusal, match="from 2 to 2,000"):
        begun(table, MOST_GAMES + 1)
    with pytest.raises(Refusal, match="one of the game’s players"):
        odds_begin(visitor=table.visitor(), key=table.key, games=2, player="oracle")


def test_games_that_break_say_so(table, monkeypatch):
    def _broken(*args: object, **named: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("battles.services.odds.simulate_pairs", _broken)
    tasks.run_enqueue(begun(table))
    odds = BattleOdds.objects.get()
    assert (odds.status, odds.fault) == (OddsStatus.STOPPED, slices.BROKEN)
    assert Job.objects.get().state == "failed"


def test_games_of_a_canceled_job_say_so_and_count(table, settings, monkeypatch):
    settings.JOBS_AT_ONCE = False
    monkeypatch.setattr("jobs.services.jobs.SECONDS_BETWEEN_LOOKS", 0.0)
    tasks.run_enqueue(begun(table))
    job = job_claim(worker="first")
    assert job is not None

    def _canceled(*args: Any, **named: Any) -> OddsTally:
        job_cancel(job=job)
        return simulate_pairs(*args, **named)

    monkeypatch.setattr("battles.services.odds.simulate_pairs", _canceled)
    job_run(job=job)
    odds = BattleOdds.objects.get()
    assert (odds.pairs, odds.status, odds.fault) == (1, OddsStatus.STOPPED, slices.CANCELED)


def test_games_whose_job_was_canceled_before_it_began_go_on(table, settings, django_assert_num_queries):
    settings.JOBS_AT_ONCE = False
    client, address = table.owner.client, reverse("battles:odds", args=[table.key])
    client.post(address, {"do": "begin", "games": "4", "player": "random"})
    with django_assert_num_queries(6):
        page = page_at(client, address)
    assert page.css("#odds[hx-get]")
    job_cancel(job=Job.objects.get())
    page = page_at(client, address)
    assert "The games stopped." in text_of(page, "#odds")
    assert not page.css("#odds[hx-get]")
    assert page.css("button[value='continue']")
    settings.JOBS_AT_ONCE = True
    assert client.post(address, {"do": "continue"}).status_code == 302
    assert BattleOdds.objects.get().status == OddsStatus.DONE


def test_stopped_games_that_are_all_played_are_done(table, monkeypatch):
    monkeypatch.setattr(slices, "SLICE_SECONDS", 600.0)
    tasks.run_enqueue(begun(table))
    BattleOdds.objects.update(status=OddsStatus.STOPPED, fault=slices.CANCELED)
    continued(table)
    odds = BattleOdds.objects.get()
    assert (odds.pairs, odds.status, odds.fault) == (2, OddsStatus.DONE, "")
    assert Job.objects.count() == 1


def test_games_that_are_played_have_to_be_stopped_before_others(table, settings):
    settings.JOBS_AT_ONCE = False
    odds = begun(table)
    tasks.run_enqueue(odds)
    with pytest.raises(Refusal, match="Stop these games first"):
        begun(table)
    assert BattleOdds.objects.get() == odds
    tasks.run_do(BattleOdds, visitor=table.visitor(), key=table.key, continues=False)
    assert begun(table) != odds


def test_slices_leave_one_job(table, settings, monkeypatch):
    settings.JOBS_AT_ONCE = False
    tasks.run_enqueue(begun(table))
    for seconds in (0.0, 0.0, 600.0):
        monkeypatch.setattr(slices, "SLICE_SECONDS", seconds)
        job = job_claim(worker="first")
        assert job is not None
        job_run(job=job)
    assert BattleOdds.objects.get().status == OddsStatus.DONE
    assert Job.objects.get() == job


def test_a_person_tries_a_battle_on_its_page(table, django_assert_num_queries):
    client = table.owner.client
    address = reverse("battles:odds", args=[table.key])
    assert "Muster plays this battle many times" in text_of(page_at(client, address), "#odds")
    answer = client.post(address, {"do": "begin", "games": "4", "player": "random"})
    assert answer.status_code == 302
    with django_assert_num_queries(5):
        page = page_at(client, address)
    said = text_of(page, "#odds")
    assert "4 of 4 games" in said
    assert ": wins " in said
    assert "With 4 games, the share of wins is accurate to about ±" in said
    assert "in the long run" in said
    assert "random players" not in said
    assert len(page.css("table.rows tbody tr")) == len(table.folded.state.combatants)
    answer = client.post(address, {"do": "begin", "games": "many", "player": "random"})
    assert answer.status_code == 422
    assert "play from 2 to 2,000 games." in answer.content.decode()


def test_a_second_opinion_stands_beside_the_first(table, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr("battles.services.odds.SECOND_GAMES", 2)
    client, address = table.owner.client, reverse("battles:odds", args=[table.key])
    assert "up to 200 games, 12 creatures" in text_of(page_at(client, address), "#odds")
    assert client.post(address, {"do": "second"}).status_code == 422
    tasks.run_enqueue(begun(table))
    first = shown_odds(table)
    assert "A second opinion" in text_of(page_at(client, address), "#odds")
    assert client.post(address, {"do": "second"}).status_code == 302
    with django_assert_num_queries(5):
        said = text_of(page_at(client, address), "#odds")
    assert "Random, 4 games" in said
    assert "Steady, 2 games" in said
    assert "A second opinion" not in said
    shown = shown_odds(table)
    assert first is not None
    assert shown is not None
    assert shown.first is not None
    assert shown.first.sides == first.sides
    assert shown.row.first["player"] == "random"
    with pytest.raises(Refusal, match="by another player"):
        odds_second(visitor=table.visitor(), key=table.key)
    tasks.run_enqueue(begun(table))
    assert "Two opinions" not in text_of(page_at(client, address), "#odds")


@pytest.mark.parametrize("board", [key for key in BOARD_NAMES if key])
def test_games_are_played_on_a_chosen_board(table, board):
    client, address = table.owner.client, reverse("battles:odds", args=[table.key])
    answer = client.post(address, {"do": "begin", "games": "2", "player": "random", "board": board})
    assert answer.status_code == 302
    odds = BattleOdds.objects.get()
    assert (odds.status, odds.fault, odds.pairs) == (OddsStatus.DONE, "", 1)
    plan = odds_setup(odds).table
    assert (plan is None) is (board == "none")
    assert plan is None or {piece.kind for piece in plan.terrain}
    shown = page_at(client, address)
    chosen = [node.attributes["value"] for node in shown.css("[name=player][checked], #board [selected]")]
    assert chosen == ["random", board]  # the next games are like the last ones, unless people choose otherwise
    said = text_of(shown, "#odds")
    assert f"Board: {BOARD_NAMES[board]}" in said
    assert ("in the open" in said) is (board == "none")
    assert "set-up has changed" not in said
    assert client.post(address, {"do": "begin", "games": "2", "player": "random", "board": "moon"}).status_code == 422


def test_opinions_are_apart_beyond_their_errors(table):
    tasks.run_enqueue(begun(table))
    page = shown_odds(table)
    assert page is not None
    side, *others = page.sides
    for share, is_apart in ((55.0, False), (80.0, True)):
        sides = (replace(side, share=share, low=share - 10, high=share + 10), *others)
        first = replace(page, sides=(replace(side, share=50.0, low=40.0, high=60.0), *others))
        assert replace(page, sides=sides, first=first).has_players_odds is is_apart


def test_members_are_counted_over_both_seats(table):
    tasks.run_enqueue(begun(table, 8))
    shown = shown_odds(table)
    assert shown is not None
    dealt = [sum(member.dealt for member in side.members) for side in shown.sides]
    taken = [sum(member.taken for member in side.members) for side in shown.sides]
    falls = [sum(member.falls for member in side.members) for side in shown.sides]
    felled = [sum(member.felled for member in side.members) for side in shown.sides]
    assert min(dealt) > 0
    assert min(taken) > 0
    assert max(falls) > 0
    assert sum(felled) > 0
    assert {side.wins for side in shown.sides} != {0}


def test_a_simulated_game_opens_as_a_battle_with_its_end(table):
    tasks.run_enqueue(begun(table, 8))
    client, address = table.owner.client, reverse("battles:odds", args=[table.key])
    shown = shown_odds(table)
    assert shown is not None
    assert [game.label for game in shown.notable] == ["median", "best", "strangest"]
    page = page_at(client, address)
    for game in shown.notable:
        assert page.css(f"button[name=game][value='{game.number}']")
        answer = client.post(address, {"game": str(game.number)})
        assert answer.status_code == 302
        assert client.get(answer["Location"]).status_code == 200
        opened = BattleTable(answer["Location"].split("/")[-3], table.owner)
        result = opened.folded.state.result
        assert result is not None
        seats = {seat.side: seat.played_by for seat in opened.battle.seats.all()}
        own = "b" if game.number % 2 else "a"
        assert seats == {own: "", "a" if own == "b" else "b": "random"}
        assert (opened.folded.setup.side(result.winner).name if result.winner else "") == game.winner
        points = sorted(result.points(side) for side in "ab")
        assert not game.winner or abs(game.ahead) == points[1] - points[0]
        answer = client.post(f"/battles/{opened.key}/play-on/", {"step": "1"})
        went_on = BattleTable(answer["Location"].split("/")[-2], table.owner)
        assert {seat.side for seat in went_on.battle.seats.all() if not seat.played_by} == {own}
    assert client.post(address, {"game": "8"}).status_code == 422
    before = Battle.objects.count()
    assert Client().post(address, {"game": "1"}).status_code == 404
    assert Battle.objects.count() == before


def test_odds_of_earlier_versions_open_without_games_to_look_at(table):
    tasks.run_enqueue(begun(table))
    odds = BattleOdds.objects.get()
    del odds.tally["outcomes"]
    odds.save()
    shown = shown_odds(table)
    assert shown is not None
    assert (shown.games, shown.notable) == (4, ())


def test_a_ready_opponent_costs_about_as_much(small_compendium, table):
    client = table.owner.client
    warband = documented(table.owner.owner, members=[{"creature": "boar"}, {"creature": "boar"}]).key
    assert "Ready, for as many points as side 1" in client.get("/battles/new/?then=odds").content.decode()
    sides = {"side-a": warband, "side-b": "ready-animals", "then": "odds"}
    answer = client.post("/battles/new/", sides)
    assert answer.status_code == 302, answer.content.decode()
    assert answer["Location"].endswith("/odds/")
    battle = Battle.objects.latest("pk")
    setup = setup_of(battle)
    own, ready = (sum(it.points for it in setup.fielded if it.side == side) for side in "ab")
    assert 0 < ready <= own
    assert setup.side("b").name == "Animals"
    assert client.post("/battles/new/", {**sides, "side-b": "ready-gods"}).status_code == 422
