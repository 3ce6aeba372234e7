"""Every command that is listed on a board is accepted, and what it names fits the board."""

from itertools import islice
from random import Random

import pytest

from rules.board.battlefield import space_distance
from rules.board.ground import BoardGround
from rules.board.sight import has_sight
from rules.board.terrain import BoardTerrain, TerrainBorders
from rules.combat.answers import FacesRolled
from rules.combat.resolution import RollAsk
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlaced
from rules.p2v_combat.family import P2V
from rules.p2v_combat.legal.commands import legal_commands
from rules.p2v_combat.standing import figure_of, place_fault
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import own_action
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

KINDS = (("wall", "solid"), ("wood", "obstructing"), ("mist", "concealing"), ("dark", "opaque"), ("mud", "difficult"))
COMPANY = (
    ["tracker", "goblin-dog", "kobold-sorcerer-1", "orc-warrior", "farmer", "guard"],
    ["wyrmling-green-dragon", "ogre-warrior", "wolf", "boar", "lantern-archon", "metal-wisp", "skeletal-giant"],
)
COLUMNS, ROWS, MOST = 14, 10, 60


def random_ground(dice: Random) -> BoardGround:
    terrain = []
    for name, trait in KINDS:
        squares = {(dice.randrange(COLUMNS), dice.randrange(ROWS)) for _ in range(dice.randint(0, 8))}
        terrain.append(BoardTerrain(name, frozenset(squares), TerrainBorders(), frozenset({trait})))
    return BoardGround(COLUMNS, ROWS, tuple(terrain))


def random_board(dice: Random) -> PlayedTable:
    """Begin a battle of some creatures on a random board, where they have room."""
    table = PlayedTable(setup_of(*(dice.choices(kinds, k=3) for kinds in COMPANY)))
    table.do(BoardLaid((), random_ground(dice)))
    for creature in table.state.combatants:
        places = [(x, y) for x in range(COLUMNS) for y in range(ROWS)]
        free = [place for place in places if not place_fault(table.state, creature, place)]
        table.do(CreaturePlaced(creature, dice.choice(free), ""))
    return table.begin()


def fits(state: BattleState, event: CreatureActed) -> bool:
    """Return True if a Strike is at a creature in range and in sight."""
    action = own_action(state, event.creature, event.action)
    if action is None or not action.is_weapon or action.ways[0].effect.range is None or state.board is None:
        return True
    reach, user = action.ways[0].effect.range, figure_of(state, event.creature)
    most = max(
        filter(None, (reach.squares or 1, reach.long, reach.other and (reach.other.long or reach.other.squares)))
    )
    targets = [figure_of(state, aim.creature) for aim in event.targets]
    return all(
        space_distance(user.space, target.space) <= most and has_sight(state.board.ground, user.space, target.space)
        for target in targets
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_battle_accepts_each_command_on_a_board_from_its_doer(seed: int) -> None:
    dice = Random(seed)
    table = random_board(dice)
    while len(table.entries) < MOST and table.state.phase == "playing":
        ask = table.asked
        if isinstance(ask, RollAsk):
            table.do(FacesRolled(tuple(dice.randint(1, ask.sides) for _ in range(ask.dice)), False))
            continue
        events = [
            event for creature in table.state.combatants for event in islice(legal_commands(table.state, creature), 60)
        ]
        for event in dice.sample(events, min(len(events), 8)):
            P2V.play(table.state, event, P2V.whose(table.state, event))
            assert not isinstance(event, CreatureActed) or fits(table.state, event), event
        acts = [event for event in events if isinstance(event, CreatureActed) and event.targets]
        event = dice.choice(acts if acts and dice.random() < 0.8 else events)
        table.do(event, P2V.whose(table.state, event))
    assert len(table.entries) > 20
