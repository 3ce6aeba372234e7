"""Drawing the cells of a ``MatchupSheet``: a large one has thousands, too many for a template each."""

from collections.abc import Iterator

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rules.cards.sheet import STAT_LABELS
from rules.matchup.cells import MatchupCell, faces_percent
from rules.p2v_combat.attacks import Attack

register = template.Library()

SHADES = 5
_LABELS = dict(STAT_LABELS)


@register.filter
def chances(cell: MatchupCell, attack: Attack) -> SafeString:
    """Draw the cell of an attack: its chance, further facts in a few words below it, and all of it as a title."""
    lines = format_html_join("", "<span>{}</span>", ((words,) for words in _lines(cell, attack)))
    return format_html(
        '<td class="{}" title="{}">{}{}</td>',
        shade(cell),
        cell.summary,
        "" if cell.is_immune else format_html("<b>{}</b>", cell.hit_percent),
        lines,
    )


@register.filter
def shade(cell: MatchupCell) -> str:
    """Return the CSS class of a cell's background, stronger for higher chances; "" for an unknown chance."""
    return "" if cell.hit is None else f"chance-{max(0, (cell.hit - 1) * SHADES // 20)}"


def _lines(cell: MatchupCell, attack: Attack) -> Iterator[str]:
    if cell.is_immune:
        yield "immune"
        return
    if cell.is_automatic:
        yield "no roll"
    elif cell.critical is not None:
        yield f"crit {cell.critical_percent}"
    if cell.damage is not None:
        yield f"dmg {cell.damage_words}"
    # The first save of what is no strike is the chance above.
    for save in cell.saves[0 if attack.strike else 1 :]:
        if save.odds:
            yield f"{_LABELS[save.stat]} {faces_percent(save.odds.failed)}"
