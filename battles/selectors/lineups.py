"""The creatures of a battle: a warband's present members, or a party and its monsters; the progress of an adventure."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from battles.models import Battle
from battles.selectors.folding import setup_of
from campaigns.selectors.todays_members import roster_today
from compendium.builtin.creatures import SOURCES
from compendium.selectors.creature_list import creatures
from compendium.selectors.creatures import gambits_of
from compendium.selectors.rulebook import rulebook_get
from rules.board.documents import BOARD
from rules.board.ground import BoardGround
from rules.board.grounds import OF_SAVED_BOARDS, ground_from
from rules.building.draft import Draft
from rules.cards.model import Card
from rules.careers.logs import starting_conditions
from rules.careers.state import CareerState
from rules.combat.state import SIDE_KEYS, FightSide
from rules.documents.reading import Fields, fail
from rules.errors import RulesError
from rules.legality.resolved import ResolvedMember, Rulebook, is_unlicensed_homebrew, resolve
from rules.p2v_combat.actions import item_boxes
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
from rules.recruitment.ready import READY_KINDS, ready_warband
from rules.roster.model import Member, roster_from_document
from rules.tables.play_modes import ROSTER_KEYS
from rules.text import tallied
from warbands.models import Warband
from warbands.selectors.legality import TodaysMembers, rulebook_of

MONSTERS_SIDE, PARTY_SIDE = "b", "a"
MOST_OF_READY = 12
"""The most creatures of a ready opponent."""


@dataclass(frozen=True, slots=True)
class ScenarioPage:
    """The scenario of a battle: its place in the adventure, and the monsters and their starting places, in words."""

    adventure: SoloAdventure
    scenario: AdventureScenario
    number: int
    monsters: tuple[str, ...]
    marks: tuple[str, ...]
    goal_progress: str


@dataclass(frozen=True, slots=True)
class AftermathPage:
    """The time after a battle of an adventure; ``following`` is the battle already made of the next scenario.

    ``still_spent`` are the uses that do not return for it, each with its creature.
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
    listed = creatures()
    if tags:
        listed = listed.filter(facets__kind="tag", facets__value__in=tags)
    return list(listed.order_by("key").values_list("key", flat=True).distinct())


def party_of(keys: Iterable[str], cards: Mapping[str, Card]) -> tuple[Fielded, ...]:
    """Return creatures as the party's side, each called by its card; those without a card are left out."""
    return _fielded(PARTY_SIDE, keys, cards)


def monsters_of(keys: Iterable[str], cards: Mapping[str, Card]) -> tuple[Fielded, ...]:
    """Return creatures as the game's side; those of one kind are numbered."""
    return _fielded(MONSTERS_SIDE, keys, cards)


def _fielded(side: str, keys: Iterable[str], cards: Mapping[str, Card]) -> tuple[Fielded, ...]:
    known = [key for key in keys if key in cards]
    total, met = Counter(known), Counter[str]()
    fielded = []
    for number, key in enumerate(known, start=1):
        met[key] += 1
        name = f"{cards[key].name} {met[key]}" if total[key] > 1 else ""
        member = Member(key, id=f"m{number}", name=name)
        fielded.append(Fielded(f"{side}.{member.id}", side, member, cards[key], cards[key].points))
    return tuple(fielded)


def monster_kinds(fielded: Iterable[Fielded]) -> tuple[MonsterKind, ...]:
    """Return the kinds of monsters with their gambits: their own ones, else stock tables. One query."""
    cards = {creature.member.creature: creature.card for creature in fielded}
    own = gambits_of(cards)
    return tuple(MonsterKind(key, own.get(key) or stock_gambits_for(card).gambits) for key, card in cards.items())


def adventure_of(setup: BattleSetup) -> SoloAdventure | None:
    """Return the adventure that a battle belongs to; None for one that is gone, and for any other battle."""
    return solo_adventures().get(setup.solo.adventure) if setup.solo else None


def progress_before(setup: BattleSetup) -> AdventureProgress | None:
    """Return the adventure's state before a battle; None if its file now has another path."""
    adventure, solo = adventure_of(setup), setup.solo
    if adventure is None or solo is None:
        return None
    try:
        progress = adventure_progress(adventure, solo.earlier)
    except RulesError:
        return None
    return progress if progress.scenario is not None and progress.scenario.key == solo.scenario else None


def scenario_page(state: BattleState) -> ScenarioPage | None:
    """Return the players' text about the scenario of a battle; None for any other battle. No queries."""
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
    """Return the next scenario after a finished battle of an adventure; None for any other battle. One query."""
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
    """Return how a battle in solo play has ended for the party, None while it goes on."""
    if state.result is None or state.setup.solo is None:
        return None
    return "won" if state.result.winner == PARTY_SIDE else "lost"


def following_battle(battle: Battle) -> str:
    """Return the key of the next scenario's battle, empty if there is none. One query."""
    own = Battle.objects.filter(owner=battle.owner_id, owner_token=battle.owner_token)
    later = own.filter(setup__solo__previous=battle.key).order_by("pk").values_list("key", flat=True)
    return later.first() or ""


MAX_CREATURES = 60
"""Creatures of one side."""
MOST_LETTERS = 190
"""Letters of a name before which a number still fits."""


@dataclass(frozen=True, slots=True)
class SideLineup:
    """The creatures of one side. ``stay_home`` says in sentences who does not fight and why.

    ``private`` are names of homebrew without a named license: only its owner sees its card.
    """

    fielded: tuple[Fielded, ...]
    stay_home: tuple[str, ...] = ()
    private: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """The total cost of the creatures."""
        return sum(creature.points for creature in self.fielded)


def ready_lineup(side: str, kind: str, points: int) -> SideLineup:
    """Return a ready opponent of a kind for a side, for at most so many points. The queries of a rulebook and one."""
    _, tag = READY_KINDS[kind]
    cards = cards_of_creatures(keys_with_tags([tag]))
    costs = {key: card.points for key, card in cards.items() if card.source in SOURCES and card.points}
    return SideLineup(_fielded(side, ready_warband(costs, points, MOST_OF_READY), cards))


def side_lineup(
    side: str,
    warband: Warband,
    draft: Draft,
    *,
    members: Collection[str] | None = None,
    hero_points: Mapping[str, int] | None = None,
) -> SideLineup:
    """Return the creatures of a warband for a side: all that can fight, or these members.

    ``hero_points`` are those bought for the battle, by member. The queries of a rulebook, and one for a warband with a
    career.
    """
    resolved, today = roster_today(warband, draft)
    fielded: list[Fielded] = []
    home: list[str] = []
    for member in resolved.members:
        if members is not None and member.id not in members:
            continue
        if reason := _keeps_home(member, today):
            home.append(reason)
        elif member.card is not None:
            bought = (hero_points or {}).get(member.id, 0)
            fielded.append(_fielded_member(side, member, bought, resolved.rulebook, today.states.get(member.id)))
    there = {creature.id for creature in fielded}
    fielded = [
        replace(creature, minion_of=creature.minion_of if creature.minion_of in there else None) for creature in fielded
    ]
    return SideLineup(_told_apart(fielded), tuple(home), _private(fielded))


def setup_of_rosters(document: object) -> tuple[BattleSetup, BoardGround | None]:
    """Return the battle of two rosters in a document, sides ``a`` and ``b``, and the board, None without one.

    The queries of a rulebook. Raises ``DocumentError`` with the path of a fault.
    """
    read = Fields(document, "")
    mode = read.choice("mode", ROSTER_KEYS)
    rosters = [
        roster_from_document(roster, f"sides[{place}]") for place, roster in enumerate(read.sequence("sides", high=2))
    ]
    if len(rosters) != 2:
        fail("document.value", "sides", "Expected two rosters.")
    ground = _ground(read)
    read.done()
    if mode:
        rosters = [replace(roster, play_mode=mode) for roster in rosters]
    fielded: list[Fielded] = []
    for place, (side, roster) in enumerate(zip(SIDE_KEYS, rosters, strict=False)):
        resolved = resolve(roster, rulebook_of([roster]))
        if not resolved.members:
            fail("roster.empty", f"sides[{place}].members", "A roster without members does not fight.")
        for number, member in enumerate(resolved.members):
            if member.card is None:
                path = f"sides[{place}].members[{number}].creature"
                fail("creature.unknown", path, f"There is no creature “{member.member.creature}”.")
        own = [_fielded_member(side, member, 0, resolved.rulebook, None) for member in resolved.members]
        there = {creature.id for creature in own}
        fielded += _told_apart([replace(it, minion_of=it.minion_of if it.minion_of in there else None) for it in own])
    names = [roster.name or f"Side {side}" for side, roster in zip(SIDE_KEYS, rosters, strict=False)]
    sides = tuple(FightSide(side, name) for side, name in zip(SIDE_KEYS, names, strict=False))
    try:
        return BattleSetup(sides, tuple(fielded)), ground
    except RulesError as fault:
        fail("document.value", "sides", str(fault))


def _ground(read: Fields) -> BoardGround | None:
    """Read a board without creatures and questions, None for null."""
    read.ignore("board")
    if read.raw.get("board") is None:
        return None
    board = BOARD.upcast(read.raw["board"], "board")
    board.ignore(*(name for name in ("creatures", "questions") if board.raw.get(name) == []))
    ground = ground_from(board, in_play=True)
    board.done(*OF_SAVED_BOARDS)
    return ground


def _told_apart(fielded: list[Fielded]) -> tuple[Fielded, ...]:
    """Return creatures with a number after each name that several of them share."""
    shared = Counter(creature.name for creature in fielded)
    seen: Counter[str] = Counter()
    choices = []
    for creature in fielded:
        seen[creature.name] += 1
        name = f"{creature.name[:MOST_LETTERS]} {seen[creature.name]}"
        choices.append(
            replace(creature, member=replace(creature.member, name=name)) if shared[creature.name] > 1 else creature
        )
    return tuple(choices)


def _fielded_member(
    side: str, resolved_member: ResolvedMember, bought: int, rulebook: Rulebook, career: object
) -> Fielded:
    card = rulebook.member_card(resolved_member.member)
    assert card is not None
    commander = f"{side}.{resolved_member.member.minion_of}" if resolved_member.member.minion_of else None
    member = (
        replace(resolved_member.member, hero_points=resolved_member.member.hero_points + bought)
        if bought
        else resolved_member.member
    )
    if resolved_member.number:
        # The number that it has in its campaign, which every battle shows.
        member = replace(member, name=resolved_member.short_name)
    fielded = Fielded(f"{side}.{resolved_member.id}", side, member, card, resolved_member.points, commander)
    if not isinstance(career, CareerState):
        return fielded
    # Injuries, and uses that have not come back, go into the battle. Campaign play, "Injuries" and "Recovering".
    return replace(fielded, starts=tuple(starting_conditions(career)), spent=_spent_boxes(fielded, career))


def _spent_boxes(fielded: Fielded, career: CareerState) -> tuple[tuple[str, int], ...]:
    """Return the boxes that earlier scenarios have checked, by their keys in a battle."""
    items = {choice.item: item_boxes(choice) for choice in fielded.member.items}
    times: Counter[str] = Counter()
    for use in career.spent:
        times[items.get(use.key) or use.key] += use.times
    return tuple(sorted(times.items()))


def _keeps_home(resolved_member: ResolvedMember, today: TodaysMembers) -> str:
    """Return why a member does not fight, empty if it does."""
    if resolved_member.card is None:
        return f"{resolved_member.name} has no card."
    career = today.states.get(resolved_member.id)
    if isinstance(career, CareerState) and not career.can_fight:
        return (
            f"{resolved_member.name} no longer fights."
            if career.has_ended
            else f"{resolved_member.name} is out of action."
        )
    return ""


def _private(fielded: list[Fielded]) -> tuple[str, ...]:
    names = (
        creature.card.name for creature in fielded if is_unlicensed_homebrew(creature.member.creature, creature.card)
    )
    return tuple(dict.fromkeys(names))
