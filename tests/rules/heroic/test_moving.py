"""Movement: squares by hand, rates, difficult squares, crawling, jumping, charges, and free strikes."""

import pytest

from rules.errors import ChangeRefused
from rules.heroic import HEROIC
from rules.heroic.actions import HeroicCharge, HeroicMove, HeroicRide, HeroicStrikeOutOfTurn, move_cost, speed_left
from rules.heroic.maneuvers import HeroicStandUp
from rules.heroic.table_events import HeroicForced, HeroicMount
from tests.rules.heroic.heroic_fights import HeroicTable, creature, hero, table_of

ALL_MOVES = ["climb", "swim", "burrow", "fly"]


def _move(squares: int, mode: str = "walk", **more: object) -> HeroicMove:
    usual = {"difficult": 0, "shifts": False, "leaves": (), **more}
    return HeroicMove("a.1", mode, squares, **usual)  # type: ignore[arg-type] # a number, a flag, ids


def _charge(squares: int, target: str = "b.1", *, difficult: int = 0, leaves: tuple[str, ...] = ()) -> HeroicCharge:
    return HeroicCharge("a.1", target, squares, difficult, leaves)


def _walking(**values: object) -> HeroicTable:
    return table_of([hero(**{"speed": 6, **values})], [creature("Goblin 1"), creature("Goblin 2")]).begin().turn("a.1")


@pytest.mark.parametrize(
    ("mode", "moves", "difficult", "cost"),
    [
        ("walk", [], 0, 2),
        ("walk", [], 1, 3),
        ("walk", [], 2, 4),
        ("climb", [], 0, 4),
        ("climb", ["climb"], 0, 2),
        ("swim", [], 0, 4),
        ("swim", ["swim"], 0, 2),
        ("burrow", ["burrow"], 0, 2),
        ("fly", ["fly"], 0, 2),
        ("jump", [], 0, 2),
        ("crawl", [], 0, 4),
        ("teleport", [], 2, 0),
    ],
)
def test_what_two_squares_cost(mode: str, moves: list[str], difficult: int, cost: int) -> None:
    played = _walking(moves=moves, agility=2)
    assert move_cost(played.state, played.one("a.1"), mode, 2, difficult) == cost


def test_ruling_322_a_difficult_square_at_half_speed_costs_four() -> None:
    played = _walking()
    assert move_cost(played.state, played.one("a.1"), "climb", 1, 1) == 4
    with pytest.raises(ChangeRefused, match="costs 8"):
        played.do(_move(4, "climb"))
    assert speed_left(played.do(_move(3, "climb")).one("a.1")) == 0


def test_a_move_is_split_and_never_longer_than_the_speed() -> None:
    played = _walking().do(_move(2), _move(3, difficult=1))
    assert (played.one("a.1").moved, speed_left(played.one("a.1"))) == (6, 0)
    with pytest.raises(ChangeRefused, match="has 0 left"):
        played.do(_move(1))


@pytest.mark.parametrize("mode", ["burrow", "fly"])
def test_some_ways_to_move_need_their_speed(mode: str) -> None:
    with pytest.raises(ChangeRefused, match="no speed for that"):
        _walking().do(_move(1, mode))
    assert _walking(moves=ALL_MOVES).do(_move(1, mode)).one("a.1").moved == 1


def test_a_jump_goes_as_far_as_agility_and_one_square_up() -> None:
    played = _walking(agility=2).do(_move(2, "jump"), _move(1, "jump-up"))
    assert played.one("a.1").moved == 3
    for squares, mode, most in ((3, "jump", "at most 2 squares"), (2, "jump-up", "rises 1 square")):
        with pytest.raises(ChangeRefused, match=most):
            played.do(_move(squares, mode))
    with pytest.raises(ChangeRefused, match="at most 0"):
        _walking(agility=-1).do(_move(1, "jump"))


def test_a_prone_creature_crawls_or_stands_up_and_no_other_crawls() -> None:
    played = _walking()
    with pytest.raises(ChangeRefused, match="not prone"):
        played.do(_move(1, "crawl"))
    played.set("a.1", "prone", 1).do(_move(2, "crawl"))
    assert played.one("a.1").moved == 4
    with pytest.raises(ChangeRefused, match="crawl, or stand up"):
        played.do(_move(1))
    played.do(HeroicStandUp("a.1"), _move(2))
    assert played.one("a.1").maneuver_used
    with pytest.raises(ChangeRefused, match="maneuver"):
        played.set("a.1", "prone", 1).do(HeroicStandUp("a.1"))


def test_a_grabbed_creature_does_not_move() -> None:
    played = _walking().set("a.1", "grabbed_by", "b.1")
    for event in (_move(1), _move(1, "teleport"), _charge(1)):
        with pytest.raises(ChangeRefused, match="grabbed by Goblin 1"):
            played.do(event)


def test_a_flyer_that_did_not_move_lands_or_falls() -> None:
    played = _walking(moves=["fly"]).do(_move(2, "fly")).end("a.1")
    assert played.one("a.1").is_flying
    assert "lands" not in " ".join(played.notes)
    for goblin in ("b.1", "b.2"):
        played.turn(goblin).end(goblin)
    played.turn("a.1").end("a.1")
    assert "Ann flies and has not moved. Land it, or enter its fall." in played.notes
    played.turn("b.1").end("b.1").turn("b.2").end("b.2").turn("a.1").do(_move(1))
    assert not played.one("a.1").is_flying


def test_enemies_that_are_left_are_offered_free_strikes_and_not_on_a_shift() -> None:
    played = _walking().do(_move(1, leaves=("b.1", "b.2")))
    offered = played.offer_asked
    assert offered.sides == ("b",)
    assert {offer.creature for offer in offered.offers} == {"b.1", "b.2"}
    played.take("b.2", "strike").roll(10, 7)
    assert played.one("a.1").stamina == 14
    assert {offer.creature for offer in played.offer_asked.offers} == {"b.1"}
    played.leave("b")
    assert HEROIC.pending(played.state) is None
    assert HEROIC.pending(played.do(_move(1, shifts=True, leaves=("b.1",))).state) is None


def test_a_free_strike_may_have_an_edge_or_a_bane() -> None:
    for key, words in (("strike-edge", "edge"), ("strike-bane", "bane")):
        played = _walking().do(_move(1, leaves=("b.1",))).take("b.1", key)
        assert words in played.roll_asked.reason


def test_only_enemies_strike_at_a_mover() -> None:
    played = table_of([hero(), hero("Bo")]).begin().turn("a.1")
    with pytest.raises(ChangeRefused, match="Only enemies"):
        played.do(_move(1, leaves=("a.2",)))
    assert played.one("a.1").moved == 0


def test_whether_a_free_strike_uses_a_triggered_action_is_by_the_table() -> None:
    struck = _walking().do(_move(1, leaves=("b.1",))).take("b.1", "strike").roll(1, 1)
    assert struck.one("b.1").triggered == 0
    counted = table_of(strikes_count=True).begin().turn("a.1").do(_move(1, leaves=("b.1",)))
    counted.take("b.1", "strike").roll(1, 1).do(_move(1, leaves=("b.1",)))
    assert counted.one("b.1").triggered == 1
    assert HEROIC.pending(counted.state) is None
    with pytest.raises(ChangeRefused, match="cannot strike"):
        counted.do(HeroicStrikeOutOfTurn("b.1", "melee", "a.1", "", 0, 0))


def test_a_charge_moves_up_to_the_speed_and_strikes() -> None:
    played = _walking()
    for event in (_charge(7), _charge(5, difficult=2)):
        with pytest.raises(ChangeRefused, match="at most 6"):
            played.do(event)
    played.do(_charge(6)).roll(10, 5)
    assert (played.one("b.1").stamina, played.one("a.1").main_used, played.one("a.1").moved) == (3, True, 0)
    played.do(_move(6))


def test_those_that_a_charge_leaves_strike_first_and_may_end_it() -> None:
    played = _walking(recoveries=0).do(_charge(3, leaves=("b.2",))).take("b.2", "strike").roll(1, 1)
    assert "Melee free strike" in played.roll_asked.reason
    fallen = table_of([hero(stamina=2)], dying_acts="none").begin().turn("a.1").do(_charge(1, leaves=("b.1",)))
    fallen.take("b.1", "strike").roll(10, 10)
    assert HEROIC.pending(fallen.state) is None
    assert "Ann can no longer make this attack." in fallen.notes


def test_a_free_strike_out_of_turn_is_entered_with_its_reason() -> None:
    played = _walking().do(HeroicStrikeOutOfTurn("b.1", "ranged", "a.1", "A command", 1, 0)).roll(8, 7)
    assert played.one("a.1").stamina == 15
    assert "Goblin 1 strikes out of turn." in played.notes


@pytest.mark.parametrize(("stability", "squares"), [(0, 3), (1, 2), (3, 0), (5, 0)])
def test_stability_takes_squares_off_forced_movement(stability: int, squares: int) -> None:
    for kind in ("push", "pull", "slide"):
        played = table_of([hero(stability=stability)]).do(HeroicForced("a.1", kind, 3))
        assert (f"is moved {squares}" if squares else "is not moved") in played.last


def test_a_mount_is_larger_keeps_its_turn_and_is_moved_by_riding() -> None:
    played = table_of([hero(), creature("Horse", size="1L", speed=8), creature("Dog")]).begin()
    with pytest.raises(ChangeRefused, match="larger"):
        played.do(HeroicMount("a.1", "a.3"))
    played.do(HeroicMount("a.1", "a.2")).turn("a.1")
    with pytest.raises(ChangeRefused, match="at most 8"):
        played.do(HeroicRide("a.1", 8, 1, ()))
    played.do(HeroicRide("a.1", 8, 0, ("b.1",)))
    assert {offer.creature for offer in played.offer_asked.offers} == {"b.1"}
    played.leave("b")
    for event in (_move(1), HeroicRide("a.1", 1, 0, ())):
        with pytest.raises(ChangeRefused):
            played.do(event)
    assert not played.one("a.2").has_acted
    played.do(HeroicForced("a.2", "push", 1))
    assert "Ann may be dismounted and fall: by the table." in played.notes


def _rider() -> HeroicTable:
    played = table_of([hero(), creature("Horse", size="2", speed=8)]).begin()
    return played.do(HeroicMount("a.1", "a.2")).turn("a.1")


def test_a_grabbed_creature_does_not_move_by_riding_either() -> None:
    for grabbed, name in (("a.1", "Ann"), ("a.2", "Horse")):
        played = _rider().set(grabbed, "grabbed_by", "b.1")
        with pytest.raises(ChangeRefused, match=f"{name} cannot move"):
            played.do(HeroicRide("a.1", 1, 0, ()))


def test_a_prone_mount_crawls_at_half_speed() -> None:
    played = _rider().set("a.2", "prone", "1")
    with pytest.raises(ChangeRefused, match="at most 8 squares; that would be 10"):
        played.do(HeroicRide("a.1", 5, 0, ()))
    assert played.do(HeroicRide("a.1", 3, 1, ())).one("a.1").has_ridden


def test_a_rider_is_dismounted_when_its_mount_falls() -> None:
    played = table_of([hero(), creature("Horse", size="2")]).begin().do(HeroicMount("a.1", "a.2"))
    assert played.set("a.2", "stamina", 0).one("a.1").mount == ""
    with pytest.raises(ChangeRefused, match="no mount"):
        played.turn("a.1").do(HeroicRide("a.1", 1, 0, ()))
