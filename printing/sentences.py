"""Features, items and spells as runs of words and signs, for sheets and for cards."""

import re
from collections.abc import Iterable, Iterator

from printing.canvas import TextStyles
from printing.text import Run, Style
from rules.cards.sheet import CreatureCard, FeatureLine, Mark, SpellGroupLine
from rules.glossary import catalog
from rules.glossary.catalog import Span
from rules.sheets.model import ItemLine, MemberSheet, PositioningLine
from rules.text import cached_by_text, counted, with_minus

Paragraph = list[Run]
_MOST_STARS = 12  # more than a member can have
_BEFORE_NUMBER = re.compile(r" (?=\d)")


@cached_by_text(2_048)
def spans(text: str) -> tuple[Span, ...]:
    """Find the game's terms in a sentence."""
    return catalog.finder().spans(with_minus(text))


def words_of(pieces: Iterable[Span]) -> str:
    """Return the words of a sentence."""
    return "".join(piece.text for piece in pieces)


def marked(text: str, style: Style, term: Style) -> Iterator[Run]:
    """Yield a sentence with its terms in a different style, and each term's number on the same line."""
    for piece in spans(text):
        if piece.entry:
            yield Run(_BEFORE_NUMBER.sub("\N{NO-BREAK SPACE}", piece.text), term)
        else:
            yield Run(piece.text, style)


def feature(line: FeatureLine, styles: TextStyles, number: int = 1) -> list[Paragraph]:
    """Return a feature: its name with boxes, cost and range, trigger and effect; then a paragraph per group of spells.

    Each creature with the feature has its own boxes.
    """
    head = [*_uses(line.uses, styles, number), Run(line.name, styles.bold)]
    head += _cost(line.cost, styles)
    if line.kind:
        head.append(Run(f" {line.kind[:1].lower()}{line.kind[1:]}", styles.small))
    if line.reach:
        head.append(Run(f" {with_minus(line.reach)}", styles.reach))
    head += _trigger(words_of(line.trigger), styles, line.precondition)
    if line.effect:
        head += [Run(" ", styles.text), *marked(words_of(line.effect), styles.text, styles.term)]
    if line.caster and _bare(line.caster) != _bare(line.name):
        head.append(Run(f" {line.caster}", styles.small))
    return [head, *(_group(group, styles, number) for group in line.groups)]


def item_paragraph(line: ItemLine, styles: TextStyles, number: int = 1) -> Paragraph:
    """Return an item: its name with boxes for each creature, cost and range, trigger and effect."""
    runs = [*_uses(line.uses, styles, number), Run(line.full_name, styles.bold)]
    if not line.known:
        return [*runs, Run(" Unknown item.", styles.small)]
    runs += _cost(line.cost, styles)
    apart = ", " if line.cost and not line.cost.sign else " "
    runs.append(Run(f"{apart}{line.kind} item, level {line.level}", styles.small))
    if line.asks_for and not line.choice:
        runs.append(Run(f" ({line.asks_for}: ……………………)", styles.small))
    if line.reach:
        runs.append(Run(f" {with_minus(line.reach)}", styles.reach))
    runs += _trigger(line.trigger, styles, line.precondition)
    return [*runs, Run(" ", styles.text), *marked(line.text, styles.text, styles.term)]


def positioning(line: PositioningLine, styles: TextStyles) -> list[Paragraph]:
    """Return a positioning upgrade; a hidden choice appears only once it is revealed."""
    times = f" (bought {line.times} times)" if line.times > 1 else ""
    head = [Run(line.name, styles.bold), Run(f" positioning{times}", styles.small)]
    if not line.known:
        return [[*head, Run(" Unknown positioning upgrade.", styles.small)]]
    first, *others = line.text.split("\n\n")
    paragraphs = [[*head, Run(" ", styles.text), *marked(first, styles.text, styles.term)]]
    paragraphs += [list(marked(other, styles.text, styles.term)) for other in others]
    if line.is_secret and line.revealed and line.secret:
        paragraphs.append([Run("Revealed: ", styles.small_bold), Run(line.secret, styles.quote)])
    elif line.is_secret:
        paragraphs.append([Run("The player keeps this choice secret.", styles.small)])
    return paragraphs


def hero_points(number: int, styles: TextStyles, members: int = 1) -> Paragraph:
    """Return the hero points of members with a star to cross out for each; if there are many, their number."""
    stars = " ".join(["☆" * number] * members) if number <= _MOST_STARS else ""
    return [
        Run(f"{counted(number, 'hero point')}{' each' if members > 1 else ''} ", styles.small_bold),
        Run(stars, Style(styles.use.font, styles.use.size, styles.palette.ink)),
    ]


def career(lines: Iterable[str], styles: TextStyles) -> Paragraph:
    """Return a member's numbers as its campaign has changed them, with its wounds."""
    return [Run("Career ", styles.small_bold), Run("; ".join(lines), styles.small)]


def foot(card: CreatureCard, styles: TextStyles) -> Paragraph:
    """Return the standard features of a card, one after the other, each number on the line of its word."""
    runs: Paragraph = []
    for label, words in card.foot:
        if runs:
            runs.append(Run("   ", styles.small))
        runs += [
            Run(f"{label} ".replace(" ", "\N{NO-BREAK SPACE}"), styles.small_bold),
            *(
                run._replace(text=_BEFORE_NUMBER.sub("\N{NO-BREAK SPACE}", run.text))
                for run in marked(words_of(words), styles.small, styles.small_term)
            ),
        ]
    return runs


def sentences(member: MemberSheet) -> Iterator[str]:
    """Yield every text of a member's sheet that may contain a term of the game."""
    for line in member.features:
        yield from (line.name, line.reach, words_of(line.trigger), words_of(line.effect))
    for _, words in member.card.foot if member.card else ():
        yield words_of(words)
    for item_line in member.items:
        yield from (item_line.reach, item_line.trigger, item_line.text)
    for upgrade in member.positioning:
        yield upgrade.text


def _bare(words: str) -> str:
    return words.replace(",", "").casefold()


def _uses(uses: tuple[Mark, ...], styles: TextStyles, number: int) -> list[Run]:
    """Return the boxes of several creatures; if each has several, with a gap between creatures."""
    if not uses:
        return []
    boxes = "".join(mark.sign for mark in uses)
    apart = " " if len(uses) > 1 else ""
    return [Run(apart.join([boxes] * number), styles.use), Run(" ", styles.text)]


def _cost(cost: Mark | None, styles: TextStyles) -> Iterator[Run]:
    """The sign of a cost, or its words if there is no sign."""
    if cost:
        yield Run(" ", styles.text)
        yield Run(cost.sign, styles.sign) if cost.sign else Run(cost.words, styles.small)


def _trigger(text: str, styles: TextStyles, label: str = "Trigger") -> Iterator[Run]:
    if text:
        yield Run(f" {label} ", styles.small_bold)
        yield from marked(text if text.endswith((".", "!", "?")) else f"{text}.", styles.text, styles.term)


def _group(group: SpellGroupLine, styles: TextStyles, number: int) -> Paragraph:
    boxes = _uses(group.uses, styles, number) or [Run("At will ", styles.small_bold)]
    words = ", ".join(f"{name} ({note})" if note else name for name, note in group.spells)
    return [*boxes, Run(words, styles.text)]
