"""Drawing entries of a journal: ``{% journal_entries entries key %}``.

A page of them is drawn here and not by a template, which takes three times as long for each.
"""

from collections.abc import Iterable, Mapping

from django import template
from django.core.paginator import Page
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaigns.models import Campaign, JournalEntry
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.journal import ReadableEntry, entries_with_names, journal_filtered, journal_groups
from campaigns.selectors.journal_results import once_per_entry
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


@register.simple_tag
def journal_page(
    view: CampaignView, wanted: Mapping[str, int | None], page: Page[JournalEntry], crests: Mapping[int, Crest]
) -> SafeString:
    """Draw a page of the journal by scenario; ``wanted`` are the filters of ``journal_filtered``."""
    shown = max(0, page.start_index() - 1), page.end_index()
    return _drawn_page(view.campaign, shown, tuple(wanted.items()), tuple(view.names.items()), tuple(crests.items()))


@once_per_entry
def _drawn_page(
    campaign: Campaign,
    shown: tuple[int, int],
    wanted: tuple[tuple[str, int | None], ...],
    people: tuple[tuple[int, str], ...],
    crests: tuple[tuple[int, Crest], ...],
) -> SafeString:
    entries = journal_filtered(campaign, **dict(wanted))[slice(*shown)]
    groups = journal_groups(campaign, entries_with_names(campaign, dict(people), entries))
    values = {"groups": groups, "key": campaign.key, "crests": dict(crests)}
    return render_to_string("campaigns/parts/journal_groups.html", values)


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
