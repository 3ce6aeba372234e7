"""The short notation of the content of a card.

``2 slashing and fire; 5 persistent poison``, ``ranged 6/12``, ``fortitude negates sickened``, ``E E``: one line of text
for each field, read here and written here. The built-in compendium, the admin's forms and its rows for spreadsheets use
it. Unreadable lines raise ``NotationError`` with a sentence that shows the expected form.
"""

import re
from collections.abc import Iterable
from typing import Any

from rules.effects.values import (
    RANGE_KINDS,
    SAVE_RESULTS,
    SAVES,
    USES,
    Damage,
    Range,
    Resistance,
    SavingThrow,
    Use,
    Weakness,
)
from rules.errors import RulesError, require
from rules.text import listed

USE_LETTERS: dict[str, Use] = {use[0].upper(): use for use in USES}
_USE_SIGNS = str.maketrans({"☐": "C", "🄳": "D", "🄴": "E"})
_LETTER_OF_USE = {use: letter for letter, use in USE_LETTERS.items()}

MAX_USES = 12


class NotationError(RulesError):
    """An unreadable line of notation; the message shows the expected form."""


def split_parts(text: str, separator: str = ";") -> list[str]:
    """Split a line at its separators; empty parts are dropped."""
    return [part.strip() for part in text.split(separator) if part.strip()]


def split_words(text: str) -> tuple[str, ...]:
    """Split ``slashing, cold and fire`` into its words."""
    return tuple(word for word in re.split(r"\s*,\s*|\s+and\s+", text.strip()) if word)


def parse_names(text: str) -> tuple[str, ...]:
    """Read a list of names separated by commas: ``Athletics, Stealth``."""
    return tuple(split_parts(text, ","))


def format_names(names: Iterable[str]) -> str:
    """Write a list of names separated by commas."""
    return ", ".join(names)


def parse_uses(text: str) -> tuple[Use, ...]:
    """Read boxes: one letter a box, C consumable, D daily, E encounter: ``E E``."""
    letters = text.translate(_USE_SIGNS).replace(",", " ").replace(" ", "").upper()
    if len(letters) > MAX_USES or any(letter not in USE_LETTERS for letter in letters):
        raise NotationError(
            f"Uses are at most {MAX_USES} letters, one a box: C consumable, D daily, E encounter (“E E”); "
            f"“{text}” is not."
        )
    return tuple(USE_LETTERS[letter] for letter in letters)


def format_uses(uses: Iterable[Use]) -> str:
    """Write boxes as letters: ``E E``."""
    return " ".join(_LETTER_OF_USE[use] for use in uses)


_RANGE = re.compile(
    r"(?P<kind>[a-z]+)(?: (?P<squares>\d{1,3}))?(?:/(?P<long>\d{1,3}))?(?: within (?P<within>\d{1,3}))?(?P<aura> aura)?"
)


def parse_range(text: str) -> Range | None:
    """Read a range: ``melee 2``, ``ranged 6/12``, ``burst 2 within 12``, ``emanation 3 aura``, ``melee or ranged 2/4``.

    Plain ``melee`` reaches one square.
    """
    words = " ".join(text.lower().split())
    if not words:
        return None
    first, _, second = words.partition(" or ")
    match = _RANGE.fullmatch(first)
    if match is None or match["kind"] not in RANGE_KINDS or " or " in second:
        raise NotationError(
            f"A range is one of {listed(RANGE_KINDS, 'or')} with its squares (“ranged 6/12”, “burst 2 within 12”, "
            f"“emanation 3 aura”); “{text}” is not."
        )
    kind = match["kind"]
    squares = int(match["squares"]) if match["squares"] else (1 if kind == "melee" else None)
    return Range(
        kind=kind,
        squares=squares,
        long=int(match["long"]) if match["long"] else None,
        within=int(match["within"]) if match["within"] else None,
        aura=bool(match["aura"]),
        other=parse_range(second) if second else None,
    )


def format_range(reach: Range | None) -> str:
    """Write a range in the notation; nothing for no range."""
    if reach is None:
        return ""
    text = reach.kind
    if reach.squares is not None and not (reach.kind == "melee" and reach.squares == 1):
        text += f" {reach.squares}"
    if reach.long is not None:
        text += f"/{reach.long}"
    if reach.within is not None:
        text += f" within {reach.within}"
    if reach.aura:
        text += " aura"
    return f"{text} or {format_range(reach.other)}" if reach.other else text


_BRACKETS = re.compile(r"\(([^()]*)\)")


def _without_brackets(text: str) -> tuple[str, list[str]]:
    """Return a part without its brackets, with single spaces between words, and the content of the brackets."""
    return " ".join(_BRACKETS.sub(" ", text).split()), [" ".join(aside.split()) for aside in _BRACKETS.findall(text)]


_DAMAGE = re.compile(r"(?P<amount>\d{1,3})(?P<persistent> persistent)?(?: (?P<types>[a-z ,-]+))?")
_DAMAGE_NOTES = ("only", "when", "per")


def parse_damage(text: str) -> tuple[Damage, ...]:
    """Read damage: ``15 piercing; 5 persistent poison``; all types at once: ``20 slashing and fire``.

    ``10 fire or cold``: one of the types, the user's choice. ``10 vitality (only undead)``: for these alone.
    """
    return tuple(map(_damage, split_parts(text)))


def _damage(part: str) -> Damage:
    words, brackets = _without_brackets(part)
    match = _DAMAGE.fullmatch(words.lower())
    notes = dict(note.partition(" ")[::2] for note in brackets)
    if match is None or not notes.keys() <= set(_DAMAGE_NOTES) or not all(notes.values()):
        raise NotationError(
            f"Damage is an amount and its types (“20 slashing and fire; 5 persistent poison; 10 vitality (only "
            f"undead)”); “{part}” is not."
        )
    types = match["types"] or ""
    choose_one = " or " in types and " and " not in types
    return Damage(
        int(match["amount"]),
        tuple(re.split(r"\s*,\s*|\s+or\s+", types)) if choose_one else split_words(types),
        bool(match["persistent"]),
        choose_one=choose_one,
        **notes,
    )


def format_damage(damage: Iterable[Damage]) -> str:
    """Write damage in the notation."""
    return "; ".join(map(_damage_text, damage))


def _damage_text(damage: Damage) -> str:
    return " ".join(
        filter(
            None,
            (
                str(damage.amount),
                "persistent" if damage.persistent else "",
                listed(damage.types, "or" if damage.choose_one else "and"),
                *(f"({name} {getattr(damage, name)})" for name in _DAMAGE_NOTES if getattr(damage, name)),
            ),
        )
    )


_SAVE_NOTES = re.compile(
    r"(?P<after>success|critical failure)(?P<instead> instead)?: (?P<gives>.+)"
    r"|(?P<modifier>[+-]\d{1,2}) for (?P<who>.+)|power (?P<power>\d{1,2})"
)


def parse_saves(text: str) -> tuple[SavingThrow, ...]:
    """Read saves: ``reflex half; fortitude negates sickened``: the save, its effect, and its part.

    In brackets: ``(success: rattled)``, ``(critical failure: prone)``, ``(critical failure instead: stunned)``,
    ``(-2 for undead)``, ``(power 16)``.
    """
    return tuple(map(_save, split_parts(text)))


def _save(part: str) -> SavingThrow:
    words, brackets = _without_brackets(part)
    stat, _, rest = words.partition(" ")
    result, _, of = rest.partition(" ")
    notes = [_SAVE_NOTES.fullmatch(note) for note in brackets]
    known_stat = next((save for save in SAVES if save == stat.lower()), None)
    known_result = next((save_result for save_result in SAVE_RESULTS if save_result == result.lower()), None)
    if known_stat is None or known_result is None or None in notes:
        raise NotationError(
            f"A save is {listed(SAVES, 'or')}, then {listed(SAVE_RESULTS, 'or')}, then of what when only of a part "
            f"(“reflex half; fortitude negates sickened (critical failure: prone)”); “{part}” is not."
        )
    more: dict[str, Any] = {}
    for note in filter(None, notes):
        if note["after"]:
            more["on_" + note["after"].replace(" ", "_")] = parse_names(note["gives"])
            more["instead"] = bool(note["instead"])
        elif note["power"]:
            more["power"] = int(note["power"])
        else:
            more["modifier"], more["modifier_for"] = int(note["modifier"]), parse_names(note["who"])
    return SavingThrow(known_stat, known_result, SavingThrow.parts_of(of), **more)


def format_saves(saves: Iterable[SavingThrow]) -> str:
    """Write saves in the notation."""
    return "; ".join(map(_save_text, saves))


def _save_text(save: SavingThrow) -> str:
    worse = "critical failure instead" if save.instead else "critical failure"
    notes = (
        f"(success: {format_names(save.on_success)})" if save.on_success else "",
        f"({worse}: {format_names(save.on_critical_failure)})" if save.on_critical_failure else "",
        f"({save.modifier:+d} for {format_names(save.modifier_for)})" if save.modifier else "",
        f"(power {save.power})" if save.power is not None else "",
    )
    return " ".join(filter(None, (save.stat, save.result, listed(save.of), *notes)))


_RESIST = re.compile(
    r"(?P<type>.+?) (?:(?P<dice>\d{1,2})d6|(?P<flat>\d{1,3}))(?: except (?P<except>.+?))?(?: from (?P<from>.+))?",
    re.IGNORECASE,
)
_ONE_OF = "one of "


def parse_resistances(text: str) -> tuple[Resistance, ...]:
    """Read the resistances of a card: ``fire 2d6; slashing and piercing 1d6; all 3d6 except force``; one a type."""
    resistances = parse_given_resistances(text)
    if any(not resistance.dice for resistance in resistances):
        raise _no_resistance(text)
    return resistances


def parse_given_resistances(text: str) -> tuple[Resistance, ...]:
    """Read resistances that an effect gives, as above.

    ``acid 5`` takes off a number in place of dice; ``one of acid, cold and fire 2d6`` is for a type that is picked,
    ``all 2d6 from Swarm`` for the damage of creatures with that tag.
    """
    resistances = []
    for part in split_parts(text):
        match = require(_RESIST.fullmatch(part), _no_resistance(part))
        dice, flat, kind = int(match["dice"] or 0), int(match["flat"] or 0), match["type"].lower()
        exceptions = split_words((match["except"] or "").lower())
        dealt_by = match["from"] or ""
        if kind.startswith(_ONE_OF):
            choices = split_words(kind.removeprefix(_ONE_OF))
            resistances.append(Resistance("", dice, exceptions, flat=flat, choices=choices, dealt_by=dealt_by))
        else:
            words = split_words(kind)
            resistances += [Resistance(word, dice, exceptions, flat=flat, dealt_by=dealt_by) for word in words]
    return tuple(resistances)


def _no_resistance(text: str) -> NotationError:
    return NotationError(f"A resistance is a type and its dice (“fire 2d6; all 3d6 except force”); “{text}” is not.")


def format_resistances(resistances: Iterable[Resistance]) -> str:
    """Write resistances in the notation."""
    return "; ".join(
        f"{_ONE_OF + listed(resistance.choices) if resistance.choices else resistance.type} {resistance.amount}"
        f"{f' except {listed(resistance.exceptions)}' if resistance.exceptions else ''}"
        f"{f' from {resistance.dealt_by}' if resistance.dealt_by else ''}"
        for resistance in resistances
    )


_WEAK = re.compile(r"(?P<type>.+?) (?P<amount>\d{1,3})")


def parse_weaknesses(text: str) -> tuple[Weakness, ...]:
    """Read weaknesses: ``cold iron 10; slashing and fire 5``; one for each type."""
    weaknesses = []
    for part in split_parts(text):
        match = _WEAK.fullmatch(part)
        if match is None:
            raise NotationError(f"A weakness is a type and an amount (“cold iron 10”); “{part}” is not.")
        weaknesses += [Weakness(word, int(match["amount"])) for word in split_words(match["type"].lower())]
    return tuple(weaknesses)


def format_weaknesses(weaknesses: Iterable[Weakness]) -> str:
    """Write weaknesses in the notation."""
    return "; ".join(f"{weakness.type} {weakness.amount}" for weakness in weaknesses)
