"""The effect of a feature as a sentence made from its fields; and the reverse."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.cards.fields import FEATURE_FIELDS
from rules.cards.model import Card, Feature
from rules.effects.model import Effect, forced_move
from rules.effects.values import SAVES, Damage, EffectStep, Range, SavingThrow
from rules.tables.actions import REACTIONS_BY_NAME
from rules.tables.damage import DAMAGE_TYPES, FREE_TYPES
from rules.text import counted, listed

# Shield Block is not among them: a card prints how much its own takes off.
COMMON_EFFECTS: dict[str, str] = {
    # The first paragraph of a reaction says what it does; the others are for the glossary.
    name.casefold(): reaction.text.partition("\n\n")[0]
    for reaction in (
        REACTIONS_BY_NAME["Attack of Opportunity"],
        REACTIONS_BY_NAME["Ferocity"],
        REACTIONS_BY_NAME["Retributive Strike"],
    )
    for name in (reaction.name, *reaction.aliases)
}


def common_effect(name: str) -> str:
    """Return the effect of a common feature, "" if the name is not a common one."""
    return COMMON_EFFECTS.get(name.casefold(), "")


REFERENCE = re.compile(r"\{(?:part\.(?P<part>\d+)\.)?(?P<what>damage|amount)(?:\.(?P<place>\d+))?\}")

_MOVES = {"push": "pushed", "pull": "pulled", "shunt": "shunted"}


def damage_words(damage: Damage) -> str:
    """Return an amount with its types: ``15 slashing and fire``, ``5 persistent poison``."""
    words = [str(damage.amount)]
    if damage.persistent:
        words.append("persistent")
    if damage.types:
        words.append(listed(damage.types))
    return " ".join(words)


def save_words(save: SavingThrow) -> str:
    """Return a save in the game's words: ``Reflex half``, ``Fortitude negates sickened``."""
    return " ".join(filter(None, (save.stat.capitalize(), save.result, listed(save.of))))


def saves_clause(saves: tuple[SavingThrow, ...]) -> str:
    """Return all saves in brackets, or ""."""
    return f" ({'; '.join(map(save_words, saves))})" if saves else ""


def unknown_references(feature: Feature) -> tuple[str, ...]:
    """Return the references of the feature's prose that point at no damage of the feature."""
    return tuple(match[0] for match in REFERENCE.finditer(feature.effect) if _referred(feature, match) is None)


def _referred(feature: Feature, match: re.Match[str]) -> Damage | None:
    """Return the damage that a reference points at: of the feature, or of one of its parts, counted from 1."""
    part, place = int(match["part"] or 0), int(match["place"] or 1)
    if match["part"] and not 1 <= part <= len(feature.then):
        return None
    damage = feature.then[part - 1].damage if part else feature.damage
    return damage[place - 1] if 1 <= place <= len(damage) else None


def effect_template(feature: Feature) -> str:
    """Return the effect with references to damage: the prose, the sentence of the fields, or the common effect."""
    return feature.effect or _sentence(feature) or common_effect(feature.name)


def says_itself(feature: Feature) -> bool:
    """Return True if the fields say everything: any prose is the sentence that they make."""
    return not feature.effect or feature.effect == effect_template(replace(feature, effect=""))


def effect_text(feature: Feature) -> str:
    """Return the feature's effect as a reader sees it, numbers in place."""

    def number(match: re.Match[str]) -> str:
        damage = _referred(feature, match)
        if damage is None:
            return match[0]
        return damage_words(damage) if match["what"] == "damage" else str(damage.amount)

    return REFERENCE.sub(number, effect_template(feature))


def _sentence(feature: Feature) -> str:
    damage = [
        "{damage} damage" if position == 1 else f"{{damage.{position}}} damage"
        for position in range(1, len(feature.damage) + 1)
    ]
    target = "each creature in the area" if feature.is_in_area else "the target"
    clauses = []
    if damage and feature.strike:
        # The first damage is the weapon's; what follows (poison, persistent damage) is what befalls the target.
        clauses.append(f"deals {damage.pop(0)}")
    suffers = [f"takes {listed(damage)}"] if damage else []
    if feature.gives:
        suffers.append(_given(feature.gives))
    if suffers:
        clauses.append(f"{target} {listed(suffers)}")
    if not clauses:
        return ""
    riders = {*damage_parts(feature), *feature.conditions}
    saves = tuple(_shortened(save, riders) for save in feature.saves)
    sentence = ", and ".join(clauses) + saves_clause(saves)
    return sentence[0].upper() + sentence[1:] + "."


def damage_parts(feature: Feature) -> tuple[str, ...]:
    """Return the words by which a save names the damage that follows a hit: ``poison damage``."""
    return tuple(
        f"{'persistent' if damage.persistent else listed(damage.types)} damage"
        for damage in feature.damage[feature.strike :]
    )


def _shortened(save: SavingThrow, riders: set[str]) -> SavingThrow:
    """Return a save about ``both`` if it is about the only two effects of the feature."""
    return replace(save, of=("both",)) if len(save.of) == 2 and set(save.of) == riders else save


def _given(gives: tuple[str, ...]) -> str:
    states, falls = [], []
    for given in gives:
        if given == "prone":
            falls.append("falls prone")
        elif move := forced_move(given):
            states.append(f"{_MOVES[move.kind]} {counted(move.squares, 'square')}")
        else:
            states.append(given)
    return listed(([f"is {listed(states)}"] if states else []) + falls)


PRINTED_FIELDS: frozenset[str] = frozenset(
    (
        "name kind replaces uses cost once_per_turn trigger precondition range strike damage saves gives effect caster"
    ).split()
)
"""The fields that cards have had from the start. A new field stays out, even if cards print it.

The sentence of a feature that has any other field is not read.
"""

_IS_A_STRIKE = re.compile(r"A (?:melee|ranged) Strike\b")
_HAS_A_STRIKE = re.compile(
    r"\b(?:an?|one|two|three|up to \w+|pair of)(?: \w+){0,2} Strikes?\b|\bmakes? \w+ Strikes\b|\bStrikes with\b"
)
_SAVE = re.compile(r"\((Fortitude|Reflex|Will) (negates|half)\)")
_AREA = re.compile(r"\b(Emanation|Burst|Cone|Line) (\d{1,3})")
_TYPE = rf"(?:{'|'.join((*(word for row in DAMAGE_TYPES for word in (row.name, *row.aliases)), *FREE_TYPES))})"
_DAMAGE = re.compile(
    rf"\b(?P<amount>\d{{1,3}})(?P<persistent> persistent)? (?P<types>{_TYPE}(?:(?:, | and | or ){_TYPE})*)"
    r"(?: \([a-z]+\))? damage"
)
_STAT_OF = {stat.capitalize(): stat for stat in SAVES}


def has_further_fields(feature: Feature) -> bool:
    """Return True if the feature has a field that only sentences expressed in the oldest documents.

    Its triggers are read whenever a document has none.
    """
    late = (field for field in FEATURE_FIELDS if field.name not in PRINTED_FIELDS and field.name != "triggers")
    return any(getattr(feature, field.name) != field.default for field in late)


def read_sentences(card: Card) -> Card:
    """Return a card with fields for the Strikes, saves and areas that are only in its sentences."""
    features = tuple(map(read_feature, card.features))
    return card if features == card.features else replace(card, features=features)


def read_feature(feature: Feature) -> Feature:
    """Return a feature with fields for what only its sentence says; one that already has such fields is unchanged."""
    if not feature.effect or has_further_fields(feature):
        return feature
    fields: dict[str, Any] = {}
    if feature.damage and not feature.strike and _IS_A_STRIKE.match(feature.effect):
        fields["strike"] = True
    if not feature.saves and (saves := _SAVE.findall(feature.effect)):
        fields["saves"] = tuple(SavingThrow(_STAT_OF[stat], result) for stat, result in saves)
    if feature.range is None and (area := _AREA.search(feature.effect)):
        fields["range"] = Range(area[1].lower(), int(area[2]))
    unprinted = frozenset(fields)
    if not (feature.strike or "strike" in fields) and _HAS_A_STRIKE.search(feature.effect):
        fields["steps"] = (EffectStep(action="strike"),)
    if damage := tuple(damage for damage in _damage(feature.effect) if damage not in feature.damage):
        fields["then"] = (Effect(damage=damage),)
    return replace(feature, **fields, unprinted=unprinted, read_from_text=True) if fields else feature


def _damage(text: str) -> Iterator[Damage]:
    """Yield the damage that a sentence gives as a number before its types: ``5 persistent poison damage``."""
    for match in _DAMAGE.finditer(text):
        yield Damage(
            int(match["amount"]),
            tuple(re.findall(_TYPE, match["types"])),
            persistent=match["persistent"] is not None,
            choose_one=" or " in match["types"],
        )
