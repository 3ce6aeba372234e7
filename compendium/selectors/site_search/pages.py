"""The pages of Muster that the search finds by what players call them."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.urls import reverse

from compendium.selectors.site_search.index import KnownEntry, SearchedWords
from rules.text import plain

PAGE = "page"
"""The group of pages in the index."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page: the name of its address with the argument, its name, a sentence about it, and its other names."""

    address_name: str
    name: str
    about: str
    others: str = ""
    argument: str = ""

    @property
    def key(self) -> str:
        """Its key in the index."""
        return f"{self.address_name}/{self.argument}" if self.argument else self.address_name

    @property
    def href(self) -> str:
        """Its address."""
        return reverse(self.address_name, args=[self.argument] if self.argument else [])


def _read_pages() -> tuple[FoundPage, ...]:
    sections = tomllib.loads(Path(__file__).with_name("pages.toml").read_text(encoding="utf-8"))["page"]
    return tuple(FoundPage(**section) for section in sections)


PAGES = _read_pages()
BY_KEY = {page.key: page for page in PAGES}


def page_entries() -> Iterator[tuple[KnownEntry, SearchedWords]]:
    """Yield an index's data about the pages."""
    for page in PAGES:
        names = (page.name, *(name.strip() for name in page.others.split(",") if name.strip()))
        yield (
            KnownEntry(PAGE, PAGE, page.key, page.name, "Page of Muster"),
            SearchedWords(names, plain(" · ".join((*names, page.about)))),
        )
