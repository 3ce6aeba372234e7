"""The 42 ready obstacles of chases, each with its level, its skills and its DCs."""

from rules.adventures.kinds.chase.facts import OBSTACLE_GROUNDS, READY_OBSTACLES

PRINTED = """
underground | 1 | Crumbling Corridor | Acrobatics 13, Crafting 15
underground | 11 | Quaking Corridor | Acrobatics 25, Crafting 30
underground | 1 | Fungus Grotto | Fortitude 15, Survival 13
underground | 5 | Virulent Fungi | Fortitude 20, Survival 18
underground | 1 | Pit Trap | Athletics 13, Perception 15
underground | 5 | Exceptional Pit Trap | Athletics 20, Perception 18
underground | 1 | Wandering Gelatinous Cube | Occultism 18, Stealth 15
underground | 7 | Wandering Black Pudding | Occultism 24, Stealth 19
underground | 5 | Collapsed Tunnel | Athletics 20, Perception 18
underground | 12 | Ancient Collapse | Athletics 30, Perception 28
underground | 5 | Pendulum Trap | Reflex 20, Thievery 15
underground | 12 | Panoply of Pendulums | Reflex 30, Thievery 28
underground | 8 | Wooden Portcullis | Acrobatics 25, Athletics 20
underground | 11 | Iron Portcullis | Acrobatics 25, Athletics 30
urban | 1 | Crowd | Acrobatics or Athletics 15, Society 13
urban | 4 | Festival Crowd | Athletics 20, Society 18
urban | 1 | Fruit Cart | Athletics 13, Intimidation 15
urban | 5 | Merchant Pavilion | Athletics 20, Intimidation 22
urban | 1 | Guard Dog | Nature 14, Stealth 16
urban | 9 | Guard Roc | Nature 26, Stealth 28
urban | 1 | Rickety Rooftops | Acrobatics 15, Athletics 13
urban | 5 | Crumbling, Steep Rooftops | Acrobatics 18, Athletics 20
urban | 1 | Wooden Fence | Athletics 13, Thievery 15
urban | 8 | High Iron Fence | Athletics 20, Thievery 25
urban | 2 | Gang of Hooligans | Deception 13, Stealth 15
urban | 12 | Elite Criminals | Deception 28, Stealth 30
urban | 2 | Twisting Alleyways | Perception 17, Society 13
urban | 7 | Multi-Story Maze | Perception 22, Society 20
wilderness | 1 | Deep Mud | Athletics 15, Perception 13
wilderness | 5 | Horrid Bog | Athletics 20, Perception 18
wilderness | 1 | Downpour | Fortitude 13, Nature 15
wilderness | 5 | Magical Thunderstorm | Fortitude 30, Nature 25
wilderness | 1 | Rope Bridge | Acrobatics 15, Crafting 13
wilderness | 11 | Solitary Frayed Rope | Acrobatics 25, Crafting 30
wilderness | 1 | Rushing River | Athletics 15, Survival 13
wilderness | 5 | Flash Flood | Athletics 20, Survival 18
wilderness | 1 | Steep Hills | Athletics 13, Perception 15
wilderness | 5 | Rugged Mountain | Athletics 20, Perception 18
wilderness | 1 | Swarm of Wasps | Fortitude 15, Survival 13
wilderness | 5 | Those Aren’t Wasps! | Fortitude 20, Survival 18
wilderness | 2 | Tangled Forest | Perception 17, Survival 13
wilderness | 5 | Enchanted Forest | Perception 20, Survival 18
"""


def test_every_row_of_the_table_of_obstacles():
    rows = [tuple(part.strip() for part in row.split("|")) for row in PRINTED.strip().splitlines()]
    assert len(rows) == 42
    obstacles = [
        (
            obstacle.ground,
            str(obstacle.level),
            obstacle.name,
            ", ".join(f"{row.skill} {row.dc}" for row in obstacle.skills),
        )
        for obstacle in READY_OBSTACLES
    ]
    # "Acrobatics or Athletics" are two skills with one DC.
    assert obstacles == [
        (ground, level, name, skills.replace("Acrobatics or Athletics 15", "Acrobatics 15, Athletics 15"))
        for ground, level, name, skills in rows
    ]


def test_they_come_in_pairs_of_an_easier_and_a_harder_one():
    for ground in OBSTACLE_GROUNDS:
        rows = [obstacle for obstacle in READY_OBSTACLES if obstacle.ground == ground]
        assert len(rows) == 14
        for easier, harder in zip(rows[::2], rows[1::2], strict=True):
            assert easier.level < harder.level


def test_each_can_be_put_into_a_chase():
    obstacles = [obstacle.obstacle for obstacle in READY_OBSTACLES]
    assert len({obstacle.key for obstacle in obstacles}) == 42
    assert all(obstacle.points is None and obstacle.text for obstacle in obstacles)
