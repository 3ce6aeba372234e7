"""Feats: what creatures learn in a campaign, their requirements, and the numbers that grow with the level.

A creature gains a feat as an advancement; ``rules.careers.feat_choices`` decides who may gain which. Rulebook:
"Appendix: Campaign play", "Feats".
"""

from dataclasses import dataclass, replace
from typing import Literal

from rules.effects.model import Effect
from rules.effects.values import Bonus, Check, EffectStep, PassiveMoment, Target
from rules.errors import RulesError, require
from rules.points import level_cost
from rules.tables.actions import REACTIONS_BY_NAME, SHIELD_BLOCK
from rules.tables.prose import CORE_RULES
from rules.tables.rolls import d20
from rules.tables.skills import IMPROVISED_PENALTY, UNTRAINED_PENALTY
from rules.text import by_level, slug

ASSURED_ROLL = 8
"""The face with which Assurance replaces a lower face of the d20."""
_COUNTED = (PassiveMoment("always"),)
"""The moments of a feat that the rules count at all times."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """A creature's requirement: a trained skill, a feature of that name on its card, or a piece of gear."""

    kind: Literal["trained", "feature", "gear"]
    name: str

    @property
    def sentence(self) -> str:
        """The requirement as a card prints it."""
        if self.kind == "trained":
            return f"Trained in {self.name}"
        return f"Has {self.name}" if self.kind == "feature" else f"Wields a {self.name}"


@dataclass(frozen=True, slots=True)
class Feat(Effect):
    """A feat: the effect of having or using it, with the whole of it in ``text``.

    ``choice`` is the owner's choice when it is gained; such a feat may be gained again with another choice. ``bonuses``
    of a feat without a cost are permanent. ``once`` says when it can be used at all. Numbers are those of a creature of
    level 1; ``at_level`` has the others.
    """

    name: str
    min_level: int
    text: str
    once: str = ""
    requires: Requirement | None = None
    choice: Literal["skill", "melee weapon"] | None = None
    source: str = CORE_RULES
    license: str = "ORC"

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)


@dataclass(frozen=True, slots=True)
class MedicineOption:
    """A way to use Battle Medicine: the Power of the check, and the HP healed by a success and a critical one."""

    from_level: int
    power: int
    success: int
    critical: int


BATTLE_MEDICINE: tuple[MedicineOption, ...] = (
    MedicineOption(from_level=1, power=15, success=10, critical=20),
    MedicineOption(from_level=6, power=20, success=20, critical=30),
    MedicineOption(from_level=11, power=30, success=40, critical=50),
)

TOUGHNESS: tuple[tuple[int, int], ...] = ((1, 5), (8, 10), (13, 15))
"""The hit points that Toughness adds, each number with its minimum level."""


def _medicine_text() -> str:
    first, *later = (
        f"Power {option.power}: {option.success} HP, {option.critical} HP on a critical success"
        for option in BATTLE_MEDICINE
    )
    more = "".join(
        f"\n\nFrom level {option.from_level}, also {line}."
        for option, line in zip(BATTLE_MEDICINE[1:], later, strict=True)
    )
    return (
        "The creature makes a Medicine check to heal itself or an adjacent creature. A dying creature wakes"
        f" up with the HP healed.\n\n{first}.{more}"
    )


def _medicine_checks(level: int) -> tuple[Effect, ...]:
    """Return the checks of Battle Medicine from which a creature of this level takes one."""
    return tuple(
        Effect(
            on="choice",
            skill_check=Check("Medicine", dc=option.power),
            then=(Effect(on="success", heal=option.success), Effect(on="critical_success", heal=option.critical)),
        )
        for option in BATTLE_MEDICINE
        if option.from_level <= level
    )


FEATS: tuple[Feat, ...] = (
    Feat(
        "Assurance",
        1,
        f"The result of a check with one skill, chosen when the feat is gained, is never lower than {ASSURED_ROLL} plus"
        f" the modifier (including the {UNTRAINED_PENALTY} of an untrained skill).",
        moments=_COUNTED,
        choice="skill",
    ),
    Feat(
        "Battle Medicine",
        1,
        _medicine_text(),
        cost="1",
        uses=("encounter", "encounter"),
        target=Target(where="adjacent", with_self=True),
        then=_medicine_checks(1),
    ),
    Feat(
        "Canny Acumen (Fortitude)",
        1,
        "+1 on Fortitude saves.",
        bonuses=(Bonus(stats=("fortitude",), by=1),),
        moments=_COUNTED,
    ),
    Feat(
        "Canny Acumen (Reflex)", 1, "+1 on Reflex saves.", bonuses=(Bonus(stats=("reflex",), by=1),), moments=_COUNTED
    ),
    Feat("Canny Acumen (Will)", 1, "+1 on Will saves.", bonuses=(Bonus(stats=("will",), by=1),), moments=_COUNTED),
    Feat(
        "Combat Climber",
        1,
        "Climbing does not make the creature off-guard.",
        moments=_COUNTED,
        requires=Requirement("trained", "Athletics"),
    ),
    Feat(
        "Draconic Momentum",
        1,
        "The creature regains one spent use of Breath Weapon.",
        trigger="The creature's Strike is a critical hit.",
        steps=(EffectStep(action="recharge", names=("Breath Weapon",)),),
        moments=(PassiveMoment("critically_hits"),),
        requires=Requirement("feature", "Breath Weapon"),
    ),
    Feat(
        "Feather Step",
        1,
        "The creature may Step into difficult terrain.",
        steps=(EffectStep(action="step", ignoring=("difficult terrain",)),),
        moments=(PassiveMoment("uses", ("Step",)),),
    ),
    Feat("Fleet", 1, "+1 Speed.", bonuses=(Bonus(stats=("speed",), by=1),), moments=_COUNTED),
    Feat(
        "Polearm Proficiency",
        1,
        "One melee weapon, chosen when the feat is gained, has the range Melee 2.",
        moments=_COUNTED,
        choice="melee weapon",
    ),
    Feat(
        "Quick Jump",
        1,
        "The creature makes an Athletics check and jumps a number of squares equal to a quarter of the result,"
        " rounded down.",
        cost="1",
        skill_check=Check("Athletics"),
    ),
    Feat(
        "Shield Block",
        1,
        f"The damage is reduced by {by_level(SHIELD_BLOCK)}.",
        cost="reaction",
        trigger="The creature takes slashing, piercing or bludgeoning damage.",
        triggers=REACTIONS_BY_NAME["Shield Block"].triggers,
        target=Target(who="self"),
        reduces=SHIELD_BLOCK[0][1],
        uses=("encounter",),
        requires=Requirement("gear", "shield"),
    ),
    Feat(
        "Skill Training",
        1,
        "The creature becomes trained in one skill of its owner's choice.",
        choice="skill",
        moments=_COUNTED,
    ),
    Feat(
        "Titan Wrestler",
        1,
        "The creature may Disarm, Grapple, Shove and Trip creatures up to two sizes larger than itself.",
        moments=_COUNTED,
    ),
    Feat(
        "Toughness",
        1,
        f"The creature's maximum HP increases by {by_level(TOUGHNESS)}, and it has +1 on recovery checks.",
        bonuses=(Bonus(stats=("hp",), by=TOUGHNESS[0][1]),),
        moments=_COUNTED,
    ),
    Feat(
        "Untrained Improvisation",
        3,
        f"The penalty for a check with an untrained skill is {IMPROVISED_PENALTY} instead of {UNTRAINED_PENALTY}.",
        moments=_COUNTED,
    ),
    Feat(
        "Battle Cry",
        7,
        "The creature may take Demoralize as a free action.",
        cost="0",
        steps=(EffectStep(action="use", names=("Demoralize",)),),
        once="When the creature is activated for the first time in an encounter.",
        requires=Requirement("trained", "Intimidation"),
    ),
    Feat(
        "Kip Up",
        7,
        "The creature stands up. Standing up this way triggers no reactions.",
        cost="0",
        target=Target(who="self"),
        steps=(EffectStep(action="stand", quiet="reactions"),),
        requires=Requirement("trained", "Acrobatics"),
    ),
    Feat(
        "Prescient Consumable",
        7,
        "One consumable that the creature carries becomes a different one of the same level or lower.",
        steps=(EffectStep(action="trade", names=("consumable",)),),
        uses=("daily",),
    ),
)

BY_KEY: dict[str, Feat] = {feat.key: feat for feat in FEATS}


def find_feat(key: str) -> Feat:
    """Return the feat with that key. Raises ``RulesError`` if there is none."""
    return require(BY_KEY.get(key), RulesError(f"No feat has the key {key!r}."))


def assured_face(face: int) -> int:
    """Return the effective face of a d20 in a skill check with Assurance."""
    # A face below 8 counts as 8. Appendix "Campaign play", "Feats".
    return max(d20(face), ASSURED_ROLL)


def feat_at_level(feat: Feat, level: int) -> Feat:
    """Return the feat with the numbers that it has for a creature of this level."""
    match feat.key:
        case "battle-medicine":
            return replace(feat, then=_medicine_checks(_tier_level(level)))
        case "shield-block":
            return replace(feat, reduces=shield_block(level))
        case "toughness":
            return replace(feat, bonuses=(Bonus(stats=("hp",), by=toughness(level)),))
        case _:
            return feat


def shield_block(level: int) -> int:
    """Return the damage that Shield Block takes off at this level."""
    # 10, from level 8 on 15, from level 13 on 20. Appendix "Campaign play", "Feats".
    return _tier(SHIELD_BLOCK, level)


def toughness(level: int) -> int:
    """Return the hit points that Toughness adds to the maximum at this level."""
    # 5, from level 8 on 10, from level 13 on 15. Appendix "Campaign play", "Feats".
    return _tier(TOUGHNESS, level)


def _tier(tiers: tuple[tuple[int, int], ...], level: int) -> int:
    return [amount for from_level, amount in tiers if from_level <= _tier_level(level)][-1]


def _tier_level(level: int) -> int:
    # Feats start at level 1, but the numbers of one that a lower creature has all the same are those of level 1.
    return max(level_cost(level).level, 1)
