"""The parts of one creature or item, gathered into the texts of a printed card. Cards and sheets share this."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from rules.card_reading.cards import MAX_FEATURES, MAX_STATS
from rules.card_reading.values import PrintedCard, PrintedFeature

_CLASSES = frozenset(
    "name points tagline other-tags align-symbol stat stat-label stat-value feature feature-uses feature-name "
    "feature-top feature-text other-features".split()
)
_TABLE_TAGS = frozenset({"table", "tr", "th", "td"})
_ROWS = frozenset({"", "table", "tr"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_AROUND = frozenset({"head", "header", "footer", "nav", "aside"})
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")


@dataclass(slots=True)
class PagePart:
    """A part of a page: a class of cards, a tag of a table, ``heading``, ``around`` for the frame of a page, or "".

    "" are the words between the other parts, those of each tag by themselves. ``level`` is that of a heading, 1 to 6.
    """

    name: str
    level: int = 0
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its own words, without those of the parts in it, as one line."""
        return " ".join(_CONTROLS.sub(" ", " ".join(self.pieces)).split())


def page_parts(root: LexborNode, *, with_headings: bool) -> Iterator[PagePart]:
    """Yield the parts below a node in order, once all their words were read.

    Headings and the frame are parts only of a page; in a card, their words are between the others.
    """
    parts: list[PagePart] = []
    stack: list[tuple[LexborNode | None, PagePart]] = [(root.child, PagePart(""))]
    while stack:
        node, part = stack.pop()
        if node is None:
            continue
        stack.append((node.next, part))
        if node.tag == "-text":
            text = node.text_content or ""
            if not part.name and not part.pieces and text.strip():
                parts.append(part)
            if part.pieces or text.strip():
                part.pieces.append(text)
            continue
        inner = _part_of(node, part, with_headings=with_headings)
        if inner.name and inner is not part:
            parts.append(inner)
        stack.append((node.child, inner))
    yield from parts


def _part_of(node: LexborNode, outer: PagePart, *, with_headings: bool) -> PagePart:
    """Return the part that a node begins, or the part around it."""
    tag = node.tag or ""
    if outer.name == "around":
        return outer
    if with_headings and tag in _AROUND:
        return PagePart("around")
    if with_headings and tag in _HEADINGS and outer.name in ("", "heading"):
        return PagePart("heading", level=int(tag[1]))
    classes = (node.attributes.get("class") or "").split()
    if known := next((name for name in classes if name in _CLASSES), ""):
        return PagePart(known)
    if tag in _TABLE_TAGS and outer.name in _ROWS:
        return PagePart(tag)
    return PagePart("") if not outer.name else outer


HEAD_PARTS = frozenset({"name", "points", "tagline", "other-tags", "align-symbol"})
_FEATURE_PARTS = ("feature-uses", "feature-name", "feature-top", "feature-text")
_POINTS = frozenset({"points", "point", "pts", "cost"})


class CardParts:
    """Collects the parts of one card, or of one sheet below a heading, in order."""

    def __init__(self, heading: str = "", level: int = 0, *, is_item: bool = False) -> None:
        self.heading = heading
        self.level = level
        self.head: dict[str, str] = {}
        self.rows: list[list[tuple[str, str]]] = []
        self._is_item = is_item
        self._stats: list[list[str]] = []
        self._features: list[dict[str, str]] = []
        self._foot: list[str] = []
        self._between: dict[str, str] | None = None

    def add(self, part: PagePart) -> None:
        """Add a part. A second name or line of tags is left out: the first counts."""
        name, text = part.name, part.text
        if name in HEAD_PARTS:
            self.head.setdefault(name, text)
        elif name == "stat":
            self._stats.append(["", text])
        elif name in ("stat-label", "stat-value"):
            self._add_stat(name == "stat-label", text)
        elif name in ("table", "tr"):
            self.rows.append([])
        elif name in ("th", "td"):
            self.rows = self.rows or [[]]
            self.rows[-1].append((name, text))
        elif name == "feature":
            feature = self._begin_feature()
            if text:
                feature["feature-text"] = text
        elif name in _FEATURE_PARTS:
            self._add_to_feature(name, text)
        elif name == "other-features":
            self._foot.append(text)
        elif text:
            # Words outside of all parts are a feature, named by the heading before them if there is one.
            self._between = self._between or self._begin_feature()
            self._between["feature-text"] = f"{self._between.get('feature-text', '')} {text}".strip()
            return
        self._between = None

    def add_heading(self, heading: str) -> None:
        """Begin a feature that is named by a heading, for the words that follow."""
        self._between = self._begin_feature()
        self._between["feature-name"] = heading

    def printed(self, *, is_cut: bool = False) -> PrintedCard:
        """Return the texts of the card."""
        columns, is_uneven = _columns(self.rows)
        points = next((text for label, text in columns if label.casefold().strip(" .:") in _POINTS), "")
        stats = [(label, value) for label, value in self._stats]
        stats += [(label, text) for label, text in columns if label.casefold().strip(" .:") not in _POINTS]
        tags = (self.head.get("tagline", ""), self.head.get("other-tags", ""))
        return PrintedCard(
            name=self.head.get("name") or self.heading,
            points=self.head.get("points") or points,
            sign=self.head.get("align-symbol", ""),
            tag_line=" ".join(filter(None, tags)),
            stats=tuple(stats[:MAX_STATS]),
            features=tuple(
                PrintedFeature(*(feature.get(part, "") for part in _FEATURE_PARTS))
                for feature in self._features[: MAX_FEATURES + 1]
            ),
            foot="; ".join(filter(None, self._foot)),
            uses=self.head.get("feature-uses", ""),
            is_cut=is_cut,
            is_uneven=is_uneven,
        )

    def _add_stat(self, is_label: bool, text: str) -> None:
        if not self._stats:
            self._stats.append(["", ""])
        place = 0 if is_label else 1
        self._stats[-1][place] = self._stats[-1][place] or text

    def _begin_feature(self) -> dict[str, str]:
        feature: dict[str, str] = {}
        self._features.append(feature)
        return feature

    def _add_to_feature(self, name: str, text: str) -> None:
        """Add a part of a feature; a second name or box begins another if no tag groups a feature."""
        if name == "feature-uses" and self._is_item and not self._features:
            self.head.setdefault(name, text)
            return
        if not self._features or (name in self._features[-1] and name in ("feature-uses", "feature-name")):
            self._begin_feature()
        feature = self._features[-1]
        feature[name] = " ".join(filter(None, (feature.get(name, ""), text)))


def _columns(rows: list[list[tuple[str, str]]]) -> tuple[list[tuple[str, str]], bool]:
    """Return the labels of a table with their values, and whether a row has more or fewer values than labels.

    Labels are above their values or, in a row with both, before them; a first row without labels has them as well.
    """
    columns: list[tuple[str, str]] = []
    labels: list[str] | None = None
    is_uneven = False
    for row in filter(None, rows):
        if all(kind == "th" for kind, _ in row) or (labels is None and all(kind == "td" for kind, _ in row)):
            columns += [(label, "") for label in labels or () if label]
            labels = [text for _, text in row]
        elif labels is not None and all(kind == "td" for kind, _ in row):
            values = [text for _, text in row]
            is_uneven = is_uneven or len(values) != len(labels)
            columns += zip(labels, values, strict=False)
            columns += [("", text) for text in values[len(labels) :] if text]
            labels = None
        else:
            label = ""
            for kind, text in row:
                if kind == "td":
                    columns.append((label, text))
                label = text if kind == "th" else ""
    return columns + [(label, "") for label in labels or () if label], is_uneven
