"""What is reached from some modules of a house, and which fields are read there: the walk over its units.

A definition is reached when a reached unit names it, through imports and re-exports, or asks an unknown value for an
attribute of that name and its class is reached. What a module only imports, lists in ``__all__`` or hands on is not.
Reached as soon as its module is imported: what the body of a module runs, a subclass of a base with
``__init_subclass__`` or ``defined_in``, and an answer of a ``singledispatch`` function. Names of a module that is used
as a value, such as ``entries`` of the glossary's tables, are reached by their name, and so are methods that a foreign
base calls.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.architecture.units import Code, Unit

_IN_TEMPLATES = re.compile(r"\{[{%].*?[}%]\}", re.DOTALL)
_MEMBERS = re.compile(r"\.([a-zA-Z_]\w*)")
_PLAIN = {"ABC", "Protocol", "Generic", "Exception", "ValueError", "NamedTuple", "StrEnum", "Enum", "IntEnum", "object"}
"""Bases of the standard library that call no method of their subclasses by its name."""
_FINDERS = {"__init_subclass__", "defined_in"}
"""Members by which a base finds its subclasses: at once, or in the modules that it is given."""
_DOCUMENTS = re.compile(r"\.(\w+_documents|documents|codecs|notation|activities|fields|card_fields|declaration)$")
"""Modules that write values and read them again."""


def reached(code: Code, roots: Iterable[str], words: Iterable[str] = ()) -> dict[str, Unit]:
    """Return the units that are reached from modules, all of whose units count, and from names of members."""
    return _ReachWalk(code, words).from_modules(set(roots))


def dead_definitions(code: Code, live: Mapping[str, Unit], room: str) -> Iterator[str]:
    """Yield the definitions of a room that nothing reaches, those within a dead one left out."""
    for key, unit in code.units.items():
        if unit.module.partition(".")[0] == room and key not in live and (not unit.owner or unit.owner in live):
            yield key


def unread_fields(code: Code, live: Mapping[str, Unit], room: str, words: Iterable[str] = ()) -> Iterator[str]:
    """Yield the fields of reached dataclasses of a room that no reached unit reads, outside of its document.

    Reading is asking for the attribute, in code, a pattern or a template. What a module of documents reads says
    nothing, and neither does ``__post_init__``, which only checks; a class of such a module is read there as well, and
    a field that holds a function may be called anywhere.
    """
    reading = [unit for unit in live.values() if unit.name != "__post_init__"]
    documented = set(words).union(*(unit.attributes for unit in reading))
    read = set(words).union(*(unit.attributes for unit in reading if not _DOCUMENTS.search(unit.module)))
    for key, names in code.fields.items():
        if key.partition(".")[0] == room and key in live:
            is_document = _DOCUMENTS.search(code.units[key].module)
            anywhere = {name for name in names if is_document or f"{key}.{name}" in code.functions}
            yield from (f"{key}.{name}" for name in names if name not in (documented if name in anywhere else read))


class _ReachWalk:
    def __init__(self, code: Code, words: Iterable[str]) -> None:
        self.code = code
        self.live: dict[str, Unit] = {}
        self.imported: set[str] = set()
        self.attributes: set[str] = set()
        self.waiting: list[str] = []
        self.by_attribute: dict[str, list[str]] = defaultdict(list)
        self.read(words)

    def from_modules(self, roots: set[str]) -> dict[str, Unit]:
        for module in roots:
            for unit in self.code.units_of[module]:
                self.reach(unit.key)
        while self.waiting:
            self.follow(self.code.units[self.waiting.pop()])
        return self.live

    def reach(self, key: str) -> None:
        if key in self.code.units and key not in self.live:
            self.live[key] = self.code.units[key]
            self.waiting.append(key)

    def read(self, names: Iterable[str]) -> None:
        for name in set(names) - self.attributes:
            self.attributes.add(name)
            for key in self.by_attribute.get(name, ()):
                self.reach(key)

    def follow(self, unit: Unit) -> None:
        self.load(unit.module)
        for name in unit.refers:
            if name in self.code.modules:
                self.give_away(name)
            else:
                self.reach(name)
        self.read(unit.attributes)
        if unit.key in self.code.bases:
            self.open_class(unit.key)

    def load(self, module: str) -> None:
        """Run the body of a module, and what it imports."""
        if module in self.imported or module not in self.code.modules:
            return
        self.imported.add(module)
        self.load(module.rpartition(".")[0])
        for unit in self.code.units_of[module]:
            if unit.when_imported or unit.name == "__getattr__" or self.registers(unit.key):
                self.reach(unit.key)
        for name in self.code.units[module].imports:
            self.load(name)

    def registers(self, key: str) -> bool:
        """Return True for a class whose base does something as soon as there is a subclass, or looks for subclasses."""
        return any(_FINDERS & self.code.members[base].keys() for base in self.code.ancestors(key))

    def give_away(self, module: str) -> None:
        """A module as a value: attributes of unknown values may be its names."""
        self.load(module)
        for name in self.code.modules[module].names:
            if not name.startswith("_"):
                self.offer(name, self.code.resolve(f"{module}.{name}"))

    def offer(self, name: str, key: str) -> None:
        self.by_attribute[name].append(key)
        if name in self.attributes:
            self.reach(key)

    def open_class(self, key: str) -> None:
        lineage = [*self.code.ancestors(key)]
        is_foreign = any(base not in self.code.bases for base in lineage if base.rpartition(".")[2] not in _PLAIN)
        for name, keys in self.code.members[key].items():
            for member in keys:
                if is_foreign or (name.startswith("__") and name.endswith("__")):
                    self.reach(member)
                else:
                    self.offer(name, member)
        for base in lineage:
            self.reach(base)


def members_named_in(templates: Iterable[Path]) -> set[str]:
    """Return the names of members that templates ask for."""
    return {
        name
        for path in templates
        for tag in _IN_TEMPLATES.findall(path.read_text(encoding="utf-8"))
        for name in _MEMBERS.findall(tag)
    }
