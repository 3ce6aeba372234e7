"""The stat block of a copied text with its Strikes, and the lines of it that could not be read."""

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from compendium.importing.pf2e.abilities import ability, damage_rolls, hit_effects, trait_numbers
from compendium.importing.pf2e.text.lines import COST_MARKS, MARK, split_outside, without_marks
from compendium.importing.pf2e.text.rows import (
    ATTRIBUTE,
    TextDefenses,
    read_defenses,
    read_senses,
    read_skills,
    read_speeds,
    read_traits,
)
from compendium.importing.pf2e.text.sections import (
    TextSection,
    TextSections,
    is_kind_of_creature,
    read_spell_list,
    text_sections,
)
from compendium.importing.pf2e.values import UnreadableBlock, license_of_source
from rules.card_reading.values import UnreadWords
from rules.conversion.blocks import BlockAbility, BlockAttack, StatBlock
from rules.documents.reading import fail
from rules.text import few_listed, with_article

_MAX_STRIKE = 2_000
_STRIKE = re.compile(
    rf"(?P<kind>Melee|Ranged):? ?(?P<cost>{MARK}|[a1] )? ?(?P<name>(?:\+\d )?[^+\[]{{1,100}}?) "
    r"(?P<bonus>[+-]\d{1,3})(?!\d)(?: ?\[[^\[\]]{0,40}\]| ?\([+-]\d{1,3}(?:[,/] ?[+-]\d{1,3})*\))?(?: to hit)?,?"
    r"(?: ?\((?P<traits>[^()]{0,400})\))?[,;.]? ?(?P<rest>.*)",
    re.IGNORECASE,
)
_DAMAGE = re.compile(r"(?:Damage|Effects?):? ", re.IGNORECASE)
_MULTIPLE = re.compile(r"\[[+-]\d{1,3}(?:/[+-]\d{1,3})*\],? ?")


def read_strike(text: str, leave: Callable[[str], None]) -> BlockAttack | None:
    """Return a Strike, or None for a line without one; ``leave`` receives the unread words."""
    match = _STRIKE.fullmatch(text[:_MAX_STRIKE])
    if match is None:
        leave(without_marks(text))
        return None
    if text[_MAX_STRIKE:]:
        leave(text[_MAX_STRIKE:])
    traits = tuple(filter(None, (word.strip() for word in (match["traits"] or "").split(","))))
    if COST_MARKS.get(match["cost"] or "", "1") != "1":
        leave(match["cost"])  # a Strike of several actions; the card's attacks have one each
    rest, *behind = split_outside(_MULTIPLE.sub("", match["rest"], count=1), ";") or [""]
    for words in behind:
        leave(words)
    label = _DAMAGE.match(rest)
    rolls, effects = damage_rolls(rest[label.end() :].strip(" .;") if label else "")
    if not label and rest.strip():
        leave(rest)
    numbers = trait_numbers(traits)
    return BlockAttack(
        name=match["name"].strip(" ,:") or "Strike",
        bonus=int(match["bonus"]),
        is_ranged=match["kind"].lower() == "ranged",
        reach=numbers.get("reach"),
        increment=numbers.get("thrown") or numbers.get("range increment"),
        max_range=numbers.get("range"),
        reload=numbers.get("reload", 0),
        damage=rolls,
        effects=hit_effects(effects),
        traits=traits,
    )


MAX_TEXT = 200_000
"""Characters of one stat block."""
MAX_BYTES = 4 * MAX_TEXT
MAX_UNREAD = 200
MAX_UNREAD_WORDS = 300
_NO_PART = frozenset({"languages", "items", "knowledge"})
_SOURCE = re.compile(r"source\b:? (?P<title>.+?)(?:,? (?:pg?|pp|page)s?\.? ?\d.*)?", re.IGNORECASE)
_BEFORE_HEADINGS = re.compile(
    r"; (?=(?:Critical Success|Critical Failure|Success|Failure|Trigger|Requirements?|Frequency|Effect|Saving Throw|"
    r"Maximum Duration|Onset|Stage \d)\b)"
)


@dataclass(frozen=True, slots=True)
class BlockReading:
    """A stat block, and the unread parts of its text, in the order of the lines; nothing for JSON."""

    block: StatBlock
    unread: tuple[UnreadWords, ...] = ()


def decoded_text(data: bytes) -> str:
    """Return a file's text; raise ``DocumentError`` (``file.too_large``, ``document.json``) if it is not one."""
    if len(data) > MAX_BYTES:
        fail("file.too_large", "", f"The text of a stat block has at most {MAX_TEXT:,} characters.")
    encodings = ("utf-16",) if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    return fail("document.json", "", "This is not a JSON document or a stat block: it is not text.")


def check_stat_block_text(text: str) -> None:
    """Raise ``DocumentError`` for a text that is not the text of one stat block.

    Codes: ``file.too_large``, ``document.json``, ``file.several_stat_blocks``.
    """
    if len(text) > MAX_TEXT:
        fail("file.too_large", "", f"The text of a stat block has at most {MAX_TEXT:,} characters.")
    parts = text_sections(text)
    if not parts.is_creature:
        fail(
            "document.json",
            "",
            "This is not a JSON document or a stat block: no line names a level, such as “Heron Creature 2”.",
        )
    if parts.others:
        names = few_listed((parts.name, *parts.others))
        fail(
            "file.several_stat_blocks",
            "",
            f"This text has {len(parts.others) + 1} stat blocks ({names}). Convert them one at a time.",
        )


def read_stat_block(text: str) -> BlockReading:
    """Return the stat block of a text; raise ``UnreadableBlock`` for one without a name or a level."""
    parts = text_sections(text)
    name = parts.name[:100]
    if parts.kind and not is_kind_of_creature(parts.kind):
        what = with_article(parts.kind)
        raise UnreadableBlock("type", f"{name or 'This'} is {what}, not a creature.", "creature.not_a_creature")
    if not name:
        raise UnreadableBlock("name", "The text has no name before the level.", "creature.no_name")
    if parts.level is None:
        raise UnreadableBlock("level", f"{name} has no level.", "creature.no_level")
    reader = _Reader(parts)
    for section in parts.sections:
        reader.read(section)
    return BlockReading(reader.block(name, parts.level), tuple(sorted(reader.unread, key=lambda unread: unread.line)))


class _Reader:
    """Reads the sections of a text one after the other."""

    def __init__(self, parts: TextSections) -> None:
        self.unread: list[UnreadWords] = []
        self._parts = parts
        self._defenses = TextDefenses()
        self._found: dict[str, tuple[object, ...]] = {}
        self._traits: tuple[str | None, str | None, tuple[str, ...]] = (None, None, ())
        self._publication = ""
        self._abilities: list[BlockAbility] = []

    def read(self, section: TextSection) -> None:
        """Read a section; a repeated entry extends a list."""

        def leave(words: str) -> None:
            if words.strip(" ,;.") and len(self.unread) < MAX_UNREAD:
                shown = without_marks(words.strip())
                self.unread.append(UnreadWords(section.line_of(words), shown[:MAX_UNREAD_WORDS]))

        kind, text = section.kind, section.text
        if kind == "ability":
            self._abilities.append(self._ability(section))
        elif kind == "traits":
            self._traits = read_traits("\n".join(line.text for line in section.lines))
        elif kind == "source":
            source_line = _SOURCE.fullmatch(text[:200])
            self._publication = source_line["title"] if source_line else ""
        elif kind == "defenses":
            read_defenses(text, self._defenses, leave)
        elif kind in ("perception", "senses"):
            self._add("senses", read_senses(text, leave))
        elif kind == "skills":
            self._add("skills", read_skills(text, leave))
        elif kind == "speed":
            self._add("speeds", read_speeds(text, leave))
        elif kind == "strike":
            strike = read_strike(text, leave)
            self._add("attacks", (strike,) if strike else ())
        elif kind == "spells":
            self._add("casters", (read_spell_list(text, leave),))
        elif kind == "attributes":
            leave(ATTRIBUTE.sub("", text))
        else:
            # A card has no languages and the like. Where lines were not broken, such a row ends with its line.
            without = 0 if kind not in _NO_PART else len(section.lines) if self._parts.width else 1
            for line in section.lines[without:]:
                leave(line.text)

    def block(self, name: str, level: int) -> StatBlock:
        """Return the finished stat block."""
        alignment, size, traits = self._traits
        adjustment = next((word for word in ("elite", "weak") if name.lower().startswith(f"{word} ")), "")
        defenses = self._defenses
        values: dict[str, Any] = {**defenses.numbers, **self._found}
        return StatBlock(
            name=name,
            level=level,
            alignment=alignment,
            size=size,
            traits=traits,
            license=license_of_source(self._publication),
            publication=self._publication,
            adjustment=adjustment,
            is_adjusted=bool(adjustment),
            broken_armor_class=defenses.broken,
            abilities=(*defenses.abilities, *self._abilities),
            immunities=tuple(defenses.immunities),
            resistances=tuple(defenses.resistances),
            weaknesses=tuple(defenses.weaknesses),
            **values,
        )

    def _add(self, field: str, values: tuple[object, ...]) -> None:
        self._found[field] = (*self._found.get(field, ()), *values)

    def _ability(self, section: TextSection) -> BlockAbility:
        head = section.head
        assert head is not None
        lines = [
            line
            for paragraph in self._parts.paragraphs(section)
            for line in _BEFORE_HEADINGS.sub("\n", paragraph).split("\n")
        ]
        return ability(head.name, lines, head.cost, traits=head.traits)
