"""What the style sheets define, and what a page has: for tests that hold one against the other."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

from selectolax.lexbor import LexborHTMLParser

from p2v_site.stylesheets import PAGE_SHEETS, SHEETS, SOURCES, joined_stylesheet

LINK = re.compile(r'<link rel="stylesheet" href="/static/css/(\w+)(?:\.\w+)?\.css">')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
TEXT = re.compile(r'"[^"]*"')
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")


def classes_of(css: str) -> set[str]:
    """Return the names of all classes in the selectors of a style sheet."""
    plain = TEXT.sub('""', COMMENT.sub("", css))
    return set(CLASS.findall(re.sub(r"[\w-]+:[^{};]*;", "", plain)))


@cache
def classes_of_sheet(name: str) -> frozenset[str]:
    """Return the names of all classes that a served sheet styles."""
    return frozenset(classes_of(joined_stylesheet(SOURCES / f"{name}.css")))


def missing_sheets(page: str) -> dict[str, list[str]]:
    """Return the classes of a page that only sheets style which it does not load, by the names of those sheets."""
    loaded = set(LINK.findall(page))
    if "core" not in loaded:
        return {}
    elements = LexborHTMLParser(page).css("[class]")
    present = set(chain.from_iterable((element.attributes["class"] or "").split() for element in elements))
    unstyled = present - set().union(*(classes_of_sheet(name) for name in loaded if f"{name}.css" in SHEETS))
    missing = {name: sorted(unstyled & classes_of_sheet(name)) for name in PAGE_SHEETS if name not in loaded}
    return {name: classes for name, classes in missing.items() if classes}


def rules_of(css: str) -> Iterator[tuple[str, str]]:
    """Yield the selector of each rule, and of the at-rules around it where it holds: on paper, on wide screens."""
    opened: list[str] = []
    words = ""
    for letter in TEXT.sub('""', COMMENT.sub("", css)):
        if letter == "{":
            outer = " ".join(rule for rule in opened if not rule.startswith("@"))
            opened.append(" ".join(words.split()))
            if not opened[-1].startswith("@"):
                selector = f"{outer} :is({opened[-1].replace('&', '')})" if outer else opened[-1]
                yield selector, " ".join(rule for rule in opened if rule.startswith("@"))
        elif letter == "}":
            opened.pop()
        words = "" if letter in "{};" else words + letter


def parts_of(selector: str, separators: str) -> list[str]:
    """Divide a selector at these characters, where they stand outside brackets."""
    parts, depth = [""], 0
    for letter in selector:
        depth += (letter in "([") - (letter in ")]")
        if depth == 0 and letter in separators:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def defined_classes(selectors: str) -> set[str]:
    """Return the classes that a rule is about, and not parts of something else or kinds of it.

    A kind of it has another class too, or something of another class in it (``:has``).
    """
    return set() if is_shared(selectors) else {names[0] for names, is_whole in _beginnings(selectors) if is_whole}


def begun_classes(selectors: str) -> set[str]:
    """Return the classes that a rule is about, or whose parts it is about wherever they stand."""
    return set() if is_shared(selectors) else {names[0] for names, _ in _beginnings(selectors)}


def is_shared(selectors: str) -> bool:
    """Return True if the selectors of a rule begin with several classes: it says what several components share."""
    firsts = [CLASS.findall(parts_of(selector, " >+~")[0]) for selector in parts_of(selectors, ",")]
    return len({first[0] for first in firsts if first}) > 1


def _beginnings(selectors: str) -> Iterator[tuple[list[str], bool]]:
    """Yield the class with which a selector begins, where it is one alone, and whether the selector ends there."""
    for selector in parts_of(selectors, ","):
        first, *others = parts_of(selector, " >+~")
        names = CLASS.findall(first)
        if len(names) == 1:
            yield names, not others
