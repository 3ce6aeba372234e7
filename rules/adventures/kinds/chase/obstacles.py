"""The ready obstacles of chases: 42 of them, in pairs of an easier and a harder one, in three surroundings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.adventures.difficulties import SkillDC
from rules.adventures.kind import ReadyPart
from rules.adventures.kinds.chase.facts import ChaseObstacle
from rules.documents.records import to_record
from rules.text import slug

ObstacleGround = Literal["underground", "urban", "wilderness"]
OBSTACLE_GROUNDS: tuple[ObstacleGround, ...] = ("underground", "urban", "wilderness")


@dataclass(frozen=True, slots=True)
class ReadyObstacle:
    """An obstacle that comes with Muster: where it is found, its level, and its skills with their printed DCs."""

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
    pairs = (one.rsplit(" ", 1) for one in skills.split(", "))
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
