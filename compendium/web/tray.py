"""The creatures ticked for comparison, shown below the list from which they are chosen.

The rows' boxes and the tray are one form. What is ticked but not among the rows travels as ``kept``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_POST

from compendium.selectors.creature_list import creature_names
from compendium.web import basket
from compendium.web.comparison import address
from compendium.web.partial import is_partial


def context(keys: Collection[str], shown: Collection[str]) -> dict[str, Any]:
    """Return what the tray says of the ticked keys, given those of the rows shown. One query if any is ticked."""
    return _tray(keys, [key for key in keys if key not in shown])


@require_POST
def change(request: HttpRequest) -> HttpResponse:
    """Remember what is ticked; answer with the tray, or without HTMX go to the comparison."""
    kept = request.POST.getlist("kept")
    asked = list(dict.fromkeys((*kept, *request.POST.getlist("creature"))))
    keys = basket.tidy(asked)
    if is_partial(request):
        response: HttpResponse = render(
            request, "compendium/tray.html", {**_tray(keys, kept), "too_many": len(asked) > len(keys)}
        )
    else:
        response = HttpResponseRedirect(address(keys))
    basket.keep(response, keys)
    return response


def _tray(keys: Collection[str], kept: Collection[str]) -> dict[str, Any]:
    names = creature_names(keys) if keys else {}
    return {
        "compared": [names[key] for key in keys if key in names],
        "kept": [key for key in kept if key in names],
        "compare_url": address([key for key in keys if key in names]),
        "limit": basket.LIMIT,
    }
