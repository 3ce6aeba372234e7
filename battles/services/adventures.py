"""Making battles against the game: scenarios of adventures, and single battles against a pool of monsters."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db import transaction

from accounts.models import Owner
from accounts.selectors.rooms import STORED
from battles.models import Battle
from battles.models.battles import SEED_BYTES
from battles.selectors.battles import BattleVisitor
from battles.selectors.crests import lineup_crests
from battles.selectors.families import refuse_other_rules
from battles.selectors.folding import folded_battle
from battles.selectors.lineups import (
    MONSTERS_SIDE,
    PARTY_SIDE,
    battle_outcome,
    cards_of_creatures,
    following_battle,
    monster_kinds,
    monsters_of,
    progress_before,
)
from battles.services.battles import battle_locked, battle_store, refuse_over_quota
from common.refusal import Refusal
from rules.cards.model import Card
from rules.combat.state import FightSide
from rules.dice import SeededRoller
from rules.errors import RulesError
from rules.lengths import MAX_NAME
from rules.p2v_combat.setup.plan import TablePlan
from rules.p2v_combat.sides import BattleRules, BattleSetup, Fielded
from rules.p2v_combat.solo.monsters import adversary_points, choose_adversaries
from rules.p2v_combat.solo.solo_plan import SoloPlan
from rules.p2v_combat.solo.story.adventure import (
    AdventureProgress,
    SoloAdventure,
    after_scenario,
    begin_solo_adventure,
    scenario_monsters,
)
from rules.p2v_combat.solo.story.recovery import recovered
from warbands.models import Warband

MONSTERS = "The enemy"
NO_MONSTERS = "No monster of this kind fits. Choose another kind, or take a party with more points."


@dataclass(frozen=True, slots=True)
class ChosenParty:
    """The adventurers that somebody plays: their name, the creatures, and their warband."""

    name: str
    fielded: tuple[Fielded, ...]
    warband: Warband | None = None

    @property
    def points(self) -> int:
        """The total cost of the creatures."""
        return sum(creature.points for creature in self.fielded)


@transaction.atomic
def adventure_begin(*, owner: Owner, adventure: SoloAdventure, party: ChosenParty) -> Battle:
    """Make the battle of an adventure's first scenario; raise ``Refusal`` for a party that cannot fight."""
    return _scenario_battle(owner, begin_solo_adventure(adventure), party)


@transaction.atomic
def adventure_continue(*, visitor: BattleVisitor, key: str) -> Battle:
    """Create the battle of the next scenario after a finished one, with the whole party.

    A second call returns the same battle. Raises ``Refusal`` while the battle goes on, and at the end.
    """
    battle = battle_locked(visitor, key).battle
    refuse_other_rules(battle, "alone")
    if following := following_battle(battle):
        return Battle.objects.get(key=following)
    folded = folded_battle(battle)
    state = folded.state
    before, outcome = progress_before(state.setup), battle_outcome(state)
    if before is None or before.scenario is None or outcome is None or state.setup.solo is None:
        raise Refusal("This battle does not lead to another one yet.", code="adventure.state")
    after = after_scenario(before, outcome)
    if after.is_over:
        raise Refusal(f"{after.adventure.name} is over.", code="adventure.state")
    begun = (creature for creature in folded.setup.fielded if creature.side == PARTY_SIDE)
    seat = battle.seats.filter(side=PARTY_SIDE).select_related("warband").first()
    fielded, name = recovered(begun, state, len(after.played)), state.setup.side(PARTY_SIDE).name
    party = ChosenParty(name, fielded, seat.warband if seat else None)
    return _scenario_battle(Owner(user=battle.owner, token=battle.owner_token), after, party, battle.key)


@transaction.atomic
def skirmish_create(*, owner: Owner, party: ChosenParty, pool: Mapping[str, Card], percent: int) -> Battle:
    """Create a battle against monsters of a pool worth a share of the party's points.

    Raises ``Refusal`` if no monster fits.
    """
    seed = secrets.token_bytes(SEED_BYTES)
    points = adversary_points(party.points, percent)
    adversaries = choose_adversaries(pool, points, SeededRoller(seed), ("adversaries",))
    if not adversaries.creatures:
        raise Refusal(NO_MONSTERS, code="adventure.invalid")
    return _store(owner, f"{party.name} alone", party, monsters_of(adversaries.creatures, pool), SoloPlan(), seed)


def _scenario_battle(owner: Owner, progress: AdventureProgress, party: ChosenParty, previous: str = "") -> Battle:
    scenario = progress.scenario
    assert scenario is not None  # the caller has looked
    if not party.fielded:
        raise Refusal("This party has no creature that can fight.", code="battle.invalid")
    seed = secrets.token_bytes(SEED_BYTES)
    cards = cards_of_creatures(scenario.creatures)
    try:
        adversaries = scenario_monsters(scenario, party.points, progress.monster_percent, cards, SeededRoller(seed))
    except RulesError as fault:
        raise Refusal(f"This scenario cannot be set up: {fault}", code="battle.invalid") from fault
    plan = SoloPlan(
        goal=scenario.goal,
        adventure=progress.adventure.key,
        scenario=scenario.key,
        earlier=tuple(stage.outcome for stage in progress.played),
        previous=previous,
        monsters_claim=scenario.monsters_claim,
    )
    title = f"{progress.adventure.name}: {scenario.name}"
    monsters = monsters_of(adversaries.creatures, cards)
    table = replace(scenario.table, points=party.points) if party.points else scenario.table
    return _store(owner, title, party, monsters, plan, seed, table)


def _store(
    owner: Owner,
    title: str,
    party: ChosenParty,
    monsters: tuple[Fielded, ...],
    plan: SoloPlan,
    seed: bytes,
    table: TablePlan | None = None,
) -> Battle:
    refuse_over_quota(owner, "battles", STORED)
    try:
        setup = BattleSetup(
            (
                FightSide(PARTY_SIDE, party.name.strip()[:MAX_NAME] or "The party"),
                FightSide(MONSTERS_SIDE, MONSTERS, "game"),
            ),
            (*party.fielded, *monsters),
            BattleRules(round_limit=plan.goal is None),
            title[:MAX_NAME],
            table=table,
            solo=replace(plan, kinds=monster_kinds(monsters)),
        )
    except RulesError as fault:
        raise Refusal(str(fault), code="battle.invalid") from fault
    crests = lineup_crests([(party.warband, party.fielded), (None, monsters)])
    return battle_store(owner=owner, setup=setup, seed=seed, warbands=[party.warband], crests=crests)
