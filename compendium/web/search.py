"""The search box for everything."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from compendium.selectors import everything
from compendium.selectors.search import words_of
from compendium.web import address as addresses
from compendium.web.address import shown_text
from compendium.web.partial import is_partial


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Search creatures, items, feats, spells and the glossary at once.

    At most five queries, and one more where nothing was found.
    """
    asked = addresses.read(request, ["q"])
    partly = is_partial(request)
    if asked.untidy and not asked.oddities and not partly:
        return HttpResponseRedirect(str(asked.address))
    typed = asked.address.values.get("q", "")
    error = everything.unreadable(typed)
    words = () if error else words_of(typed)
    results = everything.search_everything(words) if words else None
    context = {
        "query": shown_text(typed),
        "error": error,
        "oddities": asked.oddities,
        "results": results,
        "alike": everything.names_like(words) if results and not results.total else (),
    }
    response = render(request, "compendium/search_found.html" if partly else "compendium/search.html", context)
    if partly:
        response["HX-Push-Url"] = str(asked.address)
    patch_vary_headers(response, ["HX-Request"])
    return response
