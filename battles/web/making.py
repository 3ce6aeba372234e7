"""The list of battles, new ones, solo play, and the settings of a battle."""

from collections.abc import Mapping
from dataclasses import replace

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of, owner_to_be
from battles.forms import (
    POOLS,
    READY,
    SideField,
    choose_party,
    open_battle_side,
    own_warbands,
    pool_cards,
    ready_plan,
    scenario_named,
    scenario_plans,
    side_fields,
    side_plan,
)
from battles.models.battles import BattleDice
from battles.selectors.battles import battles_of, open_seats
from battles.selectors.crests import battle_crests
from battles.selectors.families import declared_families
from battles.selectors.lineups import cards_of_creatures
from battles.services.adventures import ChosenParty, adventure_begin, adventure_continue, skirmish_create
from battles.services.battles import SidePlan, battle_close, battle_delete, battle_edit
from battles.services.opponents import ROLLED, battle_against, battle_play_on
from battles.services.setup_changes import table_as_scenario
from battles.web.sent_forms import SentForm
from battles.web.visiting import battle_visitor, chosen_player, played_battle_or_404, played_by_any_rules_or_404
from campaigns.selectors.scenario_pages import ScenarioView
from common.refusal import Refusal
from common.web.address import ListState
from common.web.refusals import attempt
from printing.canvas import CHARACTERS
from rules.building.warband import USUAL_LIMIT
from rules.cards.model import Card
from rules.combat.state import SIDE_KEYS
from rules.errors import require
from rules.p2v_combat.setup.drawn_boards import DRAWN_BOARDS
from rules.p2v_combat.sides import BattleRules
from rules.p2v_combat.solo.monsters import PERCENTS
from rules.p2v_combat.solo.story.adventure import SoloAdventure
from rules.p2v_combat.solo.story.reading import solo_adventures
from rules.players.stock import PLAYER_WORDS, STYLES, USUAL_PLAYER
from rules.recruitment.ready import READY_KINDS
from rules.text import counted, listed

PAGE = 30
MIN_SIDES = 2
GAME = "game"
READY_SIDES = (f"{READY}humanoids", f"{READY}animals")
"""The warband of a newcomer, and its opponent, in a battle against the game."""
_TITLES = {"odds": ("Try a warband", "Try it"), GAME: ("Play against the game", "Play")}
"""What a new battle is made for, with the title of its page and its button."""
_BOARDS = [
    (ROLLED, "On a board, with terrain by dice"),
    *((drawn.key, f"On a board: {drawn.name}, {drawn.board.name.lower()}") for drawn in DRAWN_BOARDS),
    ("", "At your table: Muster shows no board"),
]


@require_safe
def battles(request: HttpRequest) -> HttpResponse:
    """List the visitor's battles, the most recently changed first."""
    state = ListState.of_request(request, ("page",))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    visitor = battle_visitor(request)
    page, warnings = state.get_page(Paginator(battles_of(visitor), PAGE))
    over = list(battles_of(visitor, over=True)[:PAGE]) if page.number == 1 else []
    # A battle by rules that are not here has no page of its own on which it could be deleted.
    lost = {
        battle.pk for battle in (*page.object_list, *over) if not battle.has_known_rules and battle.is_of(visitor.owner)
    }
    seats = list(open_seats(visitor.owner)[:PAGE]) if page.number == 1 else []
    crests = battle_crests((*page.object_list, *over))
    context = {
        "page": page,
        "address": state,
        "warnings": warnings,
        "over": [(battle, crests.get(battle.pk, ())) for battle in over],
        "rows": [(battle, crests.get(battle.pk, ())) for battle in page.object_list],
        "lost": lost,
        "seats": seats,
        "swords": CHARACTERS["crossed-swords"],
    }
    return render(request, "battles/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Begin a battle: choose the sides, and who rolls."""
    scenario = _scenario(request)
    values = request.POST if request.method == "POST" else request.GET
    fields = side_fields(values)
    owner, then = owner_of(request), values.get("then", "")
    if request.method != "POST":
        return _new_page(request, _ready_fields(owner, fields) if then == GAME else fields, scenario)
    plans, fields = _plans(owner, fields, scenario)
    if plans is None:
        return _new_page(request, fields, scenario, status=422)
    rules = BattleRules(
        first_player="last" if request.POST.get("first_player") == "last" else "left",
        round_limit=request.POST.get("round_limit", "") == "on",
        distances="inches" if request.POST.get("distances") == "inches" else "squares",
    )
    dice = request.POST.get("dice", "")
    try:
        against = then == GAME and scenario is None
        battle = battle_against(
            owner=owner_to_be(request),
            sides=plans,
            played_by=dict.fromkeys(SIDE_KEYS[1 : len(plans)], chosen_player(request.POST)) if against else {},
            board=request.POST.get("board", "") if against else "",
            name=request.POST.get("name", "").replace("\0", ""),
            rules=rules,
            dice=dice if dice in BattleDice.values else BattleDice.SERVER,
            scenario=scenario.row if scenario else None,
        )
    except Refusal as refused:
        return _new_page(request, fields, scenario, refused.message, 422)
    if scenario is not None:
        try:
            table_as_scenario(visitor=battle_visitor(request), key=battle.key, scenario=scenario)
        except Refusal as refused:
            messages.warning(request, f"The table is not set up as the scenario says: {refused.message}")
    for plan in plans:
        for reason in plan.lineup.stay_home:
            messages.warning(request, f"{plan.name}: {reason}")
    return redirect("battles:odds" if then == "odds" else "battles:battle", battle.key)


def _ready_fields(owner: Owner, fields: tuple[SideField, ...]) -> tuple[SideField, ...]:
    """Return the sides of a battle against the game with what is chosen beforehand: an own warband if there is any.

    Two queries.
    """
    own, game = fields[:2]
    if own.is_empty:
        first = next((key for key, _ in own_warbands(owner)), READY_SIDES[0])
        own = replace(own, chosen=first)
    return own, replace(game, chosen=READY_SIDES[1]) if game.is_empty else game


def _plans(
    owner: Owner, fields: tuple[SideField, ...], scenario: ScenarioView | None
) -> tuple[list[SidePlan] | None, tuple[SideField, ...]]:
    """Return the chosen sides, or None with faults in the fields."""
    if scenario is not None:
        return scenario_plans(scenario), fields
    plans: list[SidePlan] = []
    marked: list[SideField] = []
    for place, field in enumerate(fields):
        if field.is_empty:
            error = "Choose a warband, or paste its shared link." if place < MIN_SIDES else ""
            marked.append(replace(field, error=error))
            continue
        key = SIDE_KEYS[len(plans)]
        if ready := ready_plan(key, field, plans[0].lineup.points if plans else 0):
            plans.append(ready)
            marked.append(field)
            continue
        opened = open_battle_side(owner, field)
        if isinstance(opened, str):
            marked.append(replace(field, error=opened))
            continue
        plans.append(side_plan(key, field, opened))
        marked.append(field)
    return (None if any(field.error for field in marked) else plans), tuple(marked)


def _scenario(request: HttpRequest) -> ScenarioView | None:
    """Return the scenario of a campaign in the address, for somebody who takes part in it."""
    named = request.GET.get("scenario", "").replace("\0", "")
    if not named.partition(":")[0]:
        return None
    scenario = scenario_named(owner_of(request), named)
    if scenario is None:
        raise Http404("There is no such scenario, or you do not take part in its campaign.")
    return scenario


def _new_page(
    request: HttpRequest,
    fields: tuple[SideField, ...],
    scenario: ScenarioView | None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    then = "" if scenario else request.POST.get("then", request.GET.get("then", ""))
    if then == GAME:
        fields = fields[:MIN_SIDES]
    title, action = _TITLES.get(then, ("New battle", "Make the battle"))
    context = {
        "fields": fields,
        "scenario": scenario,
        "sides": scenario_plans(scenario) if scenario else [],
        "warbands": own_warbands(owner_of(request)),
        "refused": refused,
        "typed": request.POST,
        "then": then if then in _TITLES else "",
        "title": title,
        "action": action,
        "players": PLAYER_WORDS,
        "usual_player": USUAL_PLAYER,
        "styles": STYLES,
        "boards": _BOARDS,
        "ready_for": counted(USUAL_LIMIT, "point"),
        "ready": [(f"{READY}{kind}", name) for kind, (name, _) in READY_KINDS.items()],
        "dice": BattleDice.choices,
        "families": () if scenario else tuple(declared_families().values()),
    }
    return render(request, "battles/new.html", context, status=status)


@require_POST
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """Rename a battle, and choose who rolls."""
    visitor, view = played_battle_or_404(request, key)
    name, dice = request.POST.get("name", "").replace("\0", ""), request.POST.get("dice", view.battle.dice)
    attempt(request, lambda: battle_edit(visitor=visitor, key=key, name=name, dice=dice), "Saved.")
    return redirect("battles:settings", key)


@require_safe
def settings(request: HttpRequest, key: str) -> HttpResponse:
    """Show the settings of a battle outside the game itself."""
    _, view = played_battle_or_404(request, key)
    return render(request, "battles/settings.html", {"view": view, "dice": BattleDice.choices})


@require_POST
def close(request: HttpRequest, key: str) -> HttpResponse:
    """Close a battle for good."""
    visitor, _ = played_battle_or_404(request, key)
    attempt(request, lambda: battle_close(visitor=visitor, key=key), "The battle is closed.")
    return redirect("battles:battle", key)


@require_POST
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a battle permanently, even one with unknown rules."""
    visitor, view = played_by_any_rules_or_404(request, key)
    is_deleted = attempt(request, lambda: battle_delete(visitor=visitor, key=key), f"“{view.battle.name}” is deleted.")
    if is_deleted or not view.battle.has_known_rules:
        return redirect("battles:list")
    return redirect("battles:settings", key)


@require_safe
def solo(request: HttpRequest) -> HttpResponse:
    """Show the games for one player: the adventures, and a single battle. One query."""
    return _solo_page(request)


@require_POST
def skirmish(request: HttpRequest) -> HttpResponse:
    """Begin a single battle of a warband against monsters."""
    percent = request.POST.get("percent", "")
    try:
        party = _party(owner_of(request), request, {}, ())
        battle = skirmish_create(
            owner=owner_to_be(request),
            party=party,
            pool=pool_cards(request.POST.get("pool", ""), party.points),
            percent=int(percent) if percent in map(str, PERCENTS) else 100,
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
    adventure = require(solo_adventures().get(slug), Http404("There is no such adventure."))
    cards = cards_of_creatures(adventure.party)
    if request.method != "POST":
        return _adventure_page(request, adventure, cards)
    try:
        party = _party(owner_of(request), request, cards, adventure.party)
        battle = adventure_begin(owner=owner_to_be(request), adventure=adventure, party=party)
    except Refusal as refused:
        return _adventure_page(request, adventure, cards, refused.message, 422)
    return redirect("battles:battle", battle.key)


def _party(owner: Owner, request: HttpRequest, cards: Mapping[str, Card], borrowed: tuple[str, ...]) -> ChosenParty:
    """Return the party that a form names; raise ``Refusal`` for none."""
    return choose_party(owner, request.POST.get("party", "").replace("\0", "")[:60], cards, borrowed)


def _adventure_page(
    request: HttpRequest, adventure: SoloAdventure, cards: Mapping[str, Card], refused: str = "", status: int = 200
) -> HttpResponse:
    party = [cards[key] for key in adventure.party if key in cards]
    context = {
        "adventure": adventure,
        "party": party,
        "party_points": counted(sum(card.points for card in party), "point"),
        "party_names": listed(card.name for card in party),
        "written_for": counted(adventure.points, "point"),
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


@require_POST
def play_on(request: HttpRequest, key: str) -> HttpResponse:
    """Begin a battle of one's own after a step of this one, against the game."""
    visitor, _ = played_battle_or_404(request, key, "creatures")
    try:
        step = SentForm(request.POST).number("step")
        battle = battle_play_on(visitor=visitor, owner=owner_to_be(request), key=key, step=step)
    except Refusal as refused:
        messages.warning(request, refused.message)
        return redirect("battles:log", key)
    messages.success(request, "This battle is your own: it goes on from there, and the game plays against you.")
    return redirect("battles:battle", battle.key)
