"""Drawing entries of a journal: ``{% journal_entries entries key %}``.

A page of them is drawn here and not by a template, which takes three times as long for each.
"""

from collections.abc import Iterable, Mapping

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaigns.selectors.journal import ReadableEntry
from rules.campaigns.sentences import JournalDie
from rules.crests import Crest
from warbands.templatetags.crests import draw_crest

register = template.Library()

NO_CRESTS: Mapping[int, Crest] = {}


@register.simple_tag
def journal_entries(entries: Iterable[ReadableEntry], key: str, crests: Mapping[int, Crest] = NO_CRESTS) -> SafeString:
    """Draw entries of the journal of the campaign with that key as items of a list.

    Those of one warband have its crest, of ``crests`` by the numbers of warbands.
    """
    journal = reverse("campaigns:journal", args=[key])
    return SafeString("".join(_entry(entry, journal, crests.get(entry.entry.warband or 0)) for entry in entries))


def _entry(readable_entry: ReadableEntry, journal: str, crest: Crest | None = None) -> SafeString:
    # The page of an entry stands below its journal: campaigns.web.urls.
    number = readable_entry.entry.number
    rolls = SafeString("".join(_die(readable_entry, die) for die in readable_entry.dice))
    dice = format_html('<ul class="journal-dice">{}</ul>', rolls) if rolls else ""
    return format_html(
        '<li id="entry-{}" value="{}"><p class="told">{}{}</p>{}{}{}<p class="journal-mark">'
        '<a href="{}{}/">Entry {}</a> '
        '<time datetime="{}">{} UTC</time></p>'
        '<details class="journal-hash"><summary>Hash<span class="visually-hidden"> of entry {}</span></summary>'
        "<code>{}</code></details></li>\n",
        number,
        number,
        draw_crest(crest, "small"),
        _struck(readable_entry, readable_entry.text),
        dice,
        format_html_join(
            "",
            '<p class="career-ended"><b>Career ended:</b> <bdi>{}</bdi>, with a third permanent injury.</p>',
            ((member,) for member in readable_entry.ended),
        ),
        _what_became_of_it(readable_entry, journal),
        journal,
        number,
        number,
        readable_entry.entry.at.isoformat(),
        readable_entry.written,
        number,
        readable_entry.entry.hash,
    )


def _struck(readable_entry: ReadableEntry, text: str) -> str:
    return format_html("<s>{}</s>", text) if readable_entry.is_struck else text


def _die(readable_entry: ReadableEntry, die: JournalDie) -> SafeString:
    return format_html(
        '<li><bdi>{}</bdi> (<bdi>{}</bdi>), {}{}: <span class="dice">{}</span> {}{}</li>',
        die.name,
        die.side,
        die.purpose.lower(),
        SafeString(' <span class="help">(entered)</span>') if die.is_entered else "",
        format_html_join("", '<span class="die">{}</span>', ((face,) for face in die.faces)),
        _struck(readable_entry, die.gave),
        format_html(' <span class="help">These dice fell in entry {}.</span>', die.fell) if die.fell else "",
    )


def _what_became_of_it(readable_entry: ReadableEntry, journal: str) -> str:
    if number := readable_entry.entry.voided_by:
        words = '<p class="help">Undone by <a href="{}{}/">entry {}</a>: it no longer counts.</p>'
    elif number := readable_entry.corrected_by:
        words = '<p class="help">Corrected by <a href="{}{}/">entry {}</a>, which counts in its place.</p>'
    else:
        return ""
    return format_html(words, journal, number, number)
