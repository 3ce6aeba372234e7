"""Abilities as features: their cost, boxes, range, saves and text."""

import re
from dataclasses import dataclass, replace

from rules.cards.model import Feature
from rules.cards.phrases import common_effect, effect_text
from rules.cards.triggers import with_triggers
from rules.conversion.blocks import BlockAbility, BlockAttack
from rules.conversion.damage_texts import first_damage, merged_damage
from rules.conversion.steps import ConversionWork
from rules.conversion.strikes import FOLLOWS_STRIKES
from rules.conversion.text_choices import TextChoices, choice_key
from rules.conversion.wording import ConvertedText, convert_text, first_stage, is_of_glossary, plain_words
from rules.effects.values import Cost, Range, SavingThrow, Use
from rules.text import slug

MAX_ABILITIES = 80

_OPEN_SIZE = "No rule covers an area of this size: choose one."

_AURA_FEET = re.compile(r"^\W*(\d{1,3}) f(?:ee|oo)t\b[.,;]? *")
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")
_LEFT_OUT = frozenset(
    (
        "all-around-vision",
        "at-will-spells",
        "constant-spells",
        "darkvision",
        "greater-darkvision",
        "lifesense",
        "low-light-vision",
        "raise-a-shield",
        "scent",
        "swarm-mind",
        "telepathy",
        "thoughtsense",
        "tremorsense",
        "wavesense",
        "void-healing",
        "negative-healing",
        "truesight",
        "true-seeing",
    )
)


@dataclass(frozen=True, slots=True)
class GlossaryAbility:
    """An ability that files name without a text, in our own words.

    ``{amount}`` is its damage and ``{strike}`` its Strike, if a file has one.
    """

    cost: Cost | None
    effect: str
    saves: tuple[SavingThrow, ...] = ()


_GLOSSARY: dict[str, GlossaryAbility] = {
    "buck": GlossaryAbility(
        "reaction",
        "When a creature on its back commands it, that creature falls prone (Reflex negates).",
        (SavingThrow("reflex", "negates"),),
    ),
    "constrict": GlossaryAbility(
        "1",
        "A creature that it has grabbed takes {amount}damage (Fortitude half).",
        (SavingThrow("fortitude", "half"),),
    ),
    "coven": GlossaryAbility(None, "Together with others of its kind it casts the spells of a coven."),
    "fast-healing": GlossaryAbility(None, "At the start of its turn it heals."),
    "frightful-presence": GlossaryAbility(
        None, "A creature that enters the aura is rattled (Will negates).", (SavingThrow("will", "negates"),)
    ),
    "regeneration": GlossaryAbility(None, "At the start of its turn it heals."),
    "rend": GlossaryAbility(
        "1",
        "If two of its {strike}Strikes have hit the same creature this turn, that creature takes the damage again.",
    ),
    "shield-block": GlossaryAbility(
        "reaction", "It raises its shield against a hit: take the shield's hardness off the damage."
    ),
    "sneak-attack": GlossaryAbility(None, "Its Strikes deal more damage to off-guard creatures."),
    "stench": GlossaryAbility(
        None, "A creature that enters the aura is sickened (Fortitude negates).", (SavingThrow("fortitude", "negates"),)
    ),
    "swallow-whole": GlossaryAbility(
        "1", "It swallows a smaller creature that it has grabbed (Reflex negates).", (SavingThrow("reflex", "negates"),)
    ),
    "trample": GlossaryAbility(
        "2",
        "It Strides through smaller creatures; each of them takes {amount}damage (Reflex half).",
        (SavingThrow("reflex", "half"),),
    ),
}
_FEW_WORDS = 12
_ONLY_A_SAVE = re.compile(r"an? (?:Fortitude|Reflex|Will) save(?: for half)?\.?")


def ability_features(work: ConversionWork) -> list[Feature]:
    """Return a feature for each ability that matters in a fight."""
    features = []
    if len(work.block.abilities) > MAX_ABILITIES:
        work.note("features", f"At most {MAX_ABILITIES} abilities are read.", len(work.block.abilities), MAX_ABILITIES)
    for ability in work.block.abilities[:MAX_ABILITIES]:
        if (feature := _ability_feature(work, ability)) is not None:
            features.append(feature)
    return features


def plain_name(name: str) -> str:
    """Return the name of an ability without a note in brackets and without its number of feet."""
    return re.sub(r"\s+\d+(?: feet)?$", "", _IN_BRACKETS.sub("", name)).strip() or name


def _ability_feature(work: ConversionWork, ability: BlockAbility) -> Feature | None:
    name, key = plain_name(ability.name), slug(plain_name(ability.name))
    if key in FOLLOWS_STRIKES:
        return None  # the Strike says it
    if ability.is_sense or key in _LEFT_OUT:
        work.note("features", "Senses and languages have no effect in a fight.", ability.name, None)
        return None
    feature = _headed(work, ability, name)
    if not ability.whole_text.strip():
        return _known(work, ability, feature, key)
    if common_effect(name):
        work.note("features", "A common feature: the rulebook says what it does.", ability.name, name)
        return replace(feature, trigger=None, precondition=None)
    if ability.stages and not first_stage(ability):
        work.note("features", "Nothing in its text matters in a fight.", _read(ability), None)
        return None
    choices = TextChoices(work, ability)
    converted = convert_text(work, ability, choices)
    if key in _GLOSSARY and len(converted.text.split()) <= (_FEW_WORDS if _GLOSSARY[key].saves else 2):
        return _from_glossary(work, ability, feature, key)
    if _ONLY_A_SAVE.fullmatch(converted.text):
        return _known(work, ability, feature, key)
    if not converted.text:
        work.note("features", "Nothing in its text matters in a fight.", _read(ability), None)
        return None
    feature = replace(
        feature,
        effect=converted.text,
        uses=feature.uses or converted.uses,
        damage=converted.damage,
        saves=converted.saves,
        range=_reach(work, ability, converted, choices),
        gives=converted.gives,
        by_table=True,
    )
    _note_text(work, ability, converted, choices, effect_text(feature))
    return feature


def _headed(work: ConversionWork, ability: BlockAbility, name: str) -> Feature:
    cost = ability.cost
    if cost == "3":
        # An activity of three actions costs 2 AP, or loses a part. "Converting from PF2e", "Features".
        choice = work.choose(choice_key("cost", ability.name), "2", ("2", "3"), ability.name)
        work.note("features", "An activity of three actions costs 2 AP.", ability.name, choice.value, choice)
        cost = choice.value
    trigger = plain_words(work, ability.trigger or ability.requirement)
    feature = Feature(
        id="",
        name=name,
        cost=cost,
        uses=_frequency_uses(work, ability),
        once_per_turn=bool(ability.frequency and ability.frequency[1] in ("round", "turn")),
        trigger=trigger or None,
        precondition=("trigger" if ability.trigger else "requirement") if trigger else None,
    )
    return with_triggers(feature, name)


def _frequency_uses(work: ConversionWork, ability: BlockAbility) -> tuple[Use, ...]:
    if ability.frequency is None or ability.frequency[1] in ("round", "turn"):
        return ()
    times, period = ability.frequency
    box: Use = "daily" if period in ("day", "24 hours", "week", "month", "year") else "encounter"
    uses = (box,) * min(max(times, 1), 10)
    work.note(
        "features", "What comes back after a time has boxes.", f"{ability.name}: {times} per {period}", list(uses)
    )
    return uses


def _known(work: ConversionWork, ability: BlockAbility, feature: Feature, key: str) -> Feature | None:
    if common_effect(feature.name):
        work.note("features", "A common feature: the rulebook says what it does.", ability.name, feature.name)
        return feature
    if key in _GLOSSARY:
        return _from_glossary(work, ability, feature, key)
    choice = work.choose(choice_key("text", ability.name), "drop", ("write", "drop"), ability.name)
    is_kept = choice.value == "write"
    rule = "The file has no text for it: write one or drop it."
    work.note("features", rule, ability.name, feature.name if is_kept else None, choice)
    return replace(feature, by_table=True) if is_kept else None


def _from_glossary(work: ConversionWork, ability: BlockAbility, feature: Feature, key: str) -> Feature | None:
    known = _GLOSSARY[key]
    damage = first_damage(ability.text, always_fives=work.rounds_all_damage)
    strike = _named_strike(work, ability.text)
    if strike and not damage:
        damage = merged_damage(strike.damage, always_fives=work.rounds_all_damage)
    is_own = not is_of_glossary(ability.trigger + ability.requirement)
    feature = replace(
        feature,
        cost=feature.cost or known.cost,
        trigger=feature.trigger if is_own else None,
        precondition=feature.precondition if is_own else None,
        effect=known.effect.format(
            amount="{damage} " if damage and "{amount}" in known.effect else "",
            strike=f"{strike.name.lower()} " if strike else "",
        ),
        damage=damage[:1] if "{amount}" in known.effect else (),
        saves=known.saves,
        range=_aura(work, ability, TextChoices(work, ability)) if "aura" in ability.traits else None,
        by_table=True,
    )
    rule = "The file has no text for it: check what it does here."
    choice = work.choose(choice_key("glossary", ability.name), "keep", ("keep", "drop"), ability.name)
    is_kept = choice.value == "keep"
    work.note("features", rule, _read(ability), effect_text(feature) if is_kept else None, choice)
    return feature if is_kept else None


def _named_strike(work: ConversionWork, text: str) -> BlockAttack | None:
    """Return the first Strike of the creature that a text names."""
    names = ((attack, rf"\b{re.escape(attack.name)}\b") for attack in work.block.attacks)
    return next((attack for attack, name in names if re.search(name, text[:1_000], re.IGNORECASE)), None)


def _aura(work: ConversionWork, ability: BlockAbility, choices: TextChoices) -> Range | None:
    match = _AURA_FEET.match(ability.text)
    if match is None:
        return None
    noted = frozenset(choices.sizes)
    size = choices.size(int(match[1]))
    for read, choice in choices.sizes.items():
        if read not in noted:
            work.note("features", _OPEN_SIZE, f"{ability.name}: {read}", choice.value, choice)
    return Range("emanation", size, aura=True)


def _reach(work: ConversionWork, ability: BlockAbility, converted: ConvertedText, choices: TextChoices) -> Range | None:
    for size, choice in choices.sizes.items():
        work.note("features", _OPEN_SIZE, f"{ability.name}: {size}", choice.value, choice)
    if "aura" in ability.traits:
        if converted.range and converted.range.kind == "emanation":
            return replace(converted.range, aura=True)
        return _aura(work, ability, choices) or converted.range
    return converted.range


def _note_text(
    work: ConversionWork, ability: BlockAbility, converted: ConvertedText, choices: TextChoices, text: str
) -> None:
    work.note("features", "The text in the game's words.", _read(ability), text)
    if ability.critical_success or ability.critical_failure or converted.lost_criticals:
        work.note("features", "Results of a critical success or failure are left out.", ability.name, None)
    if converted.uses:
        rule = "What recharges has two uses per encounter; what works once on a target has one."
        work.note("features", rule, ability.name, list(converted.uses))
    for word, choice in choices.conditions.items():
        rule = "One of several conditions stands for this one."
        work.note("features", rule, f"{ability.name}: {word}", choice.value, choice)


def _read(ability: BlockAbility) -> str:
    return f"{ability.name}: {ability.whole_text}"
