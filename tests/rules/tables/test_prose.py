"""The texts of the tables: how they are read, and that every one of them is used."""

import importlib
import pkgutil
import tomllib
from importlib.resources import files

import pytest

from rules import tables
from rules.errors import RulesError
from rules.glossary import catalog
from rules.tables.prose import Prose
from rules.tables.rolls import HERO_POINT_USES
from rules.text import slug
from tests.rows import every_row

TEXTS = {path.name.removesuffix(".toml"): path for path in (files("rules.tables") / "text").iterdir()}
# Sections that are no entries of their own: sentences for several rows, or groups of rows.
PARTS = {"each", "shared", "usual", "endings", "physical", "energy", "other", "only-hurts", "never-hurts", "free"}


class Written(Prose):
    """Prose from a text in place of a file."""

    def __init__(self, text: str, *fields: str, **values: object) -> None:
        super().__init__("written", *fields, **values)
        self._text = text

    def _read(self) -> str:
        return self._text


def test_lines_of_a_paragraph_are_joined_and_paragraphs_stay_apart():
    prose = Written('[a]\nsummary = "One."\ntext = """\nFirst\nline.\n\nSecond   line.\n"""')
    assert prose.text("a") == "First line.\n\nSecond line."


def test_references_stand_for_constants_rows_and_shared_sentences():
    prose = Written(
        '[shared]\nBOTH = "It costs {COST}."\n[a]\ntext = "{BOTH} {row} moves {squares:+d}."', COST=5, unused=None
    )
    assert prose.text("a", row="A boar", squares=2) == "It costs 5. A boar moves +2."


def test_a_reference_that_stands_for_nothing_is_an_error():
    with pytest.raises(RulesError, match=r"written.toml, a: 'COST' stands for nothing"):
        Written('[a]\ntext = "It costs {COST}."').text("a")


def test_a_field_that_no_module_asks_for_is_an_error():
    text = '[a]\ntext = "One."\nneeds = "two"'
    assert Written(text, "needs").text("a", "needs") == "two"
    with pytest.raises(RulesError, match=r"written.toml, a: no module asks for needs"):
        Written(text).text("a")


def test_an_entry_needs_a_section():
    with pytest.raises(RulesError, match=r"written.toml has no section high-wall"):
        Written('[wall]\nsummary = "One."').entry("cover", "High Wall")


def test_a_term_has_its_name_facts_and_aliases_in_the_file():
    text = """
[b-c]
name = "B of C"
summary = "One."
text = "Two."
aliases = ["BC"]
facts = [["Cost", "{COST}"]]
where = "D"
"""
    (entry,) = Written(text, COST=5).terms("cover")
    assert (entry.kind, entry.name, entry.summary, entry.text) == ("cover", "B of C", "One.", "Two.")
    assert (entry.facts, entry.aliases, entry.where) == ((("Cost", "5"),), ("BC",), "D")


@every_row("name", sorted(TEXTS))
def test_every_section_of_a_file_is_an_entry_of_its_table(name: str):
    sections = tomllib.loads(TEXTS[name].read_text(encoding="utf-8"))
    names = {slug(entry.name) for entry in catalog.entries()}
    rows = {"hero_points": {slug(use.name) for use in HERO_POINT_USES}}
    assert sections.keys() - names - PARTS - rows.get(name, set()) == set()


def test_every_table_with_entries_has_a_file():
    modules = {module.name for module in pkgutil.iter_modules(tables.__path__)}
    with_entries = {name for name in modules if hasattr(importlib.import_module(f"rules.tables.{name}"), "entries")}
    assert with_entries <= TEXTS.keys()


@every_row("name", sorted(TEXTS))
def test_lines_of_a_file_fit_a_screen(name: str):
    text = TEXTS[name].read_text(encoding="utf-8")
    blocks = [line for line in text.splitlines() if not line.lstrip().startswith('"') and " = " not in line]
    assert [line for line in blocks if len(line) > 130] == []
