"""The parts of every page that never change while the site runs: rendered once, then cached in memory.

Rendering them takes about 2 ms of every page. The cache is bounded: four parts, and the navigation of each page of a
place.
"""

import re
from functools import cache

from django import template
from django.conf import settings
from django.template.defaultfilters import stringfilter
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from common.web.tabs import Tab
from p2v_site.stylesheets import FOLDER, PAGE_SHEETS
from p2v_site.web.offline import person_mark
from p2v_site.web.places import PLACES, place_of

register = template.Library()

_TITLED_WORD = re.compile(r"(?<=[a-z][ -])[A-Z](?=[a-z])")


@register.filter(is_safe=True)
@stringfilter
def sentence_case(text: str) -> str:
    """Return a heading or label of another package as Muster writes them: “Sign in”, not “Sign In”."""
    return _TITLED_WORD.sub(lambda letter: letter[0].lower(), text)


@register.simple_tag(takes_context=True)
def person(context: template.Context) -> str:
    """Return the mark of the person for whom a page is made; the page has asked who that is."""
    request = context.get("request")
    return person_mark(request) if request else "anyone"


@register.simple_tag
def sends_mail() -> bool:
    """Return True if this site sends mail; if mail only goes to a log, no page may claim that some was sent."""
    return settings.SENDS_MAIL


@register.simple_tag
@cache
def site_nav(here: str = "") -> SafeString:
    """Render the five places, and the pages of the place of ``here``."""
    place = place_of(here)
    pages = place.pages if place else ()
    tabs = [Tab(page.label, reverse(page.address_name), page.key == here) for page in pages if len(pages) > 1]
    places = [(each, reverse(each.pages[0].address_name), each == place) for each in PLACES]
    return render_to_string("parts/nav.html", {"places": places, "place": place, "tabs": tabs})


@register.simple_tag
@cache
def site_part(name: str) -> SafeString:
    """Render a part of every page: ``head``, ``brand``, ``search``, ``foot``."""
    return render_to_string(f"parts/{name}.html")


@register.simple_block_tag
def style_sheets(content: str) -> SafeString:
    """Link the sheets that a page names in its block ``sheets``, always in the order of ``PAGE_SHEETS``."""
    names = content.split()
    unknown = set(names) - set(PAGE_SHEETS)
    if unknown:
        raise template.TemplateSyntaxError(f"There is no style sheet {', '.join(sorted(unknown))}.")
    links = ((static(f"{FOLDER}/{name}.css"),) for name in PAGE_SHEETS if name in names)
    return format_html_join("\n    ", '<link rel="stylesheet" href="{}">', links)
