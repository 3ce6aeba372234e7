"""What a machine can see of the house's style: patterns that texts for players have lost, names that code avoids."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from compendium.builtin.creatures import built_in_cards
from rules import feats, items, spells
from rules.cards.phrases import effect_text
from rules.glossary import catalog
from tests.trees import ROOMS, nodes_of, tree_of

SENTENCES_IN_CODE = (
    "accounts",
    "adventures",
    "battles",
    "campaigns",
    "common",
    "compendium",
    "gambling",
    "jobs",
    "p2v_site",
    "played_logs",
    "printing",
    "rules",
    "warbands",
    "webhooks",
)
"""Modules whose string constants of several words end up before players."""

PATTERNS: dict[str, str] = {
    "say over budget": r"\btoo dear\b",
    "say expensive": r"\bdear(?:er|est)\b",
    "name the person: a player, an opponent, no one": r"\b(?:nobody|whoever|whomever|whosever)\b",
    "say what it is: anything that, everything": r"\bwhatever\b",
    "say only": r"\bnone but\b|\bnothing but\b",
    "say as usual": r"\bas ever\b",
    "say also, or in addition": r"\bbesides\b",
    "say is not a": r"(?<!here )\b(?:is|are|was|were) no (?!longer|more|less|fewer|taller|larger|higher|worse|one\b)",
    "say it directly": r"\bwhat (?:is|was|has been) [a-z]+ (?:is|was|stays|counts)\b",
    "say immediately": r"\bthereupon\b|\bforthwith\b",
    "write American English": (
        r"\b(?:colour|grey|neighbour|favour|armour|defence|centre|metre|licence|judgement)(?:s|ed|ing|ly|less)?\b"
    ),
    "say possible": r"; once is all it can\b",
    "say fails a save": r"\bsave of (?:an?|the) [a-z]+ (?:[a-z ]+ )?fails\b",
}

FORBIDDEN_CLASSES = frozenset(
    {"Around", "Asked", "Doubt", "Held", "Judged", "Once", "Opened", "Owned", "Several", "Together", "Told", "Watched"}
)
FORBIDDEN_FUNCTIONS = frozenset({"goodness", "oddities", "told", "untidy", "words"})
FORBIDDEN_VARIABLES = frozenset({"judged", "one", "told"})
FORBIDDEN_IN_TESTS = frozenset({"found", "one"})
"""Variables that say nothing of what they hold: a creature, an answer, the faults of a form."""
FORBIDDEN_MODULES = re.compile(r"(?:of_\w+|almanac|doubts|everything|later|watching)\.py")

FRAMEWORK_CLASSES = frozenset({"Command", "Meta"})
"""Names that Django looks for in each module of commands and in each model."""
OF_EVERY_TABLE = frozenset({"entries"})
"""Functions that each table of the rules has, always called with the table's name before them."""
ROWS_OF_VALUES = frozenset({"Feat", "Feature", "Item", "Spell"})
"""Names of a value of the rules and of the model whose rows store it: one thing of the game in two forms."""

TYPE_ALIAS = re.compile(r"[A-Z]\w*[a-z]\w*")

UNSEEN = re.compile(r"{#.*?#}|{% comment %}.*?{% endcomment %}|<script.*?</script>", re.DOTALL)
MARKUP = re.compile(r"{%.*?%}|{{.*?}}|<[^>]*>", re.DOTALL)
ATTRIBUTES = re.compile(r'(?:title|aria-label|placeholder|alt|content)="([^"{]+)"')


def _found(text: str) -> Iterator[str]:
    for advice, pattern in PATTERNS.items():
        if match := re.search(pattern, text, re.IGNORECASE):
            yield f"“{text[max(match.start() - 30, 0) : match.end() + 30]}”: {advice}"


def _values() -> Iterator[tuple[str, str]]:
    """Yield every place of the game's own texts with one of its sentences."""
    for entry in catalog.entries():
        place = f"glossary {entry.kind}/{entry.key}"
        facts = (word for fact in entry.facts for word in fact)
        yield from ((place, text) for text in (entry.summary, entry.text, *facts))
    for spell in spells.SPELLS:
        yield from ((f"spell {spell.key}", text) for text in (spell.text, *spell.notes))
    yield from ((f"item {item.key}", item.text) for item in items.ITEMS)
    yield from ((f"feat {feat.key}", feat.text) for feat in feats.FEATS)
    for card in built_in_cards():
        for feature in card.features:
            yield from ((f"card {card.key}", text) for text in (feature.trigger, effect_text(feature)) if text)


def _templates(root: Path) -> Iterator[tuple[str, str]]:
    """Yield every template with the text that a visitor sees in it."""
    for room in ROOMS:
        for path in sorted((root / room).glob("templates/**/*.*")):
            template = UNSEEN.sub("", path.read_text(encoding="utf-8"))
            words = " ".join((*ATTRIBUTES.findall(template), *MARKUP.sub(" ", template).split()))
            yield str(path.relative_to(root)), words


def _sentences_in_code(root: Path) -> Iterator[tuple[str, str]]:
    """Yield every module with the strings of several words in it, docstrings aside."""
    for name in SENTENCES_IN_CODE:
        start = root / name
        for path in [start] if start.is_file() else sorted(start.rglob("*.py")):
            if "migrations" in path.parts:
                continue
            tree = tree_of(path)
            docstrings = {id(node.value) for node in nodes_of(tree) if isinstance(node, ast.Expr)}
            # The API's schema shows the docstrings of operations.
            docstrings -= {
                id(node.body[0].value)
                for node in nodes_of(tree)
                if isinstance(node, ast.FunctionDef) and isinstance(node.body[0], ast.Expr)
                if any(ast.unparse(decorator).startswith("operation(") for decorator in node.decorator_list)
            }
            yield from (
                (str(path.relative_to(root)), node.value)
                for node in nodes_of(tree)
                if isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and " " in node.value.strip()
                and id(node) not in docstrings
            )


def _names(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the place and the reason of every forbidden name in the code."""
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            place = str(path.relative_to(root))
            if FORBIDDEN_MODULES.fullmatch(path.name):
                yield place, "is named by what it holds"
            for node in nodes_of(tree_of(path)):
                if isinstance(node, ast.ClassDef) and node.name.lstrip("_") in FORBIDDEN_CLASSES:
                    yield place, f"class {node.name}: a class is a noun"
                if (variable := _variable(node)) in FORBIDDEN_VARIABLES:
                    yield place, f"variable {variable}: a variable is a noun"
                if isinstance(node, ast.FunctionDef) and node.name.lstrip("_") in FORBIDDEN_FUNCTIONS:
                    yield place, f"function {node.name}: a function is a verb"


def _variable(node: ast.AST) -> str:
    """Return the name of a variable or of an argument, empty for anything else."""
    return node.id if isinstance(node, ast.Name) else node.arg if isinstance(node, ast.arg) else ""


def _function_names(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the module of every public function, but those that addresses, tags and commands name."""
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            if {"migrations", "web", "templatetags", "commands"} & set(path.parts):
                continue
            functions = (node for node in tree_of(path).body if isinstance(node, ast.FunctionDef))
            yield from (
                (function.name, str(path.relative_to(root)))
                for function in functions
                if not function.name.startswith("_")
            )


def _class_names(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the module of every class, and of every alias of a type in the rooms."""
    for room in (*ROOMS, "tests", "benchmarks"):
        for path in sorted((root / room).rglob("*.py")):
            place = str(path.relative_to(root))
            if "migrations" in path.parts:
                continue
            tree = tree_of(path)
            yield from ((node.name, place) for node in nodes_of(tree) if isinstance(node, ast.ClassDef))
            if room in ROOMS:
                targets = (target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets)
                names = (target.id for target in targets if isinstance(target, ast.Name))
                yield from ((name, place) for name in names if TYPE_ALIAS.fullmatch(name))


def _faults(texts: Iterator[tuple[str, str]]) -> list[str]:
    return [f"{place}: {fault}" for place, text in texts for fault in _found(text)]


@pytest.mark.django_db
def test_the_games_own_texts_are_in_plain_words():
    assert _faults(_values()) == []


def test_templates_are_in_plain_words(root: Path):
    assert _faults(_templates(root)) == []


def test_sentences_in_code_are_in_plain_words(root: Path):
    assert _faults(_sentences_in_code(root)) == []


def test_names_say_what_they_are(root: Path):
    assert [f"{place}: {reason}" for place, reason in _names(root)] == []


def test_variables_of_tests_say_what_they_hold(root: Path):
    faults = [
        f"{path.relative_to(root)}:{getattr(node, 'lineno', 0)}: {variable}"
        for path in sorted((root / "tests").rglob("*.py"))
        for node in nodes_of(tree_of(path))
        if (variable := _variable(node)) in FORBIDDEN_IN_TESTS
    ]
    assert faults == [], "name what it holds: a creature, a row, an answer"


def test_a_class_name_means_one_thing_in_the_whole_house(root: Path):
    modules: dict[str, set[str]] = {}
    for name, module in _class_names(root):
        modules.setdefault(name, set()).add(module)
    repeated = {name: sorted(places) for name, places in modules.items() if len(places) > 1}
    assert {name: repeated[name] for name in repeated.keys() - FRAMEWORK_CLASSES - ROWS_OF_VALUES} == {}
    for name in ROWS_OF_VALUES:
        assert [place.split("/")[0] for place in repeated[name]] == ["compendium", "rules"]


def test_a_function_name_means_one_thing_in_the_whole_house(root: Path):
    modules: dict[str, set[str]] = {}
    for name, module in _function_names(root):
        modules.setdefault(name, set()).add(module)
    repeated = {name: sorted(places) for name, places in modules.items() if len(places) > 1}
    assert {name: places for name, places in repeated.items() if name not in OF_EVERY_TABLE} == {}


@pytest.mark.parametrize(
    "text", ["Nobody is hurt.", "A wagon is no creature.", "27 points too dear", "The grey shrine."]
)
def test_a_lost_pattern_is_found(text: str):
    assert list(_found(text))


@pytest.mark.parametrize(
    "text", ["There is no save.", "It is no longer prone.", "It is not a creature.", "A gray area"]
)
def test_plain_words_are_left_alone(text: str):
    assert list(_found(text)) == []
