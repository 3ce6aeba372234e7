"""Who may ask for which address: the rows of ``matrix.toml``, the routes of the site, and the table of both for docs.

``python -m tests.permissions.matrix`` writes docs/permissions.md anew.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import django
from django.urls import URLPattern, URLResolver, get_resolver

ROLES = (
    "visitor",
    "other visitor",
    "stranger",
    "fellow player",
    "owner",
    "co-organizer",
    "organizer",
    "editor",
    "staff",
    "superuser",
)
"""The columns of the table, and the places of the characters of a pattern."""
ALLOWED, REFUSED, HIDDEN = "+", "-", "."
ANSWERS = {ALLOWED: "yes", REFUSED: "no", HIDDEN: ""}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ROWS = Path(__file__).with_name("matrix.toml")
DOCUMENT = Path(__file__).parents[2] / "docs" / "permissions.md"
BEGINNING = "<!-- From here on: python -m tests.permissions.matrix -->"


@dataclass(frozen=True)
class SiteRoute:
    """A route of the site: its name, or its address if it has none, and the methods that may do something there."""

    name: str
    route: str
    methods: tuple[str, ...]


@dataclass(frozen=True)
class AccessRow:
    """Who may do what at a route: the pattern for each method.

    ``query`` and ``body`` are what is asked and sent; ``{warbands/key}`` in a body is that place. ``places`` names
    other things than usual for its arguments. ``refused_by`` is a status with which the page says to a person that only
    others may do this. What ``ends_at_sign_in`` is done, and leads to the page for signing in, which elsewhere is a no.
    """

    patterns: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    query: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    refused_by: int = 403
    ends_at_sign_in: bool = False


@dataclass(frozen=True)
class AccessMatrix:
    """Patterns by their names, with what each is called, and a row for each route."""

    patterns: Mapping[str, str]
    sentences: Mapping[str, str]
    rows: Mapping[str, AccessRow]

    def name_of(self, pattern: str) -> str:
        """Return the name of a pattern, or the pattern itself if it has no name yet."""
        return next((name for name, access in self.patterns.items() if access == pattern), pattern)


def read_matrix() -> AccessMatrix:
    """Read ``matrix.toml``."""
    document = tomllib.loads(ROWS.read_text(encoding="utf-8"))
    patterns = {name: access["roles"] for name, access in document["access"].items()}
    rows = {}
    for route, row in document["routes"].items():
        names = {method: row[method] for method in METHODS if method in row}
        details = {
            name: row[name] for name in ("query", "body", "places", "refused_by", "ends_at_sign_in") if name in row
        }
        rows[route] = AccessRow({method: patterns[name] for method, name in names.items()}, names, **details)
    return AccessMatrix(patterns, {name: access["means"] for name, access in document["access"].items()}, rows)


def site_routes() -> list[SiteRoute]:
    """Return every route of the site, in the order in which addresses are looked up."""
    return list(_routes(get_resolver()))


def _routes(resolver: URLResolver, namespace: str = "", before: str = "") -> Iterator[SiteRoute]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern, f"{pattern.namespace}:" if pattern.namespace else namespace, route)
        else:
            yield SiteRoute(f"{namespace}{pattern.name}" if pattern.name else f"/{route}", route, _methods(pattern))


def _methods(pattern: URLPattern) -> tuple[str, ...]:
    """Return the methods that a view may answer: pages are asked for and sent forms, the API has more."""
    view: Any = pattern.callback
    known = getattr(view, "actions", None) or getattr(getattr(view, "cls", None), "http_method_names", ())
    handlers = {name for name in known if getattr(view, "actions", None) or hasattr(view.cls, name)}
    return tuple(method for method in METHODS if method in ("GET", "POST") or method.lower() in handlers)


def document_text(matrix: AccessMatrix) -> str:
    """Return docs/permissions.md: what stands before the mark stays, the tables follow it."""
    kept, _, _ = DOCUMENT.read_text(encoding="utf-8").partition(BEGINNING)
    lines = [
        kept + BEGINNING,
        "",
        "## Who is who may what, by name",
        "",
        _line("Access", *ROLES),
        _rule(len(ROLES) + 1),
    ]
    lines += [
        _line(f"{name}: {matrix.sentences[name]}", *_answers(pattern)) for name, pattern in matrix.patterns.items()
    ]
    for title, rows in _chapters(matrix).items():
        lines += ["", f"## {title}", "", _line("Route", "Method", "Access", *ROLES), _rule(len(ROLES) + 3)]
        lines += rows
    return "\n".join(lines) + "\n"


def _chapters(matrix: AccessMatrix) -> dict[str, list[str]]:
    chapters: dict[str, list[str]] = {}
    for name in dict.fromkeys(route.name for route in site_routes()):
        title = name.partition(":")[0] if ":" in name and "<" not in name else "api" if "api" in name else "site"
        row = matrix.rows[name]
        for access in dict.fromkeys(row.names.values()):
            methods = ", ".join(method for method, name in row.names.items() if name == access)
            answers = _answers(matrix.patterns[access])
            chapters.setdefault(title.capitalize(), []).append(_line(f"`{name}`", methods, access, *answers))
    return chapters


def _answers(pattern: str) -> list[str]:
    return [ANSWERS[character] for character in pattern]


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _rule(count: int) -> str:
    return _line(*["---"] * count)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    DOCUMENT.write_text(document_text(read_matrix()), encoding="utf-8")
