"""The source of a page: bytes in, markup out that is plain and small enough to be parsed.

A page is made plain and measured before it is parsed: the parser takes quadratic time for deeply nested tags and for
tags with many attributes, and tags of formatting that stay open multiply with every paragraph.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter

from rules.documents import fail

MAX_PAGE_BYTES = 48 * 2**20
MAX_TAGS = 2_000_000
MAX_DEPTH = 2_000

_FORMATTING = frozenset(
    "a abbr b bdi bdo big cite code em font i ins kbd mark nobr q s small span strike strong sub sup tt u wbr".split()
)
_BREAKS = frozenset({"br", "hr"})
_MARKUP = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<end>/?)(?P<name>[a-zA-Z][^\s/<>]*)(?P<rest>[^<>]*)(?P<closed>>?)", re.DOTALL
)
_CLASS = re.compile(r"""\bclass\s*=\s*(?:"([\w\s-]*)"|'([\w\s-]*)'|([\w-]+))""", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")
_CLOSE_THEMSELVES = frozenset(
    "area base br col dd dt embed hr img input li link meta option p param source td th tr track wbr".split()
)
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{2,40})""", re.IGNORECASE)
_NOT_OF_PAGES = frozenset({"idna", "punycode", "raw-unicode-escape", "unicode-escape", "utf-7"})
"""Encodings that no browser reads: some take quadratic time, others make half characters, which no parser takes."""
_BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def plain_source(data: bytes) -> tuple[str, Counter[str]]:
    """Return the plain markup of a page, and how many tags of each name are left open in it.

    Raises ``DocumentError``: ``page.too_large``, ``page.encoding``, ``page.too_deep``.
    """
    if len(data) > MAX_PAGE_BYTES:
        fail("page.too_large", "", f"A page has at most {MAX_PAGE_BYTES // 2**20} MiB; split this one.")
    source = _MARKUP.sub(_plain_markup, _decoded(data))
    return source, _measured(source)


def _decoded(data: bytes) -> str:
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), "")
    if not encoding:
        declared = _CHARSET.search(data[:4096])
        encoding = declared[1].decode("ascii") if declared else "utf-8"
    try:
        codec = codecs.lookup(encoding)
        if not codec._is_text_encoding or codec.name in _NOT_OF_PAGES:
            raise LookupError(encoding)
        return data.decode(encoding)
    except LookupError:
        fail("page.encoding", "", f"The page says that it is written in “{encoding}”, which is not known.")
    except UnicodeError:
        fail("page.encoding", "", f"The page is not written in {encoding.upper()}. Save it as UTF-8.")


def _plain_markup(match: re.Match[str]) -> str:
    """Return a tag with its class alone, a space for a line break, and nothing for a comment or a tag of formatting."""
    name = (match["name"] or "").lower()
    if not name or name in _FORMATTING:
        return ""
    if not match["closed"]:
        return "&lt;" + match[0][1:]
    if name in _BREAKS:
        return " "
    attribute = _CLASS.search(match["rest"]) if match["rest"] and not match["end"] else None
    classes = next(filter(None, attribute.groups()), "") if attribute else ""
    return f'<{match["end"]}{name} class="{classes}">' if classes else f"<{match['end']}{name}>"


def _measured(source: str) -> Counter[str]:
    """Return which tags are left open; raise ``DocumentError`` for more tags than a page of cards has."""
    open_tags: Counter[str] = Counter()
    depth = 0
    for count, tag in enumerate(_TAG.finditer(source)):
        if depth > MAX_DEPTH or count > MAX_TAGS:
            fail("page.too_deep", "", "This is not a page of cards: its tags are nested too deeply, or too many.")
        name = tag[2].lower()
        if name in _CLOSE_THEMSELVES:
            continue
        if not tag[1]:
            open_tags[name] += 1
            depth += 1
        elif open_tags[name]:
            open_tags[name] -= 1
            depth -= 1
    return open_tags
