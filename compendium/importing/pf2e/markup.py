"""The markup of Foundry VTT and Pf2eTools as plain English, as PF2e prints it."""

import re
from collections.abc import Callable, Iterator

from selectolax.lexbor import LexborHTMLParser

from rules.tables.damage import DAMAGE_TYPES, FREE_TYPES

_MAX_HTML = 20_000
_BREAKS = re.compile(r"<\s*(?:/p|/li|/h\d|/tr|/ul|/ol|br|hr)\b[^<>]*>", re.IGNORECASE)
_INLINE = re.compile(
    r"</?(?:a|abbr|b|big|cite|code|em|font|i|mark|nobr|q|s|small|span|strike|strong|sub|sup|tt|u)(?=[\s/>])[^<>]*>",
    re.IGNORECASE,
)
_GLYPH = re.compile(r"<span[^<>]*(?:action-glyph|pf2-icon)[^<>]*>[^<>]*</span>", re.IGNORECASE)
_CHECK_SPAN = re.compile(
    r"<span[^<>]*data-pf2-check=\"(?P<check>[^\"]*)\"[^<>]*data-pf2-dc=\"(?P<dc>\d{1,2})\"[^<>]*>(?P<label>[^<>]*)</span>",
    re.IGNORECASE,
)
_LABEL = r"(?:\{(?P<label>[^{}]*)\})?"
_CHECK = re.compile(rf"@Check\[(?P<inside>[^\[\]]*)\]{_LABEL}")
_TEMPLATE = re.compile(rf"@Template\[(?P<inside>[^\[\]]*)\]{_LABEL}")
_DAMAGE = re.compile(rf"@Damage\[(?P<inside>(?:[^\[\]]|\[[^\[\]]*\])*)\]{_LABEL}")
_LINK = re.compile(rf"@(?:UUID|Compendium|Actor|Item|JournalEntry|Embed)\[(?P<inside>[^\[\]]*)\]{_LABEL}")
_ROLL = re.compile(rf"\[\[/\w+ (?P<inside>(?:[^\[\]]|\[[^\[\]]*\])*)\]\]{_LABEL}")
_LOCALIZE = re.compile(r"@Localize\[[^\[\]]*\]")
_TYPED_ROLL = re.compile(r"(?P<formula>[^\[\],]+)\[(?P<types>[^\[\]]*)\]")
_HAS_DICE = re.compile(r"\dd\d")
_DAMAGE_KINDS = frozenset({name for row in DAMAGE_TYPES for name in (row.name, *row.aliases)}) | frozenset(
    (*FREE_TYPES, "positive", "negative", "bleed", "precision", "persistent", "splash")
)
_SAVES = {"fortitude": "Fortitude", "reflex": "Reflex", "will": "Will"}
_TAG = re.compile(r"\{@(?P<tag>\w+) ?(?P<inside>[^{}]*)\}")


def plain_lines(html: str) -> list[str]:
    """Return the paragraphs of a Foundry text, one line each, in plain English."""
    if not html:
        return []
    marked = _CHECK_SPAN.sub(_check_span, _GLYPH.sub(" ", html[:_MAX_HTML]))
    for pattern, said in _FOUNDRY:
        marked = pattern.sub(said, marked)
    # Formatting says nothing here; left open, it multiplies with every paragraph in the parser.
    broken = _INLINE.sub("", _BREAKS.sub("\n", marked))
    if "<" in broken or "&" in broken:
        broken = _without_tags(broken)
    lines = (" ".join(line.split()) for line in broken.split("\n"))
    return [line for line in lines if line]


def _without_tags(html: str) -> str:
    parser = LexborHTMLParser(html)
    for node in parser.css("script, style, template, noscript"):
        node.decompose()
    return parser.body.text() if parser.body else ""


def _check_span(match: re.Match[str]) -> str:
    save = _SAVES.get(match["check"].lower(), match["check"])
    basic = "basic " if "basic" in match["label"].lower() else ""
    return f"DC {match['dc']} {basic}{save}"


def _parameters(inside: str) -> tuple[dict[str, str], list[str]]:
    named: dict[str, str] = {}
    bare: list[str] = []
    for part in inside.split("|"):
        name, colon, value = part.partition(":")
        if colon:
            named[name.strip().lower()] = value.strip()
        else:
            bare.append(part.strip())
    return named, bare


def _check(match: re.Match[str]) -> str:
    named, bare = _parameters(match["inside"])
    kind = named.get("type") or (bare[0] if bare else "")
    kind = _SAVES.get(kind.lower(), "flat check" if kind.lower() == "flat" else kind.capitalize())
    basic = "basic " if "basic" in bare or named.get("basic", "").lower() == "true" else ""
    dc = named.get("dc", "")
    return f"DC {dc} {basic}{kind}" if dc.isdigit() else f"{basic}{kind}"


def _template(match: re.Match[str]) -> str:
    named, bare = _parameters(match["inside"])
    kind = named.get("type") or (bare[0] if bare else "area")
    feet = named.get("distance", "")
    return f"{feet}-foot {kind}" if feet.isdigit() else match["label"] or kind


def _damage(match: re.Match[str]) -> str:
    inside = match["inside"].partition("|")[0]
    rolls = [_typed_roll(roll) for roll in _TYPED_ROLL.finditer(inside)]
    label = match["label"] or ""
    return label if not rolls or _HAS_DICE.search(label) else " and ".join(rolls)


def _typed_roll(match: re.Match[str]) -> str:
    formula = match["formula"].strip().strip("()") if match["formula"].count("(") < 2 else match["formula"].strip()
    types = [word.strip() for word in match["types"].split(",")]
    persistent = "persistent " if "persistent" in types else ""
    named = " ".join(word for word in types if word not in ("persistent", "healing", "untyped", "splash", "precision"))
    return f"{formula} {persistent}{named}".strip()


def _link(match: re.Match[str]) -> str:
    inside = match["inside"]
    if "effects." in inside and ("Effect:" in inside or not match["label"]):
        return ""
    said = match["label"] or inside.rpartition(".")[2]
    return said.lower() if "conditionitems" in inside else said


def _roll(match: re.Match[str]) -> str:
    inside, _, comment = match["inside"].partition("#")
    if match["label"]:
        return match["label"]
    typed = _TYPED_ROLL.fullmatch(inside.strip())
    if typed:
        return _typed_roll(typed)
    kind = comment.strip().lower().removesuffix(" damage")
    return f"{inside.strip()} {kind if kind in _DAMAGE_KINDS and kind != comment.strip().lower() else ''}".strip()


_FOUNDRY: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_CHECK, _check),
    (_TEMPLATE, _template),
    (_DAMAGE, _damage),
    (_ROLL, _roll),
    (_LINK, _link),
    (_LOCALIZE, lambda match: ""),
)


def plain_tags(text: str) -> str:
    """Return a Pf2eTools text without its tags: ``{@dc 21}`` is ``DC 21``, ``{@condition grabbed}`` its word."""
    for _ in range(3):  # tags stand inside one another at most twice
        text = _TAG.sub(_tag, text)
    return " ".join(text.split())


def _tag(match: re.Match[str]) -> str:
    tag, parts = match["tag"].lower(), match["inside"].split("|")
    if tag == "dc":
        return f"DC {parts[0]}"
    if tag in ("damage", "dice", "hit", "d20"):
        return parts[0]
    if tag == "quickref":
        return (parts[4] if len(parts) > 4 and parts[4] else parts[0]).strip()
    if tag == "runeitem":
        return parts[0].strip()
    if tag in ("as", "note", "sup", "indent"):
        return ""
    return (parts[2] if len(parts) > 2 and parts[2] else parts[0]).strip()


_HEADINGS = (
    "Critical Success|Critical Failure|Success|Failure|Trigger|Requirements?|Frequency|Effect|Saving Throw|"
    "Maximum Duration|Onset|Stage \\d"
)
_HEADING = re.compile(rf"(?:(?<=^)|(?<=\n)|(?<=[.;)] ))(?P<heading>{_HEADINGS}):? (?=\S)")


def headed_parts(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the parts of an ability's text: their heading in lower case ("" for plain text) and their words."""
    joined = "\n".join(lines)
    headings = list(_HEADING.finditer(joined))
    first = headings[0].start() if headings else len(joined)
    if head := joined[:first].strip():
        yield "", head
    for place, match in enumerate(headings):
        end = headings[place + 1].start() if place + 1 < len(headings) else len(joined)
        body, _, rest = joined[match.end() : end].partition("\n")
        yield match["heading"].lower(), body.strip()
        if rest.strip():
            yield "", rest.strip()
