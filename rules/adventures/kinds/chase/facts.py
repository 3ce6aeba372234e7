"""The facts of a chase: its types and lengths, obstacles and paths, and ready obstacles."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from rules.adventures.fields import FactKey, FactName, FactProse, LevelOrNone, SkillDC, SkillDCs
from rules.adventures.kind import ReadyPart
from rules.documents.records import records_of, to_record
from rules.documents.shapes import integer, number
from rules.errors import RulesError
from rules.text import counted, slug

GOAL = ""
"""The end of a chase: the path from the last obstacle leads there."""
FACE_DOWN = "?"
"""The prefix of the key of an obstacle that players do not know yet; no obstacle has such a key of its own."""

ChaseSide = Literal["party", "others"]
ChaseTypeKey = Literal["chase-down", "run-away", "beat-the-clock", "competitive"]
WayDegree = Literal["", "success", "critical success"]

STUCK_ROUNDS = 3
"""The number of rounds of struggling after which the party finds another way around an obstacle."""

MAX_OBSTACLES = 60
MAX_WAYS = 6
MAX_CHASE_POINTS = 60
MAX_PACE = 10


@dataclass(frozen=True, slots=True)
class ChaseType:
    """A type of chase: who pursues whom, who acts first, and how it may end.

    ``lead`` is how many obstacles ahead the pursued begin, ``lost_at`` how far ahead at the end of a round they are
    lost from sight, None for never.
    """

    key: ChaseTypeKey
    name: str
    first: ChaseSide
    pursued: ChaseSide | None = None
    lead: int = 0
    lost_at: int | None = None
    has_others: bool = True


# Chases, "Types of Chases".
CHASE_TYPES: Mapping[str, ChaseType] = {
    chase_type.key: chase_type
    for chase_type in (
        ChaseType("chase-down", "Chase down", "others", "others", lead=1),
        ChaseType("run-away", "Run away", "party", "party", lead=1, lost_at=3),
        ChaseType("beat-the-clock", "Beat the clock", "party", has_others=False),
        ChaseType("competitive", "Competitive chase", "others"),
    )
}


@dataclass(frozen=True, slots=True)
class ChaseLength:
    """A row of the guidelines: the number of obstacles, and the minutes of play."""

    name: str
    obstacles: int
    minutes: tuple[int, int]


# Chases, "Building a Chase".
CHASE_LENGTHS = (
    ChaseLength("short", 6, (10, 20)),
    ChaseLength("medium", 8, (15, 25)),
    ChaseLength("long", 10, (20, 30)),
)


def chase_length(obstacles: int) -> ChaseLength:
    """Return the length of a chase with so many obstacles; a number between two rows uses the longer."""
    return next((row for row in CHASE_LENGTHS if obstacles <= row.obstacles), CHASE_LENGTHS[-1])


def standard_points(column: int, size: int) -> int:
    """Return the Chase Points of an obstacle for a group of a size; ``column`` counts the obstacles before it."""
    # Half of them need one point fewer than the group has members, half two fewer, none less than 1: ruling 226.
    return max(size - 1 - column % 2, 1)


@dataclass(frozen=True, slots=True)
class ChaseWay:
    """A path on from an obstacle. One with a degree is found by a check against the obstacle with that degree.

    ``to`` is the key of an obstacle further down the line, or ``GOAL``. ``skill`` is the one that finds it, "" for any.
    """

    to: FactKey
    name: FactName = ""
    degree: WayDegree = ""
    skill: FactName = ""


@dataclass(frozen=True, slots=True)
class ChaseObstacle:
    """A leg of a chase, in the form of a stat block: its Chase Points, and the skills that overcome it.

    ``points`` is None for the standard number. ``level`` None means the party's. ``ways`` lead on, the first of them by
    default; without any, the next obstacle in the list follows. ``effort`` is how many of the other side's moves it
    takes.
    """

    key: FactKey
    name: FactName
    skills: SkillDCs = ()
    level: LevelOrNone = None
    points: Annotated[int | None, number(1, MAX_CHASE_POINTS)] = None
    text: FactProse = ""
    ways: Annotated[tuple[ChaseWay, ...], records_of(ChaseWay, MAX_WAYS)] = ()
    effort: Annotated[int, integer(1, MAX_PACE)] = 1


@dataclass(frozen=True)
class ChaseFacts:
    """A chase. ``lead`` and ``lost_at`` are None for the type's defaults; a ``lost_at`` of 0 means never.

    ``others`` names the other side. It moves on by ``pace`` obstacles a round, or rolls like the party. With
    ``face_down``, players see no obstacle before they reach it; with ``shows_dcs``, they know the DCs of those they
    see.
    """

    type: ChaseTypeKey
    obstacles: Annotated[tuple[ChaseObstacle, ...], records_of(ChaseObstacle, MAX_OBSTACLES)]
    others: FactName = "The others"
    goal: FactName = "The goal"
    lead: Annotated[int | None, number(0, MAX_OBSTACLES)] = None
    lost_at: Annotated[int | None, number(0, MAX_OBSTACLES)] = None
    pace: Annotated[int, integer(0, MAX_PACE)] = 1
    others_roll: bool = False
    face_down: bool = False
    shows_dcs: bool = True

    @property
    def row(self) -> ChaseType:
        """The type of the chase."""
        return CHASE_TYPES[self.type]

    @property
    def length(self) -> ChaseLength:
        """Whether it is short, medium or long."""
        return chase_length(self.steps)

    @property
    def steps(self) -> int:
        """The number of obstacles on the default path."""
        return len(self.main_way(self.obstacles[0].key))

    @property
    def start_lead(self) -> int:
        """The number of obstacles by which the pursued begin ahead."""
        # In a short chase the enemies begin where the party does. "Types of Chases".
        if self.lead is not None:
            return self.lead
        return 0 if self.type == "chase-down" and self.length is CHASE_LENGTHS[0] else self.row.lead

    @property
    def trail_ends(self) -> int | None:
        """The lead at which the pursued are lost from sight, None for never."""
        return (self.row.lost_at if self.lost_at is None else self.lost_at) or None

    @cached_property
    def by_key(self) -> Mapping[str, ChaseObstacle]:
        """The obstacles by their keys."""
        return {obstacle.key: obstacle for obstacle in self.obstacles}

    @cached_property
    def ways(self) -> Mapping[str, tuple[ChaseWay, ...]]:
        """The ways on from each obstacle, at least one."""
        after = [*(obstacle.key for obstacle in self.obstacles[1:]), GOAL]
        return {
            obstacle.key: obstacle.ways or (ChaseWay(key),) for obstacle, key in zip(self.obstacles, after, strict=True)
        }

    @cached_property
    def open_columns(self) -> Mapping[str, int]:
        """The number of obstacles before each one that open paths reach, including the goal, by the longest path."""
        columns = {self.obstacles[0].key: 0}
        for obstacle in self.obstacles:
            for way in self.ways[obstacle.key] if obstacle.key in columns else ():
                if not way.degree:
                    columns[way.to] = max(columns.get(way.to, 0), columns[obstacle.key] + 1)
        return columns

    @cached_property
    def columns(self) -> Mapping[str, int]:
        """The number of obstacles before each one, including the goal; hidden paths move nothing else."""
        columns = dict(self.open_columns)
        for obstacle in self.obstacles:
            # Players may see a group at an obstacle to which they know no way.
            columns.setdefault(obstacle.key, 0)
            for way in self.ways[obstacle.key]:
                if way.to not in self.open_columns:
                    columns[way.to] = max(columns.get(way.to, 0), columns[obstacle.key] + 1)
        return columns

    def main_way(self, key: str) -> tuple[str, ...]:
        """Return the obstacles from one on, itself included, along the first path of each."""
        keys = []
        while key != GOAL:
            keys.append(key)
            key = self.ways[key][0].to
        return tuple(keys)

    def start_of(self, side: ChaseSide) -> str:
        """Return the obstacle that a side faces first."""
        # The pursued stand on the line so many obstacles ahead; those before them lie behind them: ruling 225.
        way = self.main_way(self.obstacles[0].key)
        # Competitors who begin ahead do as in "Chase Down".
        return way[self.start_lead] if side == (self.row.pursued or "others") else way[0]


def way_key(obstacle: str, way: ChaseWay) -> str:
    """Return the key of a path that is hidden until it is found."""
    return f"{obstacle}>{way.to}"


def check_chase(facts: ChaseFacts) -> None:
    """Raise ``RulesError`` for obstacles, ways and a lead that do not fit together."""
    keys = [obstacle.key for obstacle in facts.obstacles]
    if not keys:
        raise RulesError("A chase needs obstacles.")
    if len(set(keys)) != len(keys) or any(not key or key.startswith(FACE_DOWN) or ">" in key for key in keys):
        raise RulesError(
            "Each obstacle needs a key of its own. A key cannot begin with a question mark or contain “>”."
        )
    for index, obstacle in enumerate(facts.obstacles):
        later = {*keys[index + 1 :], GOAL}
        if any(way.to not in later for way in obstacle.ways):
            raise RulesError(
                f"Each way from {obstacle.name} must lead to an obstacle further down the list, or to the goal."
            )
        if len({way.to for way in obstacle.ways}) != len(obstacle.ways):
            raise RulesError(f"Two ways from {obstacle.name} lead to the same obstacle.")
        if obstacle.ways and obstacle.ways[0].degree:
            raise RulesError(f"The first way from {obstacle.name} must be open to everyone.")
    reached = {keys[0], *(way.to for obstacle in facts.obstacles for way in facts.ways[obstacle.key])}
    if lost := [obstacle.name for obstacle in facts.obstacles if obstacle.key not in reached]:
        raise RulesError(f"No way leads to {lost[0]}.")
    if facts.start_lead + (facts.row.has_others and facts.pace * (facts.row.first == "others")) >= facts.steps:
        raise RulesError("The side that begins ahead must still face an obstacle after its first move.")


def chase_advice(facts: ChaseFacts) -> tuple[str, ...]:
    """Return what a game master may want to fix: obstacles that all use the same skills, no easier path, too few."""
    advice = []
    if facts.steps < CHASE_LENGTHS[0].obstacles:
        advice.append(
            f"The chase has {counted(facts.steps, 'obstacle')}; even a short one has {CHASE_LENGTHS[0].obstacles}."
        )
    for obstacle in facts.obstacles:
        if len({skill.skill for skill in obstacle.skills}) < 2:
            advice.append(f"{obstacle.name}: a second skill would give more characters a chance.")
    return tuple(advice)


ObstacleGround = Literal["underground", "urban", "wilderness"]
OBSTACLE_GROUNDS: tuple[ObstacleGround, ...] = ("underground", "urban", "wilderness")


@dataclass(frozen=True, slots=True)
class ReadyObstacle:
    """A ready obstacle of Muster: its setting, its level, and its skills with their printed DCs."""

    ground: ObstacleGround
    name: str
    level: int
    skills: tuple[SkillDC, ...]
    text: str

    @property
    def obstacle(self) -> ChaseObstacle:
        """The obstacle as a chase takes it, with the standard points."""
        return ChaseObstacle(slug(self.name), self.name, self.skills, self.level, text=self.text)


def _ready(ground: ObstacleGround, level: int, name: str, skills: str, text: str) -> ReadyObstacle:
    pairs = (entry.rsplit(" ", 1) for entry in skills.split(", "))
    return ReadyObstacle(ground, name, level, tuple(SkillDC(skill, int(dc)) for skill, dc in pairs), text)


# Chases, "Underground Obstacles", "Urban Obstacles", "Wilderness Obstacles".
_UNDERGROUND = (
    (1, "Crumbling Corridor", "Acrobatics 13, Crafting 15", "Tread softly, or wedge planks against the walls."),
    (11, "Quaking Corridor", "Acrobatics 25, Crafting 30", "The whole passage shakes and drops stones."),
    (1, "Fungus Grotto", "Fortitude 15, Survival 13", "Breathe through the spores, or walk around the caps."),
    (5, "Virulent Fungi", "Fortitude 20, Survival 18", "Thick yellow clouds burst at every step."),
    (1, "Pit Trap", "Athletics 13, Perception 15", "Scramble out fast, or see the lid in time."),
    (5, "Exceptional Pit Trap", "Athletics 20, Perception 18", "Deep, smooth, and very well covered."),
    (
        1,
        "Wandering Gelatinous Cube",
        "Occultism 18, Stealth 15",
        "Remember what it cannot sense, or slip by along the wall.",
    ),
    (7, "Wandering Black Pudding", "Occultism 24, Stealth 19", "It drips from the ceiling and seeks warmth."),
    (5, "Collapsed Tunnel", "Athletics 20, Perception 18", "Dig, or look for a door that someone meant to hide."),
    (12, "Ancient Collapse", "Athletics 30, Perception 28", "Centuries of rubble, packed as hard as a wall."),
    (5, "Pendulum Trap", "Reflex 20, Thievery 15", "Jump between the blades, or jam what drives them."),
    (12, "Panoply of Pendulums", "Reflex 30, Thievery 28", "A hall of blades, each with a beat of its own."),
    (8, "Wooden Portcullis", "Acrobatics 25, Athletics 20", "Wriggle through a gap, or heave it up."),
    (11, "Iron Portcullis", "Acrobatics 25, Athletics 30", "Heavy bars, set close together."),
)
_URBAN = (
    (
        1,
        "Crowd",
        "Acrobatics 15, Athletics 15, Society 13",
        "Weave between people, shoulder through, or go where everyone goes.",
    ),
    (4, "Festival Crowd", "Athletics 20, Society 18", "Dancers, drums, and a street full of tables."),
    (1, "Fruit Cart", "Athletics 13, Intimidation 15", "Leap it or break it, or shout until its owner pulls it away."),
    (5, "Merchant Pavilion", "Athletics 20, Intimidation 22", "Tents, ropes, and guards who watch the goods."),
    (1, "Guard Dog", "Nature 14, Stealth 16", "Soothe it, or do not wake it."),
    (9, "Guard Roc", "Nature 26, Stealth 28", "A chained giant of a bird above the gate."),
    (1, "Rickety Rooftops", "Acrobatics 15, Athletics 13", "Balance on washing lines, or leap the gaps."),
    (5, "Crumbling, Steep Rooftops", "Acrobatics 18, Athletics 20", "Slates slide away under every foot."),
    (1, "Wooden Fence", "Athletics 13, Thievery 15", "Over the top, or through the gate with a bent nail."),
    (8, "High Iron Fence", "Athletics 20, Thievery 25", "Spikes above, and a good lock below."),
    (2, "Gang of Hooligans", "Deception 13, Stealth 15", "Tell them something, or keep out of their sight."),
    (12, "Elite Criminals", "Deception 28, Stealth 30", "People who make a living by noticing others."),
    (2, "Twisting Alleyways", "Perception 17, Society 13", "Look for the way, or remember the map of the quarter."),
    (7, "Multi-Story Maze", "Perception 22, Society 20", "Stairs, bridges and landings on six floors."),
)
_WILDERNESS = (
    (1, "Deep Mud", "Athletics 15, Perception 13", "Wade straight through, or find firm ground."),
    (5, "Horrid Bog", "Athletics 20, Perception 18", "It holds on to every boot."),
    (1, "Downpour", "Fortitude 13, Nature 15", "Bear the rain, or know when it will stop."),
    (5, "Magical Thunderstorm", "Fortitude 30, Nature 25", "Someone has called down this lightning."),
    (1, "Rope Bridge", "Acrobatics 15, Crafting 13", "Step with care, or knot the torn ropes again."),
    (11, "Solitary Frayed Rope", "Acrobatics 25, Crafting 30", "All that is left of a bridge."),
    (1, "Rushing River", "Athletics 15, Survival 13", "Swim or hop from stone to stone, or look for a ford."),
    (5, "Flash Flood", "Athletics 20, Survival 18", "Brown water comes down the valley, with trees in it."),
    (1, "Steep Hills", "Athletics 13, Perception 15", "Climb on, or find the easier side."),
    (5, "Rugged Mountain", "Athletics 20, Perception 18", "Cliffs, screes, and few ledges."),
    (1, "Swarm of Wasps", "Fortitude 15, Survival 13", "Endure it, or light a smoky fire."),
    (5, "Those Aren’t Wasps!", "Fortitude 20, Survival 18", "They are larger, and they plan."),
    (2, "Tangled Forest", "Perception 17, Survival 13", "Spot a gap, or plan a path by sun and slope."),
    (5, "Enchanted Forest", "Perception 20, Survival 18", "Look again, and the trees have moved."),
)

READY_OBSTACLES: tuple[ReadyObstacle, ...] = tuple(
    _ready(ground, *row)
    for ground, rows in zip(OBSTACLE_GROUNDS, (_UNDERGROUND, _URBAN, _WILDERNESS), strict=True)
    for row in rows
)
"""All ready obstacles, each easier one before its harder one."""


def ready_obstacle_parts() -> tuple[ReadyPart, ...]:
    """Return the ready obstacles as parts that may be added to a chase."""
    return tuple(_ready_part(obstacle) for obstacle in READY_OBSTACLES)


def _ready_part(obstacle: ReadyObstacle) -> ReadyPart:
    skills = ", ".join(f"{skill.skill} {skill.dc}" for skill in obstacle.skills)
    return ReadyPart(
        path="obstacles",
        key=obstacle.obstacle.key,
        name=obstacle.name,
        group=obstacle.ground.capitalize(),
        about=f"Level {obstacle.level}: {skills}",
        document=to_record(obstacle.obstacle),
    )
