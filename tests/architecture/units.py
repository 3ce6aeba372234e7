"""What code reaches: definitions and who refers to them, read from syntax trees, so that the dead can be named.

A *unit* is a function, a method, a class, a module-level name, or the body of a module (what runs when it is imported).
Units refer to others by names, resolved through imports and re-exports, and by attributes of modules. An attribute of
any other value may be a member of each class that is reached, by its name.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass
class Unit:
    """A definition: its full name, where it is, the units that it names, and the attributes of unknown values."""

    key: str
    module: str
    line: int
    owner: str = ""
    refers: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    imports: set[str] = field(default_factory=set)
    when_imported: bool = False

    @property
    def name(self) -> str:
        """The last part of its full name."""
        return self.key.rpartition(".")[2]


@dataclass
class Module:
    """A module: its tree, what its names stand for, and whether it is a package."""

    name: str
    tree: ast.Module
    is_package: bool
    names: dict[str, str] = field(default_factory=dict)

    @cached_property
    def words(self) -> set[str]:
        """The names that stand in it as texts."""
        texts = (node.value for node in ast.walk(self.tree) if isinstance(node, ast.Constant))
        return {text for text in texts if isinstance(text, str) and text.isidentifier()}

    def resolved(self, node: ast.ImportFrom) -> str:
        """Return the full name of the module that an import is from."""
        if not node.level:
            return node.module or ""
        parts = self.name.split(".")
        base = parts[: len(parts) - node.level + self.is_package]
        return ".".join([*base, *filter(None, [node.module])])


class Code:
    """The code of some trees: modules by full name, the units in them, and what is reached from some of them."""

    def __init__(self, trees: Mapping[str, tuple[ast.Module, bool]]) -> None:
        self.modules = {name: Module(name, tree, is_package) for name, (tree, is_package) in trees.items()}
        for module in self.modules.values():
            module.names = dict(_names_of(module))
        self.units: dict[str, Unit] = {}
        self.bases: dict[str, list[str]] = {}
        self.fields: dict[str, dict[str, int]] = {}
        self.functions: set[str] = set()
        for module in self.modules.values():
            self._collect(module)

    def resolve(self, name: str) -> str:
        """Return the full name of the definition or module that a full name stands for, through re-exports."""
        seen: set[str] = set()
        while name not in seen:
            seen.add(name)
            if name in self.modules:
                return name
            module, _, last = name.rpartition(".")
            if module not in self.modules:
                return name
            name = self.modules[module].names.get(last, name)
        return name

    def _collect(self, module: Module) -> None:
        body = Unit(module.name, module.name, 1, when_imported=True)
        self.units[module.name] = body
        for node in module.tree.body:
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    self._add_function(module, node, "")
                case ast.ClassDef():
                    self._add_class(module, node)
                case ast.Assign() | ast.AnnAssign() if _targets(node):
                    for name in _targets(node):
                        if name != "__all__":
                            unit = self._add(module, f"{module.name}.{name}", node.lineno, [node])
                            # A row of modules is there to import them, so that what is in them registers.
                            unit.when_imported = bool(unit.refers) and unit.refers <= self.modules.keys()
                case ast.Import():
                    body.imports.update(alias.name for alias in node.names)
                case ast.ImportFrom():
                    source = module.resolved(node)
                    body.imports.update([source, *(f"{source}.{alias.name}" for alias in node.names)])
                case _:
                    self._visit(module, body, [node])

    def _add(self, module: Module, key: str, line: int, nodes: Iterable[ast.AST], owner: str = "") -> Unit:
        while key in self.units:
            key += "'"
        unit = self.units[key] = Unit(key, module.name, line, owner)
        self._visit(module, unit, nodes)
        return unit

    def _visit(self, module: Module, unit: Unit, nodes: Iterable[ast.AST]) -> None:
        visitor = _Visitor(self, module, unit)
        for node in nodes:
            visitor.visit(node)

    def _add_function(self, module: Module, node: Function, owner: str) -> None:
        unit = self._add(module, f"{owner or module.name}.{node.name}", node.lineno, [node], owner)
        for decorator in node.decorator_list:
            match decorator:
                case ast.Attribute(ast.Name(dispatcher), "register"):
                    # A function that is one kind's answer of a singledispatch function.
                    target = self.resolve(f"{module.name}.{dispatcher}")
                    if target in self.units:
                        self.units[target].refers.add(unit.key)
                    else:
                        unit.when_imported = True

    def _add_class(self, module: Module, node: ast.ClassDef) -> None:
        key = f"{module.name}.{node.name}"
        inner = [statement for statement in node.body if not isinstance(statement, Function)]
        self._add(module, key, node.lineno, [*node.bases, *node.keywords, *node.decorator_list, *inner])
        self.bases[key] = [self._full_name(module, base) for base in node.bases]
        if any(_is_dataclass(decorator) for decorator in node.decorator_list):
            self.fields[key] = {
                statement.target.id: statement.lineno
                for statement in node.body
                if isinstance(statement, ast.AnnAssign)
                and isinstance(statement.target, ast.Name)
                and not re.match(r"(typing\.)?ClassVar\b|InitVar\b|KW_ONLY\b", ast.unparse(statement.annotation))
            }
            annotated = (statement for statement in node.body if isinstance(statement, ast.AnnAssign))
            held = (statement for statement in annotated if ast.unparse(statement.annotation).startswith("Callable"))
            self.functions.update(f"{key}.{ast.unparse(statement.target)}" for statement in held)
        for statement in node.body:
            if isinstance(statement, Function):
                self._add_function(module, statement, key)

    def _full_name(self, module: Module, node: ast.expr) -> str:
        match node:
            case ast.Subscript(value=value):
                return self._full_name(module, value)
            case ast.Name(name):
                return self.resolve(f"{module.name}.{name}")
            case ast.Attribute(value, name):
                return self.resolve(f"{self._full_name(module, value)}.{name}")
        return ""

    def ancestors(self, key: str) -> Iterator[str]:
        """Yield the bases of a class and theirs, those of other libraries too."""
        for base in self.bases.get(key, ()):
            yield base
            yield from self.ancestors(base)

    @cached_property
    def units_of(self) -> dict[str, list[Unit]]:
        """The units of each module."""
        units: dict[str, list[Unit]] = defaultdict(list)
        for unit in self.units.values():
            units[unit.module].append(unit)
        return units

    @cached_property
    def members(self) -> dict[str, dict[str, list[str]]]:
        """The methods of each class, by name; a property and its setter are two."""
        members: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for unit in self.units.values():
            if unit.owner:
                members[unit.owner][unit.name.rstrip("'")].append(unit.key)
        return members


class _Visitor(ast.NodeVisitor):
    """Gathers what a unit refers to; names of a function's own hide those of its module."""

    def __init__(self, code: Code, module: Module, unit: Unit) -> None:
        self.code, self.module, self.unit = code, module, unit
        self.local: list[set[str]] = []

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, Scope):
            self._scope(node, set(_bound(node)))
        elif isinstance(node, _COMPREHENSIONS):
            targets = (generator.target for generator in node.generators)
            self._scope(
                node, {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
            )
        else:
            super().visit(node)

    def _names(self, name: str) -> str | None:
        if any(name in names for names in self.local) or name not in self.module.names:
            return None
        return self.code.resolve(f"{self.module.name}.{name}")

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and (full := self._names(node.id)):
            self.unit.refers.add(full)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.visit(node.value)
            return
        if module := self._module(node.value):
            self.unit.refers.add(self.code.resolve(f"{module}.{node.attr}"))
            return
        self.unit.attributes.add(node.attr)
        self.visit(node.value)

    def _module(self, node: ast.expr) -> str | None:
        match node:
            case ast.Name(name):
                full = self._names(name)
            case ast.Attribute(value, name) if outer := self._module(value):
                full = self.code.resolve(f"{outer}.{name}")
            case _:
                return None
        return full if full in self.code.modules else None

    def visit_Call(self, node: ast.Call) -> None:
        match node:
            case ast.Call(ast.Name("getattr" | "hasattr"), [_, ast.Constant(str(name)), *_]):
                self.unit.attributes.add(name)
            case ast.Call(ast.Name("getattr"), [_, ast.Name() | ast.Attribute(), *_]):
                # Which one it asks for stands in the words of its module.
                self.unit.attributes.update(self.module.words)
            case ast.Call(ast.Name("attrgetter" | "methodcaller"), names):
                words = (str(argument.value) for argument in names if isinstance(argument, ast.Constant))
                self.unit.attributes.update(name for word in words for name in word.split("."))
        self.generic_visit(node)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        self.unit.attributes.update(node.kwd_attrs)
        self.generic_visit(node)

    def _scope(self, node: ast.AST, names: set[str]) -> None:
        self.local.append(names)
        self.generic_visit(node)
        self.local.pop()


def _bound(scope: Scope) -> Iterator[str]:
    """Yield the names that a function binds itself."""
    yield from (node.arg for node in ast.walk(scope.args) if isinstance(node, ast.arg))
    waiting: list[ast.AST] = list(scope.body) if isinstance(scope.body, list) else [scope.body]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name
                continue
            case ast.Lambda():
                continue
            case ast.Name(name, ast.Store()):
                yield name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
        if isinstance(node, _COMPREHENSIONS):
            waiting.extend(node for node in ast.walk(node) if isinstance(node, ast.NamedExpr))
            continue
        waiting.extend(ast.iter_child_nodes(node))


def _names_of(module: Module) -> Iterator[tuple[str, str]]:
    """Yield the names that a module binds and the full names that they stand for."""
    for node in ast.walk(module.tree):
        match node:
            case ast.Import(names):
                yield from (
                    (alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2
                    for alias in names
                )
            case ast.ImportFrom(names=names):
                source = module.resolved(node)
                yield from ((alias.asname or alias.name, f"{source}.{alias.name}") for alias in names)
    for node in module.tree.body:
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name, f"{module.name}.{name}"
            case ast.Assign() | ast.AnnAssign():
                yield from ((name, f"{module.name}.{name}") for name in _targets(node))


def _targets(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [
        node.id
        for target in targets
        for node in ast.walk(target)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]


def _is_dataclass(node: ast.expr) -> bool:
    name = node.func if isinstance(node, ast.Call) else node
    return isinstance(name, ast.Name) and name.id == "dataclass"
