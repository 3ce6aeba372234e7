"""Invented stat blocks for the tests of the conversion."""

from typing import Any

from rules.conversion.blocks import BlockAbility, BlockAttack, DamageRoll, StatBlock
from rules.conversion.converting import ConvertedCreature, convert
from rules.conversion.steps import RULEBOOK, ConversionStyle


def stat_block(**fields: Any) -> StatBlock:
    """Return a level 5 creature with plain numbers; ``fields`` replace some."""
    usual: dict[str, Any] = {
        "name": "Marsh Lurker",
        "level": 5,
        "alignment": "NE",
        "size": "Large",
        "traits": ("beast",),
        "license": "ORC",
        "armor_class": 22,
        "fortitude": 14,
        "reflex": 11,
        "will": 9,
        "hit_points": 73,
        "speeds": (("walk", 25),),
        "attacks": (strike(),),
    }
    return StatBlock(**usual | fields)


def strike(name: str = "jaws", bonus: int = 15, *rolls: tuple[str, str], **fields: Any) -> BlockAttack:
    """Return a Strike; it bites for 2d8+6 if no rolls are given."""
    damage = tuple(DamageRoll(*roll) for roll in rolls or (("2d8+6", "piercing"),))
    return BlockAttack(name=name, bonus=bonus, damage=damage, **fields)


def with_text(text: str, style: ConversionStyle = RULEBOOK, **fields: Any) -> ConvertedCreature:
    """Convert a creature whose only ability, Spray, has that text and costs two actions."""
    ability = BlockAbility(**{"name": "Spray", "cost": "2", "text": text} | fields)
    return convert(stat_block(abilities=(ability,)), style)


def feature_of(converted: ConvertedCreature, name: str = "Spray") -> Any:
    """Return the feature of that name."""
    return next(feature for feature in converted.card.features if feature.name == name)
