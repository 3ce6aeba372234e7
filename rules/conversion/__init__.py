"""Converting from PF2e: a stat block in, a draft card and the steps that led to it out.

- ``blocks``: the stat block, elite and weak; ``block_sheets``: it laid out for showing
- ``steps``: the styles, what a step says
- ``stats``, ``defenses``, ``strikes``, ``abilities``: the numbers and features of a card
- ``wording``, ``damage_texts``, ``text_choices``: the texts of features, and what they leave to a person
- ``converting``: all of it in order
"""

from rules.conversion.block_sheets import BlockFact, BlockPart, BlockSheet, block_sheet
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
from rules.conversion.steps import (
    AUTHOR,
    NO_ANSWERS,
    RULEBOOK,
    STYLES,
    Answers,
    ConversionStep,
    ConversionStyle,
    StepChoice,
    choice_text,
    in_card_order,
)

__all__ = [
    "AUTHOR",
    "NO_ANSWERS",
    "RULEBOOK",
    "STYLES",
    "Answers",
    "BlockAbility",
    "BlockAttack",
    "BlockCaster",
    "BlockDefense",
    "BlockFact",
    "BlockPart",
    "BlockSheet",
    "BlockSpell",
    "ConversionRefused",
    "ConversionStep",
    "ConversionStyle",
    "ConvertedCreature",
    "DamageRoll",
    "StatBlock",
    "StepChoice",
    "block_sheet",
    "choice_text",
    "convert",
    "in_card_order",
]
