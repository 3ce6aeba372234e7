"""What the style sheets define, and what a page has: for tests that hold one against the other."""

import re
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
