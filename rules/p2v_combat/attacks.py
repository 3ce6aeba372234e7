"""A creature's attacks by its card: its strikes, powers and spells, as rows for forecasts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rules import spells
from rules.cards.model import Card, Feature, SpellGroup
from rules.cards.phrases import damage_words, save_words
from rules.cards.sheet import Mark, cost_mark, range_words, use_marks
from rules.effects.model import Effect
from rules.effects.values import Damage, Save
from rules.p2v_combat.guards import damage_guards, stats_of
from rules.spells.casting import Casting, GrantedAction
from rules.spells.model import Spell, heightened
from rules.spells.phrases import target_noun
from rules.text import listed, with_article, with_minus

_LIVING = "living"


@dataclass(frozen=True, slots=True)
class Attack:
    """One strike, power or spell as a row of the sheet.

    ``key`` distinguishes it from the creature's other attacks. ``cost`` has a mark for each way to use it. ``strike``
    means a Fight roll against Armor. ``saves`` are the stats that its target saves with, each once, and ``save_words``
    the saves as printed; without a strike and a save it takes effect without a roll. ``damage`` is all of its damage,
    in words; ``reckoned`` are the places in the damage of ``effect`` that a forecast counts. ``gives`` are its
    conditions. ``precondition`` says whether ``trigger`` is a trigger or a requirement. ``notes`` are further
    information and omissions.
    """

    key: str
    name: str
    effect: Effect = field(repr=False, compare=False)
    is_spell: bool = False
    cost: tuple[Mark, ...] = ()
    is_reaction: bool = False
    uses: tuple[Mark, ...] = ()
    reach: str = ""
    precondition: str = ""
    trigger: str = ""
    strike: bool = False
    in_area: bool = False
    saves: tuple[Save, ...] = ()
    save_words: tuple[str, ...] = ()
    damage: tuple[str, ...] = ()
    reckoned: tuple[int, ...] = ()
    gives: tuple[str, ...] = ()
    only_living: bool = False
    notes: tuple[str, ...] = ()

    @property
    def kind(self) -> Literal["strike", "power"]:
        """Strike or power: which of user and targets rolls."""
        return "strike" if self.strike else "power"

    @property
    def dealt(self) -> tuple[Damage, ...]:
        """The damage that is reckoned."""
        return tuple(self.effect.damage[place] for place in self.reckoned)

    @property
    def missiles(self) -> int:
        """How often each amount of damage is dealt."""
        return getattr(self.effect, "missiles", None) or 1


def attacks_of(card: Card, features: Iterable[Feature]) -> tuple[Attack, ...]:
    """Return the attacks of a creature with these features, in printed order, with its spells in place of its
    spellcasting.
    """
    attacks: list[Attack] = []
    for feature in features:
        if feature.caster:
            attacks += _spells(card, feature)
        attack = _of_feature(feature)
        if attack:
            attacks.append(attack)
    return tuple(attacks)


def combinations(features: Iterable[Feature]) -> tuple[str, ...]:
    """Return the names of the actions that are made of other Strikes and so have no row of their own."""
    return tuple(
        feature.name
        for feature in features
        if feature.cost is not None and feature.strikes and not _of_feature(feature)
    )


def unknown_spells(card: Card, features: Iterable[Feature]) -> tuple[str, ...]:
    """Return the names of the spells that no spell sheet has, as the card prints them."""
    named = (
        spell.name
        for feature in features
        if feature.caster
        for group in feature.caster.groups
        for spell in group.spells
    )
    return tuple(dict.fromkeys(name for name in named if spells.find_spell(name, card.license) is None))


# Features


def _of_feature(feature: Feature) -> Attack | None:
    # An attack is what strikes, what is saved against, and what deals damage at once: persistent damage that another
    # feature hands out is no attack of its own. Attacks and powers; a card that has its Strike or its save only in a
    # sentence has it all the same, rulings 134 and 154.
    if not (feature.strike or feature.saves or feature.immediate_damage):
        return None
    places, left_out = _reckoned(feature)
    includes = () if feature.strike or not feature.strikes else ("It includes a Strike: see that row.",)
    return _row(
        feature,
        places,
        key=feature.id,
        name=feature.name,
        cost=cost_mark(feature.cost, feature.once_per_turn),
        uses=use_marks(feature.uses),
        reach=range_words(feature.range),
        damage=tuple(map(damage_words, feature.damage)),
        notes=(*left_out, *includes),
    )


def _row(effect: Effect, reckoned: tuple[int, ...], *, cost: Mark | None, **more: Any) -> Attack:
    return Attack(
        effect=effect,
        reckoned=reckoned,
        cost=(cost,) if cost else (),
        is_reaction=effect.is_reaction,
        precondition=effect.precondition or "",
        trigger=effect.trigger or "",
        strike=effect.strike,
        in_area=effect.is_in_area,
        saves=stats_of(effect.saves),
        save_words=tuple(map(save_words, effect.saves)),
        gives=effect.gives,
        **more,
    )


def _reckoned(effect: Effect) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the places of the damage that can be reckoned, and a sentence for each other that is dealt at once."""
    places, left_out = [], []
    for place, damage in enumerate(effect.damage):
        if damage.persistent:
            continue
        # Different saves against the same damage are for the table. Ruling 153.
        ways = {(save.stat, save.result) for save in damage_guards(effect, place)}
        if len(ways) > 1:
            left_out.append(f"{damage_words(damage)} damage is left out: more than one save applies to it.")
        elif any(result not in ("half", "negates") for _, result in ways):
            left_out.append(f"{damage_words(damage)} damage is left out: see the card for what its save does.")
        else:
            places.append(place)
    return tuple(places), tuple(left_out)


# Spells


def _spells(card: Card, feature: Feature) -> Iterator[Attack]:
    """Yield the attacks among a caster's spells, each spell once, in printed order."""
    caster, seen = feature.caster, set()
    if caster is None:
        return
    for group in caster.groups:
        for named in group.spells:
            spell = spells.find_spell(named.name, card.license)
            if spell is not None and spell.key not in seen:
                seen.add(spell.key)
                yield from _of_spell(spell, caster.rank, feature.id, group, named.note)


def _of_spell(spell: Spell, rank: int, feature_id: str, group: SpellGroup, note: str | None) -> Iterator[Attack]:
    # A caster casts every spell at its own rank. Ways to cast it that differ in price and range alone are one row; an
    # action that the spell grants is a row of its own. Spells, "Interpreting spells" and "Rank and heightening".
    rows: list[Attack] = []
    ways = [(spell.name, casting) for casting in spell.castings]
    ways += [(f"{spell.name}: {way.grants.name}", _granted(way, way.grants)) for way in spell.castings if way.grants]
    for name, printed in ways:
        if not (printed.strike or printed.saves or printed.damage):
            continue
        casting = heightened(spell, printed, rank)
        row = _of_casting(casting, name, use_marks(group.uses), note)
        alike = [other for other in rows if _same_roll(other, row)]
        if alike:
            first = alike[0]
            rows[rows.index(first)] = replace(first, cost=first.cost + row.cost, reach=f"{first.reach} or {row.reach}")
        else:
            rows.append(row)
    for number, row in enumerate(rows, start=1):
        yield replace(row, key="-".join((feature_id, spell.key, *([str(number)] if number > 1 else []))))


def _granted(way: Casting, grants: GrantedAction) -> Casting:
    """Return an action that a spell grants, in the area of the spell if it shares that."""
    casting = grants.casting
    return replace(casting, range=way.range) if casting.range and casting.range.kind == "area" else casting


def _same_roll(attack: Attack, other: Attack) -> bool:
    """Return True if two ways to cast a spell differ only in cost and range."""
    return replace(attack, cost=(), reach="") == replace(other, cost=(), reach="")


def _of_casting(casting: Casting, name: str, uses: tuple[Mark, ...], note: str | None) -> Attack:
    number = casting.targets.number or 1
    places, _ = _reckoned(casting)
    return _row(
        casting,
        places,
        key="",
        name=name,
        cost=cost_mark(casting.cost),
        is_spell=True,
        uses=uses,
        reach=", ".join(filter(None, (_reach(casting), f"up to {number} targets" if number > 1 else ""))),
        damage=tuple(_spell_damage(damage, casting.missiles) for damage in casting.damage),
        only_living=_LIVING in casting.targets.tags,
        notes=(*((f"{note[:1].upper()}{note[1:]}.",) if note else ()), *_spell_notes(casting)),
    )


def _reach(casting: Casting) -> str:
    if casting.range is None or casting.range.kind == "unprinted":
        return ""
    return range_words(casting.range).capitalize()


def _spell_damage(damage: Damage, missiles: int | None) -> str:
    words = " ".join(filter(None, (str(damage.amount), listed(damage.types, "or" if damage.choose_one else "and"))))
    return f"{missiles} × {words}" if missiles and missiles > 1 else words


def _spell_notes(casting: Casting) -> Iterator[str]:
    """Yield a spell's requirements of its target, and how to read its damage."""
    targets = casting.targets
    if casting.target_text not in ("", "a creature"):
        yield f"Affects {casting.target_text.strip(' ,')}."
    elif _LIVING in targets.tags:
        yield "Only for living creatures."
    elif targets.tags or targets.who == "ally":
        yield f"Only for a target that is {with_article(target_noun(targets))}."
    for damage in casting.damage:
        if damage.when:
            yield f"The damage is dealt {damage.when}."
        if damage.only:
            yield f"It damages only {damage.only} targets."
        if damage.choose_one:
            yield "The caster picks the type that deals the most damage."
    if (casting.missiles or 0) > 1:
        yield "All missiles are aimed at one target."
    for save in casting.saves:
        if save.on_success:
            yield f"On a successful save, the target is still {listed(save.on_success)}."
        if save.modifier:
            who = listed(save.modifier_for)
            yield with_minus(f"{who[:1].upper()}{who[1:]} save at {save.modifier:+d} (not included).")
