"""Power rolls: tiers, edges and banes, what attacks add, what the table may decide itself."""

import pytest

from rules.combat.answers import RollRuled
from rules.errors import ChangeRefused
from rules.heroic.actions import HeroicAbility, HeroicDefense, HeroicFreeStrike
from rules.heroic.maneuvers import HeroicAid, HeroicKnockback
from rules.heroic.power_rolls import PowerRoll, net_words, roll_words
from rules.heroic.table_events import HeroicWater
from tests.rules.heroic.heroic_fights import CUT, DASH, HeroicTable, creature, hero, table_of


def _result(played: HeroicTable, faces: tuple[int, ...], *, score: int = 0, edges: int = 0, banes: int = 0) -> tuple:
    result = PowerRoll("a.1", "x", "X", score, edges, banes).result(played.state, faces)
    return result.total, result.tier


def _strike(target: str = "b.1", **said: object) -> HeroicFreeStrike:
    return HeroicFreeStrike("a.1", "melee", target, **said)  # type: ignore[arg-type] # flags and numbers


@pytest.mark.parametrize(
    ("total", "tier"), [(2, 1), (11, 1), (12, 2), (16, 2), (17, 3), (20, 3)], ids=lambda number: str(number)
)
def test_tiers_are_up_to_11_to_16_and_17_or_more(total: int, tier: int) -> None:
    assert _result(table_of(), (total - 1, 1)) == (total, tier)


def test_the_borders_of_the_tiers_are_by_the_table() -> None:
    played = table_of(tier_2=10, tier_3=20)
    assert [_result(played, (face, 9))[1] for face in (0, 1, 10)] == [1, 2, 2]
    assert _result(played, (10, 10))[1] == 3


def test_the_characteristic_is_added() -> None:
    assert _result(table_of(), (5, 5), score=2) == (12, 2)
    assert _result(table_of(), (6, 6), score=-1) == (11, 1)


@pytest.mark.parametrize(
    ("edges", "banes", "result"),
    [
        (1, 0, (14, 2)),
        (0, 1, (10, 1)),
        (1, 1, (12, 2)),
        (2, 0, (12, 3)),
        (0, 2, (12, 1)),
        (3, 1, (12, 3)),
        (2, 1, (14, 2)),
        (5, 0, (12, 3)),
    ],
)
def test_ruling_323_edges_and_banes_cancel_and_a_double_one_moves_a_tier(
    edges: int, banes: int, result: tuple[int, int]
) -> None:
    assert _result(table_of(), (6, 6), edges=edges, banes=banes) == result


def test_a_tier_moves_by_one_and_no_further_than_the_last() -> None:
    assert _result(table_of(), (10, 9), edges=2) == (19, 3)
    assert _result(table_of(), (1, 1), banes=2) == (2, 1)
    assert _result(table_of(), (1, 1), edges=2) == (2, 2)
    assert _result(table_of(), (10, 9), banes=2) == (19, 2)


def test_number_and_meaning_of_edges_are_by_the_table() -> None:
    assert _result(table_of(edge=3), (6, 6), banes=1) == (9, 1)
    assert _result(table_of(double="number"), (6, 6), edges=2) == (16, 2)
    assert _result(table_of(double="number"), (6, 6), edges=4) == (16, 2)


def test_words_of_a_roll() -> None:
    assert roll_words(2, 1) == "2d10 + 2, edge"
    assert roll_words(-1) == "2d10 − 1"
    assert net_words(-2) == "double bane"


def test_flanking_cover_and_concealment_count_as_an_edge_and_a_bane_each() -> None:
    for said, words in (
        ({"flanking": True}, "2d10 + 2, edge"),
        ({"cover": True}, "2d10 + 2, bane"),
        ({"concealed": True}, "2d10 + 2, bane"),
        ({"cover": True, "concealed": True}, "2d10 + 2, double bane"),
        ({"flanking": True, "cover": True}, "2d10 + 2)"),
        ({"edges": 2}, "2d10 + 2, double edge"),
    ):
        played = table_of().begin().turn("a.1").do(_strike(**said))
        assert words in played.roll_asked.reason, said


def test_flanking_is_for_melee_and_cover_for_damage() -> None:
    played = table_of([hero(abilities=[DASH])]).begin().turn("a.1")
    with pytest.raises(ChangeRefused, match="melee"):
        played.do(HeroicFreeStrike("a.1", "ranged", "b.1", flanking=True))
    played.do(HeroicAbility("a.1", 0, ("b.1",), cover=True))
    assert "bane" not in played.roll_asked.reason


def test_a_defender_imposes_a_double_bane_until_its_own_next_turn() -> None:
    played = table_of().begin("enemies").turn("b.1").do(HeroicDefense("b.1")).end("b.1")
    played.turn("a.1").do(_strike())
    assert "double bane" in played.roll_asked.reason
    played.roll(10, 9)
    assert played.one("b.1").stamina == 6
    played.end("a.1").turn("b.1")
    assert not played.one("b.1").is_defending


def test_ruling_326_a_defense_does_not_count_against_might_tests() -> None:
    played = table_of().begin("enemies").turn("b.1").do(HeroicDefense("b.1")).end("b.1")
    played.turn("a.1").do(HeroicKnockback("a.1", "b.1", 0, 0))
    assert "bane" not in played.roll_asked.reason


def test_ruling_331_an_aided_ally_has_an_edge_on_its_next_attack_against_that_creature() -> None:
    played = table_of([hero(), hero("Bo")], [creature("Goblin 1"), creature("Goblin 2")], next_round="same").begin()
    played.turn("a.2").do(HeroicAid("a.2", "a.1", "b.1")).end("a.2").turn("b.1").end("b.1")
    played.turn("a.1").do(_strike("b.2"))
    assert "edge" not in played.roll_asked.reason
    played.roll(1, 1).set("a.1", "main", 0)
    assert played.one("a.1").aids == ("b.1",)
    played.do(_strike("b.1"))
    assert "edge" in played.roll_asked.reason
    assert played.roll(1, 1).one("a.1").aids == ()


def test_aid_is_for_allies_against_another() -> None:
    played = table_of([hero(), hero("Bo")]).begin().turn("a.1")
    for ally, target in (("b.1", "a.2"), ("a.2", "a.2"), ("a.1", "b.1")):
        with pytest.raises(ChangeRefused):
            played.do(HeroicAid("a.1", ally, target))
    assert not played.one("a.1").maneuver_used


def test_ruling_323_one_roll_is_made_for_all_targets_and_each_has_its_own_tier() -> None:
    played = table_of([hero(abilities=[CUT])], [creature("Goblin 1"), creature("Goblin 2")])
    played.begin("enemies").turn("b.2").do(HeroicDefense("b.2")).end("b.2").turn("a.1")
    played.do(HeroicAbility("a.1", 0, ("b.1", "b.2"))).roll(6, 6)
    assert (played.one("b.1").stamina, played.one("b.2").stamina) == (5, 7)


def test_a_bane_under_water_for_creatures_that_do_not_swim_by_nature() -> None:
    played = table_of([hero(), hero("Bo", moves=["swim"])]).begin().do(HeroicWater(("a.1", "a.2"))).turn("a.1")
    assert "bane" in played.do(_strike()).roll_asked.reason
    played.roll(1, 1).end("a.1").turn("b.1").end("b.1").turn("a.2")
    played.do(HeroicFreeStrike("a.2", "melee", "b.1"))
    assert "bane" not in played.roll_asked.reason


def test_the_table_may_decide_a_tier_and_nothing_else() -> None:
    played = table_of().begin().turn("a.1").do(_strike())
    for outcome in ("4", "", "high", "٣"):
        with pytest.raises(ChangeRefused, match="tier"):
            played.do(RollRuled(outcome, "The die fell off the table"))
    played.do(RollRuled("3", "The die fell off the table"))
    assert played.one("b.1").stamina == 3


def test_more_edges_than_five_are_refused() -> None:
    with pytest.raises(ChangeRefused, match="0 to 5"):
        table_of().begin().turn("a.1").do(_strike(edges=6))
