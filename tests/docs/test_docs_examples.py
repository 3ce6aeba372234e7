"""Examples in the documents and in the docstrings of the rules: what they show is what happens."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import rules
from tests.rows import every_row

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if ">>>" in path.read_text(encoding="utf-8"))
MODULES = sorted(module.name for module in pkgutil.walk_packages(rules.__path__, "rules."))


def run(test: doctest.DocTest) -> str:
    """Run the examples and return what went wrong, nothing when all went well."""
    answer: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=answer.append)
    return "".join(answer)


def test_the_page_that_shows_the_rules_has_examples() -> None:
    assert DOCS / "rules-in-a-shell.md" in PAGES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_are_true(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, page.name, str(page), 0)
    assert examples.examples
    assert run(examples) == ""


@every_row("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    module = importlib.import_module(name)
    assert "".join(run(test) for test in doctest.DocTestFinder().find(module)) == ""
