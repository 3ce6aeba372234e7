"""Sides that the game's own players play: to the end, after an undo, by one worker only, and only by their seats."""

import pytest

from battles.models import Battle, BattleSeat
from battles.models.battles import BattleStatus
from battles.selectors.battles import battle_view
from battles.selectors.folding import BATTLE_LOGS
from battles.services import opponents
from battles.services.battles import MOST_AGAINST, BattleNotFound, battle_store
from battles.services.opponents import opponent_choose, opponent_due, opponents_open, opponents_play
from battles.services.recording import game_record, undo_ask
from common.refusal import Refusal
from rules.combat.resolution import RollAsk, pending
from rules.p2v_combat.events.turns import EndOffered, TurnEnded
from rules.players.decisions import decision_of
from rules.players.deploying import board_event
from rules.players.player import PlayerByChance
from rules.players.stock import PLAYER_WORDS, PLAYERS
from tests.battles.api_play import sent
from tests.battles.boards import laid_out
from tests.battles.pages import join, press
from tests.battles.play import SEED, BattleTable, small_battle
from tests.programs import program_of
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account, text_of

pytestmark = pytest.mark.django_db


def against(table: BattleTable, player: str = "quick") -> BattleTable:
    """Let the game play the second side."""
    opponent_choose(visitor=table.visitor(), key=table.key, side="b", player=player)
    return table


def go_on(table: BattleTable) -> None:
    """Let the game play until it waits for a person."""
    while is_due(table):
        opponents_play(opponents_open(visitor=table.visitor(), key=table.key))


def is_due(table: BattleTable) -> bool:
    view = battle_view(table.visitor(), table.key)
    assert view is not None
    return opponent_due(view, table.folded) == "b"


def play_to_end(table: BattleTable) -> None:
    """Play the first side by chance, and the second by the game."""
    person = PlayerByChance("a person")
    for _ in range(1_500):
        go_on(table)
        state = table.folded.state
        if state.phase == "over":
            return
        decision = decision_of(state)
        assert decision is not None, pending(state)
        assert decision.side == "a"
        table.do(person.choose(decision))
    raise AssertionError("the battle does not end")


def test_a_battle_against_the_game_comes_to_its_end() -> None:
    table = against(small_battle())
    table.begin()
    play_to_end(table)
    assert table.battle.status == BattleStatus.OVER
    sides = set(table.battle.entries.exclude(event__kind="rolled").values_list("side", flat=True))
    assert {"a", "b"} <= sides


def test_a_battle_on_a_board_comes_to_its_end() -> None:
    table = laid_out()
    laid = board_event(table.folded.state)
    assert laid is not None
    table.do(laid)
    against(table)
    play_to_end(table)
    assert table.battle.status == BattleStatus.OVER


@pytest.mark.parametrize("player", sorted(PLAYERS))
def test_each_player_makes_its_commands_after_those_of_a_person(player: str) -> None:
    table = against(small_battle(), player)
    press(table, do="begin")
    if table.folded.state.next_side == "a":
        press(table, do="activate", creature="a.m1")
        press(table, do="end", creature="a.m1")
    go_on(table)
    assert table.battle.entries.filter(side="b").exists()
    assert not is_due(table)
    assert player in PLAYER_WORDS


def test_the_dice_of_the_player_are_not_those_of_the_battle() -> None:
    against(small_battle())
    seat = BattleSeat.objects.get(side="b")
    assert len(seat.thinking) == 32
    assert seat.thinking != SEED.hex()[:32]


def test_the_page_says_who_plays_and_goes_on_by_a_button() -> None:
    table = small_battle()
    table.begin()
    while table.folded.state.next_side != "b":
        table.take_turn()
    table.owner.client.post(f"/battles/{table.key}/phones/b/", {"switch": "game", "player": "quick"})
    text = text_of(table.owner.get(f"/battles/{table.key}/"))
    assert "the game decides" in text
    assert "data-goes-on" in table.owner.get(f"/battles/{table.key}/").content.decode()
    assert "The game plays this side: quick." in text_of(table.owner.get(f"/battles/{table.key}/phones/"))
    press(table, do="game")
    assert table.battle.entries.filter(side="b", event__kind="activated").exists()


def test_an_undo_needs_no_consent_of_the_game_and_stays_until_a_person_goes_on() -> None:
    table = small_battle()
    table.begin()
    while table.folded.state.next_side != "b":
        table.take_turn()
    against(table)
    go_on(table)
    steps = [entry.number for entry in table.folded.log.done if entry.side == "b"]
    undo_ask(visitor=table.visitor(), key=table.key, step=steps[-1])
    assert table.folded.log.undone
    assert table.folded.log.asked is None
    html = table.owner.get(f"/battles/{table.key}/").content.decode()
    assert "data-goes-on" not in html
    if is_due(table):
        assert "Let the game go on" in html
    play_to_end(table)


def test_of_two_workers_one_gives_the_command() -> None:
    table = small_battle()
    table.begin()
    while table.folded.state.next_side != "b":
        table.take_turn()
    against(table)
    log = opponents_open(visitor=table.visitor(), key=table.key)
    decision = decision_of(table.folded.state)
    assert decision is not None
    event = PLAYERS["quick"]("1").choose(decision)
    assert game_record(log.view, seen=log.folded.number, event=event) is not None
    head = table.battle.head
    assert game_record(log.view, seen=log.folded.number, event=event) is None
    assert table.battle.head == head


def test_a_command_of_the_game_does_not_count_once_a_person_has_the_seat_back() -> None:
    table = small_battle()
    table.begin()
    while table.folded.state.next_side != "b":
        table.take_turn()
    against(table)
    log = opponents_open(visitor=table.visitor(), key=table.key)
    decision = decision_of(table.folded.state)
    assert decision is not None
    event = PLAYERS["quick"]("1").choose(decision)
    opponent_choose(visitor=table.visitor(), key=table.key, side="b", player="")
    assert game_record(log.view, seen=log.folded.number, event=event) is None
    assert table.do(event).number > log.folded.number


def test_only_the_seat_decides_who_plays_it() -> None:
    table = small_battle()
    stranger, fellow = account("cleo"), account("bob")
    stranger.client.post(f"/battles/{table.key}/phones/b/", {"switch": "game", "player": "quick"})
    join(table, "b", fellow)
    table.owner.client.post(f"/battles/{table.key}/phones/b/", {"switch": "game", "player": "quick"})
    assert not BattleSeat.objects.get(side="b").played_by
    fellow.client.post(f"/battles/{table.key}/phones/b/", {"switch": "game", "player": "quick"})
    assert BattleSeat.objects.get(side="b").played_by == "quick"
    fellow.client.post(f"/battles/{table.key}/phones/b/", {"switch": "person"})
    assert not BattleSeat.objects.get(side="b").played_by
    stranger_visitor = BattleTable(table.key, stranger).visitor()
    with pytest.raises(BattleNotFound):
        opponents_open(visitor=stranger_visitor, key=table.key)


def test_people_play_at_least_one_side_and_players_are_known() -> None:
    table = against(small_battle())
    with pytest.raises(Refusal, match="at least one side"):
        opponent_choose(visitor=table.visitor(), key=table.key, side="a", player="quick")
    with pytest.raises(Refusal, match="one of the game’s players"):
        opponent_choose(visitor=table.visitor(), key=table.key, side="b", player="genius")
    with pytest.raises(Refusal, match="seat of this side"):
        opponent_choose(visitor=table.visitor(), key=table.key, side="d", player="quick")


def test_battles_against_the_game_at_once_have_a_bound() -> None:
    table = small_battle()
    for _ in range(MOST_AGAINST):
        stored = battle_store(owner=table.owner.owner, setup=setup_of(["boar"], ["boar"]))
        against(BattleTable(stored.key, table.owner))
    with pytest.raises(Refusal, match="20 battles against the game"):
        against(table)


def test_a_side_that_is_not_ahead_agrees_to_the_end() -> None:
    table = against(small_battle())
    table.begin()
    go_on(table)
    if isinstance(pending(table.folded.state), RollAsk) or table.folded.state.phase == "over":
        return
    table.do(EndOffered("a"))
    opponents_play(opponents_open(visitor=table.visitor(), key=table.key))
    assert table.battle.status == BattleStatus.OVER or not table.folded.state.end_wanted


def test_a_battle_of_ones_own_goes_on_from_a_step_against_the_game() -> None:
    table = small_battle()
    table.begin()
    table.take_turn()
    table.take_turn()
    step = table.folded.log.done[1].number
    assert "Play on from here against the game" in text_of(table.owner.get(f"/battles/{table.key}/log/"))
    answer = table.owner.client.post(f"/battles/{table.key}/play-on/", {"step": str(step)})
    own = BattleTable(answer.url.split("/")[-2], table.owner)
    assert own.key != table.key
    assert [row.number for row in own.folded.log.done] == [row.number for row in table.folded.log.done[:2]]
    assert {seat.side: seat.played_by for seat in own.battle.seats.all()} == {"a": "", "b": "quick"}
    play_to_end(own)
    assert table.battle.status == BattleStatus.PLAYING
    battles = Battle.objects.count()
    for odd in ("0", "-1"):
        table.owner.client.post(f"/battles/{table.key}/play-on/", {"step": odd})
    assert Battle.objects.count() == battles


def test_a_program_plays_against_the_game() -> None:
    table = small_battle()
    table.begin()
    while table.folded.state.next_side != "a":
        table.take_turn()
    against(table)
    program = program_of(table.owner.owner)
    creature = next(it.id for it in table.folded.state.of_side("a") if not it.has_acted and it.is_up)
    assert sent(program, table.key, {"kind": "activated", "creatures": [creature]}).status_code == 201
    assert sent(program, table.key, {"kind": "turn-ended", "creature": creature, "hazards": []}).status_code == 201
    assert table.battle.entries.filter(side="b", event__kind="activated").exists()
    while is_due(table):
        assert program.post(f"battles/{table.key}/roll/", {}, If_Match="*").status_code == 200


def test_a_move_that_the_rules_refuse_does_not_block_the_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    table = small_battle()
    table.begin()
    while table.folded.state.next_side != "b":
        table.take_turn()
    against(table)
    monkeypatch.setattr(PLAYERS["quick"], "choose", lambda player, decision: TurnEnded("b.gone", ()))
    go_on(table)
    assert table.battle.entries.filter(side="b", event__kind="activated").exists()
    assert not is_due(table)


def test_the_game_agrees_to_an_undo_that_was_asked_before_it_got_the_seat() -> None:
    table, bob = small_battle(), account("bob")
    join(table, "b", bob)
    table.begin()
    first = table.folded.state.next_side
    people = {"a": table.owner, "b": bob}
    other = "b" if first == "a" else "a"
    press(table, people[first], do="activate", creature=f"{first}.m1")
    step = table.folded.log.done[-1].number
    press(table, people[first], do="back", step=str(step))
    assert table.folded.log.asked is not None
    people[other].client.post(f"/battles/{table.key}/phones/{other}/", {"switch": "game", "player": "quick"})
    assert table.folded.log.asked is None
    assert step not in [entry.number for entry in table.folded.log.done]


def test_a_player_that_fails_ends_its_turn(monkeypatch) -> None:
    def _broken(*args: object) -> None:
        raise ZeroDivisionError

    table = small_battle()
    table.begin()
    while table.folded.state.next_side != "b":
        table.take_turn()
    against(table)
    monkeypatch.setattr(PLAYERS["quick"], "choose", _broken)
    go_on(table)
    assert not is_due(table)


def test_the_cardboard_ai_goes_on_with_its_gambit_after_each_request(monkeypatch: pytest.MonkeyPatch) -> None:
    logs = []
    for seconds in (1_000.0, -1.0):
        monkeypatch.setattr(opponents, "MOST_SECONDS", seconds)
        table = against(small_battle(f"person {seconds}"), "cardboard")
        BattleSeat.objects.filter(battle=table.battle).update(thinking="the same dice")
        table.begin()
        person = PlayerByChance("a person")
        for _ in range(60):
            go_on(table)
            decision = decision_of(table.folded.state)
            if decision is None:
                break
            table.do(person.choose(decision))
        logs.append([entry.event for entry in BATTLE_LOGS.entries_of(table.battle)])
    assert logs[0] == logs[1]
    assert sum(entry.kind == "acted" for entry in logs[0]) > 5
