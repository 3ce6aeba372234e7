"""Battles that are made against the game: from a form that is filled in, in few taps, on a board or without one."""

import re

import pytest

from battles.models import Battle
from battles.models.battles import BattleStatus
from battles.selectors.folding import folded_battle
from battles.services.opponents import opponents_open, opponents_play
from rules.p2v_combat.events.turns import BattleBegun
from rules.p2v_combat.setup.drawn_boards import DRAWN_BOARDS
from rules.players.stock import PLAYER_WORDS
from tests.battles.pages import page, press, watch
from tests.battles.play import BattleTable
from tests.warbands.verbs import Person, account, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

ADDRESS = "/battles/new/"
READY = {"then": "game", "side-a": "ready-humanoids", "side-b": "ready-animals", "player": "quick", "round_limit": "on"}


def made(person: Person, **fields: str) -> BattleTable:
    answer = person.client.post(ADDRESS, {**READY, **fields})
    assert answer.status_code == 302, text_of(answer)
    return BattleTable(answer.url.split("/")[-2], person)


def test_the_form_is_filled_in_for_a_newcomer() -> None:
    person = account("ada")
    html = person.get(ADDRESS, then="game").content.decode()
    text = " ".join(html.split())
    for choice in ("ready-humanoids", "ready-animals"):
        assert f'value="{choice}" selected' in text
    assert 'value="quick" checked' in text
    assert "side-c" not in html
    assert all(words in html for words in PLAYER_WORDS.values())


def test_a_newcomer_plays_after_the_form_and_one_more_tap() -> None:
    table = made(account("ada"), board="rolled")
    assert {seat.side: seat.played_by for seat in table.battle.seats.all()} == {"a": "", "b": "quick"}
    state = table.folded.state
    assert state.board is not None
    assert set(state.board.places) == set(state.combatants)
    assert "Roll for who is first" in text_of(table.owner.get(f"/battles/{table.key}/"))
    press(table, do="begin")
    assert table.folded.state.phase == "playing"
    assert table.battle.status == BattleStatus.PLAYING


@pytest.mark.parametrize("key", [drawn.key for drawn in DRAWN_BOARDS])
def test_a_drawn_board_has_its_terrain(key: str) -> None:
    drawn = next(drawn for drawn in DRAWN_BOARDS if drawn.key == key)
    table = made(account("ada"), board=key)
    state = table.folded.state
    assert state.setup.table is not None
    assert state.setup.table.board == drawn.board
    assert len(state.setup.table.terrain) == 2 * len(drawn.half)
    assert state.board is not None


def test_without_a_board_the_battle_waits_before_it_begins() -> None:
    table = made(account("ada"), player="novice")
    assert table.battle.status == BattleStatus.SETTING_UP
    assert folded_battle(table.battle).state.board is None
    assert table.battle.seats.get(side="b").played_by == "novice"
    assert "The game plays against you." in text_of(table.owner.get(f"/battles/{table.key}/"))


@pytest.mark.parametrize(
    "fields", [{"player": "genius"}, {"board": "moon"}, {"board": "rolled", "distances": "inches"}]
)
def test_what_is_refused_leaves_no_battle(fields: dict[str, str]) -> None:
    answer = account("ada").client.post(ADDRESS, {**READY, **fields})
    assert answer.status_code == 422
    assert not Battle.objects.exists()


def test_the_page_is_one_tap_away() -> None:
    person = account("ada")
    for address in ("/", "/battles/"):
        assert f'href="{ADDRESS}?then=game"' in person.get(address).content.decode()


def test_a_style_is_chosen_with_the_player() -> None:
    table = made(account("ada"), player="steady", style="cautious")
    assert table.battle.seats.get(side="b").played_by == "steady:cautious"
    phones = table.owner.get(f"/battles/{table.key}/phones/")
    assert "The game plays this side: steady, cautious." in text_of(phones)
    assert 'value="cautious" selected' in " ".join(phones.content.decode().split())
    table.owner.client.post(f"/battles/{table.key}/phones/b/", {"switch": "game", "player": "quick", "style": "blood"})
    assert table.battle.seats.get(side="b").played_by == "quick:blood"
    table.owner.client.post(f"/battles/{table.key}/phones/b/", {"switch": "game", "player": "random", "style": "blood"})
    assert table.battle.seats.get(side="b").played_by == "quick:blood"
    table.do(BattleBegun())
    opponents_play(opponents_open(visitor=table.visitor(), key=table.key))


def test_a_replay_and_a_report_lead_to_a_battle_of_ones_own(table: BattleTable) -> None:
    table.begin()
    table.take_turn()
    words = "Play on from here against the game"
    assert words in " ".join(text_of(page(table, rest="replay/", entry=str(table.battle.head))).split())
    stranger = account("cleo")
    watch(table, stranger)
    for rest in ("replay/", "result/"):
        assert "Play on" not in text_of(page(table, stranger, rest=rest))
    report = page(table, rest="result/").content.decode()
    step = re.findall(r'<option value="(\d+)">', report)[-1]
    answer = table.owner.client.post(f"/battles/{table.key}/play-on/", {"step": step})
    assert folded_battle(Battle.objects.get(key=answer.url.split("/")[-2])).log.done[-1].number == int(step)
