"""Converting from PF2e: a stat block in, a draft card and the steps that led to it out.

- ``blocks``: the stat block; ``styles``: the appendix's words and the author's habits; ``steps``: what a step says
- ``stats``, ``powers``, ``speeds``, ``defenses``, ``dice``: numbers
- ``strikes``, ``abilities``, ``casters``: features
- ``wording``, ``paragraphs``, ``areas``, ``conditions``, ``damage_texts``: the texts of features
- ``text_choices``: what those texts leave to a person
- ``block_sheets``: a stat block laid out for showing
- ``adjustments``: elite and weak; ``converting``: all of it in order
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
from rules.conversion.steps import NO_ANSWERS, Answers, ConversionStep, StepChoice, choice_text, in_card_order
from rules.conversion.styles import AUTHOR, RULEBOOK, STYLES, ConversionStyle

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
