"""The grammar of spells: sentences for players, made of a spell's fields.

The caster is "the caster", and a target is "the target" after its first mention; saves read as on the cards ("Reflex
half", "Will negates"). Every function returns sentences ready to print, or an empty string if there is nothing to say.
"""

from collections.abc import Iterable, Sequence

from rules.effects.model import Effect
from rules.effects.values import Damage, EffectStep, Lasts, Range, Resistance, SavingThrow, Target
from rules.spells.casting import Barriers, Casting, GrantedAction, Heightening
from rules.text import counted, listed, plural_of, with_article

ENDS: dict[Lasts, str] = {
    "turn_end": "the end of the caster's turn",
    "next_turn_start": "the start of the caster's next turn",
    "next_turn_end": "the end of the caster's next turn",
    "target_next_turn_end": "the end of the target's next turn",
    "target_next_activation": "the end of the target's next activation",
    "encounter": "the end of the encounter",
}
OTHER_DURATIONS: dict[Lasts, str] = {
    "instant": "",
    "condition": "",
    "roll": "The spell ends with that roll.",
    "used": "The spell lasts until it is used.",
    "sustained": "The spell lasts as long as it is sustained.",
    # Campaigns, "After the scenario": all spell effects end.
    "unprinted": "No duration is printed. Like all spell effects, this one ends with the scenario at the latest.",
}

BECOMING = {"prone": "falls", "invisible": "becomes"}


def cost_words(cost: str | None) -> str:
    """Return the cost of an action in words: ``2 AP``, ``Free action``, ``Reaction``."""
    return {"0": "Free action", "reaction": "Reaction"}.get(cost or "", f"{cost} AP")


def duration_text(lasts: Lasts, also_lasts: Iterable[tuple[str, Lasts]] = ()) -> str:
    """Return when the spell ends, then what outlives it; conditions end by their own rules and are omitted."""
    whole = f"The spell lasts until {ENDS[lasts]}." if lasts in ENDS else OTHER_DURATIONS[lasts]
    parts = [f"{_capital(what)} lasts until {ENDS[until]}." for what, until in also_lasts]
    return _joined([whole, *parts])


def sustain_text(ap: int | None) -> str:
    """Return the cost of sustaining the spell (core rules, "Sustaining")."""
    if ap is None:
        return ""
    return f"On its next turn, the caster may cast the spell again for {ap} AP without spending a use."


def casting_text(casting: Casting) -> str:
    """Return the whole effect of one way of casting."""
    sentences = [
        _filled(casting.before, casting),
        _barriers(casting.barriers, casting.range) if casting.barriers else "",
        _check(casting),
        _missiles(casting) if casting.missiles else _effect(casting),
        *(_aftermath(save) for save in casting.saves),
        *(_forced_move(casting)),
        *(_part(part) for part in casting.then),
        _granted(casting.grants) if casting.grants else "",
        _filled(casting.after, casting),
    ]
    text = _joined(sentences)
    return f"When {casting.trigger}, {_small(text)}" if casting.trigger else text


def heighten_text(step: Heightening, base_rank: int, area: Range | None = None) -> str:
    """Return one step of heightening; ``base_rank`` is the rank from which it counts, ``area`` what may grow."""
    only, are = f" to {step.only} targets" if step.only else "", "is" if step.missiles == 1 else "are"
    clauses = [
        f"the damage{only} increases by {step.damage}" if step.damage else "",
        f"the damage is {step.damage_set}" if step.damage_set else "",
        f"the spell restores {step.heal} more HP" if step.heal else "",
        f"each barrier has {step.hp} more HP" if step.hp else "",
        f"the caster gains {step.temporary_hp} more temporary HP" if step.temporary_hp else "",
        f"there {are} {counted(step.missiles, 'more missile')}" if step.missiles else "",
        f"the damage is reduced by {step.reduces} more" if step.reduces else "",
        f"the spell has up to {step.targets} targets" if step.targets else "",
        f"the resistance {'increases by' if step.per else 'is'} {step.resistance}" if step.resistance else "",
        f"the area is {with_article(area.kind)} {step.squares}" if step.squares and area else "",
        f"each target also {listed(given(term) for term in step.gives)}" if step.gives else "",
        step.also,
    ]
    cast_for = f" when cast for {listed(map(cost_words, step.for_costs), 'or')}" if step.for_costs else ""
    grown = listed(clause for clause in clauses if clause)
    return f"{_steps(step, base_rank)}, {grown}{cast_for}."


def given(term: str, adverb: str = "") -> str:
    """Turn what a spell gives into what its target does or is.

    >>> given("rattled"), given("prone"), given("Flight"), given("cannot use Flight")
    ('is rattled', 'falls prone', 'gains Flight', 'cannot use Flight')
    """
    also = f"{adverb} " if adverb else ""
    if term.startswith("cannot "):
        return f"{also}{term}"
    if term in BECOMING:
        return f"{also}{BECOMING[term]} {term}"
    if term[0].isupper():
        return f"{also}gains {term}"
    return f"is {also}{term}"


def target_words(casting: Casting) -> str:
    """Return the targets of the casting: ``a creature within 6 squares``, ``each creature in a cone 3``."""
    if casting.target_text:
        return casting.target_text
    target, reach = casting.targets, casting.range
    noun = target_noun(target)
    phrase = f"each of up to {target.number} {plural_of(noun)}" if (target.number or 1) > 1 else with_article(noun)
    if reach is None:
        return phrase
    if reach.is_area or reach.kind == "area":
        return f"each {noun} in {area_words(reach) if reach.is_area else 'the area'}"
    if reach.other is not None and reach.kind == "melee":
        return f"{phrase} {_distance(reach)} or {_distance(reach.other)}"
    if reach.other is not None:
        return f"the caster or {phrase} {_distance(reach.other)}".rstrip()
    return "the caster" if reach.kind == "self" else f"{phrase} {_distance(reach)}".rstrip()


def target_noun(target: Target) -> str:
    """Name the kind of creature that a target is: ``creature``, ``living creature``, ``animal, plant or fungus``."""
    tags = listed((tag.lower() for tag in target.tags), "or")
    return f"{tags} creature" if tags == "living" else tags or str(target.who)


def area_words(area: Range) -> str:
    """Name an area: ``a burst 2 within 6 squares``, ``an emanation 6``, ``an emanation 6 aura``."""
    within = f" within {area.within} squares" if area.within is not None else ""
    return f"{with_article(area.kind)} {area.squares}{' aura' if area.aura else ''}{within}"


# Sentences


def _effect(casting: Casting) -> str:
    clauses = [_damage(damage) for damage in casting.damage]
    if casting.heal:
        clauses.append(f"regains {casting.heal} HP")
    clauses += _given_together(casting.gives)
    if casting.resist:
        clauses.append(_resistance(casting.resist))
    clauses += [_teleport(step) for step in casting.steps if step.action == "teleport"]
    if not clauses:
        return ""
    if casting.strike:
        # What the caster gains from the hit belongs to the same sentence.
        gained = [part.temporary_hp for part in casting.then if part.on == "hit" and part.temporary_hp]
        clauses += [f"the caster gains {amount} temporary HP" for amount in gained]
        return f"The caster makes a strike against {target_words(casting)}. On a hit, the target {listed(clauses)}."
    saves = "".join(_save(save, casting.gives) for save in casting.saves)
    return f"{_capital(target_words(casting))} {listed(clauses)}{saves}."


def _save(save: SavingThrow, gives: tuple[str, ...]) -> str:
    if save.result == "lessens":
        return ""
    part = f" {listed(save.of)}" if save.of and save.of != gives else ""
    return f" ({save.stat.capitalize()} {save.result}{part})"


def _aftermath(save: SavingThrow) -> str:
    sentences = []
    if save.result == "lessens":
        rest = listed(_given_together(save.on_success, "only"))
        sentences.append(f"On a successful {save.stat.capitalize()} save, the target {rest}.")
    if save.modifier:
        who = _capital(listed(save.modifier_for))
        sentences.append(f"{who} have {save.modifier:+} on this save.")
    if save.on_critical_failure:
        worse = listed(_given_together(save.on_critical_failure, "" if save.instead else "also"))
        sentences.append(f"On a critical failure, the target {worse}{' instead' if save.instead else ''}.")
    return _joined(sentences)


def _forced_move(casting: Casting) -> list[str]:
    frames = {
        "always": "The target is pushed {} even if the save succeeds.",
        "failure": "On a failed save, the target is also pushed {}.",
        "critical_failure": "On a critical failure, the target is also pushed {}.",
    }
    return [frames[move.on].format(counted(move.squares, "square")) for move in casting.moves]


def _missiles(casting: Casting) -> str:
    count = "1 missile" if casting.missiles == 1 else f"Each of {casting.missiles} missiles"
    deals = listed(_damage(damage).replace("takes", "deals", 1) for damage in casting.damage)
    return f"{count} hits {target_words(casting)} and {deals}, with no attack roll and no save."


def _barriers(barriers: Barriers, reach: Range | None) -> str:
    within = f" within {reach.squares} squares" if reach else ""
    return (
        f"The caster creates up to {barriers.most} barriers in a {barriers.layout}{within}, "
        f"each {barriers.length} squares long and {counted(barriers.width, 'square')} wide. "
        f"A barrier has Armor {barriers.armor}, hardness {barriers.hardness} and {barriers.hp} HP."
    )


def _check(casting: Casting) -> str:
    check = casting.skill_check
    if check is None:
        return ""
    against = f" against {check.against}" if check.against else ""
    return f"The caster makes {with_article(check.stat)} check{against}."


def _part(part: Effect) -> str:
    """Return the addition of a critical hit, or the effect on creatures of one kind in place of the usual one."""
    if not part.gives or part.on not in ("hit", "critical_hit"):
        return ""
    if part.on == "critical_hit":
        return f"On a critical hit, the target {listed(_given_together(part.gives, 'also'))}."
    kind = listed((tag.lower() for tag in part.targets.tags), "or")
    return f"{_capital(with_article(kind))} target {listed(_given_together(part.gives))} instead."


def _granted(granted: GrantedAction) -> str:
    does, cost = _small(casting_text(granted.casting)), _small(cost_words(granted.casting.cost))
    return f"While the spell lasts, the caster can use {granted.name} ({cost}): {does}"


# Clauses and words


def _damage(damage: Damage) -> str:
    kinds = listed(damage.types, "or" if damage.choose_one else "and")
    clause = f"takes {damage.amount} {kinds} damage" if kinds else f"takes {damage.amount} damage"
    if damage.choose_one:
        clause += " (the caster chooses one)"
    if damage.only:
        clause += f" if it is {damage.only}"
    return f"{clause} {damage.when}" if damage.when else clause


def _resistance(resist: Sequence[Resistance]) -> str:
    first = resist[0]
    if first.choices:
        return f"gains resistance {first.amount} against {listed(first.choices, 'or')} (the caster chooses one)"
    return f"gains resistance {first.amount} against {listed(resistance.type for resistance in resist)}"


def _teleport(step: EffectStep) -> str:
    return "teleports any distance" if step.squares is None else f"teleports up to {step.squares} squares"


def _distance(reach: Range) -> str:
    if reach.kind == "touch":
        return "that the caster touches"
    if reach.kind == "melee":
        return "within melee reach"
    if reach.kind == "sight":
        return "in sight"
    return f"within {reach.squares} squares" if reach.squares else ""


def _given_together(terms: Iterable[str], adverb: str = "") -> list[str]:
    """Conditions that share an "is" are combined: ``is slowed and rattled``."""
    clauses = [given(term, adverb) for term in terms]
    shared = f"is {adverb} " if adverb else "is "
    plain = [clause.removeprefix(shared) for clause in clauses if clause.startswith(shared)]
    others = [clause for clause in clauses if not clause.startswith(shared)]
    return ([f"{shared}{listed(plain)}"] if plain else []) + others


def _steps(step: Heightening, base_rank: int) -> str:
    if step.per is None:
        ranks = listed(map(str, step.at_ranks))
        return f"At rank {ranks}" if len(step.at_ranks) == 1 else f"At each of ranks {ranks}"
    every = "each rank" if step.per == 1 else f"every {step.per} ranks"
    return f"For {every} above {step.from_rank or base_rank}"


def _filled(prose: str, casting: Casting) -> str:
    if not prose:
        return ""
    target = target_words(casting)
    area, squares = (area_words(casting.range), casting.range.squares) if casting.range else ("", None)
    return prose.format(
        target=target,
        Target=_capital(target),
        area=area,
        Area=_capital(area),
        squares=squares,
        reduces=casting.reduces,
    )


def _joined(sentences: Iterable[str]) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
