"""The prose of the tables, stored in TOML files under ``rules/tables/text/``, and the entry of each row."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, ClassVar

from rules.documents.kinds import SaidInHead
from rules.errors import RulesError
from rules.replacing import FrozenClass
from rules.text import slug

CORE_RULES = "p2v-core-1.3"


@dataclass(frozen=True, slots=True)
class Entry:
    """One term of the game with its meaning.

    ``summary`` is one sentence short enough for a tooltip; ``text`` is the whole rule in Muster's own words (paragraphs
    separated by a blank line); ``facts`` are label and value pairs for a small table; ``aliases`` are other spellings
    of the term on cards; ``where`` is the rulebook's section. ``by_table``: the text says more than the fields of the
    term's effect.
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


Facts = tuple[tuple[str, str], ...]

_USUAL = frozenset({"name", "summary", "text", "where", "aliases", "facts"})
_WITHOUT_FIELDS = frozenset({"each", "shared"})


class Prose:
    """The texts of one table, read from its file at the first use.

    ``fields`` names further fields of sections; ``values`` are the values of references.
    """

    def __init__(self, table: str, *fields: str, **values: object) -> None:
        self._table = table
        self._fields = _USUAL.union(fields)
        self._values = values

    @cached_property
    def sections(self) -> Mapping[str, Mapping[str, Any]]:
        """The sections of the file, with their references still in them."""
        sections: Mapping[str, Mapping[str, Any]] = tomllib.loads(self._read())
        for key, section in sections.items():
            if strange := section.keys() - self._fields if key not in _WITHOUT_FIELDS else ():
                raise RulesError(f"{self._table}.toml, {key}: no module asks for {', '.join(sorted(strange))}.")
        return sections

    def _read(self) -> str:
        return files("rules.tables").joinpath("text", f"{self._table}.toml").read_text(encoding="utf-8")

    def text(self, key: str, field: str = "text", **values: object) -> str:
        """Return a text of a section with its references filled in; empty if the section has none."""
        return self._filled(self.sections.get(key, {}).get(field, ""), key, values)

    def lines(self, key: str, field: str, **values: object) -> tuple[str, ...]:
        """Return a list of sentences of a section, in order; empty if the section has none."""
        return tuple(self._filled(line, key, values) for line in self.sections.get(key, {}).get(field, ()))

    def entry(
        self,
        kind: str,
        name: str,
        *,
        section: str = "",
        text: str = "",
        facts: Facts = (),
        aliases: tuple[str, ...] = (),
        where: str = "",
        source: str = CORE_RULES,
        by_table: bool = False,
        **values: object,
    ) -> Entry:
        """Return the glossary entry of a name, with the prose of its section.

        ``section`` is the slug of the name by default. ``text`` replaces the section's text; ``facts`` and ``aliases``
        come before those of the section.
        """
        key = section or slug(name)
        if key not in self.sections:
            raise RulesError(f"{self._table}.toml has no section {key}.")
        prose = self.sections[key]
        own = tuple(
            (self._filled(label, key, values), self._filled(value, key, values))
            for label, value in prose.get("facts", ())
        )
        return Entry(
            kind=kind,
            name=name,
            summary=self._filled(prose["summary"], key, values),
            text=text or self._filled(prose.get("text", ""), key, values),
            facts=(*facts, *own),
            aliases=(*aliases, *prose.get("aliases", ())),
            where=where or prose.get("where", ""),
            source=source,
            by_table=by_table,
        )

    def term(self, kind: str, key: str, *, facts: Facts = ()) -> Entry:
        """Return the entry of a term that has no row."""
        return self.entry(kind, self.sections[key]["name"], section=key, facts=facts)

    def terms(self, kind: str) -> tuple[Entry, ...]:
        """Return the entries of all terms that have no row, in the order of the file."""
        return tuple(self.term(kind, key) for key, section in self.sections.items() if "name" in section)

    def _filled(self, template: str, key: str, values: Mapping[str, object]) -> str:
        if "{" in template:
            known = {**self._values, **values}
            for name, sentence in self.sections.get("shared", {}).items():
                if f"{{{name}}}" in template:
                    known[name] = self._filled(sentence, key, values)
            try:
                template = template.format(**known)
            except (KeyError, AttributeError, ValueError) as fault:
                raise RulesError(f"{self._table}.toml, {key}: {fault} stands for nothing.") from fault
        return "\n\n".join(" ".join(paragraph.split()) for paragraph in template.split("\n\n")).strip()


class ProseRow(SaidInHead, metaclass=FrozenClass):
    """A row with its prose under the slug of its name in the file of its table; its first part is the ``name``."""

    __slots__ = ()

    prose: ClassVar[Prose]
    name: str

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)

    @property
    def summary(self) -> str:
        """The row in one sentence."""
        return self.prose.text(self.key, "summary", row=self)

    @property
    def text(self) -> str:
        """The whole rule, paragraphs separated by a blank line."""
        return self.prose.text(self.key, row=self)
