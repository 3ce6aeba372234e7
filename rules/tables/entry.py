"""The form in which every table of the rules explains itself to a reader: one entry a row."""

from __future__ import annotations

from dataclasses import dataclass

from rules.text import slug

CORE_RULES = "p2v-core-1.3"


@dataclass(frozen=True, slots=True)
class Entry:
    """One term of the game with its meaning.

    ``summary`` is one sentence short enough for a tooltip; ``text`` is the whole rule in Muster's own words
    (paragraphs separated by a blank line); ``facts`` are label and value pairs for a small table; ``aliases``
    are other spellings that a card may use for the term; ``where`` is the rulebook's section. ``by_table``: the text
    says more than the fields of the term's effect.
    """

    kind: str
    name: str
    summary: str
    text: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    aliases: tuple[str, ...] = ()
    where: str = ""
    source: str = CORE_RULES
    license: str = "ORC"
    by_table: bool = False

    @property
    def key(self) -> str:
        """The slug of the name, unique within the entry's kind."""
        return slug(self.name)
