"""Battles by chance with everything that happens around actions: groups, mounts, bodies, reports, changes by hand."""

import os
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest

from compendium.builtin import built_in_cards
from rules.errors import ChangeRefused
from rules.families.documents import battle_document, battle_from_document
from rules.p2v_combat.action_points import CREATURE_KINDS, objective_creature_id
from rules.p2v_combat.conditions import PLACES
from rules.p2v_combat.events.acting import ObjectiveCommanded
from rules.p2v_combat.events.belongings import (
    BodyLifted,
    BodyLooted,
    ItemMoved,
    LoadDropped,
    LoadLifted,
    MerchantTraded,
)
from rules.p2v_combat.events.by_hand import HeldSet, PlacesSet, ReachLost
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.events.moving import CreatureAppeared, CreatureJoined, RiderDismounted, RiderMounted
from rules.p2v_combat.events.objectives import DisguiseSpotted, ObjectiveTried
from rules.p2v_combat.events.reactions import TriggerReported
from rules.p2v_combat.events.turns import ApGiven, CreaturesActivated
from rules.p2v_combat.family import battle_state_document
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.setup.plan import PlacedObjective, SpecialStart, TablePlan
from rules.p2v_combat.sides import NEUTRAL, Fielded
from rules.p2v_combat.steps import actions_now
from rules.p2v_combat.tasks.turns import may_activate
from rules.roster.model import ItemChoice, Member
from rules.tables.conditions import CONDITIONS
from rules.tables.objectives import SPECIAL_OBJECTIVES
from tests.rules.folds import fold_battle
from tests.rules.p2v_combat.random_play import RandomPlayer
from tests.rules.p2v_combat.tables import PlayedTable, card, setup_of

CARDS = [creature.key for creature in built_in_cards() if creature.stats.hp]
BATTLES = int(os.environ.get("RANDOM_COMPANIES", "20"))
NAMES = [*(row.name for row in CONDITIONS), "prone", "quickened", "invisible", "petrified", "swallowed", "dazed"]
MOST_AP = 9
ITEMS = ("healing-potion-minor", "spell-scroll-i", "fiery-weapon", "moon")
OBJECTIVES = [(row.key, row.skill) for row in SPECIAL_OBJECTIVES]


class RandomCompany(RandomPlayer):
    """Also does what lies around actions; what the rules refuse it leaves."""

    def step(self) -> None:
        """Do one thing, sometimes something around the actions first."""
        if self.played.state.phase == "playing" and self.dice.random() < 0.3:
            event = self.dice.choice(self._makers())()
            with suppress(ChangeRefused):
                self.played.do(event)
            if self.played.state.phase == "over":
                return
        super().step()

    def _makers(self) -> list[Callable[[], BattleEvent]]:
        state, pick = self.played.state, self.dice.choice
        ids = list(state.combatants)

        def reported() -> BattleEvent:
            creature = pick(ids)
            action = pick(list(actions_now(state, creature)))
            return TriggerReported(creature, action, "", (AimedTarget(pick(ids)),))

        def commanded() -> BattleEvent:
            kind = pick(sorted(CREATURE_KINDS))
            action = pick(list(actions_now(state, objective_creature_id(kind))))
            return ObjectiveCommanded(pick(ids), kind, action, "", (AimedTarget(pick(ids)),))

        def group() -> BattleEvent:
            able = [id_ for id_ in ids if may_activate(state, id_) and state.combatants[id_].side == state.next_side]
            return CreaturesActivated(tuple(self.dice.sample(able, min(len(able), 3))))

        return [
            reported,
            reported,
            group,
            lambda: HeldSet(pick(ids), pick(NAMES), self.dice.random() < 0.7, ""),
            lambda: PlacesSet(pick(ids), (pick(PLACES),)),
            lambda: ReachLost(pick(ids)),
            lambda: RiderMounted(pick(ids), pick(ids)),
            lambda: RiderDismounted(pick(ids)),
            lambda: ApGiven(pick(ids)),
            lambda: BodyLifted(pick(ids), pick(ids)),
            lambda: BodyLooted(pick(ids), pick(ids), "healing-potion-minor"),
            lambda: ItemMoved(pick(ITEMS), pick((None, "Fear")), pick((None, pick(ids))), pick((None, pick(ids))), ""),
            lambda: MerchantTraded(pick(ids)),
            lambda: ObjectiveTried(pick(ids), *pick(OBJECTIVES)),
            lambda: DisguiseSpotted(pick(ids), pick(OBJECTIVES)[0], pick(ids)),
            lambda: CreatureAppeared(pick(ids), None),
            commanded,
            lambda: LoadLifted(pick(ids), "the idol", "light load"),
            lambda: LoadDropped(pick(ids), "the idol"),
            lambda: CreatureJoined(f"a.s{len(ids)}", "a", "", card("kobold-warrior"), pick([None, pick(ids)])),
        ]


def battle_by_chance(seed: int) -> PlayedTable:
    dice = random.Random(seed)
    potion = ItemChoice("healing-potion-minor")
    sides = [
        [
            Member(dice.choice(CARDS), id=f"m{number}", items=(potion,), hero_points=dice.choice((0, 1)))
            for number in range(1, 5)
        ]
        for _ in range(dice.choice((2, 2, 3)))
    ]
    placed = tuple(
        PlacedObjective(kind, 3 * place, 5, "a", creature="boar", creature_power=15)
        for place, (kind, _) in enumerate(OBJECTIVES)
    )
    setup = setup_of(*sides)
    plan = TablePlan(sides=tuple("abc"[: len(sides)]), points=200, board_key="large-board", objectives=placed)
    starts = (SpecialStart("b.m3", "b", "tempting-disguise"), SpecialStart("b.m4", "b", "false-object"))
    roused = tuple(
        Fielded(objective_creature_id(kind), NEUTRAL, Member("boar", id=kind), card("boar"))
        for kind in sorted(CREATURE_KINDS)
    )
    setup = replace(setup, table=replace(plan, starts=starts), fielded=(*setup.fielded, *roused))
    led = tuple(
        replace(fighter, minion_of=f"{fighter.side}.m1") if fighter.member.id == "m2" else fighter
        for fighter in setup.fielded
    )
    return RandomCompany(PlayedTable(replace(setup, fielded=led)), dice).play(400)


@pytest.mark.parametrize("seed", range(BATTLES))
def test_whatever_happens_around_actions_keeps_everything_in_bounds(seed: int) -> None:
    played = battle_by_chance(seed)
    state = played.state
    for combatant in state.combatants.values():
        assert combatant.hp <= combatant.max_hp
        assert combatant.temporary_hp >= 0
        assert combatant.hero_points >= 0
        assert len(combatant.conditions) == len(set(combatant.conditions))
    if state.turn:
        assert all(0 <= acting.opponent_ap <= acting.ap <= MOST_AP for acting in state.turn.acting)
    if seed % 8 == 0:
        again = battle_from_document(battle_document(played.document))
        assert battle_state_document(fold_battle(again.setup, again.live)) == battle_state_document(state)
