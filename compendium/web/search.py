"""The search box for everything."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.web.address import shown_text
from common.web.htmx import finish_partial, is_partial
from common.web.lists import ListState
from compendium.selectors import site_search


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Search creatures, items, feats, spells and the glossary at once.

    At most six queries, and six more after an entry has changed.
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
