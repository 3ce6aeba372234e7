"""Playing alone: the adventures, choosing a party, and going on from one scenario to the next."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of, owner_to_be
from battles.forms.monster_pools import POOLS, pool_cards
from battles.forms.parties import ChosenParty, choose_party
from battles.forms.sides import own_warbands
from battles.selectors.adventures import cards_of_creatures
from battles.services.adventures import adventure_begin, adventure_continue, skirmish_create
from battles.web.visiting import battle_visitor, played_battle_or_404
from common.refusal import Refusal
from rules.cards.model import Card
from rules.p2v_combat.solo.monsters import PERCENTS
from rules.p2v_combat.solo.story.adventure import SoloAdventure
from rules.p2v_combat.solo.story.reading import solo_adventures
from rules.text import counted, listed


@require_safe
def solo(request: HttpRequest) -> HttpResponse:
    """Show what can be played alone: the adventures, and a single battle. One query."""
    return _solo_page(request)


@require_POST
def skirmish(request: HttpRequest) -> HttpResponse:
    """Begin a single battle of a warband against monsters."""
    percent = request.POST.get("percent", "")
    try:
        party = _party(owner_of(request), request, {}, ())
        battle = skirmish_create(
            owner=owner_to_be(request),
            party=party.fielded,
            name=party.name,
            pool=pool_cards(request.POST.get("pool", ""), sum(creature.points for creature in party.fielded)),
            percent=int(percent) if percent in map(str, PERCENTS) else 100,
            warband=party.warband,
        )
    except Refusal as refused:
        return _solo_page(request, refused.message, 422)
    return redirect("battles:battle", battle.key)


def _solo_page(request: HttpRequest, refused: str = "", status: int = 200) -> HttpResponse:
    strengths = {75: "Easy", 100: "Even", 125: "Hard"}
    context = {
        "adventures": list(solo_adventures().values()),
        "warbands": own_warbands(owner_of(request)),
        "pools": [(pool.key, pool.name) for pool in POOLS],
        "percents": [(percent, strengths[percent]) for percent in PERCENTS],
        "typed": request.POST,
        "refused": refused,
    }
    return render(request, "battles/solo/list.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def adventure(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an adventure; choose a party and begin."""
    found = solo_adventures().get(slug)
    if found is None:
        raise Http404("There is no such adventure.")
    cards = cards_of_creatures(found.party)
    if request.method != "POST":
        return _adventure_page(request, found, cards)
    try:
        party = _party(owner_of(request), request, cards, found.party)
        battle = adventure_begin(
            owner=owner_to_be(request), adventure=found, party=party.fielded, name=party.name, warband=party.warband
        )
    except Refusal as refused:
        return _adventure_page(request, found, cards, refused.message, 422)
    return redirect("battles:battle", battle.key)


def _party(owner: Owner, request: HttpRequest, cards: Mapping[str, Card], borrowed: tuple[str, ...]) -> ChosenParty:
    """Return the party that a form names; raise ``Refusal`` for none."""
    return choose_party(owner, request.POST.get("party", "").replace("\0", "")[:60], cards, borrowed)


def _adventure_page(
    request: HttpRequest, found: SoloAdventure, cards: Mapping[str, Card], refused: str = "", status: int = 200
) -> HttpResponse:
    party = [cards[key] for key in found.party if key in cards]
    context = {
        "adventure": found,
        "party": party,
        "party_points": counted(sum(card.points for card in party), "point"),
        "party_names": listed(card.name for card in party),
        "written_for": counted(found.points, "point"),
        "warbands": own_warbands(owner_of(request)),
        "chosen": request.POST.get("party", ""),
        "refused": refused,
    }
    return render(request, "battles/solo/adventure.html", context, status=status)


@require_POST
def following(request: HttpRequest, key: str) -> HttpResponse:
    """Go on to the next scenario of an adventure."""
    played_battle_or_404(request, key, "alone")
    try:
        battle = adventure_continue(visitor=battle_visitor(request), key=key)
    except Refusal as refused:
        return render(request, "battles/solo/refused.html", {"refused": refused.message, "key": key}, status=422)
    return redirect("battles:battle", battle.key)
