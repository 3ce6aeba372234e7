"""Drawing a ``CreatureCard`` as HTML: ``{% creature_card card %}``, and once a page ``{% term_meanings card %}``."""

from collections.abc import Iterable, Mapping
from functools import cache

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString

from printing.canvas import CHARACTERS, PLACES
from rules import spells
from rules.cards.sheet import CreatureCard, Mark
from rules.effects import model
from rules.glossary import catalog
from rules.glossary.catalog import Span
from rules.tables.prose import Entry
from rules.text import slug, with_minus

register = template.Library()

TEMPLATE = "compendium/creature_card.html"

_BY_TABLE = format_html('<span class="kind" title="{}">{}</span>', model.MEANING, model.LABEL)


@register.simple_tag
def creature_card(card: CreatureCard, level: int = 2) -> SafeString:
    """Draw a card; ``level`` is the heading level of its name, its features come one below."""
    return SafeString(render_to_string(TEMPLATE, {"card": card, "level": level, "sublevel": level + 1}).strip())


@register.filter
def emblem(name: str) -> SafeString:
    """Draw an emblem of a creature or a place by its name; its meaning is in the text beside it."""
    return format_html(
        '<span class="emblem" data-emblem="{}" aria-hidden="true"></span>',
        CHARACTERS.get(name, "") or PLACES.get(name, ""),
    )


@register.simple_tag
def term_meanings(*cards: CreatureCard | Iterable[CreatureCard]) -> SafeString:
    """Draw the meanings of the terms on these cards, each once; they show when a term is pointed at."""
    flat = [creature_card for card in cards for creature_card in ([card] if isinstance(card, CreatureCard) else card)]
    return entry_meanings(entry for card in flat for entry in card_terms(card))


@register.simple_tag
def entry_meanings(entries: Iterable[Entry]) -> SafeString:
    """Draw the meanings of the terms, each once, as ``term_meanings`` does."""
    return SafeString("".join(map(_meaning, dict.fromkeys(entries))))


def card_terms(card: CreatureCard) -> tuple[Entry, ...]:
    """Return the terms on a card, each once."""
    find = catalog.finder().spans
    sentences = [pieces for line in card.features for pieces in (find(line.reach), line.trigger, line.effect)]
    sentences += [pieces for line in card.features if len(pieces := find(line.name)) == 1]
    sentences += [pieces for _, pieces in card.foot]
    return tuple(dict.fromkeys(piece.entry for pieces in sentences for piece in pieces if piece.entry is not None))


@register.filter
def spans(pieces: Iterable[Span]) -> SafeString:
    """Draw a sentence; its terms are links to their entries."""
    return SafeString(
        "".join(conditional_escape(with_minus(piece.text)) if piece.entry is None else _term(piece) for piece in pieces)
    )


@register.filter
def minuses(text: object) -> str:
    """Write the negative numbers of a text, or a number, as cards print them."""
    return with_minus(str(text))


@register.filter
def terms(text: str) -> SafeString:
    """Draw a text in which the game's terms have not been found yet."""
    return spans(catalog.finder().spans(text))


@register.filter
def whole_term(name: str) -> SafeString:
    """Draw a name: a link to its entry when the name is a term of the game, else the bare name."""
    pieces = catalog.finder().spans(name)
    return spans(pieces) if len(pieces) == 1 else conditional_escape(name)


@register.filter
def signs(marks: Iterable[Mark]) -> SafeString:
    """Draw signs, each with its words for readers who cannot see it."""
    return format_html_join(
        "",
        '<span class="sign" role="img" aria-label="{1}" title="{1}">{0}</span>',
        ((mark.sign, mark.words) for mark in marks),
    )


@register.filter
def sign(mark: Mark) -> SafeString:
    """Draw one sign."""
    return signs((mark,))


@register.simple_tag
def by_table() -> SafeString:
    """Draw the mark of an effect whose text says more than its fields."""
    return _BY_TABLE


@register.simple_tag
def number_mark(marks: Mapping[str, str], name: str) -> SafeString:
    """Draw the mark of a number that differs from the card's, with its parts; nothing if ``marks`` has none.

    ``name`` is that of a stat, ``level``, ``points``, or the id of a feature whose damage has changed.
    """
    if not marks or name not in marks:
        return SafeString("")
    return format_html(
        '<span class="number-mark" title="{0}"><span aria-hidden="true">*</span><span'
        ' class="visually-hidden">(changed: {0})</span></span>',
        marks[name],
    )


@register.simple_tag
def spell_link(name: str, license_name: str) -> SafeString:
    """Draw a spell's name: a link to its entry, or marked if no spell sheet and no ruling describes it."""
    if spell := spells.find_spell(name, license_name):
        address = reverse("compendium:spell", args=[spell.key])
    elif entry := catalog.entry("spellcasting", slug(name)):
        address = _address(entry)
    else:
        return format_html('<span class="unlisted" title="No spell sheet has this spell.">{}</span>', name)
    return format_html('<a class="spell" href="{}">{}</a>', address, name)


@cache
def _address(entry: Entry) -> str:
    return reverse("compendium:glossary-entry", args=[entry.kind, entry.key])


@cache
def _meaning(entry: Entry) -> SafeString:
    return format_html(
        '<div class="tip" id="{}" role="tooltip" popover="manual"><b>{}</b>{}</div>',
        _tip_id(entry),
        entry.name,
        with_minus(entry.summary),
    )


@cache
def _tip_id(entry: Entry) -> str:
    return f"tip-{entry.kind}-{entry.key}"


def _term(span: Span) -> SafeString:
    assert span.entry is not None
    return format_html(
        '<a class="term" href="{}" aria-describedby="{}">{}</a>', _address(span.entry), _tip_id(span.entry), span.text
    )
