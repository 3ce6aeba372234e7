"""Whose seats the game has: bounds, seats that are taken or taken back, programs, and battles that are made once."""

import pytest

from battles.models import Battle, BattleSeat
from battles.models.battles import BattleStatus
from battles.services import battles
from battles.services.battles import battle_store
from battles.services.opponents import battle_play_on, opponent_choose, opponents_open, opponents_play
from battles.services.recording import step_undo
from common.refusal import Refusal
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.events.turns import SideConceded
from tests.battles.api_play import read
from tests.battles.pages import join, page
from tests.battles.play import BattleTable
from tests.programs import Program, error_of, program_of
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account, building, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def give(table: BattleTable, player: str = "quick", side: str = "b") -> None:
    opponent_choose(visitor=table.visitor(), key=table.key, side=side, player=player)


def played_on(table: BattleTable) -> BattleTable:
    """Return the owner's battle that goes on after the last step, against the game."""
    step, person = table.folded.log.done[-1].number, table.owner
    row = battle_play_on(visitor=table.visitor(), owner=person.owner, key=table.key, step=step)
    return BattleTable(row.key, person)


@pytest.fixture
def one_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each person play one battle against the game at once."""
    monkeypatch.setattr(battles, "MOST_AGAINST", 1)


def test_the_end_of_a_battle_is_not_undone_beyond_the_bound(table: BattleTable, one_at_most: None) -> None:
    table.begin()
    give(table)
    table.do(SideConceded("a"))
    assert table.battle.status == BattleStatus.OVER
    other = BattleTable(battle_store(owner=table.owner.owner, setup=setup_of(["boar"], ["boar"])).key, table.owner)
    give(other)
    with pytest.raises(Refusal, match="1 battles against the game"):
        step_undo(visitor=table.visitor(), key=table.key)
    assert table.battle.status == BattleStatus.OVER
    other.battle.delete()
    step_undo(visitor=table.visitor(), key=table.key)
    assert table.battle.status == BattleStatus.PLAYING


def test_a_seat_of_a_fellow_does_not_count_for_the_owner(table: BattleTable, one_at_most: None) -> None:
    table.begin()
    bob = account("bob")
    join(table, "b", bob)
    bob.client.post(f"/battles/{table.key}/phones/b/", {"switch": "game", "player": "quick"})
    assert BattleSeat.objects.get(battle=table.battle, side="b").played_by == "quick"
    first = played_on(table)
    assert first.battle.seats.get(side="b").played_by == "quick"
    table.do(HpSet("b.m1", 5, 0, "A cut"))
    with pytest.raises(Refusal):
        played_on(table)


def test_people_play_a_seat_that_is_taken_back_or_by_a_link(table: BattleTable) -> None:
    bob = account("bob")
    join(table, "b", bob)
    bob.client.post(f"/battles/{table.key}/phones/b/", {"switch": "game", "player": "quick"})
    assert "Take the side back" in text_of(page(table, rest="phones/"))
    table.owner.client.post(f"/battles/{table.key}/phones/b/", {"switch": "back"})
    seat = BattleSeat.objects.get(battle=table.battle, side="b")
    assert (seat.holder, seat.played_by) == ("", "")
    table.owner.client.post(f"/battles/{table.key}/phones/b/", {"switch": "on"})
    token = BattleSeat.objects.get(battle=table.battle, side="b").token
    give(table)
    bob.client.post(f"/battles/join/{token}/")
    assert BattleSeat.objects.get(battle=table.battle, side="b").played_by == ""


def test_play_on_twice_makes_one_battle_until_it_goes_on(table: BattleTable) -> None:
    table.begin()
    table.take_turn()
    step = str(table.folded.log.done[0].number)
    first, again = (table.owner.client.post(f"/battles/{table.key}/play-on/", {"step": step}).url for _ in range(2))
    assert first == again
    assert Battle.objects.count() == 2
    own = BattleTable(first.split("/")[-2], table.owner)
    while own.folded.state.next_side != "a":
        opponents_play(opponents_open(visitor=own.visitor(), key=own.key))
    own.take_turn()
    assert table.owner.client.post(f"/battles/{table.key}/play-on/", {"step": step}).url != first


def test_a_program_sees_and_sets_who_plays(table: BattleTable, ada: Program) -> None:
    address = f"battles/{table.key}/seats/b/"
    assert [side["played_by"] for side in read(ada, table.key)["sides"]] == ["", ""]
    shown = ada.send("PATCH", address, {"played_by": "steady"}).json()["seats"]
    assert [seat["played_by"] for seat in shown] == ["", "steady"]
    assert read(ada, table.key)["sides"][1] | {"crest": None} == {
        "key": "b",
        "name": table.folded.setup.side("b").name,
        "player": "people",
        "played_by": "steady",
        "is_yours": False,
        "is_taken": False,
        "crest": None,
    }
    assert error_of(ada.send("PATCH", address, {"played_by": "genius"})) == (422, "battle.invalid")
    assert error_of(ada.send("PATCH", f"battles/{table.key}/seats/a/", {"played_by": "quick"})) == (
        422,
        "battle.invalid",
    )
    assert error_of(ada.send("PATCH", address, {})) == (400, "invalid")
    bob = program_of(account("bob").owner)
    assert error_of(bob.send("PATCH", address, {"played_by": ""})) == (404, "battle.gone")
    ada.send("PATCH", address, {"played_by": ""})
    assert read(ada, table.key)["sides"][1]["played_by"] == ""


def test_a_program_makes_a_battle_on_a_board_against_the_game() -> None:
    person = account("ada")
    own, ada = building(person, "kobold-warrior", "boar"), program_of(person.owner)
    sides = [{"warband": own.key}, {"warband": own.key, "played_by": "novice"}]
    made = ada.post("battles/", {"sides": sides, "board": "bone-pit"})
    assert made.status_code == 201, made.content
    assert [side["played_by"] for side in made.json()["sides"]] == ["", "novice"]
    assert len(made.json()["state"]["board"]["places"]) == 4
    assert error_of(ada.post("battles/", {"sides": sides, "board": "moon"})) == (400, "invalid")
    everyone = [{**side, "played_by": "quick"} for side in sides]
    assert error_of(ada.post("battles/", {"sides": everyone})) == (422, "battle.invalid")
