"""Deleting a creature of one's own, with who is affected: the compendium knows no warbands, so the page is here."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.web.visitors import owner_of
from common.web.refusals import attempt
from compendium.selectors.homebrew import homebrew_get
from compendium.services.homebrew import homebrew_delete
from warbands.selectors.warbands import warbands_with


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whether a creature is to be deleted, or delete it. Three queries to ask."""
    owner = owner_of(request)
    homebrew = homebrew_get(owner, key)
    if homebrew is None:
        raise Http404("You have no such creature.")
    if request.method == "POST":
        done = f"“{homebrew.creature.name}” is deleted. Warbands that use it keep its card."
        attempt(request, lambda: homebrew_delete(owner=owner, key=key), done)
        return redirect("compendium:homebrew-list")
    own, all_of_them = warbands_with([key], owner), warbands_with([key])
    context = {"homebrew": homebrew, "creature": homebrew.creature, "own": own, "others": all_of_them - own}
    return render(request, "warbands/homebrew_delete.html", context)
