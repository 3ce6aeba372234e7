"""Formats of documents, and the upcasters that keep what is stored readable as a format changes.

Every document names its format (``muster-draft/1``). A reader knows one form, today's; an upcaster brings an older form
one version closer to it. What is stored is never rewritten: it is brought up to date whenever it is read.

A format that only grows keeps its name: its reader gives the new field a default. A document inside another one
(the roster of a draft, the cards of a roster) has a format of its own and is brought up to date by its own reader.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.documents.reading import Fields, fail

Upcaster = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Return a document in the next newer form, with that form's ``format``. It must not change what it is given."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of documents: the form that is written today, and how each older one becomes the next.

    ``tag`` stands in the field ``format`` of every document that is written. ``upcasters`` are found by the tag of the
    form that they take. ``untagged`` is the tag of a document without that field; None refuses such a document.
    """

    tag: str
    title: str
    upcasters: Mapping[str, Upcaster] = field(default_factory=dict)
    untagged: str | None = None

    def upcast(self, document: object, path: str = "") -> Fields:
        """Return the fields of a document in today's form, ``format`` taken already.

        Raises ``DocumentError`` for what is not an object or has an unknown format, code ``document.format``.
        """
        read = Fields(document, path)
        while (tag := self._tag(read)) != self.tag:
            upcaster = self.upcasters.get(tag)
            if upcaster is None:
                fail("document.format", read.at("format"), f"The format of {self.title} is “{self.tag}”.")
            read = Fields(upcaster(read.raw), path)
        return read

    def _tag(self, read: Fields) -> str:
        return read.text("format") if self.untagged is None else read.text("format", default=self.untagged)
