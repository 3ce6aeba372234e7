"""Every rule is called by play: no definition and no field of the rules waits for a caller that never comes.

*Reached* is what a page, an address, an admin, a command, a job or a print leads to: code outside of ``rules``, and
what it calls within. Tests do not count. *Read* is a field that such code asks for other than to write, read or
describe its document. ``tests/architecture/reaching.py`` says how that is found.
"""

import ast
from pathlib import Path

import pytest

from tests.architecture.reaching import dead_definitions, members_named_in, reached, unread_fields
from tests.architecture.units import Code
from tests.trees import ROOMS, tree_of

WAITS_FOR_A_BOARD = """
    rules.tables.cover.hides_from_sight
""".split()
"""The geometry that is called once boards have heights. What is called is no longer listed."""

WAITS_FOR_ITS_LINE = """
""".split()
"""What is called or deleted by a change under way."""
TOLD_TO_PROGRAMS = {
    "rules.adventures.kinds.chase.kind.ChaseMark.may_bypass",
    "rules.adventures.receipts.AdventureReceipt.seed_digits",
}
"""Fields that documents tell, written by what their classes declare, and that nothing else reads."""


@pytest.fixture(scope="module")
def house(root: Path) -> Code:
    """The code of every room, migrations aside."""
    trees = {}
    for path in (path for room in ROOMS for path in sorted((root / room).rglob("*.py"))):
        name = ".".join(path.relative_to(root).with_suffix("").parts)
        if "migrations" not in path.parts:
            trees[name.removesuffix(".__init__")] = (tree_of(path), path.name == "__init__.py")
    return Code(trees)


@pytest.fixture(scope="module")
def words(root: Path) -> set[str]:
    """What templates ask values for."""
    return members_named_in(path for room in ROOMS for path in (root / room).glob("templates/**/*.*"))


@pytest.mark.slow
def test_the_house_calls_each_rule_and_reads_each_field(house: Code, words: set[str]):
    live = reached(house, (name for name in house.modules if name.partition(".")[0] != "rules"), words)
    unused = {*dead_definitions(house, live, "rules"), *unread_fields(house, live, "rules", words)}
    listed = {*WAITS_FOR_A_BOARD, *WAITS_FOR_ITS_LINE, *TOLD_TO_PROGRAMS}
    assert sorted(unused - listed) == [], "call it where its rule happens, or delete it with its tests"
    assert sorted(listed - unused) == [], "these are called now: take them off the list"


def _code(**texts: str) -> Code:
    return Code({name.replace("__", "."): (ast.parse(text), name == "rules") for name, text in texts.items()})


def _dead(**texts: str) -> list[str]:
    code = _code(**{"rules": "", **texts})
    live = reached(code, ["page"])
    return sorted([*dead_definitions(code, live, "rules"), *unread_fields(code, live, "rules")])


def test_a_function_that_nothing_calls_is_found():
    assert _dead(rules__a="def live(): ...\ndef dead(): ...", page="from rules.a import live\nlive()") == [
        "rules.a.dead"
    ]


def test_what_only_a_dead_function_calls_is_found():
    text = "ROWS = (1, 2)\ndef first(): return ROWS\ndef second(): return first()"
    assert _dead(rules__a=text, page="import rules.a") == ["rules.a.ROWS", "rules.a.first", "rules.a.second"]


def test_a_reexport_is_no_call():
    again = {
        "rules": "from rules.a import dead, live\n__all__ = ['dead', 'live']",
        "rules__a": "def live(): ...\ndef dead(): ...",
    }
    assert _dead(**again, page="from rules import live\nlive()") == ["rules.a.dead"]


def test_a_local_of_the_same_name_is_no_call():
    text = "def injury(): ...\ndef live(injury): return [injury for _ in injury]"
    assert _dead(rules__a=text, page="from rules import a\na.live(1)") == ["rules.a.injury"]


def test_a_recursion_is_no_call():
    assert _dead(rules__a="def walk(n): return walk(n - 1)", page="import rules.a") == ["rules.a.walk"]


def test_a_method_is_called_by_its_name_and_a_dead_one_is_found():
    text = "class Row:\n def live(self): ...\n def dead(self): ...\n def __str__(self): ..."
    assert _dead(rules__a=text, page="from rules.a import Row\nRow().live()") == ["rules.a.Row.dead"]


def test_what_registers_itself_is_reached_once_its_module_is_imported():
    text = "class Event:\n def __init_subclass__(cls): ...\n"
    more = "from rules.a import Event\nclass Moved(Event):\n def play(self): ..."
    page = "import rules.b\nfrom rules.a import Event\ndef view(event: Event): event.play()"
    assert _dead(rules__a=text, rules__b=more, page=page) == []
    assert _dead(rules__a=text, rules__b=more, page="from rules.a import Event\nEvent().play()") == [
        "rules.b",
        "rules.b.Moved",
    ]


def test_answers_of_a_dispatching_function_are_reached_with_it():
    text = "def tell(event): ...\n@tell.register\ndef _(event: int): return sign()\ndef sign(): ..."
    assert _dead(rules__a=text, page="from rules.a import tell\ntell(1)") == []
    assert _dead(rules__a=text, page="import rules.a") == ["rules.a._", "rules.a.sign", "rules.a.tell"]


def test_names_of_a_module_that_is_a_value_are_called_by_their_name():
    tables = {"rules__a": "def entries(): ...\ndef dead(): ...", "rules__b": "from rules import a\nALL = (a,)"}
    page = "from rules.b import ALL\n[module.entries() for module in ALL]"
    assert _dead(**tables, page=page) == ["rules.a.dead"]


FIELDS = "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Row:\n speed: int\n armor: int\n"


def test_a_field_that_is_only_declared_and_written_is_found():
    document = "def row_document(row): return {'speed': row.speed, 'armor': row.armor}"
    page = "from rules.a import Row\nfrom rules.documents import row_document\nprint(row_document(Row(1, 2)).armor)"
    assert _dead(rules__a=FIELDS, rules__documents=document, page=page) == ["rules.a.Row.speed"]


def test_checking_a_field_as_it_is_made_is_no_reading():
    text = f"{FIELDS} def __post_init__(self): assert self.speed > 0"
    assert _dead(rules__a=text, page="from rules.a import Row\nRow(1, 2).armor") == ["rules.a.Row.speed"]


def test_a_loop_over_all_fields_is_no_reading_and_a_word_is():
    loop = "from dataclasses import fields\nfrom rules.a import Row\n[getattr(Row(1, 2), f.name) for f in fields(Row)]"
    assert _dead(rules__a=FIELDS, page=loop) == ["rules.a.Row.armor", "rules.a.Row.speed"]
    word = "from rules.a import Row\ndef view(name): return getattr(Row(1, 2), name)\nview('speed')"
    assert _dead(rules__a=FIELDS, page=word) == ["rules.a.Row.armor"]


def test_patterns_and_templates_read_fields(tmp_path: Path):
    page = "from rules.a import Row\nmatch Row(1, 2):\n case Row(speed=number): print(number)"
    assert _dead(rules__a=FIELDS, page=page) == ["rules.a.Row.armor"]
    (tmp_path / "row.html").write_text("a.b {{ row.armor|default:row.name.speed }}{% if row.is_large %}")
    assert members_named_in([tmp_path / "row.html"]) == {"armor", "name", "speed", "is_large"}
