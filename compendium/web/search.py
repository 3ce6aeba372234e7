"""The search for everything: its page, and what its boxes suggest while one types."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from common.web.address import Address, details, finish_partial, is_partial, shown_text
from common.web.lists import ListState
from compendium.selectors import site_search

KEPT_FOR = 60
"""Seconds for which a browser keeps suggestions."""


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Search creatures, items, feats, spells and the glossary at once.

    At most six queries, and five more after an entry has changed.
    """
    asked = ListState.of_request(request, ["q"])
    partly = is_partial(request)
    if asked.redirects and not partly:
        return HttpResponseRedirect(str(asked))
    typed = asked.values.get("q", "")
    error = site_search.query_error(typed)
    context = {
        "query": shown_text(typed),
        "error": error,
        "warnings": asked.warnings,
        "results": None if error or not typed.strip() else site_search.search_site(typed),
    }
    response = render(request, "compendium/search_found.html" if partly else "compendium/search.html", context)
    return finish_partial(request, response, asked)


@require_safe
def suggestions(request: HttpRequest) -> HttpResponse:
    """Return what a query may mean while it is typed, as options of a list; the page itself to whom asks without HTMX.

    One query, and five more after an entry has changed.
    """
    typed = request.GET.get("q", "")
    if not is_partial(request):
        return HttpResponseRedirect(str(Address(reverse("compendium:search"), (("q", typed),) if typed else ())))
    readable = bool(typed.strip()) and not site_search.query_error(typed)
    context = {
        "list": details(request).target or "suggestions",
        "query": typed.strip() if readable else "",
        "suggestions": site_search.suggestions(typed) if readable else (),
    }
    response = render(request, "compendium/suggestions.html", context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    patch_cache_control(response, private=True, max_age=KEPT_FOR)
    return response
