"""Card documents, ``muster-card/1``: a card as JSON for other programs, and back.

A document holds each effect as finished text. Muster's own snapshots ask for ``references=True``: the text then keeps
its references to damage, so that a later level-up changes number and sentence together. Both read back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

from rules import alignment
from rules.cards import model
from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup
from rules.cards.model import Stats as CardStats
from rules.cards.phrases import effect_template, effect_text
from rules.documents import Fields, Format, fail, writable
from rules.effects import Damage, Range, Resistance, SavingThrow, Weakness
from rules.effects.values import SAVE_RESULTS, SAVES, USES, Cost, Save, SaveResult, Use
from rules.points import MAX_LEVEL, MIN_LEVEL
from rules.text import listed

FORMAT = Format("muster-card/1", "a card document", untagged="muster-card/1")
AT_WILL = "at_will"

MAX_FEATURES = 100
MAX_WORDS = 100
"""Words of one list: tags, skills, conditions."""
MAX_WORD = 200
MAX_STARTS_WITH = 20
MAX_KEY = 120
MAX_REVISION = 1_000_000
_DICE = re.compile(r"(\d{1,2})d6")


def card_document(card: Card, *, references: bool = False) -> dict[str, Any]:
    """Return the card as a document; with ``references`` its texts keep their references to damage."""
    return {
        "format": FORMAT.tag,
        "key": card.key,
        "name": card.name,
        "source": card.source,
        "license": card.license,
        "revision": card.revision,
        "level": card.level,
        "points": card.points,
        "printed_points": card.printed_points,
        "upgrade_cost": card.upgrade_cost,
        "alignment": card.alignment,
        "size": card.size,
        "tags": list(card.tags),
        "class": card.class_name,
        "stats": {name: getattr(card.stats, name) for name in model.STATS},
        "armor_broken": card.armor_broken,
        "movement_mode": card.movement_mode,
        "starts_with": list(card.starts_with),
        "features": [_feature_document(feature, references) for feature in card.features],
        "skills": list(card.skills),
        "immune": list(card.immune),
        "resist": [{"type": one.type, "dice": f"{one.dice}d6", "except": list(one.exceptions)} for one in card.resist],
        "weak": [{"type": one.type, "amount": one.amount} for one in card.weak],
        "other": list(card.other),
    }


def _feature_document(feature: Feature, references: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "id": feature.id,
        "name": feature.name,
        "kind": feature.kind,
        "uses": list(feature.uses),
        "cost": feature.cost,
        "once_per_turn": feature.once_per_turn,
        "trigger": feature.trigger,
        "range": _range_document(feature.range),
        "strike": feature.strike,
        "damage": [
            {"amount": damage.amount, "types": list(damage.types), "persistent": damage.persistent}
            for damage in feature.damage
        ],
        "saves": [{"stat": save.stat, "result": save.result, "of": listed(save.of) or None} for save in feature.saves],
        "gives": list(feature.gives),
        "text": effect_template(feature) if references else effect_text(feature),
        "printed": {"top": feature.printed[0], "text": feature.printed[1]} if feature.printed else None,
    }
    if feature.kind == "replaces":
        document["replaces"] = feature.replaces
    if feature.caster:
        document["caster"] = {
            "tradition": feature.caster.tradition,
            "rank": feature.caster.rank,
            "groups": [
                {
                    "uses": AT_WILL if group.at_will else list(group.uses),
                    "spells": [{"name": spell.name, "note": spell.note} for spell in group.spells],
                }
                for group in feature.caster.groups
            ],
        }
    return document


def _range_document(reach: Range | None) -> dict[str, Any] | None:
    if reach is None:
        return None
    document: dict[str, Any] = {"kind": reach.kind}
    for name in ("squares", "long", "within"):
        if getattr(reach, name) is not None:
            document[name] = getattr(reach, name)
    if reach.aura:
        document["aura"] = True
    if reach.other:
        document["or"] = _range_document(reach.other)
    return document


def card_from_document(document: object, path: str = "") -> Card:
    """Read a card document; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    read = FORMAT.upcast(document, path)
    level = read.integer("level", low=MIN_LEVEL, high=MAX_LEVEL)
    for derived in ("points", "upgrade_cost"):  # from the level, whatever the document says
        read.optional_integer(derived, low=0)
    card = Card(
        key=_key(read, "key"),
        name=read.text("name", low=1, high=120),
        level=level,
        alignment=read.choice("alignment", alignment.CODES),
        size=read.choice("size", model.SIZES),
        stats=_stats(read.fields("stats")),
        tags=_words(read, "tags"),
        source=read.optional_text("source", high=MAX_WORD),
        license=read.text("license", default="unknown", high=MAX_WORD),
        revision=read.integer("revision", default=1, low=1, high=MAX_REVISION),
        class_name=read.optional_text("class", high=MAX_WORD),
        printed_points=read.optional_integer("printed_points", low=0),
        armor_broken=read.optional_integer("armor_broken"),
        movement_mode=read.choice("movement_mode", model.MOVEMENT_MODES),
        starts_with=_starts_with(read),
        features=tuple(_feature(item) for item in read.items("features", high=MAX_FEATURES)),
        skills=_words(read, "skills"),
        immune=_words(read, "immune"),
        resist=tuple(_resistance(item) for item in read.items("resist")),
        weak=tuple(_weakness(item) for item in read.items("weak")),
        other=_words(read, "other"),
    )
    read.ignore("steps")  # a converter's notes travel with the card but are not part of it
    read.done()
    ids = [feature.id for feature in card.features]
    if len(set(ids)) != len(ids):
        fail("document.repeated", read.at("features"), "Two features of the card have the same id.")
    return card


def _key(read: Fields, name: str) -> str:
    return writable(read.text(name, low=1, high=MAX_KEY), read.at(name))


def _starts_with(read: Fields) -> tuple[str, ...]:
    keys = read.texts("starts_with", high=MAX_STARTS_WITH, longest=MAX_KEY)
    for index, key in enumerate(keys):
        path = f"{read.at('starts_with')}[{index}]"
        if not key:
            fail("document.range", path, "Expected the key of a creature, found nothing.")
        writable(key, path)
    return keys


def _stats(read: Fields) -> CardStats:
    values = {name: read.optional_integer(name, low=-20, high=9999) for name in model.STATS}
    read.done()
    return CardStats(**values)


def _feature(read: Fields) -> Feature:
    kind = read.choice("kind", model.FEATURE_KINDS) or "base"
    caster = read.optional_fields("caster")
    printed = read.optional_fields("printed")
    feature = Feature(
        id=_key(read, "id"),
        name=read.text("name", low=1, high=MAX_WORD),
        kind=cast(model.FeatureKind, kind),
        replaces=read.optional_text("replaces", high=MAX_WORD),
        uses=_uses(read, "uses"),
        cost=cast("Cost | None", read.choice("cost", model.COSTS)),
        once_per_turn=read.boolean("once_per_turn"),
        trigger=read.optional_text("trigger"),
        range=_range(read.optional_fields("range")),
        strike=read.boolean("strike"),
        damage=tuple(_damage(item) for item in read.items("damage")),
        saves=tuple(_save(item) for item in read.items("saves")),
        gives=_words(read, "gives"),
        effect=read.text("text", default=""),
        caster=_caster(caster) if caster else None,
        printed=_printed(printed) if printed else None,
    )
    read.done()
    if feature.kind == "replaces" and not feature.replaces:
        fail("document.missing", read.at("replaces"), "A feature that replaces another names it in “replaces”.")
    return feature


def _words(read: Fields, name: str) -> tuple[str, ...]:
    return read.texts(name, high=MAX_WORDS, longest=MAX_WORD)


def _uses(read: Fields, name: str) -> tuple[Use, ...]:
    values = read.texts(name)
    for index, value in enumerate(values):
        if value not in USES:
            fail("document.value", f"{read.at(name)}[{index}]", f"A use is one of {', '.join(USES)}.")
    return cast("tuple[Use, ...]", values)


def _range(read: Fields | None) -> Range | None:
    if read is None:
        return None
    kind = _needed(read, "kind", model.RANGE_KINDS)
    second = read.optional_fields("or")
    if second is not None and second.raw.get("or") is not None:
        fail("document.value", second.at("or"), "A range has at most one other range.")
    reach = Range(
        kind=kind,
        squares=read.optional_integer("squares", low=0),
        long=read.optional_integer("long", low=0),
        within=read.optional_integer("within", low=0),
        aura=read.boolean("aura"),
        other=_range(second),
    )
    read.done()
    return reach


def _damage(read: Fields) -> Damage:
    damage = Damage(read.integer("amount", low=0), _words(read, "types"), read.boolean("persistent"))
    read.done()
    return damage


def _save(read: Fields) -> SavingThrow:
    stat, result = _needed(read, "stat", SAVES), _needed(read, "result", SAVE_RESULTS)
    save = SavingThrow(cast(Save, stat), cast(SaveResult, result), SavingThrow.parts_of(read.optional_text("of") or ""))
    read.done()
    return save


def _needed(read: Fields, name: str, choices: Sequence[str]) -> str:
    value = read.choice(name, choices)
    if value is None:
        fail("document.missing", read.at(name), f"The field “{name}” is missing: {', '.join(choices)}.")
    return value


def _resistance(read: Fields) -> Resistance:
    kind, dice, exceptions = read.text("type", low=1), read.text("dice"), _words(read, "except")
    read.done()
    rolled = _DICE.fullmatch(dice)
    if rolled is None:
        fail("document.value", read.at("dice"), "The dice of a resistance are written like “2d6”.")
    return Resistance(kind.lower(), int(rolled[1]), exceptions)


def _weakness(read: Fields) -> Weakness:
    weakness = Weakness(read.text("type"), read.integer("amount", low=0))
    read.done()
    return weakness


def _printed(read: Fields) -> tuple[str, str]:
    printed = (read.text("top", default=""), read.text("text", default=""))
    read.done()
    return printed


def _caster(read: Fields) -> Caster:
    groups = []
    for group in read.items("groups"):
        at_will = isinstance(group.raw.get("uses"), str) and group.text("uses") == AT_WILL
        uses: tuple[Use, ...] = () if at_will else _uses(group, "uses")
        spells = []
        for spell in group.items("spells"):
            spells.append(CasterSpell(spell.text("name", low=1), spell.optional_text("note")))
            spell.done()
        group.done()
        groups.append(SpellGroup(uses, tuple(spells)))
    caster = Caster(read.text("tradition"), read.integer("rank", low=0, high=20), tuple(groups))
    read.done()
    return caster
