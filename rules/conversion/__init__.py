"""Converting from PF2e: a stat block in, a draft card and the steps that led to it out.

- ``blocks``: the stat block; ``styles``: the appendix's words and the author's habits; ``steps``: what a step says
- ``stats``, ``powers``, ``speeds``, ``defenses``, ``dice``: numbers
- ``strikes``, ``abilities``, ``casters``: features
- ``wording``, ``areas``, ``conditions``, ``damage_texts``: the texts of features
- ``adjustments``: elite and weak; ``converting``: all of it in order
"""

from rules.conversion.blocks import (
    BlockAbility,
    BlockAttack,
    BlockCaster,
    BlockDefense,
    BlockSpell,
    DamageRoll,
    StatBlock,
)
from rules.conversion.converting import ConversionRefused, ConvertedCreature, convert
from rules.conversion.styles import AUTHOR, RULEBOOK, STYLES, ConversionStyle

__all__ = [
    "AUTHOR",
    "RULEBOOK",
    "STYLES",
    "BlockAbility",
    "BlockAttack",
    "BlockCaster",
    "BlockDefense",
    "BlockSpell",
    "ConversionRefused",
    "ConversionStyle",
    "ConvertedCreature",
    "DamageRoll",
    "StatBlock",
    "convert",
]
