"""Many battles: pairs that exchange seats, tallies that join in any order, and odds against known answers."""

from dataclasses import replace

import pytest

from rules.p2v_combat.setup.plan import SealedChoice, SpecialStart, TablePlan, ZoneChoice
from rules.p2v_combat.sides import BattleSetup
from rules.players.simulation import OddsTally, notable_games, odds_document, seat_sides, simulate_pairs
from tests.rules.p2v_combat.solo.battles import solo_setup
from tests.rules.p2v_combat.tables import setup_of

RANDOM = {"a": "random", "b": "random"}


@pytest.fixture
def setup() -> BattleSetup:
    return setup_of(["boar", "kobold-warrior"], ["guard", "goblin-dog"])


def test_batches_add_up_to_the_same_numbers_in_any_order(setup: BattleSetup) -> None:
    whole = simulate_pairs(setup, RANDOM, 7, range(3))
    parts = [simulate_pairs(setup, RANDOM, 7, batch) for batch in (range(2, 3), range(1), range(1, 2))]
    joined = OddsTally()
    for part in parts:
        joined = joined.joined(part)
    assert odds_document(setup, RANDOM, 7, joined) == odds_document(setup, RANDOM, 7, whole)
    assert simulate_pairs(setup, RANDOM, 8, range(6)) != whole


def test_the_odds_have_the_form_of_the_contract(setup: BattleSetup) -> None:
    odds = odds_document(setup, RANDOM, 7, simulate_pairs(setup, RANDOM, 7, range(3)))
    assert list(odds) == ["games", "wins", "draws", "odds", "points", "rounds", "players", "unplayed", "seed"]
    assert odds["games"] == 6 == sum(odds["wins"].values()) + odds["draws"]
    for side in "ab":
        assert odds["odds"][side]["share"] == round(odds["wins"][side] / 6, 4)
        assert list(odds["odds"][side]) == ["share", "low", "high"]
        assert list(odds["points"][side]) == ["mean", "low", "high"]
    assert list(odds["rounds"]) == ["mean"]


def test_exchanged_sides_take_their_creatures_along_and_leave_the_zones() -> None:
    base = setup_of(["boar", "kobold-warrior"], ["guard"])
    led = tuple(replace(row, minion_of="a.m1") if row.id == "a.m2" else row for row in base.fielded)
    plan = TablePlan(
        sides=("a", "b"),
        points=50,
        board_key="small-board",
        zones=(ZoneChoice("a", "A"), ZoneChoice("b", "B")),
        starts=(SpecialStart("a.m2", "a", "summonable"),),
        seals=(SealedChoice("a", "deployment", "0" * 64),),
    )
    setup = replace(base, fielded=led, table=plan)
    seats, other = seat_sides(setup, 0, is_second=True)
    assert seats == {"a": "b", "b": "a"}
    assert [(row.id, row.side, row.minion_of) for row in other.fielded] == [
        ("b.m1", "b", None),
        ("b.m2", "b", "b.m1"),
        ("a.m1", "a", None),
    ]
    assert [side.name for side in other.sides] == ["Blue", "Red"]
    assert other.table is not None
    assert other.table.zones == plan.zones
    assert other.table.starts == (SpecialStart("b.m2", "b", "summonable"),)
    assert seat_sides(other, 1, is_second=True)[1] == setup
    assert seat_sides(setup, 1, is_second=False) == ({"a": "a", "b": "b"}, setup)


def test_three_sides_take_all_orders_of_seats_in_three_pairs() -> None:
    sides = [["guard"], ["boar"], ["kobold-warrior"]]
    setup = setup_of(*sides)
    orders = set()
    for pair in range(3):
        for is_second in (False, True):
            seats, other = seat_sides(setup, pair, is_second=is_second)
            orders.add("".join(sorted(seats, key=lambda side: seats[side])))
            assert [side.key for side in other.sides] == ["a", "b", "c"]
            assert {row.side: row.card.key for row in other.fielded} == {
                seats[side]: creature for side, (creature,) in zip("abc", sides, strict=True)
            }
    assert len(orders) == 6
    assert simulate_pairs(setup, dict.fromkeys("abc", "random"), 1, range(1)).pairs == 1


def test_a_side_that_evades_keeps_its_zone(setup: BattleSetup) -> None:
    zones = (ZoneChoice("a", "A"), ZoneChoice("b", "B"))
    plan = TablePlan(
        sides=("a", "b"), points=50, board_key="small-board", victory="passing-through", lone_side="a", zones=zones
    )
    table = seat_sides(replace(setup, table=plan), 0, is_second=True)[1].table
    assert table is not None
    assert table.lone_side == "b"
    assert table.zones == (ZoneChoice("b", "A"), ZoneChoice("a", "B"))


def test_against_the_game_nothing_is_exchanged() -> None:
    setup = solo_setup(("guard",), ("boar",))
    assert seat_sides(setup, 0, is_second=True) == ({"a": "a", "b": "b"}, setup)
    tally = simulate_pairs(setup, RANDOM, 1, range(1))
    assert tally.pairs == 1


def test_texts_that_no_player_used_are_named(setup: BattleSetup) -> None:
    odds = odds_document(setup, RANDOM, 1, OddsTally(1, sums=dict.fromkeys("ab", (1, 1, 1, 1))))
    assert "Boar: Tusk" in odds["unplayed"]
    assert "Boar: Tusk" not in odds_document(setup, RANDOM, 1, simulate_pairs(setup, RANDOM, 1, range(3)))["unplayed"]


def test_in_a_duel_one_takes_what_the_other_deals() -> None:
    duel = setup_of(["guard"], ["boar"])
    tally = simulate_pairs(duel, {"a": "quick", "b": "quick"}, 3, range(2))
    (falls, felled, dealt, taken), other = tally.members["a.m1"], tally.members["b.m1"]
    assert (falls, felled, dealt, taken) == (other[1], other[0], other[3], other[2])
    assert (felled, falls) == (tally.sums["a"][0], tally.sums["b"][0])
    assert falls + felled + tally.draws == 4
    assert min(dealt, taken) > 0


def test_notable_games_are_ordered_by_what_they_are_to_a_side() -> None:
    ends = {"a 1": (3, 4), "a 5": (1, 9), "b 2": (2, 1), "b 7": (1, 6), " 0": (1, 3)}
    tally = OddsTally(4, 1, 40, {"a": (4, 4, 9, 9), "b": (3, 3, 9, 9)}, outcomes=ends)
    games = notable_games(tally, "a")
    assert {label: game.number for label, game in games.items()} == {"median": 3, "best": 9, "strangest": 6}
    games = notable_games(tally, "b")
    assert {label: game.number for label, game in games.items()} == {"median": 4, "best": 6, "strangest": 6}
    assert notable_games(replace(tally, pairs=5), "a") == {}
