"""The grammar of spells: sentences for the table, made of a spell's fields.

The caster is "the caster", a target is "it"; saves read as on the cards ("Reflex half", "Will negates").
Every function returns sentences ready to print, or an empty string where there is nothing to say.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.spells.parts import (
    AP,
    AREA_KINDS,
    Action,
    Barriers,
    Damage,
    Exemption,
    Granted,
    Heighten,
    Lasts,
    Range,
    Save,
)
from rules.text import counted, listed, with_article

ENDS: dict[Lasts, str] = {
    "caster_turn_end": "the end of the caster's turn",
    "caster_next_turn_start": "the start of the caster's next turn",
    "caster_next_turn_end": "the end of the caster's next turn",
    "target_next_turn_end": "the end of the target's next turn",
    "target_next_activation": "the end of the target's next activation",
    "encounter": "the end of the encounter",
}
OTHER_DURATIONS: dict[Lasts, str] = {
    "instant": "",
    "condition": "",
    "roll": "The spell is spent with that roll.",
    "used": "The spell waits until it is used.",
    "sustained": "The spell lasts as long as it is sustained.",
    # Campaigns, "After the scenario": all spell effects end.
    "unprinted": "No duration is printed: like every spell effect, this ends with the scenario at the latest.",
}

BECOMING = {"prone": "falls", "invisible": "turns"}


def price(ap: AP) -> str:
    """Say what an action costs: ``2 AP``, ``Free action``, ``Reaction``."""
    return {"0": "Free action", "reaction": "Reaction"}.get(ap, f"{ap} AP")


def duration_text(lasts: Lasts, also_lasts: Iterable[tuple[str, Lasts]] = ()) -> str:
    """Say when the spell ends, then what outlives it; conditions end by their own rules and need no word."""
    whole = f"The spell lasts until {ENDS[lasts]}." if lasts in ENDS else OTHER_DURATIONS[lasts]
    parts = [f"{_capital(what)} lasts until {ENDS[until]}." for what, until in also_lasts]
    return _joined([whole, *parts])


def sustain_text(ap: int | None) -> str:
    """Say what it costs to keep the spell going (core rules, "Sustaining")."""
    if ap is None:
        return ""
    return f"On its next turn the caster may cast the spell again for {ap} AP without spending a use."


def action_text(action: Action) -> str:
    """Say everything that one way of casting does."""
    sentences = [
        _filled(action.before, action),
        _barriers(action.barriers, action.range) if action.barriers else "",
        _check(action),
        _missiles(action) if action.missiles else _effect(action),
        _aftermath(action.save) if action.save else "",
        _push(action),
        *(_exemption(exemption) for exemption in action.exemptions),
        _critical_hit(action),
        _granted(action.grants) if action.grants else "",
        _filled(action.after, action),
    ]
    text = _joined(sentences)
    return f"When {action.trigger}, {_small(text)}" if action.trigger else text


def heighten_text(step: Heighten, base_rank: int, area: Range | None = None) -> str:
    """Say one step of heightening; ``base_rank`` is the rank that it counts from, ``area`` what may grow."""
    clauses = [
        f"the damage{_to(step.only)} rises by {step.damage}" if step.damage else "",
        f"the damage is {step.damage_set}" if step.damage_set else "",
        f"the spell restores {step.heal} more HP" if step.heal else "",
        f"each barrier has {step.hp} more HP" if step.hp else "",
        f"{step.temporary_hp} more temporary HP are gained" if step.temporary_hp else "",
        f"there {_is(step.missiles)} {counted(step.missiles, 'more missile')}" if step.missiles else "",
        f"{step.prevents} more damage is prevented" if step.prevents else "",
        f"the spell has up to {step.targets} targets" if step.targets else "",
        _resistance(step),
        f"the {area.kind} is {step.squares}" if step.squares and area else "",
        f"each target also {listed(given(term) for term in step.gives)}" if step.gives else "",
        step.also,
    ]
    each_time = " each time" if len(step.at_ranks) > 1 else ""
    cast_for = f" when cast for {listed(map(price, step.for_ap), 'or')}" if step.for_ap else ""
    grown = listed(clause for clause in clauses if clause)
    return f"{_steps(step, base_rank)}, {grown}{each_time}{cast_for}."


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


def target_words(action: Action) -> str:
    """Name whom the action is for: ``a creature within 6 squares``, ``each creature in a cone 3``."""
    if action.who:
        return action.who
    reach = action.range
    one = with_article(action.target)
    if action.targets and action.targets > 1:
        one = f"each of up to {action.targets} {action.target}s"
    if reach.kind in AREA_KINDS:
        return f"each {action.target} in {area_words(reach)}"
    within = f" within {reach.squares} squares" if reach.squares else ""
    return {
        "self": "the caster",
        "touch": f"{one} that the caster touches",
        "melee": f"{one} in melee reach",
        "melee_or_ranged": f"{one} in melee reach or{within}",
        "self_or_touch": f"the caster or {one} that it touches",
        "self_or_ranged": f"the caster or {one}{within}",
        "sight": f"{one} in sight",
        "area": f"each {action.target} in the area",
    }.get(reach.kind, f"{one}{within}")


def area_words(area: Range) -> str:
    """Name an area: ``a burst 2 within 6 squares``, ``an emanation 6``, ``an emanation 6 aura``."""
    within = f" within {area.within} squares" if area.within is not None else ""
    return f"{with_article(area.kind)} {area.squares}{' aura' if area.aura else ''}{within}"


# Sentences


def _effect(action: Action) -> str:
    clauses = [_damage(damage) for damage in action.damage]
    if action.heal:
        clauses.append(f"regains {action.heal} HP")
    clauses += _given_together(action.gives)
    if action.resist:
        pick = " (the caster picks one)" if action.resist.choose_one else ""
        types = listed(action.resist.types, "or" if action.resist.choose_one else "and")
        clauses.append(f"has resistance {action.resist.amount} against {types}{pick}")
    if action.teleport:
        far = "any distance" if action.teleport == "any" else f"up to {action.teleport} squares"
        clauses.append(f"teleports {far}")
    if not clauses:
        return ""
    does = listed(clauses)
    if action.temporary_hp:
        does += f", and the caster gains {action.temporary_hp} temporary HP"
    if action.strike:
        return f"The caster makes a strike against {target_words(action)}. On a hit, it {does}."
    return f"{_capital(target_words(action))} {does}{_save(action)}."


def _save(action: Action) -> str:
    save = action.save
    if save is None or save.result == "lessens":
        return ""
    part = f" {listed(save.of)}" if save.of and save.of != action.gives else ""
    return f" ({save.stat.capitalize()} {save.result}{part})"


def _aftermath(save: Save) -> str:
    sentences = []
    if save.result == "lessens":
        rest = listed(_given_together(save.on_success, "only"))
        sentences.append(f"On a successful {save.stat.capitalize()} save, it {rest}.")
    if save.modifier:
        who = _capital(listed(save.modifier_for))
        sentences.append(f"{who} roll this save at {save.modifier:+}.")
    if save.on_critical_failure:
        worse = listed(_given_together(save.on_critical_failure, "" if save.instead else "also"))
        sentences.append(f"On a critical failure, it {worse}{' instead' if save.instead else ''}.")
    return _joined(sentences)


def _push(action: Action) -> str:
    if action.push is None:
        return ""
    far = counted(action.push.squares, "square")
    return {
        "always": f"It is pushed {far} even if the save succeeds.",
        "failure": f"If the save fails, it is also pushed {far}.",
        "critical_failure": f"On a critical failure, it is also pushed {far}.",
    }[action.push.on]


def _missiles(action: Action) -> str:
    count = "1 missile" if action.missiles == 1 else f"Each of {action.missiles} missiles"
    deals = listed(_damage(damage).replace("takes", "deals", 1) for damage in action.damage)
    return f"{count} hits {target_words(action)} and {deals}, without a roll and without a save."


def _barriers(barriers: Barriers, reach: Range) -> str:
    return (
        f"The caster sets up to {barriers.most} barriers in a {barriers.layout} within {reach.squares} squares, "
        f"each {barriers.length} squares long and {counted(barriers.width, 'square')} wide. "
        f"A barrier has Armor {barriers.armor}, hardness {barriers.hardness} and {barriers.hp} HP."
    )


def _check(action: Action) -> str:
    if action.check is None:
        return ""
    against = f" against {action.check.against}" if action.check.against else ""
    return f"The caster makes a {action.check.stat} check{against}."


def _exemption(exemption: Exemption) -> str:
    return f"If it is {exemption.target}, it {listed(_given_together(exemption.gives))} instead."


def _critical_hit(action: Action) -> str:
    if not action.on_critical_hit:
        return ""
    return f"On a critical hit, it {listed(_given_together(action.on_critical_hit, 'also'))}."


def _granted(granted: Granted) -> str:
    does = _small(action_text(granted.action))
    return f"While the spell lasts, the caster can use {granted.name} ({_small(price(granted.action.ap))}): {does}"


# Clauses and words


def _damage(damage: Damage) -> str:
    kinds = listed(damage.types, "or" if damage.choose_one else "and")
    clause = f"takes {damage.amount} {kinds} damage" if kinds else f"takes {damage.amount} damage"
    if damage.choose_one:
        clause += " (the caster picks one)"
    if damage.only:
        clause += f" if it is {damage.only}"
    return f"{clause} {damage.when}" if damage.when else clause


def _given_together(terms: Iterable[str], adverb: str = "") -> list[str]:
    """Conditions that share an "is" are said in one breath: ``is slowed and rattled``."""
    clauses = [given(term, adverb) for term in terms]
    shared = f"is {adverb} " if adverb else "is "
    plain = [clause.removeprefix(shared) for clause in clauses if clause.startswith(shared)]
    others = [clause for clause in clauses if not clause.startswith(shared)]
    return ([f"{shared}{listed(plain)}"] if plain else []) + others


def _steps(step: Heighten, base_rank: int) -> str:
    if step.per is None:
        return f"At {'rank' if len(step.at_ranks) == 1 else 'ranks'} {listed(map(str, step.at_ranks))}"
    every = "every rank" if step.per == 1 else f"every {step.per} ranks"
    return f"For {every} above {step.from_rank or base_rank}"


def _resistance(step: Heighten) -> str:
    if not step.resist:
        return ""
    return f"the resistance {'rises by' if step.per else 'is'} {step.resist}"


def _to(only: str) -> str:
    return f" to {only} targets" if only else ""


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _filled(prose: str, action: Action) -> str:
    if not prose:
        return ""
    target, area = target_words(action), area_words(action.range)
    return prose.format(
        target=target,
        Target=_capital(target),
        area=area,
        Area=_capital(area),
        squares=action.range.squares,
        prevents=action.prevents,
    )


def _joined(sentences: Iterable[str]) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
