"""Battles in which both sides choose among their legal commands alone: all are accepted, and each battle ends."""

import random
from itertools import islice

import pytest

from rules.combat.answers import FacesRolled
from rules.combat.resolution import RollAsk
from rules.effects.model import Effect
from rules.p2v_combat.events.turns import BattleBegun
from rules.p2v_combat.family import P2V
from rules.p2v_combat.legal.commands import legal_commands
from rules.p2v_combat.legal.surroundings import Surroundings
from rules.p2v_combat.numbers import Circumstances
from rules.p2v_combat.steps import actions_now
from tests.examples import LONG, THOROUGH
from tests.rules.p2v_combat.random_members import member
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

BATTLES = 2_000 if LONG else 60 if THOROUGH else 12
MOST_EVENTS, MOST_COMMANDS = 2_000, 60


def around(table: PlayedTable, creature: str, dice: random.Random) -> Surroundings:
    """Return surroundings of a creature that are otherwise at every look."""

    class AtRandom(Surroundings):
        def between(self, effect: Effect, target: str) -> Circumstances | None:
            cover = dice.choice(((), (), ("a wall",)))
            seen = Circumstances(distance=dice.choice(("reach", "short", "long")), cover=cover)
            return seen if dice.random() < 0.8 else None

    side = table.of(creature).side
    triggers = actions_now(table.state, creature) if dice.random() < 0.05 else ()
    group = frozenset(combatant.id for combatant in table.state.of_side(side))
    return AtRandom(triggers=frozenset(triggers), groups=(group,), hazards=dice.choice(((), ("fire",))))


def play_one(table: PlayedTable, dice: random.Random) -> None:
    ask = table.asked
    if isinstance(ask, RollAsk):
        table.do(FacesRolled(tuple(dice.randint(1, ask.sides) for _ in range(ask.dice)), False))
        return
    commands = [
        list(islice(legal_commands(table.state, creature, around(table, creature, dice)), MOST_COMMANDS))
        for creature in table.state.combatants
    ]
    event = dice.choice(dice.choice([choice for choice in commands if choice]))
    table.do(event, P2V.whose(table.state, event))


@pytest.mark.parametrize("chunk", range(4))
def test_who_chooses_among_legal_commands_is_never_refused_and_comes_to_an_end(chunk: int) -> None:
    for seed in range(chunk, BATTLES, 4):
        dice = random.Random(seed)
        sides = [[member(dice, number) for number in range(1, 2 + seed % 3)] for _ in range(2)]
        table = PlayedTable(setup_of(*sides)).do(BattleBegun())
        while table.state.phase != "over":
            play_one(table, dice)
            assert len(table.entries) < MOST_EVENTS, seed
