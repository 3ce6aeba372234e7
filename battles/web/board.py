"""The board during a battle: its objectives and who owns them, and a creature's actions with them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from battles.selectors.battles import BattleView
from battles.selectors.gambits import acts_for
from battles.web.panels import CHOSEN
from rules.combat.log import FightEvent
from rules.combat.resolution import RollAsk, pending
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import mount_of, objective_creature_id
from rules.p2v_combat.actions import carried_title
from rules.p2v_combat.belongings import LOAD_STATUSES, bodies, loads_of, prize_holder
from rules.p2v_combat.events.belongings import TRADE_AP, BodyLifted, BodyLooted, LoadLifted, MerchantTraded
from rules.p2v_combat.events.moving import CreatureAppeared, RiderDismounted, RiderMounted
from rules.p2v_combat.events.objectives import DisguiseSpotted, ObjectiveTried, SpotDug, SupplyDestroyed, TreasureTaken
from rules.p2v_combat.events.turns import ControlPassed
from rules.p2v_combat.scoring.objectives import objective_name, owners_of, placed_objectives, removed_objectives
from rules.p2v_combat.setup.objectives import terms_of
from rules.p2v_combat.setup.plan import OBSTACLE
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.waiting import SUMMONING_AP, disguised, unmasked_objectives


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
        owner = owners.get(placed.kind, "")
        try:
            terms = terms_of(placed)
        except ChangeRefused:  # its d6 was never rolled
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
    moves = BoardMoves(
        creature=creature,
        claims=_claims(state, creature),
        supplies=tuple(
            marker
            for marker in _markers(state, "supply")
            if _is_open(state, SupplyDestroyed(creature, marker[0], False))
        ),
        spots=tuple(
            marker for marker in _markers(state, "digging spot") if _is_open(state, SpotDug(creature, marker[0], False))
        ),
        suspects=tuple(_suspects(state, creature)),
        treasure_lies=_is_open(state, TreasureTaken(creature)),
        lifts_loads=_is_open(state, LoadLifted(creature, "a load", LOAD_STATUSES[0])),
        company=tuple(group for group in _company(state, creature) if group.choices),
    )
    return None if moves.is_empty else moves


def _claims(state: BattleState, creature: str) -> tuple[ClaimRow, ...]:
    own = state.combatants[creature].side
    rows = (row for row in objective_rows(state) if row.owner != own and not row.holder)
    claims = (ClaimRow(row, tuple(_claim_buttons(state, creature, row))) for row in rows)
    return tuple(claim for claim in claims if claim.buttons)


def _claim_buttons(state: BattleState, creature: str, row: ObjectiveRow) -> list[ClaimButton]:
    buttons = []
    for skill in row.skills:
        try:
            tried = ObjectiveTried(creature, row.kind, skill).play(state, None)
        except ChangeRefused:
            continue
        ask = pending(tried)
        buttons.append(ClaimButton(skill, ask.need if isinstance(ask, RollAsk) else None))
    return buttons


def _suspects(state: BattleState, creature: str) -> Iterator[SuspectButton]:
    """Yield everything at which a creature can look for one in disguise."""
    pieces = state.setup.table.terrain if state.setup.table else ()
    things = [(row.kind, row.name) for row in objective_rows(state)]
    things += [(piece.id, piece.name_and_place) for piece in pieces if piece.kind == OBSTACLE]
    for hidden in disguised(state):
        for suspect, name in things:
            try:
                ask = pending(DisguiseSpotted(creature, suspect, hidden).play(state, None))
            except ChangeRefused:
                continue
            need = ask.need if isinstance(ask, RollAsk) else None
            yield SuspectButton(f"{suspect}{CHOSEN}{hidden}", name, state.name(hidden), need)


def _company(state: BattleState, creature: str) -> Iterator[MoveGroup]:
    """Yield a creature's options with mounts, bodies and loads, and an opponent's with its action points."""
    if _is_open(state, ControlPassed(creature)):
        yield MoveGroup("pass-control", "Spend no points", 0, ((creature, f"Let {state.name(creature)} be"),))
    allies = state.of_side(state.combatants[creature].side)
    summoned = tuple(
        (ally.id, state.name(ally.id)) for ally in allies if _is_open(state, CreatureAppeared(ally.id, creature))
    )
    yield MoveGroup("summon", "Summon a creature", SUMMONING_AP, summoned)
    mounts = tuple(
        (ally.id, state.name(ally.id)) for ally in allies if _is_open(state, RiderMounted(creature, ally.id))
    )
    yield MoveGroup("mount", "Mount", 1, mounts)
    mount = mount_of(state, creature)
    if mount is not None and _is_open(state, RiderDismounted(creature)):
        yield MoveGroup("dismount", "Dismount", 1, ((mount, state.name(mount)),))
    loads = tuple(held.source for held in loads_of(state, creature) if held.source)
    yield MoveGroup("drop", "Drop a load", 0, tuple((load, load[0].upper() + load[1:]) for load in loads))
    lying = bodies(state)
    carried = tuple((body, f"The body of {state.name(body)}") for body in lying)
    yield MoveGroup(
        "lift", "Carry a body", 1, tuple(body for body in carried if _is_open(state, BodyLifted(creature, body[0])))
    )
    looted = tuple(
        (f"{body}:{choice.item}", f"{carried_title(choice)}, from the body of {state.name(body)}")
        for body in lying
        for choice in state.combatants[body].items
        if _is_open(state, BodyLooted(creature, body, choice.item))
    )
    yield MoveGroup("loot", "Loot a body", 1, looted)
    if _is_open(state, MerchantTraded(creature)):
        yield MoveGroup("trade", "Trade with the Merchant", TRADE_AP, ((creature, "Swap an item next to it"),))


def _is_open(state: BattleState, event: FightEvent) -> bool:
    try:
        event.play(state, None)
    except ChangeRefused:
        return False
    return True


def _markers(state: BattleState, kind: str) -> tuple[tuple[str, str], ...]:
    """Return the markers of a kind from left to right: the log's name of each, and its place."""
    markers = state.setup.table.markers if state.setup.table else ()
    word = "spot" if kind == "digging spot" else kind
    own = sorted((marker.x, marker.y) for marker in markers if marker.kind == kind)
    return tuple(
        (f"{word}-{number}", f"{word.capitalize()} {number}, {x:g} from the left, {y:g} from the top")
        for number, (x, y) in enumerate(own, start=1)
    )
