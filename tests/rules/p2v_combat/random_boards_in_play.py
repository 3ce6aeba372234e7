"""Boards by chance with everything on them that the rules know, and battles of any creatures there."""

import random

from rules.board.ground import BoardGround
from rules.board.terrain import BoardTerrain, TerrainBorders
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace
from rules.p2v_combat.family import begin_battle
from rules.p2v_combat.first_places import with_first_places
from rules.p2v_combat.sides import BattleSetup
from rules.tables.areas import Square
from tests.rules.p2v_combat.boards import TRAITS
from tests.rules.p2v_combat.random_members import member
from tests.rules.p2v_combat.tables import setup_of

ON_BORDERS = ("solid", "door", "difficult")


def random_ground(dice: random.Random) -> BoardGround:
    """Return a board of which up to a third is terrain of all kinds."""
    columns, rows = dice.randint(8, 16), dice.randint(8, 12)
    squares = [(x, y) for x in range(columns) for y in range(rows)]
    dice.shuffle(squares)
    terrain = []
    for name, trait in TRAITS.values():
        own = frozenset(squares.pop() for _ in range(dice.randint(0, columns * rows // 36)))
        borders = frozenset[Square]()
        if trait in ON_BORDERS:
            borders = frozenset((dice.randint(1, columns - 1), dice.randrange(rows)) for _ in range(dice.randrange(4)))
        terrain.append(
            BoardTerrain(
                name,
                own,
                TerrainBorders(upright=borders),
                frozenset({trait}),
                direction="east" if trait == "directional" else None,
                damage_type="fire" if trait == "hazardous" else "",
            )
        )
    return BoardGround(columns, rows, tuple(terrain))


def random_board_battle(seed: int) -> tuple[BattleSetup, BoardLaid]:
    """Return a battle of one to three creatures a side, and the event that puts it on a board."""
    dice = random.Random(seed)
    setup = setup_of(*([member(dice, number) for number in range(1, dice.randint(2, 4))] for _ in range(2)))
    while True:
        ground = random_ground(dice)
        board = with_first_places(begin_battle(setup), ground).board
        if board is not None and len(board.places) == len(setup.fielded):
            places = tuple(CreaturePlace(creature, place) for creature, place in board.places.items())
            return setup, BoardLaid(places, ground)
