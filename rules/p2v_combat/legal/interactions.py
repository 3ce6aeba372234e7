"""A creature's commands about what lies on the board: objectives, disguises, mounts, bodies, loads, waiting allies."""

from collections.abc import Iterator

from rules.p2v_combat.belongings import bodies, loads_of
from rules.p2v_combat.events.belongings import BodyLifted, BodyLooted, LoadDropped, MerchantTraded
from rules.p2v_combat.events.event import BattleEvent, accepted
from rules.p2v_combat.events.moving import CreatureAppeared, RiderDismounted, RiderMounted
from rules.p2v_combat.events.objectives import DisguiseSpotted, ObjectiveTried, SpotDug, SupplyDestroyed, TreasureTaken
from rules.p2v_combat.events.standing import DoorTurned
from rules.p2v_combat.legal.surroundings import Surroundings
from rules.p2v_combat.scoring.conditions import TREASURE
from rules.p2v_combat.scoring.objectives import numbered_markers, placed_objectives
from rules.p2v_combat.setup.objectives import terms_of
from rules.p2v_combat.setup.plan import OBSTACLE
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.waiting import SUMMONABLE, disguised, waiting_upgrade


def interactions(state: BattleState, creature: str, around: Surroundings) -> Iterator[BattleEvent]:
    """Yield what a creature may do on its turn with things and creatures that it reaches."""
    candidates = (event for key, event in _candidates(state, creature, around) if key not in around.far)
    return (event for event in candidates if accepted(state, event))


def _candidates(state: BattleState, creature: str, around: Surroundings) -> Iterator[tuple[str, BattleEvent]]:
    """Yield each thing that may be there by its key, with what a creature would do with it."""
    if state.setup.table is not None:
        yield from _on_the_board(state, creature, around)
    for ally in state.of_side(state.combatants[creature].side):
        if ally.presence == "waiting":
            if waiting_upgrade(state.setup, ally.id) == SUMMONABLE:
                yield ally.id, CreatureAppeared(ally.id, creature)
        elif ally.id != creature:
            yield ally.id, RiderMounted(creature, ally.id)
    for entry in state.board.ground.terrain if state.board else ():
        if entry.is_door:
            yield entry.name, DoorTurned(creature, entry.name)
    yield "", RiderDismounted(creature)
    for body in bodies(state):
        for item in dict.fromkeys(choice.item for choice in state.combatants[body].items):
            yield body, BodyLooted(creature, body, item)
        yield body, BodyLifted(creature, body)
    for load in loads_of(state, creature):
        yield "", LoadDropped(creature, load.source)


def _on_the_board(state: BattleState, creature: str, around: Surroundings) -> Iterator[tuple[str, BattleEvent]]:
    placed = {objective.kind: objective for objective in placed_objectives(state)}
    for kind, objective in placed.items():
        terms = terms_of(objective)
        for skill in terms.skills if terms else ():
            yield kind, ObjectiveTried(creature, kind, skill)
    yield "merchant", MerchantTraded(creature)
    for supply, *_ in numbered_markers(state, "supply"):
        yield supply, SupplyDestroyed(creature, supply, supply in around.other_half)
    for spot, *_ in numbered_markers(state, "digging spot"):
        yield spot, SpotDug(creature, spot, has_treasure=False)
    yield TREASURE, TreasureTaken(creature)
    pieces = state.setup.table.terrain if state.setup.table else ()
    things = (*placed, *(piece.id for piece in pieces if piece.kind == OBSTACLE))
    for hidden in disguised(state):
        for thing in things:
            yield thing, DisguiseSpotted(creature, thing, hidden)
