"""The strengths of a card in the words of players: archer, healer, tank. Each role follows from the card's fields."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules import spells
from rules.cards.model import Card, Feature
from rules.effects.model import Effect

FAST_FROM = 7
"""Squares of Speed from which a creature is fast: most have 5."""
SLOW_UP_TO = 4
"""Squares of Speed up to which a creature is slow."""
CHEAP_UP_TO = 0
"""Levels up to which creatures fill the ranks of a warband for a few points."""

LONGEST_DEFENDED = 40
"""The most characters of a defense in filters."""

_ALLIES = ("ally", "creature")
_HINDRANCES = frozenset(
    "charmed confused controlled dazed dazzled encumbered fascinated immobilized petrified rattled restrained slowed "
    "stunned".split()
)
"""Conditions that prevent a creature's actions rather than weaken it."""


class _Effects(tuple[Effect, ...]):
    """What a card, a spell, an item or a feat does."""

    __slots__ = ()

    def does(self, *actions: str) -> bool:
        """Return True if some activity has all these actions among its steps."""
        return any(set(actions) <= {step.action for step in effect.steps} for effect in self)

    def gives(self, *conditions: str) -> bool:
        """Return True if something gives any of these conditions or statuses."""
        return any(not set(effect.gives).isdisjoint(conditions) for effect in self)


@dataclass(frozen=True)
class _Reading:
    """A card with everything that it does without upgrades: the effects of its features and spells."""

    card: Card

    @cached_property
    def features(self) -> tuple[tuple[Feature, Effect], ...]:
        """The effects of features with their parts."""
        bought = self.card.features_with(())
        return tuple((feature, effect) for feature in bought for effect in feature.everything())

    @cached_property
    def effects(self) -> _Effects:
        """The effects of features and spells with their parts."""
        return _Effects((*(effect for _, effect in self.features), *self._spells()))

    def _spells(self) -> Iterator[Effect]:
        casters = [feature.caster for feature in self.card.features_with(()) if feature.caster]
        names = {spell.name for caster in casters for group in caster.groups for spell in group.spells}
        for name in sorted(names):
            spell = spells.find_spell(name, self.card.license)
            for casting in spell.castings if spell else ():
                yield from casting.all_effects()

    @property
    def best_hit(self) -> int:
        """The most damage that one Strike of the card deals at once."""
        strikes = (effect for _, effect in self.features if effect.strike)
        return max((sum(damage.amount for damage in strike.immediate_damage) for strike in strikes), default=0)


@dataclass(frozen=True, slots=True)
class CardRole:
    """A role: its name, a description of its creatures, and the words with which players search for it."""

    name: str
    said: str
    words: tuple[str, ...]
    fits: Callable[[_Reading], bool]


def _shoots(reading: _Reading) -> bool:
    ranges = (effect.range for _, effect in reading.features if effect.strike and effect.range)
    return any("ranged" in (reach.kind, reach.other.kind if reach.other else "") for reach in ranges)


def _reaches_far(reading: _Reading) -> bool:
    ranges = (effect.range for _, effect in reading.features if effect.strike and effect.range)
    return any(reach.kind == "melee" and (reach.squares or 1) > 1 for reach in ranges)


def _heals(effects: _Effects) -> bool:
    return any(effect.heal and effect.targets.who in _ALLIES and not effect.damage for effect in effects)


def _regenerates(reading: _Reading) -> bool:
    return any(
        any(moment.at == "turn_start" for moment in feature.moments)
        and any(effect.heal and effect.targets.who == "self" for effect in feature.everything())
        for feature in reading.card.features_with(())
    )


def _endures(reading: _Reading) -> bool:
    # The middle of the built-in cards: 16 HP a level up to level 9, 20 from then on; Armor 16 and 1 for 3 levels.
    level, stats = reading.card.level, reading.card.stats
    usual_hp = max(7, (16 if level < 10 else 20) * level)
    usual_armor = 17 + max(0, level - 3) // 3
    return (stats.hp or 0) >= usual_hp and (stats.armor or 0) >= usual_armor


def _hits_hard(reading: _Reading) -> bool:
    # About a quarter of the built-in cards hits so hard for its level.
    return reading.best_hit >= 7 + 2 * reading.card.level


def _fills_areas(effects: _Effects) -> bool:
    return any(effect.is_in_area and effect.immediate_damage for effect in effects)


def _helps(effects: _Effects) -> bool:
    return any(effect.targets.who == "ally" and (effect.bonuses or effect.temporary_hp) for effect in effects)


def _is_stealthy(reading: _Reading) -> bool:
    return "Stealth" in reading.card.skills or reading.effects.gives("invisible")


def _leads(reading: _Reading) -> bool:
    return bool(reading.card.starts_with) or any(
        effect.targets.who == "ally"
        and (effect.bonuses or "quickened" in effect.gives)
        and effect.targets.number is None
        for effect in reading.effects
    )


def _is_fast(reading: _Reading) -> bool:
    return (reading.card.stats.speed or 0) >= FAST_FROM


def _is_slow(reading: _Reading) -> bool:
    speed = reading.card.stats.speed
    return speed is not None and speed <= SLOW_UP_TO


_BY_EFFECTS: Mapping[str, Callable[[_Effects], bool]] = {
    "Healer": _heals,
    "Summoner": lambda effects: effects.does("summon"),
    "Invisible": lambda effects: effects.gives("invisible"),
    "Area damage": _fills_areas,
    "Support": _helps,
    "Controller": lambda effects: effects.gives(*_HINDRANCES),
    "Grappler": lambda effects: effects.gives("grabbed", "restrained"),
}
"""The roles that follow from effects alone, so that spells, items and feats have them too."""


def _role(name: str, said: str, words: str, fits: Callable[[_Reading], bool] | None = None) -> CardRole:
    fits = fits or (lambda reading: _BY_EFFECTS[name](reading.effects))
    return CardRole(name, said, tuple(word.strip() for word in words.split(",")), fits)


ROLES: tuple[CardRole, ...] = (
    _role(
        "Archer",
        "that shoot",
        "archer, bowman, bow, ranged, ranged attacker, ranged attack, shooter, sniper, marksman, artillery, gunner, "
        "thrower, missiles, skirmisher",
        _shoots,
    ),
    _role("Healer", "that heal others", "healer, heals, heal, healing, medic, cure, cures, doctor"),
    _role(
        "Spellcaster",
        "that cast spells",
        "spellcaster, caster, mage, magic, magic user, magical, magician, wizard, sorcerer, warlock, spells, spell",
        lambda reading: reading.card.is_caster,
    ),
    _role("Summoner", "that summon others", "summoner, summons, summon"),
    _role("Invisible", "that turn invisible", "invisible, invisibility, invis, unseen"),
    _role(
        "Tank",
        "that endure a lot",
        "tank, tanky, durable, sturdy, tough, resilient, meat shield, bulky, high hp, high ac, high armor, "
        "hard to kill, bodyguard, frontline, front line",
        _endures,
    ),
    _role(
        "Damage dealer",
        "that hit hard",
        "damage dealer, dps, striker, heavy hitter, hard hitter, hits hard, hard hitting, melee brute, "
        "glass cannon, high damage, nuker, "
        "bruiser, big damage, most damage",
        _hits_hard,
    ),
    _role(
        "Area damage",
        "that damage areas",
        "area damage, aoe, aoe damage, area attack, area of effect, blaster, splash, splash damage, "
        "multi target, crowd clearer",
    ),
    _role("Support", "that help their allies", "support, supporter, buff, buffer, buffs"),
    _role(
        "Controller",
        "that hinder enemies",
        "controller, control, crowd control, cc, debuff, debuffer, debuffs, disabler, disable",
    ),
    _role(
        "Grappler",
        "that grab",
        "grappler, grapple, grapples, grabber, grabs, grab, wrestler, restrainer",
    ),
    _role(
        "Charger",
        "that move and Strike at once",
        "charger, charge, charges, pounce, pouncer",
        lambda reading: reading.effects.does("stride", "strike") or reading.effects.does("fly", "strike"),
    ),
    _role(
        "Leader",
        "that lead others",
        "leader, commander, captain, boss, warlord, officer, chief, chieftain, warchief",
        _leads,
    ),
    _role(
        "Stealthy",
        "that hide",
        "stealthy, stealth, sneaky, sneak, assassin, ambusher, ambush, hides, hide, hiding, infiltrator, scout, spy",
        _is_stealthy,
    ),
    _role(
        "Regenerating",
        "that heal themselves",
        "regenerating, regenerate, regenerates, regeneration, regen, self healing",
        _regenerates,
    ),
    _role("Long reach", "that reach far", "long reach, reach, polearm, reach weapon, far reach", _reaches_far),
    _role(
        "Fast",
        f"with Speed {FAST_FROM} or more",
        "fast, quick, speedy, swift, mobile, runner, high speed",
        _is_fast,
    ),
    _role("Slow", f"with Speed {SLOW_UP_TO} or less", "slow, sluggish, slow moving, low speed", _is_slow),
    _role(
        "Cheap",
        f"of level {CHEAP_UP_TO} or lower",
        "cheap, chaff, fodder, cannon fodder, horde, minion, mook, low level, weakest, inexpensive, grunt",
        lambda reading: reading.card.level <= CHEAP_UP_TO,
    ),
)
"""Every role, in the order of the filter that has them."""

BY_NAME = {role.name: role for role in ROLES}


def roles_of(card: Card) -> tuple[str, ...]:
    """Return the roles of a card without upgrades."""
    reading = _Reading(card)
    return tuple(role.name for role in ROLES if role.fits(reading))


def effect_facets(effects: Iterable[Effect]) -> tuple[tuple[str, str], ...]:
    """Return the roles and the damage types of a spell, an item or a feat, as facets of a search."""
    effects = _Effects(effects)
    types = {kind for effect in effects for damage in effect.damage for kind in damage.types}
    roles = (role for role, fits in _BY_EFFECTS.items() if fits(effects))
    return (*(("role", role) for role in roles), *(("damage", kind) for kind in sorted(types)))


def defenses_of(card: Card) -> tuple[str, ...]:
    """Return a card's immunities, resistances and weaknesses, each with the damage or condition: ``resists fire``.

    Omits names of features, such as a gaze to which its owner is immune.
    """
    pairs = (
        *(("immune to", word) for word in card.immune),
        *(("resists", kind) for row in card.resist for kind in (row.choices or (row.type,))),
        *(("weak to", row.type) for row in card.weak),
    )
    return tuple(
        dict.fromkeys(f"{verb} {word}" for verb, word in pairs if word.islower() and len(word) <= LONGEST_DEFENDED)
    )
