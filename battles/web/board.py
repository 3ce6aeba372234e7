"""The board during a battle: its objectives and who owns them, and a creature's actions with them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from battles.selectors.battles import BattleView
from battles.selectors.gambits import acts_for
from battles.web.panels import CHOSEN
from rules.combat.resolution import RollAsk, pending
from rules.p2v_combat.action_points import mount_of, objective_creature_id
from rules.p2v_combat.actions import carried_title
from rules.p2v_combat.belongings import LOAD_STATUSES, prize_holder
from rules.p2v_combat.events.belongings import (
    TRADE_AP,
    BodyLifted,
    BodyLooted,
    LoadDropped,
    LoadLifted,
    MerchantTraded,
)
from rules.p2v_combat.events.event import BattleEvent, accepted
from rules.p2v_combat.events.moving import CreatureAppeared, RiderDismounted, RiderMounted
from rules.p2v_combat.events.objectives import DisguiseSpotted, ObjectiveTried, SpotDug, SupplyDestroyed, TreasureTaken
from rules.p2v_combat.events.standing import DoorTurned
from rules.p2v_combat.events.turns import ControlPassed
from rules.p2v_combat.legal.interactions import interactions
from rules.p2v_combat.legal.surroundings import AT_THE_TABLE
from rules.p2v_combat.scoring.objectives import (
    numbered_markers,
    objective_name,
    owners_of,
    placed_objectives,
    removed_objectives,
)
from rules.p2v_combat.setup.objectives import terms_of
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.waiting import SUMMONING_AP, unmasked_objectives


@dataclass(frozen=True, slots=True)
class ObjectiveRow:
    """An objective: the requirements to claim it, and the side that owns it, "" while no side does.

    If it left the board and became an item, ``holder`` has that item, and the objective counts for them. ``creature``
    is the id of its creature.
    """

    kind: str
    name: str
    skills: tuple[str, ...]
    power: int
    owner: str
    owner_name: str
    holder: str = ""
    creature: str = ""
    creature_name: str = ""


@dataclass(frozen=True, slots=True)
class ClaimButton:
    """A skill with which a creature can claim an objective, and the lowest face that succeeds."""

    skill: str
    need: int | None


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """An objective that a creature can try now, with a button for each skill that it may use."""

    objective: ObjectiveRow
    buttons: tuple[ClaimButton, ...]


@dataclass(frozen=True, slots=True)
class SuspectButton:
    """A thing that may be a creature in disguise: the form's keys for the two, their names, the lowest face."""

    value: str
    name: str
    disguised: str
    need: int | None


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Moves of one kind: the command of their form, a title, the price in action points, and the subject of each."""

    do: str
    title: str
    ap: int
    choices: tuple[tuple[str, str], ...]

    @property
    def sign(self) -> str:
        """The price as signs."""
        return "●" * self.ap or "Free"


@dataclass(frozen=True, slots=True)
class BoardMoves:
    """A creature's actions with the things on the board."""

    creature: str
    claims: tuple[ClaimRow, ...]
    supplies: tuple[tuple[str, str], ...]
    spots: tuple[tuple[str, str], ...]
    suspects: tuple[SuspectButton, ...]
    treasure_lies: bool
    lifts_loads: bool
    company: tuple[MoveGroup, ...]

    @property
    def is_empty(self) -> bool:
        """Whether it can do nothing."""
        lying = self.claims or self.supplies or self.spots or self.suspects or self.treasure_lies or self.lifts_loads
        return not (lying or self.company)


def objective_rows(state: BattleState) -> tuple[ObjectiveRow, ...]:
    """Return the objectives of a battle that are on the board, or count for the holder of their item. No query."""
    owners, gone = owners_of(state), removed_objectives(state) | unmasked_objectives(state)
    names = {side.key: side.name for side in state.setup.sides}
    holders = {prize.objective: prize_holder(state, prize) for prize in state.prizes}
    buttons = []
    for placed in placed_objectives(state):
        holder = holders.get(placed.kind)
        if placed.kind in gone and holder is None:
            continue
        owner, terms = owners.get(placed.kind, ""), terms_of(placed)
        if terms is None:
            continue
        name = objective_name(state, placed)
        held_by = state.name(holder) if holder else ""
        row = ObjectiveRow(placed.kind, name, terms.skills, terms.power, owner, names.get(owner, ""), held_by)
        if (creature := objective_creature_id(placed.kind)) in state.combatants:
            row = replace(row, creature=creature, creature_name=state.name(creature))
        buttons.append(row)
    return tuple(buttons)


def board_moves(view: BattleView, state: BattleState, creature: str) -> BoardMoves | None:
    """Return a creature's actions on the board, None if the visitor does not play it now. No query."""
    if not acts_for(view, state, creature):
        return None
    events = list(interactions(state, creature, AT_THE_TABLE))
    moves = BoardMoves(
        creature=creature,
        claims=tuple(_claims(state, creature, events)),
        supplies=_markers(state, "supply", [event.supply for event in events if isinstance(event, SupplyDestroyed)]),
        spots=_markers(state, "digging spot", [event.spot for event in events if isinstance(event, SpotDug)]),
        suspects=tuple(_suspects(state, events)),
        treasure_lies=any(isinstance(event, TreasureTaken) for event in events),
        lifts_loads=accepted(state, LoadLifted(creature, "a load", LOAD_STATUSES[0])),
        company=tuple(group for group in _company(state, creature, events) if group.choices),
    )
    return None if moves.is_empty else moves


def _claims(state: BattleState, creature: str, events: list[BattleEvent]) -> Iterator[ClaimRow]:
    tried = [event for event in events if isinstance(event, ObjectiveTried)]
    for row in objective_rows(state):
        buttons = tuple(ClaimButton(event.skill, _need(state, event)) for event in tried if event.objective == row.kind)
        if buttons and not row.holder:
            yield ClaimRow(row, buttons)


def _need(state: BattleState, event: BattleEvent) -> int | None:
    """Return the lowest face that succeeds, if the next question after an event is its roll."""
    ask = pending(event.play(state, None))
    return ask.need if isinstance(ask, RollAsk) else None


def _suspects(state: BattleState, events: list[BattleEvent]) -> Iterator[SuspectButton]:
    """Yield everything at which a creature can look for one in disguise."""
    pieces = state.setup.table.terrain if state.setup.table else ()
    names = {row.kind: row.name for row in objective_rows(state)} | {piece.id: piece.name_and_place for piece in pieces}
    for event in events:
        if isinstance(event, DisguiseSpotted) and event.suspect in names:
            value = f"{event.suspect}{CHOSEN}{event.disguised}"
            yield SuspectButton(value, names[event.suspect], state.name(event.disguised), _need(state, event))


def _company(state: BattleState, creature: str, events: list[BattleEvent]) -> Iterator[MoveGroup]:
    """Yield a creature's options with mounts, bodies and loads, and an opponent's with its action points."""
    if accepted(state, ControlPassed(creature)):
        yield MoveGroup("pass-control", "Spend no points", 0, ((creature, f"Let {state.name(creature)} be"),))
    groups: dict[tuple[str, str, int], list[tuple[str, str]]] = {
        ("summon", "Summon a creature", SUMMONING_AP): [],
        ("mount", "Mount", 1): [],
        ("dismount", "Dismount", 1): [],
        ("drop", "Drop a load", 0): [],
        ("lift", "Carry a body", 1): [],
        ("loot", "Loot a body", 1): [],
        ("door", "Open or close a door", 1): [],
        ("trade", "Trade with the Merchant", TRADE_AP): [],
    }
    by_command = {group[0]: choices for group, choices in groups.items()}
    for event in events:
        match event:
            case CreatureAppeared(creature=ally):
                by_command["summon"].append((ally, state.name(ally)))
            case RiderMounted(mount=ally):
                by_command["mount"].append((ally, state.name(ally)))
            case RiderDismounted():
                mount = mount_of(state, creature) or ""
                by_command["dismount"].append((mount, state.name(mount)))
            case LoadDropped(load=load) if load:
                by_command["drop"].append((load, load[0].upper() + load[1:]))
            case BodyLifted(body=body):
                by_command["lift"].append((body, f"The body of {state.name(body)}"))
            case BodyLooted(body=body, item=item):
                choice = next(choice for choice in state.combatants[body].items if choice.item == item)
                words = f"{carried_title(choice)}, from the body of {state.name(body)}"
                by_command["loot"].append((f"{body}:{item}", words))
            case DoorTurned(door=door):
                by_command["door"].append((door, door))
            case MerchantTraded():
                by_command["trade"].append((creature, "Swap an item next to it"))
    yield from (MoveGroup(*group, tuple(choices)) for group, choices in groups.items())


def _markers(state: BattleState, kind: str, keys: list[str]) -> tuple[tuple[str, str], ...]:
    """Return the named markers of a kind from left to right: the log's name of each, and its place."""
    return tuple(
        (key, f"{key.replace('-', ' ').capitalize()}, {x:g} from the left, {y:g} from the top")
        for key, x, y in numbered_markers(state, kind)
        if key in keys
    )
