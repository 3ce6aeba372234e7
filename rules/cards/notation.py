"""The short notation in which people write what stands on a card.

``2 slashing and fire; 5 persistent poison``, ``ranged 6/12``, ``fortitude negates sickened``, ``E E``: one line of
text for each field, read here and written here. The built-in compendium, the admin's forms and its rows for
spreadsheets all use it. What cannot be read raises ``NotationError`` with a sentence that shows what is expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.cards.model import RANGE_KINDS, Caster, CasterSpell, SpellGroup
from rules.effects import Damage, Range, Resistance, SavingThrow, Weakness
from rules.effects.values import SAVE_RESULTS, SAVES, Use
from rules.errors import RulesError
from rules.text import listed

USE_LETTERS: dict[str, Use] = {"C": "consumable", "D": "daily", "E": "encounter"}
_USE_SIGNS = str.maketrans({"☐": "C", "🄳": "D", "🄴": "E"})
_LETTER_OF_USE = {use: letter for letter, use in USE_LETTERS.items()}

MAX_USES = 12


class NotationError(RulesError):
    """A line of notation that cannot be read; the message shows what is expected."""


def _parts(text: str, separator: str = ";") -> list[str]:
    return [part.strip() for part in text.split(separator) if part.strip()]


def _words(text: str) -> tuple[str, ...]:
    """Split ``slashing, cold and fire`` into its words."""
    return tuple(word for word in re.split(r"\s*,\s*|\s+and\s+", text.strip()) if word)


def parse_names(text: str) -> tuple[str, ...]:
    """Read a list of names separated by commas: ``Athletics, Stealth``."""
    return tuple(_parts(text, ","))


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


_DAMAGE = re.compile(r"(?P<amount>\d{1,3})(?P<persistent> persistent)?(?: (?P<types>[a-z ,-]+))?")


def parse_damage(text: str) -> tuple[Damage, ...]:
    """Read damage: ``15 piercing; 5 persistent poison``; several types at once: ``20 slashing and fire``."""
    found = []
    for part in _parts(text):
        match = _DAMAGE.fullmatch(" ".join(part.lower().split()))
        if match is None:
            raise NotationError(
                f"Damage is an amount and its types (“20 slashing and fire; 5 persistent poison”); “{part}” is not."
            )
        found.append(Damage(int(match["amount"]), _words(match["types"] or ""), bool(match["persistent"])))
    return tuple(found)


def format_damage(damage: Iterable[Damage]) -> str:
    """Write damage in the notation."""
    return "; ".join(
        " ".join(filter(None, (str(part.amount), "persistent" if part.persistent else "", listed(part.types))))
        for part in damage
    )


def parse_saves(text: str) -> tuple[SavingThrow, ...]:
    """Read saves: ``reflex half; fortitude negates sickened``: which save, what it does, to what part."""
    found = []
    for part in _parts(text):
        stat, _, rest = part.partition(" ")
        result, _, of = rest.strip().partition(" ")
        stat, result = stat.lower(), result.lower()
        if stat not in SAVES or result not in SAVE_RESULTS:
            raise NotationError(
                f"A save is {listed(SAVES, 'or')}, then {listed(SAVE_RESULTS, 'or')}, then of what when only of a part "
                f"(“reflex half; fortitude negates sickened”); “{part}” is not."
            )
        found.append(SavingThrow(stat, result, SavingThrow.parts_of(of.strip())))
    return tuple(found)


def format_saves(saves: Iterable[SavingThrow]) -> str:
    """Write saves in the notation."""
    return "; ".join(f"{save.stat} {save.result}{f' {listed(save.of)}' if save.of else ''}" for save in saves)


_RESIST = re.compile(r"(?P<type>.+?) (?P<dice>\d{1,2})d6(?: except (?P<except>.+))?", re.IGNORECASE)


def parse_resistances(text: str) -> tuple[Resistance, ...]:
    """Read resistances: ``fire 2d6; slashing and piercing 1d6; all 3d6 except force``; one for each type."""
    found = []
    for part in _parts(text):
        match = _RESIST.fullmatch(part)
        if match is None:
            raise NotationError(
                f"A resistance is a type and its dice (“fire 2d6; all 3d6 except force”); “{part}” is not."
            )
        exceptions = _words((match["except"] or "").lower())
        found += [Resistance(one, int(match["dice"]), exceptions) for one in _words(match["type"].lower())]
    return tuple(found)


def format_resistances(resistances: Iterable[Resistance]) -> str:
    """Write resistances in the notation."""
    return "; ".join(
        f"{one.type} {one.dice}d6{f' except {listed(one.exceptions)}' if one.exceptions else ''}" for one in resistances
    )


_WEAK = re.compile(r"(?P<type>.+?) (?P<amount>\d{1,3})")


def parse_weaknesses(text: str) -> tuple[Weakness, ...]:
    """Read weaknesses: ``cold iron 10; slashing and fire 5``; one for each type."""
    found = []
    for part in _parts(text):
        match = _WEAK.fullmatch(part)
        if match is None:
            raise NotationError(f"A weakness is a type and an amount (“cold iron 10”); “{part}” is not.")
        found += [Weakness(one, int(match["amount"])) for one in _words(match["type"].lower())]
    return tuple(found)


def format_weaknesses(weaknesses: Iterable[Weakness]) -> str:
    """Write weaknesses in the notation."""
    return "; ".join(f"{one.type} {one.amount}" for one in weaknesses)


_CASTER = re.compile(r"(?P<tradition>[A-Za-z]+) (?P<rank>\d{1,2}):(?P<groups>.*)", re.DOTALL)
_GROUP = re.compile(r"(?P<uses>at will|(?:[CDE☐🄳🄴] ?)+)(?: (?P<spells>.+))", re.DOTALL)
_SPELL = re.compile(r"(?P<name>[^()]+?)(?: ?\((?P<note>[^()]*)\))?")


def parse_caster(text: str) -> Caster | None:
    """Read what a caster casts: ``Primal 5: D heal; D D grease, sleep; at will guidance, light (self only)``.

    Spells of one group share its boxes; groups are separated by semicolons.
    """
    if not text.strip():
        return None
    expected = (
        "A caster is a tradition, a rank, and groups of spells (“Primal 5: D heal; D D grease, sleep; at will light”)"
    )
    head = _CASTER.fullmatch(text.strip())
    if head is None:
        raise NotationError(f"{expected}; “{text}” is not.")
    groups = []
    for part in _parts(head["groups"]):
        match = _GROUP.fullmatch(part)
        if match is None:
            raise NotationError(f"{expected}; the group “{part}” has no boxes or no spells.")
        spells = []
        for name in re.split(r",(?![^()]*\))", match["spells"]):
            spell = _SPELL.fullmatch(name.strip())
            if spell is None:
                raise NotationError(f"{expected}; the spell “{name.strip()}” is not a name with a note in brackets.")
            spells.append(CasterSpell(spell["name"], spell["note"] or None))
        uses = () if match["uses"] == "at will" else parse_uses(match["uses"])
        groups.append(SpellGroup(uses, tuple(spells)))
    return Caster(head["tradition"].capitalize(), int(head["rank"]), tuple(groups))


def format_caster(caster: Caster | None) -> str:
    """Write what a caster casts in the notation."""
    if caster is None:
        return ""
    groups = "; ".join(
        f"{format_uses(group.uses) or 'at will'} "
        + ", ".join(f"{spell.name} ({spell.note})" if spell.note else spell.name for spell in group.spells)
        for group in caster.groups
    )
    return f"{caster.tradition} {caster.rank}: {groups}".rstrip()
