"""What a board answers about an attacker and its target, by the rulings on boards."""

from dataclasses import replace

import pytest

from rules.board.ground import BoardGround
from rules.board.terrain import BoardTerrain, TerrainBorders
from rules.errors import ChangeRefused
from rules.p2v_combat.board_aims import circumstances_on_board, settled_targets
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.numbers import IN_THE_OPEN, AimedTarget, Circumstances
from rules.p2v_combat.options import target_need
from rules.p2v_combat.positions import EffectDistances, why_not_reached
from rules.p2v_combat.steps import own_action
from rules.tables.areas import Square
from tests.rows import every_row
from tests.rules.p2v_combat.boards import laid, on_board
from tests.rules.p2v_combat.tables import PlayedTable, aim, setup_of

SHOOTERS = setup_of(["tracker"], ["boar"])
THREE = setup_of(["tracker"], ["boar", "boar"])


def shown(table: PlayedTable, weapon: str, target: str = "b.m1", user: str = "a.m1") -> Circumstances | None:
    return circumstances_on_board(table.state, user, target, effect_of(table, weapon, user))


def effect_of(table: PlayedTable, weapon: str, user: str = "a.m1"):
    action = own_action(table.state, user, f"feature/{weapon}")
    assert action is not None
    return action.ways[0].effect


def with_terrain(picture: str, *entries: tuple[str, str, tuple[Square, ...]]) -> PlayedTable:
    """Return a battle of a Tracker and a Boar on a board with more entries: name, trait, squares."""
    event = laid(picture, A="a.m1", B="b.m1")
    assert event.board is not None
    more = [
        BoardTerrain(name, frozenset(squares), TerrainBorders(), frozenset({trait})) for name, trait, squares in entries
    ]
    ground = BoardGround(event.board.columns, event.board.rows, (*event.board.terrain, *more))
    return PlayedTable(SHOOTERS).do(replace(event, board=ground)).begin()


def refused(table: PlayedTable, weapon: str, target: str = "b.m1") -> str:
    return why_not_reached(table.state, "a.m1", target, effect_of(table, weapon))


def test_ruling_512_the_distance_of_two_spaces_decides_the_band():
    near = on_board("AB...", SHOOTERS)
    assert shown(near, "staff") == Circumstances(distance="reach", adjacent=True)
    assert shown(near, "composite-longbow") == Circumstances(distance="short", adjacent=True, in_enemy_reach=True)
    assert shown(on_board(f"A{'.' * 21}B", SHOOTERS), "composite-longbow") == Circumstances(distance="long")
    far = on_board(f"A{'.' * 41}B", SHOOTERS)
    assert shown(far, "composite-longbow") is None
    assert refused(far, "composite-longbow") == "Boar is 42 squares from Tracker, and this reaches 40."
    assert refused(far, "staff") == "Boar is 42 squares from Tracker, and this reaches 1."


@every_row(
    ("squares", "band"),
    [(0, "short"), (1, "short"), (12, "short"), (13, "long"), (24, "long"), (25, None)],
)
def test_a_shortbow_at_every_border_of_its_ranges(squares: int, band: str | None):
    assert EffectDistances(short=12, long=24).band(squares) == band


def test_a_single_range_ends_where_it_ends():
    assert EffectDistances(short=6).band(7) is EffectDistances(melee=2).band(3) is None
    assert EffectDistances(melee=2, short=6).band(2) == "reach"


def test_a_weapon_with_two_kinds_of_range_is_melee_within_its_reach():
    cultists = setup_of(["cultist"], ["boar"])
    assert shown(on_board("AB", cultists), "dagger") == Circumstances(
        distance="reach", adjacent=True, in_enemy_reach=True
    )
    assert shown(on_board("A.B", cultists), "dagger") == Circumstances(distance="short")


def test_reach_of_a_larger_creature_is_measured_from_its_whole_space():
    ogres = setup_of(["ogre-warrior"], ["boar"])
    assert shown(on_board("AA.B\nAA..", ogres), "ogre-hook") == Circumstances(distance="reach")
    assert shown(on_board("AA..B\nAA...", ogres), "ogre-hook") is None


def test_ruling_513_reach_through_a_wall_needs_sight_and_effect():
    walled = on_board("A#B\n.#.", setup_of(["farmer"], ["boar"]))
    assert refused(walled, "pitchfork") == "The wall stands between Farmer and Boar: no line of sight."


def test_ruling_505_the_line_of_effect_is_the_one_between_the_centers():
    # The corner of the wall leaves sight over the open half of the spaces.
    corner = on_board(".....\nA.#.B\n.....", SHOOTERS)
    assert refused(corner, "composite-longbow") == "The wall stands between Tracker and Boar: no line of effect."


def test_ruling_503_opaque_terrain_blocks_sight_not_effect():
    assert refused(on_board("..%..\nA.%.B\n..%..", SHOOTERS), "composite-longbow") == (
        "The dark stands between Tracker and Boar: no line of sight."
    )


def test_rulings_509_and_510_cover_names_its_pieces_in_order():
    between = on_board("A.D.B", THREE, D="b.m2")
    assert shown(between, "composite-longbow") == Circumstances(cover=("b.m2",))
    between.do(HpSet("b.m2", -1, 0, ""))
    assert shown(between, "composite-longbow") == IN_THE_OPEN


def test_rulings_510_and_511_terrain_on_the_line_covers_or_conceals_once_a_piece():
    table = with_terrain("A......B", ("wood", "obstructing", ((2, 0), (3, 0))), ("mist", "concealing", ((5, 0),)))
    assert shown(table, "composite-longbow") == Circumstances(cover=("wood",), concealment=("mist",))
    table.activate("a.m1").do(CreatureActed("a.m1", "feature/composite-longbow", "", (AimedTarget("b.m1"),)), "a")
    assert "Wood on the line: 1 cover die; mist on the line: 1 concealment die." in table.told


def test_ruling_504_what_lies_under_attacker_or_target_gives_no_check():
    table = with_terrain("A......B", ("wood", "obstructing", ((0, 0), (7, 0))), ("mist", "concealing", ((7, 0),)))
    assert shown(table, "composite-longbow") == IN_THE_OPEN


def test_ruling_515_creatures_on_two_circles_reach_each_other_without_sight():
    table = with_terrain("A.#..B\n..#...", ("circle", "teleportation circle", ((0, 0), (5, 0))))
    assert shown(table, "staff") == Circumstances(distance="reach")
    assert shown(table, "composite-longbow") is None
    alone = with_terrain("A.#..B\n..#...", ("circle", "teleportation circle", ((0, 0), (4, 0))))
    assert shown(alone, "staff") is None


def test_ruling_514_a_target_between_two_enemies_is_flanked_and_off_guard():
    pair = setup_of(["tracker", "goblin-dog"], ["boar"])
    assert shown(on_board("ABC", pair, C="a.m2"), "staff") == Circumstances(
        distance="reach", adjacent=True, off_guard=("flanked",)
    )
    assert shown(on_board("AB.\nC..", pair, C="a.m2"), "staff") == Circumstances(distance="reach", adjacent=True)


def test_an_aura_counts_within_its_squares_and_stops_at_walls():
    # Resonance is an emanation 3.
    wisps = setup_of(["metal-wisp", "metal-wisp"], ["boar"])
    aura = ("a.m2/resonance",)
    assert holds(on_board("AB\n..\n..\nC.", wisps, C="a.m2"), "tendril") == aura
    assert holds(on_board("AB\n..\n..\n..\nC.", wisps, C="a.m2"), "tendril") == ()
    assert holds(on_board("AB\n##\nC.", wisps, C="a.m2"), "tendril") == ()


def test_bonuses_for_allies_near_the_target_count_them_on_the_board():
    wolves = setup_of(["wolf", "wolf", "farmer"], ["boar"])
    assert holds(on_board("ABC\n.D.", wolves, C="a.m2", D="a.m3"), "jaws") == ("adjacent allies",)
    assert holds(on_board("ABC\n...\n.D.", wolves, C="a.m2", D="a.m3"), "jaws") == ()
    dogs = setup_of(["blink-dog", "blink-dog", "farmer"], ["boar"])
    assert holds(on_board("ABC\n...\n.D.", dogs, C="a.m2", D="a.m3"), "jaws") == ("attack by allies",)


def holds(table: PlayedTable, weapon: str) -> tuple[str, ...]:
    circumstances = shown(table, weapon)
    assert circumstances is not None
    return circumstances.holds


def test_players_are_asked_nothing_that_the_board_knows():
    table = on_board("A..B", SHOOTERS)
    need = target_need(table.state, "a.m1", effect_of(table, "composite-longbow"))
    assert need is not None
    assert need.asks_for == ()
    off = PlayedTable(SHOOTERS).begin()
    asked = target_need(off.state, "a.m1", effect_of(table, "composite-longbow"))
    assert asked is not None
    assert asked.asks_for == ("distance", "cover", "concealment", "off_guard", "in_enemy_reach")


def test_a_strike_takes_its_circumstances_from_the_board_and_says_the_pieces():
    table = on_board("A.D.B", THREE, D="b.m2").activate("a.m1")
    table.do(CreatureActed("a.m1", "feature/composite-longbow", "", (AimedTarget("b.m1"),)), "a")
    assert "Boar on the line: 1 cover die." in table.told
    assert table.asked is not None
    assert table.asked.reason == "Cover of Boar: Boar"


def test_what_the_board_refuses_is_refused_with_a_sentence():
    table = on_board("A#B\n.#.", SHOOTERS).activate("a.m1")
    with pytest.raises(ChangeRefused, match=r"^The wall stands between Tracker and Boar: no line of sight\.$"):
        table.do(CreatureActed("a.m1", "feature/composite-longbow", "", (AimedTarget("b.m1"),)), "a")


def test_circumstances_against_the_board_need_a_reason_and_are_marked():
    table = on_board("A...B", SHOOTERS).activate("a.m1")
    stated = aim("b.m1", cover=("a barrel",))
    with pytest.raises(ChangeRefused, match="give a reason for ruling them by hand"):
        table.do(CreatureActed("a.m1", "feature/composite-longbow", "", stated), "a")
    ruled = AimedTarget("b.m1", stated[0].circumstances, "The barrel is not on the board.")
    table.do(CreatureActed("a.m1", "feature/composite-longbow", "", (ruled,)), "a")
    assert "Boar, ruled by hand: The barrel is not on the board." in table.told


def test_without_a_board_nothing_is_filled_in():
    table = PlayedTable(SHOOTERS).begin()
    stated = aim("b.m1", cover=("a barrel",))
    assert settled_targets(table.state, "a.m1", effect_of(table, "composite-longbow"), stated) == (table.state, stated)
    assert shown(table, "staff") == IN_THE_OPEN
