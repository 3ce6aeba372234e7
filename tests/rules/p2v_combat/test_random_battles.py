"""Battles played by chance: none ends in an error, no number leaves its bounds, and each replays from its document."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.families.documents import battle_document, battle_from_document, states_of
from rules.p2v_combat.family import battle_state_document
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import actions_now
from tests.examples import LONG, THOROUGH
from tests.rules.folds import fold_battle
from tests.rules.p2v_combat.random_play import random_battle

BATTLES = 10_000 if LONG else 300
CHUNK = BATTLES // 10
MOST_AP = 4


def check_bounds(state: BattleState) -> None:
    """Check that nothing that is counted has left its bounds."""
    for combatant in state.combatants.values():
        assert combatant.hp <= combatant.max_hp, combatant.id
        assert combatant.temporary_hp >= 0, combatant.id
        assert 0 <= combatant.hero_points <= 3, combatant.id
        assert all(amount > 0 for _, amount in combatant.persistent), combatant.id
        for action in actions_now(state, combatant.id).values():
            assert 0 <= combatant.times_spent(action.boxes) <= max(action.uses, 0) or not action.boxes, (
                combatant.id,
                action.key,
            )
        assert not (combatant.is_dying and combatant.presence != "in play"), combatant.id
    for acting in state.turn.acting if state.turn else ():
        assert 0 <= acting.opponent_ap <= acting.ap <= MOST_AP, acting
        assert 0 <= acting.fight_actions <= len(acting.done), acting


@pytest.mark.parametrize("chunk", range(10))
def test_random_battles_end_without_an_error(chunk: int) -> None:
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        played = random_battle(seed, creatures=1 + seed % 2 if THOROUGH else 1)
        assert played.state.phase == "over", seed
        check_bounds(played.state)


@given(st.integers(0, 1_000_000))
def test_no_number_leaves_its_bounds_and_every_prefix_replays(seed: int) -> None:
    played = random_battle(seed)
    read = battle_from_document(json.loads(json.dumps(battle_document(played.document))))
    last = None
    for _, state in states_of(read):
        check_bounds(state)
        last = state
    assert last is not None
    assert battle_state_document(last) == battle_state_document(played.state)
    # The fold of any prefix is the state that was there then.
    place = seed % len(read.live)
    prefix = fold_battle(read.setup, read.live[:place])
    states = [state for _, state in zip(range(place), (state for _, state in states_of(read)), strict=False)]
    assert not place or battle_state_document(prefix) == battle_state_document(states[-1])
