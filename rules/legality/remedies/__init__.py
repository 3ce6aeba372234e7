"""Remedies: fixes of a problem, as data.

The sentence for a player (``fix_sentence``) and the label of a button come from the same remedy.
``rules.building.fixes`` turns a remedy into a change of a draft.
"""

from rules.legality.remedies.members import (
    AddMinions,
    BuyMinion,
    Extra,
    KeepOneItem,
    KeepOneUpgrade,
    RemoveExtras,
    RemoveGroups,
    RemoveItems,
    RemoveMember,
    RemovePositioning,
    RemoveUpgrades,
    UseCreature,
    UseItem,
    UseRevision,
)
from rules.legality.remedies.remedy import (
    AddFigures,
    Advice,
    AllowSource,
    ChooseAlignment,
    LiftBan,
    RaiseLimit,
    Remedy,
    fix_sentence,
)

__all__ = [
    "AddFigures",
    "AddMinions",
    "Advice",
    "AllowSource",
    "BuyMinion",
    "ChooseAlignment",
    "Extra",
    "KeepOneItem",
    "KeepOneUpgrade",
    "LiftBan",
    "RaiseLimit",
    "Remedy",
    "RemoveExtras",
    "RemoveGroups",
    "RemoveItems",
    "RemoveMember",
    "RemovePositioning",
    "RemoveUpgrades",
    "UseCreature",
    "UseItem",
    "UseRevision",
    "fix_sentence",
]
