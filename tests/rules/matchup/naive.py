"""Attacks resolved one die at a time, as two people at a table would, with none of the code under test.

Only the values of a card are read; every face of every die is rolled once.
"""

from fractions import Fraction
from itertools import product

from rules.cards.model import Card
from rules.p2v_combat.attacks import Attack
from tests.rules.matchup.amounts import instances

D20 = tuple(range(1, 21))
D6 = (1, 2, 3, 4, 5, 6)
PHYSICAL = {"bludgeoning", "piercing", "slashing"}
ENERGY = {"acid", "cold", "electricity", "fire", "sonic"}
SAME = {"lightning": "electricity", "necrotic": "void"}


def strike(face: int, fight: int, armor: int) -> str:
    """Resolve one Fight roll: a natural 20 or 10 above the Armor is critical, reaching it hits."""
    if face == 20:
        return "critical"
    over = face + fight - armor
    if over >= 10:
        return "critical"
    if over >= 0:
        return "hit"
    return "miss"


def save(face: int, bonus: int, power: int) -> str:
    """Resolve one saving throw: a natural 1 or 10 below the Power fails critically, 10 above succeeds critically."""
    over = face + bonus - power
    if face == 1 or over <= -10:
        return "critical failure"
    if over < 0:
        return "failure"
    if over < 10:
        return "success"
    return "critical success"


def halved(amount: int) -> int:
    """Halve damage: down to a whole point, from 10 on down to a multiple of 5."""
    half = amount // 2
    while half >= 10 and half % 5:
        half -= 1
    return half


def after_save(amount: int, result: str, how: str) -> int:
    """Return what a save leaves of an amount."""
    if result == "critical failure":
        return 2 * amount
    if result == "failure":
        return amount
    if how == "half" and result == "success":
        return halved(amount)
    return 0


def taken(amount: int, faces: tuple[int, ...], weakness: int) -> int:
    """Take resistance off, 5 for each die of 4 or more, then add weakness to what is left."""
    for face in faces:
        if face >= 4:
            amount -= 5
    return amount + weakness if amount > 0 else 0


def covers(word: str, types: set[str], but: set[str] = frozenset()) -> bool:
    """Say whether a word of a card is about damage of these types."""
    word = SAME.get(word.lower(), word.lower())
    if word == "all":
        return not types or bool(types - but)
    types = types - but
    group = {"physical": PHYSICAL, "energy": ENERGY}.get(word, {word})
    return bool(types & group)


def defences(card: Card, types: tuple[str, ...], *, in_area: bool) -> tuple[bool, int, int]:
    """Read off a card whether damage does nothing, how many dice resist it, and how much weakness adds."""
    kinds = {SAME.get(damage_type, damage_type) for damage_type in types}
    tags = {tag.lower() for tag in card.tags}
    immune = any(covers(word, kinds) for word in card.immune)
    immune = immune or ("vitality" in kinds and "undead" not in tags)
    immune = immune or ("void" in kinds and bool(tags & {"undead", "construct"}))
    dice = [resistance.dice for resistance in card.resist if covers(resistance.type, kinds, set(resistance.exceptions))]
    weak = [
        weakness.amount
        for weakness in card.weak
        if covers(weakness.type, kinds) or (weakness.type == "area damage" and in_area)
    ]
    return immune, max(dice, default=0), max(weak, default=0)


def average(attack: Attack, attacker: Card, defender: Card) -> Fraction:
    """Return the average damage over every face of the strike's die, the save's die and each die of resistance."""
    total = Fraction(0)
    for instance in instances(attack):
        assert not instance.any_one
        immune, dice, weakness = defences(defender, instance.types, in_area=attack.in_area)
        if immune:
            continue
        strikes = (
            [strike(face, attacker.stats.fight, defender.stats.armor) for face in D20] if attack.strike else ["hit"]
        )
        saves = (
            [save(face, getattr(defender.stats, instance.save), attacker.stats.power) for face in D20]
            if instance.save
            else [""]
        )
        resisting = list(product(D6, repeat=dice))
        damage = 0
        for struck, saved in product(strikes, saves):
            if struck == "miss":
                continue
            amount = 2 * instance.amount if struck == "critical" else instance.amount
            if saved == "critical failure" and struck == "critical":
                pass  # doubled already, and never more than double
            elif saved:
                amount = after_save(amount, saved, "half" if instance.half else "negates")
            damage += sum(taken(amount, faces, weakness) for faces in resisting) if amount else 0
        total += Fraction(instance.times * damage, len(strikes) * len(saves) * len(resisting))
    return total
