"""The search box for everything."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.web.address import shown_text
from common.web.htmx import finish_partial, is_partial
from common.web.lists import ListState
from compendium.selectors import site_search
from compendium.selectors.search import words_of


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Search creatures, items, feats, spells and the glossary at once.

    At most five queries, and one more where nothing was found.
    """
    asked = ListState.of_request(request, ["q"])
    partly = is_partial(request)
    if asked.redirects and not partly:
        return HttpResponseRedirect(str(asked))
    typed = asked.values.get("q", "")
    error = site_search.query_error(typed)
    words = () if error else words_of(typed)
    results = site_search.search_site(words) if words else None
    context = {
        "query": shown_text(typed),
        "error": error,
        "warnings": asked.warnings,
        "results": results,
        "alike": site_search.similar_names(words) if results and not results.total else (),
    }
    response = render(request, "compendium/search_found.html" if partly else "compendium/search.html", context)
    return finish_partial(request, response, asked)
