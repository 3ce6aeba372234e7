"""All rules of legality, errors before warnings.

Problems are sorted: the warband's own first, then each member's. This order decides between problems of the same
member, or of the warband. ``docs/adding-a-rule.md`` lists everything that a new rule needs.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.legality import creatures, items, minions, upgrades, warband
from rules.legality.rule import Rule

RULES: tuple[Rule, ...] = (
    warband.NotEmpty(),
    warband.PointsLimit(),
    warband.AlignmentChosen(),
    creatures.KnownCreature(),
    creatures.HalfCap(),
    creatures.AllowedAlignment(),
    creatures.KnownAlignment(),
    creatures.AllowedSource(),
    creatures.NotBanned(),
    creatures.InCollection(),
    creatures.HeroPointLimit(),
    upgrades.KnownUpgrade(),
    upgrades.UpgradeOnce(),
    upgrades.NoUpgradeConflict(),
    items.KnownItem(),
    items.ItemLevel(),
    items.ItemOnce(),
    items.ItemLimit(),
    upgrades.KnownPositioning(),
    upgrades.PositioningOnce(),
    minions.MinionHasCommander(),
    minions.CommanderHasMinions(),
    items.UsableItem(),
    items.ItemChoiceMade(),
    upgrades.SuitablePositioning(),
    creatures.KnownRevision(),
    creatures.CompleteCard(),
)

CODES: tuple[str, ...] = tuple(rule.code for rule in RULES)
RULES_BY_CODE: Mapping[str, Rule] = {rule.code: rule for rule in RULES}


def rule_label(code: str) -> str:
    """Return in a few words what is allowed where a table overrides this code; an unknown code stands for itself."""
    rule = RULES_BY_CODE.get(code)
    return rule.label if rule else code
