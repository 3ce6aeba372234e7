"""Drawing parts of a battle's page that depend on a single value, and fields of sheets and offers.

Drawings are cached: a tap changes few of them, and the other phones draw the same ones.
"""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any, Final, Protocol

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from battles.drawings import hp_percent, row_token
from common.caches import draw_once
from rules.combat.declared import DeclaredFamily
from rules.combat.hp import HpLook, hp_look
from rules.combat.sheets import MAX_TEXT, MAX_WORD, FightMeter, FightRow
from rules.text import possessive, with_minus

_SELECTED: Final = mark_safe(" selected")
_CHECKED: Final = mark_safe(" checked")
_REQUIRED: Final = mark_safe(" required")
_FIELD: Final = '<div class="field"><label for="{id}">{label}</label>'
_INPUT: Final = _FIELD + '<input id="{id}" name="{name}" value="{value}" autocomplete="off"{described} '
_FORMS: Final = {
    "number": _INPUT + 'inputmode="numeric" maxlength="7"{required}>{help}</div>',
    "word": _INPUT + 'maxlength="{most_word}"{required}>{help}</div>',
    "dice": _INPUT + 'maxlength="20" placeholder="2d6+3"{required}>{help}</div>',
    "text": _FIELD + '<textarea id="{id}" name="{name}" rows="3" maxlength="{most_text}"{described}{required}>\n'
    "{value}</textarea>{help}</div>",
    "flag": '<div class="field"><label class="choice"><input type="checkbox" id="{id}" name="{name}" value="1"'
    "{described}{checked}>{label}</label>{help}</div>",
    "choice": _FIELD + '<select id="{id}" name="{name}"{described}>{options}</select>{help}</div>',
    "choices": '<fieldset class="field"{described}><legend>{label}</legend>{help}'
    '<div class="chips">{boxes}</div></fieldset>',
}

_HIDDEN: Final = '<input type="hidden" name="{}" value="{}">'
_MARK: Final = "<!--hidden-->"
"""A placeholder in cached forms for each page's own part; people's texts cannot contain it."""

register = template.Library()
register.filter(possessive)


class CreatureValue(Hashable, Protocol):
    """The layout of a creature: a value with all of its drawn content, such as ``battles.web.creature_rows`` makes."""

    @property
    def id(self) -> str:
        """The creature's id in its battle."""


@register.filter
def minus(number: int) -> str:
    """Write a number with the sign that cards print: −6."""
    return with_minus(str(number))


@register.simple_tag
def kept_part(name: str, value: Hashable) -> SafeString:
    """Draw a value with the part ``name``, which calls it ``value`` and needs nothing else."""
    return draw_kept(name, value)


@register.simple_tag
def kept_parts(name: str, values: Iterable[Hashable]) -> SafeString:
    """Draw values one after another, each by the part ``name``."""
    return SafeString("".join(draw_kept(name, value) for value in values))


@register.simple_tag
def kept_line(name: str, row: CreatureValue, key: str, current: str = "") -> SafeString:
    """Draw a combatant as a line that links to its panel; ``current`` is the id of the one whose panel is open."""
    return draw_kept(name, row, key, is_current=row.id == current)


@register.simple_tag
def kept_side(name: str, side: Hashable, key: str, current: str = "", *, is_past: bool = False) -> SafeString:
    """Draw a side with its combatants; ``is_past`` distinguishes ids from the present ones."""
    return draw_kept(name, (side, current), key, is_current=is_past)


@register.simple_tag
def fight_about(family: DeclaredFamily) -> SafeString:
    """Draw the owner of the game and the assumptions, folded."""
    return draw_kept("fight_about", (family.name, family.notice, family.assumptions))


@register.simple_tag
def fight_token(row: FightRow) -> SafeString:
    """Draw the token of a combatant of another game."""
    return draw_kept("token", row_token(row))


@register.filter
def meter_percent(meter: FightMeter) -> int:
    """Return the rest of a meter in percent, rounded up, 0 to 100; 0 without a maximum."""
    return hp_percent(meter.value, meter.most or 0)


@register.filter
def meter_look(meter: FightMeter) -> HpLook:
    """Return how a meter looks: as so many HP, and well where it has no most."""
    return hp_look(meter.value, meter.most) if meter.most else "well"


def draw_kept(name: str, value: Hashable, key: str = "", *, is_current: bool = False) -> SafeString:
    """Draw a value by the part ``name``, which knows nothing but these arguments."""
    return draw_once(f"battles/parts/{name}.html", value=value, key=key, is_current=is_current)


@register.filter
def percent(share: Fraction) -> int:
    """Return a fraction in whole percent."""
    return round(share * 100)


@register.filter
def decimal(amount: Fraction) -> str:
    """Write an average with one decimal."""
    return f"{float(amount):.1f}"


@register.simple_tag
def sheet_input(field: Any, prefix: str = "") -> SafeString:
    """Draw a field of a sheet, a ``battles.forms.SheetInput``; ``prefix`` sets ids apart on one page."""
    declared = field.declared
    return _drawn(
        declared.type,
        id=f"{prefix}{field.id}",
        name=field.name,
        label=declared.label,
        value=field.value,
        help=declared.help,
        required=declared.needed,
        options=field.options if declared.type in ("choice", "choices") else (),
    )


@register.simple_tag(takes_context=True)
def fight_offers(context: template.Context, screen: Any) -> SafeString:
    """Draw the possible actions: the usual next one, then the rest under headings."""
    return _of_page(context, draw_kept("fight_offers", screen.offers, context["view"].battle.key))


@register.simple_tag
def fight_offer(button: Any, key: str, names: bool = False) -> SafeString:
    """Draw an offer as a form; ``names`` puts the combatant on the button."""
    return draw_kept("fight_offer", button, key, is_current=names)


@register.simple_tag(takes_context=True)
def fight_hands(context: template.Context, fields: tuple[Any, ...], combatant: str) -> SafeString:
    """Draw the form to set a combatant's values by hand."""
    return _of_page(context, draw_kept("fight_hands", (fields, combatant), context["view"].battle.key))


@register.simple_tag
def fight_hand(field: Any) -> SafeString:
    """Draw a value that is set by hand."""
    return draw_kept("fight_hand", field)


@register.simple_tag(takes_context=True)
def hand_forms(context: template.Context, hand: Hashable) -> SafeString:
    """Draw the forms by hand for a creature of Path 2 Victory, a ``battles.web.panels.HandForms``."""
    return _of_page(context, draw_kept("by_hand", hand, context["view"].battle.key))


def _of_page(context: template.Context, drawn: SafeString) -> SafeString:
    """Return cached forms, with the token and the page's state."""
    own = format_html(_HIDDEN * 2, "csrfmiddlewaretoken", context.get("csrf_token", ""), "seen", context["screen"].head)
    return mark_safe(drawn.replace(_MARK, own))  # noqa: S308 # both are markup that was escaped


@register.simple_tag
def offer_input(field: Any, id: str) -> SafeString:
    """Draw a field of an offer, a ``battles.web.fights.offers.OfferInput``; ``id`` sets it apart on its page."""
    declared = field.declared
    return _drawn(
        declared.type,
        id=f"{id}-{declared.name}",
        name=field.name,
        label=declared.label,
        value="" if declared.value is None else declared.value,
        help=declared.help,
        required=declared.type == "number" and not declared.optional,
        options=field.options,
    )


def _drawn(
    kind: str, *, id: str, name: str, label: str, value: Any, help: str, required: bool, **more: Any
) -> SafeString:
    options: Iterable[tuple[str, str, bool]] = more["options"]
    return format_html(
        _FORMS[kind],
        id=id,
        name=name,
        label=label,
        value=value,
        required=_REQUIRED if required else "",
        checked=_CHECKED if kind == "flag" and value else "",
        help=format_html('<p class="help" id="{}-help">{}</p>', id, help) if help else "",
        described=format_html(' aria-describedby="{}-help"', id) if help else "",
        options=_options(options) if kind == "choice" else "",
        boxes=_boxes(id, name, options) if kind == "choices" else "",
        most_word=MAX_WORD,
        most_text=MAX_TEXT,
    )


def _options(options: Iterable[tuple[str, str, bool]]) -> SafeString:
    rows = ((key, _SELECTED if chosen else "", label) for key, label, chosen in options)
    return format_html_join("\n", '<option value="{}"{}>{}</option>', rows)


def _boxes(id: str, name: str, options: Iterable[tuple[str, str, bool]]) -> SafeString:
    rows = ((id, key, name, key, _CHECKED if chosen else "", label) for key, label, chosen in options)
    box = '<label class="chip-check"><input type="checkbox" id="{}-{}" name="{}" value="{}"{}>{}</label>'
    return format_html_join("\n", box, rows)
