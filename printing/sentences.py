"""Features, items and spells as runs of words and signs, for sheets and for cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from printing.looks import Look
from printing.text import Run, Style
from rules.cards.sheet import CreatureCard, FeatureLine, Mark, SpellGroupLine
from rules.glossary import catalog
from rules.glossary.terms import Span
from rules.sheets import ItemLine, MemberSheet, PositioningLine
from rules.text import counted, with_minus

Paragraph = list[Run]
_MOST_STARS = 12  # more than anybody may have
_BEFORE_NUMBER = re.compile(r" (?=\d)")


@lru_cache(maxsize=4_096)
def spans(text: str) -> tuple[Span, ...]:
    """Find the game's terms in a sentence."""
    return catalog.finder().spans(with_minus(text))


def plain(pieces: Iterable[Span]) -> str:
    """Return the words of a sentence."""
    return "".join(piece.text for piece in pieces)


def marked(text: str, style: Style, term: Style) -> Iterator[Run]:
    """Yield a sentence with its terms in a style of their own, a term's number on the same line."""
    for piece in spans(text):
        if piece.entry:
            yield Run(_BEFORE_NUMBER.sub("\N{NO-BREAK SPACE}", piece.text), term)
        else:
            yield Run(piece.text, style)


def feature(line: FeatureLine, look: Look) -> list[Paragraph]:
    """Return a feature: its name with boxes, cost and range, trigger and effect; then a paragraph a group of spells."""
    head = [*_uses(line.uses, look), Run(line.name, look.bold)]
    head += _cost(line.cost, look)
    if line.kind:
        head.append(Run(f" {_kind(line.kind)}", look.small))
    if line.reach:
        head.append(Run(f" {with_minus(line.reach)}", look.reach))
    head += _trigger(plain(line.trigger), look)
    if line.effect:
        head += [Run(" ", look.text), *marked(plain(line.effect), look.text, look.term)]
    if line.caster and _bare(line.caster) != _bare(line.name):
        head.append(Run(f" {line.caster}", look.small))
    return [head, *(_group(group, look) for group in line.groups)]


def item(line: ItemLine, look: Look) -> Paragraph:
    """Return an item: its name with boxes, cost and range, trigger and effect."""
    runs = [*_uses(line.uses, look), Run(line.full_name, look.bold)]
    if not line.known:
        return [*runs, Run(" Nobody knows this item.", look.small)]
    runs += _cost(line.cost, look)
    apart = ", " if line.cost and not line.cost.sign else " "
    runs.append(Run(f"{apart}{line.kind} item, level {line.level}", look.small))
    if line.asks_for and not line.choice:
        runs.append(Run(f" ({line.asks_for}: ……………………)", look.small))
    if line.reach:
        runs.append(Run(f" {with_minus(line.reach)}", look.reach))
    runs += _trigger(line.trigger, look)
    return [*runs, Run(" ", look.text), *marked(line.text, look.text, look.term)]


def positioning(line: PositioningLine, look: Look) -> list[Paragraph]:
    """Return a positioning upgrade; a hidden choice is told only when it is revealed."""
    times = f" (bought {line.times} times)" if line.times > 1 else ""
    head = [Run(line.name, look.bold), Run(f" positioning{times}", look.small)]
    if not line.known:
        return [[*head, Run(" Nobody knows this positioning upgrade.", look.small)]]
    first, *others = line.text.split("\n\n")
    paragraphs = [[*head, Run(" ", look.text), *marked(first, look.text, look.term)]]
    paragraphs += [list(marked(other, look.text, look.term)) for other in others]
    if line.is_secret and line.revealed and line.secret:
        paragraphs.append([Run("Revealed: ", look.small_bold), Run(line.secret, look.quote)])
    elif line.is_secret:
        paragraphs.append([Run("Its player keeps the choice hidden.", look.small)])
    return paragraphs


def hero_points(number: int, look: Look) -> Paragraph:
    """Return hero points with a star for each, to be crossed out; of many only how many they are."""
    stars = "☆" * number if number <= _MOST_STARS else ""
    return [
        Run(f"{counted(number, 'hero point')} ", look.small_bold),
        Run(stars, Style(look.use.face, look.use.size, look.palette.ink)),
    ]


def foot(card: CreatureCard, look: Look) -> Paragraph:
    """Return the standard features of a card, one after the other, each number on the line of what it tells."""
    runs: Paragraph = []
    for label, words in card.foot:
        if runs:
            runs.append(Run("   ", look.small))
        runs += [
            Run(f"{label} ".replace(" ", "\N{NO-BREAK SPACE}"), look.small_bold),
            *(
                run._replace(text=_BEFORE_NUMBER.sub("\N{NO-BREAK SPACE}", run.text))
                for run in marked(plain(words), look.small, look.small_term)
            ),
        ]
    return runs


def sentences(member: MemberSheet) -> Iterator[str]:
    """Yield everything in which a member's sheet may name a term of the game."""
    for line in member.features:
        yield from (line.name, line.reach, plain(line.trigger), plain(line.effect))
    for _, words in member.card.foot if member.card else ():
        yield plain(words)
    for one in member.items:
        yield from (one.reach, one.trigger, one.text)
    for upgrade in member.positioning:
        yield upgrade.text


def _bare(words: str) -> str:
    return words.replace(",", "").casefold()


def _kind(kind: str) -> str:
    return kind[:1].lower() + kind[1:]


def _uses(uses: tuple[Mark, ...], look: Look) -> list[Run]:
    return [Run("".join(mark.sign for mark in uses), look.use), Run(" ", look.text)] if uses else []


def _cost(cost: Mark | None, look: Look) -> Iterator[Run]:
    """The sign of a cost, the words where there is none."""
    if cost:
        yield Run(" ", look.text)
        yield Run(cost.sign, look.sign) if cost.sign else Run(cost.words, look.small)


def _trigger(text: str, look: Look) -> Iterator[Run]:
    if text:
        yield Run(" Trigger ", look.small_bold)
        yield from marked(text if text.endswith((".", "!", "?")) else f"{text}.", look.text, look.term)


def _group(group: SpellGroupLine, look: Look) -> Paragraph:
    boxes = _uses(group.uses, look) or [Run("At will ", look.small_bold)]
    words = ", ".join(f"{name} ({note})" if note else name for name, note in group.spells)
    return [*boxes, Run(words, look.text)]
