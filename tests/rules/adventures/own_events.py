"""Events of each kind's own, and what is chosen for its actions, for random evenings."""

from collections.abc import Callable
from random import Random

from rules.adventures.events.event import AdventureEvent
from rules.adventures.kinds.chase.events import (
    ChaseObstacleBypassed,
    ChaseOrderSet,
    ChasePaceSet,
    ChasePathTaken,
    ChasePointsChanged,
    ChaseSideMoved,
)
from rules.adventures.kinds.duel.entering import CheatingFound, DuelYielded, VictoryConfirmed, VictoryDenied
from rules.adventures.kinds.hexploration.encounters import (
    EncounterChecked,
    EncounterSet,
    encounter_dc,
    waiting_encounters,
)
from rules.adventures.kinds.hexploration.events import (
    ForcedMarchBegun,
    GroupsJoined,
    HexReconnoitered,
    HexTraveled,
    LoneActivityDone,
    PartySplit,
    RestDayTaken,
    TravelModeSet,
)
from rules.adventures.kinds.hexploration.hexes import encounters_of_face
from rules.adventures.kinds.hexploration.organizing import (
    CoursePlaced,
    GroupPlaced,
    HexesShown,
    HexPlaced,
    TimeTaken,
    TravelerRecovered,
    TravelSpeedSet,
    WeatherTold,
)
from rules.adventures.kinds.hexploration.travel import neighbors_of
from rules.adventures.kinds.infiltration.events import (
    AwarenessChanged,
    ComplicationCleared,
    ComplicationStarted,
    EdgeGained,
    EdgeSpent,
    GossipShared,
    InfiltrationBegun,
    PathSmoothed,
)
from rules.adventures.kinds.influence.events import FactTold, InfluenceChanged, PersonBarred, PersonMoved
from rules.adventures.kinds.influence.play import FACT_KINDS
from rules.adventures.kinds.leadership.events import (
    DowntimeEventBegun,
    DowntimeEventDecided,
    DowntimeEventTold,
    FollowersChanged,
    LieutenantsReplaced,
    LieutenantsSet,
    OrganizationBaseSet,
    OrganizationBenefitGranted,
    OrganizationLevelsSet,
)
from rules.adventures.kinds.reputation.events import DisserviceDone, FavorDone, ReputationSet, WorstDeedDone
from rules.adventures.kinds.reputation.facts import DEED_SIZES
from rules.adventures.kinds.research.play import ResearchChanged, RivalPointsChanged
from rules.adventures.kinds.vehicles.bringing import READY_VEHICLES, VehicleBrought
from rules.adventures.kinds.vehicles.events import (
    BlowRolled,
    CollisionNamed,
    CrewSeated,
    HitPointsSet,
    TargetDamaged,
    UncontrolledMoved,
    VehicleControlSet,
    VehiclePlaced,
    target_names,
)
from rules.adventures.kinds.vehicles.fighting import BlowDropped, CollisionSaved, VehicleSaved
from rules.adventures.kinds.vehicles.steering import (
    VehicleActionsSpent,
    VehicleBoarded,
    VehicleDrifted,
    VehicleMoved,
    VehicleSpeedChosen,
    VehicleStopped,
)
from rules.adventures.kinds.victory.play import VictoryPointsChanged
from rules.adventures.state import AdventureState
from tests.rules.adventures.duels import next_duel_event

CHOICES: dict[str, tuple[tuple[str, ...], ...]] = {"discover": (FACT_KINDS, FACT_KINDS)}
"""What is chosen for an action, by its key: one word of each row."""


def told_facts(state: AdventureState) -> frozenset[str]:
    """Return the keys of hidden facts that players have been told without knowing whether they are true."""
    return frozenset(fact.key for fact in getattr(state.own, "learnt", ()))


def own_event(state: AdventureState, chance: Random) -> AdventureEvent | None:
    """Return an event of the state's kind, None where it has none now."""
    return MAKERS[state.adventure.kind.key](state, chance)


def _victory(state: AdventureState, chance: Random) -> AdventureEvent:
    return VictoryPointsChanged(chance.choice(state.facts.tracks).key, chance.randint(-3, 3), "Somebody decided")


def _chase(state: AdventureState, chance: Random) -> AdventureEvent:
    who, place = chance.choice(("w1.m1", "n1", "")), chance.choice(state.facts.obstacles).key
    match chance.randrange(7):
        case 0:
            return ChasePathTaken((who or "n1",), place)
        case 1:
            return ChaseObstacleBypassed(who or "n1", "A gap in the hedge")
        case 2:
            return ChaseOrderSet(chance.choice(("party", "others")))
        case 3:
            return ChasePaceSet(chance.randrange(3), "Their horses tire")
        case 4 if chance.random() < 0.3:
            return ChaseSideMoved(who, place, "A secret door")
        case _:
            return ChasePointsChanged(who, chance.randint(-2, 2), "Somebody decided")


def _influence(state: AdventureState, chance: Random) -> AdventureEvent:
    own, person = state.own, chance.choice(state.facts.people)
    if own.pending and chance.random() < 0.7:
        fact = chance.choice(own.pending)
        truths = state.truths_of_kind(state.facts.person(fact.person), fact.kind)
        if fact.is_false or not truths:
            return FactTold(fact.number, text="Likes to be called by a wrong name")
        return FactTold(fact.number, chance.choice(truths)[0])
    match chance.randrange(3):
        case 0:
            return PersonMoved(person.key, chance.random() < 0.5)
        case 1:
            return PersonBarred(person.key, chance.random() < 0.3, "A quarrel")
    return InfluenceChanged(person.key, chance.randint(-2, 2), "Somebody decided")


def _research(state: AdventureState, chance: Random) -> AdventureEvent:
    facts = state.facts
    if facts.rivals and chance.random() < 0.5:
        return RivalPointsChanged(chance.choice(facts.rivals).key, chance.randint(-2, 2), "They found a hint")
    checks = [check.key for place in facts.places for check in place.checks]
    return ResearchChanged(chance.randint(-3, 3), "Somebody decided", chance.choice(("", *checks)))


def _infiltration(state: AdventureState, chance: Random) -> AdventureEvent:
    who = chance.choice(("w1.m1", "n1"))
    complications = [complication.key for complication in state.facts.complications]
    edges = [edge.key for edge in state.own.edges]
    match chance.randrange(9):
        case 0:
            return InfiltrationBegun()
        case 1:
            return AwarenessChanged(chance.randint(-2, 2), "A dog barks")
        case 2:
            return ComplicationStarted(chance.choice(complications), who, "Bad luck")
        case 3:
            return ComplicationCleared(chance.choice(complications), "Good luck")
        case 4:
            return PathSmoothed(who, "n1", chance.random() < 0.3)
        case 5:
            quality = chance.choice(("real", "worthless", "harmful"))
            return EdgeGained("A friend inside", "He owes us", quality=quality)
        case 6:
            return GossipShared(who, ("n1", "w1.m1"))
        case _:
            return EdgeSpent(chance.choice(edges) if edges else "edge:1")


def _reputation(state: AdventureState, chance: Random) -> AdventureEvent:
    organization, size = chance.choice(state.facts.organizations).key, chance.choice(DEED_SIZES)
    scenario = chance.choice((None, chance.randint(0, 9)))
    match chance.randrange(6):
        case 0:
            return ReputationSet(organization, chance.randint(-50, 50), "A minstrel's lies", scenario)
        case 1:
            return WorstDeedDone(organization, "The bridge is gone", scenario)
        case 2 | 3:
            return DisserviceDone(organization, size, "A quarrel", scenario)
        case _:
            return FavorDone(organization, size, "A good deed", scenario)


def _leadership(state: AdventureState, chance: Random) -> AdventureEvent:
    own, events = state.own, state.facts.events
    match chance.randrange(9):
        case 0:
            return LieutenantsSet(chance.choice((None, 0, 1, own.row.most_lieutenants)), "Somebody decided")
        case 1:
            return LieutenantsReplaced(chance.randint(0, own.outgrown))
        case 2:
            people = chance.choice(("followers", "lieutenants"))
            return OrganizationLevelsSet(people, chance.randint(0, 5), chance.choice((None, 0, 1, 4)))
        case 3:
            return OrganizationBaseSet(chance.choice(("", "A ship")), moves=chance.random() < 0.5)
        case 4:
            return OrganizationBenefitGranted("A favor", "Somebody owes the party something.")
        case 5:
            return DowntimeEventTold(chance.choice(("opportunity", "trouble", "windfall")), "A stranger")
        case 6 if events:
            return DowntimeEventBegun(chance.choice(events).key)
        case 7 if own.pending:
            event = chance.choice(own.pending)
            choices = {event.key: [row.key for row in event.choices] for event in events}.get(event)
            return DowntimeEventDecided(event, *([chance.choice(choices)] if choices else ["", "So it ends."]))
    return FollowersChanged(chance.choice((-12, -3, -1, 1, 2, 5, 20)), "Somebody decided")


def _duel(state: AdventureState, chance: Random) -> AdventureEvent:
    who = chance.choice([duelist.participant for duelist in state.own.duelists] or ["n1"])
    if state.own.claim and chance.random() < 0.7:
        return VictoryDenied("That was a scratch")
    match chance.randrange(80):
        case 0:
            return DuelYielded(who)
        case 1:
            return VictoryConfirmed(who)
        case 2:
            return CheatingFound(who, "A hidden blade", chance.choice(("", state.facts.cheats[0].key)))
    return next_duel_event(state, chance)


def _hexploration(state: AdventureState, chance: Random) -> AdventureEvent:
    own, who = state.own, chance.choice(("w1.m1", "n1"))
    group = chance.choice(own.groups)
    toward = chance.choice(sorted(neighbors_of(state, group.hex)))
    match chance.randrange(20):
        case 0:
            return TravelModeSet(group.key, chance.choice(("on foot", "by boat", "flying")))
        case 1:
            return chance.choice((ForcedMarchBegun(group.key), RestDayTaken(group.key)))
        case 2:
            return chance.choice((PartySplit((who,), "The others"), GroupsJoined(group.key, "party")))
        case 3:
            return LoneActivityDone(who, "Something else")
        case 4 | 5:
            flat = chance.randint(1, 20)
            number = encounters_of_face(flat, encounter_dc(state, group).value)
            return EncounterChecked(group.key, faces=(flat, *(chance.randint(1, 10) for _ in range(number))))
        case 6:
            waiting = waiting_encounters(state)
            return EncounterSet(waiting[0].key if waiting else "", name="A bear", show=chance.random() < 0.5)
        case 7:
            return WeatherTold("Rain", chance.choice(("open", "difficult")))
        case 8:
            return HexPlaced(toward, "forest", feature="secret", name="A hollow oak", text="Somebody lives in it.")
        case 9:
            return chance.choice((HexesShown(toward, 1), CoursePlaced("road", f"{group.hex} {toward}")))
        case 10:
            return chance.choice((GroupPlaced(group.key, toward, "A flood"), TimeTaken(group.key, 1, "A flood")))
        case 11:
            return chance.choice((TravelSpeedSet(who, chance.randint(0, 12)), TravelerRecovered(who, True)))
        case 12 | 13 | 14:
            return HexReconnoitered(group.key)
    faces = (chance.randint(1, 20), chance.randint(1, 20))
    return HexTraveled(group.key, toward, faces=() if state.known_hex(toward) else faces)


def _vehicles(state: AdventureState, chance: Random) -> AdventureEvent | None:
    facts, own, who = state.facts, state.own, chance.choice(("w1.m1", "n1"))
    vehicle, target = chance.choice(facts.vehicles).key, chance.choice(sorted(target_names(state)))
    settling = _vehicles_to_settle(state, chance)
    if settling is not None and chance.random() < 0.6:
        return settling
    pilots = [stand.pilot for stand in own.stands if stand.pilot]
    if not pilots:
        return CrewSeated(("n1", "w1.m1"), vehicle, pilots=True)
    match chance.randrange(14):
        case 0:
            return VehicleStopped(chance.choice(pilots or [who]))
        case 1:
            return VehicleBoarded(who, vehicle)
        case 2:
            return VehicleSpeedChosen(chance.choice(pilots or [who]), chance.choice("12"))
        case 3:
            return VehicleActionsSpent(who, chance.randint(1, 3), "A spell")
        case 4:
            return VehicleControlSet(vehicle, chance.random() < 0.7, "A wheel comes off")
        case 5:
            return UncontrolledMoved(vehicle, chance.choice((10, 20, 0, -10)))
        case 6:
            return CollisionNamed(vehicle, target)
        case 7:
            return TargetDamaged(target, str(chance.randint(0, 60)), chance.choice(("fire", "mental", "slashing")))
        case 8:
            return VehicleSaved(vehicle, chance.choice(("fortitude", "reflex")), 15, faces=(chance.randint(1, 20),))
        case 9:
            return VehiclePlaced(vehicle, chance.randrange(300), chance.randrange(300), chance.randrange(360))
        case 10:
            return HitPointsSet(target, chance.randrange(60), "A repair")
        case 11:
            return VehicleBrought(chance.choice(sorted(READY_VEHICLES)), chance.randrange(300), 10, 90)
    return CrewSeated((who,), vehicle, pilots=chance.random() < 0.8)


def _vehicles_to_settle(state: AdventureState, chance: Random) -> AdventureEvent | None:
    """Return an event that settles a move, damage or a save, if there is one."""
    own, side = state.own, chance.choice(("", "left", "right"))
    events: list[AdventureEvent] = []
    for course in own.courses:
        if course.drifts:
            events.append(VehicleDrifted(course.vehicle, side, chance.randrange(45) if side else 0))
        else:
            pilot = next(stand.pilot for stand in own.stands if stand.key == course.vehicle)
            turn = chance.randrange(90) if side else 0
            events.append(VehicleMoved(pilot or "n1", chance.choice((None, 20)), side, turn, chance.choice((0, 10))))
    for blow in own.blows:
        if blow.total is None:
            events.append(BlowRolled(str(blow.number), chance.randint(0, 40)))
        events += [
            CollisionSaved(f"{blow.number}/{hit.target}", faces=(chance.randint(1, 20),))
            for hit in blow.hits
            if hit.is_open
        ]
        events.append(BlowDropped(str(blow.number), "A near miss"))
    return chance.choice(events) if events else None


MAKERS: dict[str, Callable[[AdventureState, Random], AdventureEvent | None]] = {
    "victory-points": _victory,
    "chase": _chase,
    "duel": _duel,
    "influence": _influence,
    "research": _research,
    "infiltration": _infiltration,
    "hexploration": _hexploration,
    "leadership": _leadership,
    "reputation": _reputation,
    "vehicles": _vehicles,
}
