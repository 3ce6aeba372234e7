"""Battles against the game: what adventurers meet, and where an adventure stands after a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from battles.models import Battle
from battles.selectors.folding import setup_of
from compendium.selectors.creature_list import creatures
from compendium.selectors.creatures import gambits_of
from compendium.selectors.rulebook import rulebook_get
from rules.cards.model import Card
from rules.errors import RulesError
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.p2v_combat.solo.monsters import stock_gambits_for
from rules.p2v_combat.solo.playing import is_game_side, scenario_facts
from rules.p2v_combat.solo.solo_plan import MonsterKind
from rules.p2v_combat.solo.story.adventure import (
    AdventureProgress,
    AdventureScenario,
    ScenarioOutcome,
    SoloAdventure,
    adventure_progress,
    goal_progress,
)
from rules.p2v_combat.solo.story.reading import solo_adventures
from rules.p2v_combat.solo.story.recovery import recovered, use_name
from rules.p2v_combat.state import BattleState
from rules.roster.model import Member
from rules.text import tallied

MONSTERS_SIDE, PARTY_SIDE = "b", "a"


@dataclass(frozen=True, slots=True)
class ScenarioPage:
    """The scenario that a battle is: its place in the adventure, and the monsters and where they start, in words."""

    adventure: SoloAdventure
    scenario: AdventureScenario
    number: int
    monsters: tuple[str, ...]
    marks: tuple[str, ...]
    goal_progress: str


@dataclass(frozen=True, slots=True)
class AftermathPage:
    """What follows a battle of an adventure; ``following`` is the battle that has been made of the next scenario.

    ``still_spent`` are the uses that do not come back for it, each with its creature.
    """

    progress: AdventureProgress
    outcome: ScenarioOutcome
    fallen: tuple[str, ...]
    following: str
    still_spent: tuple[str, ...] = ()


def cards_of_creatures(keys: Collection[str]) -> Mapping[str, Card]:
    """Return the current cards of creatures, by their keys. The queries of a rulebook."""
    return rulebook_get(creatures=list(dict.fromkeys(keys)), items=()).cards


def keys_with_tags(tags: Collection[str]) -> list[str]:
    """Return the keys of listed creatures with one of these tags, of all without tags. One query."""
    found = creatures()
    if tags:
        found = found.filter(facets__kind="tag", facets__value__in=tags)
    return list(found.order_by("key").values_list("key", flat=True).distinct())


def party_of(keys: Iterable[str], cards: Mapping[str, Card]) -> tuple[Fielded, ...]:
    """Return creatures as the party's side, each called by its card; those without a card are left out."""
    return _fielded(PARTY_SIDE, keys, cards)


def monsters_of(keys: Iterable[str], cards: Mapping[str, Card]) -> tuple[Fielded, ...]:
    """Return creatures as the game's side; those of one kind are numbered."""
    return _fielded(MONSTERS_SIDE, keys, cards)


def _fielded(side: str, keys: Iterable[str], cards: Mapping[str, Card]) -> tuple[Fielded, ...]:
    known = [key for key in keys if key in cards]
    total, met = Counter(known), Counter[str]()
    found = []
    for number, key in enumerate(known, start=1):
        met[key] += 1
        name = f"{cards[key].name} {met[key]}" if total[key] > 1 else ""
        member = Member(key, id=f"m{number}", name=name)
        found.append(Fielded(f"{side}.{member.id}", side, member, cards[key], cards[key].points))
    return tuple(found)


def monster_kinds(fielded: Iterable[Fielded]) -> tuple[MonsterKind, ...]:
    """Return the kinds of monsters with their gambits: their own ones, else stock tables. One query."""
    cards = {creature.member.creature: creature.card for creature in fielded}
    own = gambits_of(cards)
    return tuple(MonsterKind(key, own.get(key) or stock_gambits_for(card).gambits) for key, card in cards.items())


def adventure_of(setup: BattleSetup) -> SoloAdventure | None:
    """Return the adventure that a battle belongs to; None for one that is gone, and for any other battle."""
    return solo_adventures().get(setup.solo.adventure) if setup.solo else None


def progress_before(setup: BattleSetup) -> AdventureProgress | None:
    """Return where the adventure stands before a battle; None where its file has another way now."""
    adventure, solo = adventure_of(setup), setup.solo
    if adventure is None or solo is None:
        return None
    try:
        progress = adventure_progress(adventure, solo.earlier)
    except RulesError:
        return None
    return progress if progress.scenario is not None and progress.scenario.key == solo.scenario else None


def scenario_page(state: BattleState) -> ScenarioPage | None:
    """Return what players read about the scenario that a battle is; None for any other battle. No queries."""
    progress = progress_before(state.setup)
    if progress is None or progress.scenario is None:
        return None
    fielded = [creature for creature in state.setup.fielded if creature.side == MONSTERS_SIDE]
    called = {creature.member.creature: creature.card.name for creature in fielded}
    markers = progress.scenario.table.markers
    return ScenarioPage(
        progress.adventure,
        progress.scenario,
        progress.adventure.scenarios.index(progress.scenario) + 1,
        tuple(tallied(creature.card.name for creature in fielded)),
        tuple(
            f"{called[marker.creature]}, square {int(marker.x) + 1} from the left and {int(marker.y) + 1} from the top"
            for marker in markers
            if marker.creature in called
        ),
        goal_progress(progress.scenario.goal, scenario_facts(state)),
    )


def aftermath_page(battle: Battle, state: BattleState) -> AftermathPage | None:
    """Return what follows a battle of an adventure that is over; None for any other battle. One query."""
    outcome = battle_outcome(state)
    before = progress_before(state.setup)
    if outcome is None or before is None or state.setup.solo is None:
        return None
    after = adventure_progress(before.adventure, (*state.setup.solo.earlier, outcome))
    fallen = [
        state.name(combatant.id)
        for combatant in state.combatants.values()
        if not is_game_side(state, combatant.side) and not combatant.is_up and combatant.presence != "left"
    ]
    party = recovered(
        (creature for creature in setup_of(battle).fielded if creature.side == PARTY_SIDE), state, len(after.played)
    )
    spent = tuple(f"{creature.name}’s {use_name(creature, key)}" for creature in party for key, _ in creature.spent)
    return AftermathPage(after, outcome, tuple(fallen), following_battle(battle), spent)


def battle_outcome(state: BattleState) -> ScenarioOutcome | None:
    """Return how a battle against the game has ended for the party, None while it goes on."""
    if state.result is None or state.setup.solo is None:
        return None
    return "won" if state.result.winner == PARTY_SIDE else "lost"


def following_battle(battle: Battle) -> str:
    """Return the key of the battle that was made of the next scenario, empty while there is none. One query."""
    own = Battle.objects.filter(owner=battle.owner_id, owner_token=battle.owner_token)
    found = own.filter(setup__solo__previous=battle.key).order_by("pk").values_list("key", flat=True)
    return found.first() or ""
