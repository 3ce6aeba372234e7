"""Drawing battles in solo play, from story to aftermath, and the map of a set-up on other pages."""

from typing import Any

from django import template
from django.http import QueryDict
from django.utils.safestring import SafeString

from battles.drawings import FighterToken, creature_emblem, creature_token, table_drawing
from battles.selectors.battles import BattleView, side_names
from battles.selectors.folding import folded_battle
from battles.selectors.gambits import gambit_panel
from battles.selectors.lineups import aftermath_page, progress_before, scenario_page
from battles.templatetags.battle_parts import draw_kept
from compendium.builtin.creatures import emblem_of
from printing.canvas import CHARACTERS
from rules.cards.model import Card
from rules.p2v_combat.solo.story.adventure import SoloAdventure
from rules.p2v_combat.state import BattleState

MOST_EMBLEMS = 6
"""The most emblems on an adventure's card."""

register = template.Library()


@register.filter
def emblems(adventure: SoloAdventure) -> list[str]:
    """Return the emblems of the creatures that an adventure is about, each once, as their letters of the font."""
    letters = dict.fromkeys(CHARACTERS.get(emblem_of(creature, ()), "") for creature in adventure.creatures)
    return [letter for letter in letters if letter][:MOST_EMBLEMS]


@register.simple_tag
def card_token(card: Card) -> SafeString:
    """Draw the token of a card of the party that an adventure lends."""
    return draw_kept("token", FighterToken("a", creature_emblem(card)))


@register.inclusion_tag("battles/solo/story.html")
def adventure_story(view: BattleView) -> dict[str, Any]:
    """Draw the text before the battle, and the map; nothing for a battle that belongs to no adventure."""
    state = folded_battle(view.battle).state
    page, before = scenario_page(state), progress_before(state.setup)
    table = state.setup.table if page else None
    names = {side.key: side.name for side in state.setup.sides}
    return {
        "page": page,
        "before": before.text if before else "",
        "figure": table_drawing(table, names).drawing if table else "",
    }


@register.inclusion_tag("battles/solo/goal.html")
def adventure_goal(state: BattleState) -> dict[str, Any]:
    """Draw the goal of the scenario, and the party's progress."""
    return {"page": scenario_page(state)}


@register.inclusion_tag("battles/solo/aftermath.html", takes_context=True)
def adventure_aftermath(context: template.RequestContext, view: BattleView, state: BattleState) -> dict[str, Any]:
    """Draw the text after the battle, with the link to the next one. One query."""
    page = aftermath_page(view.battle, state)
    return {"page": page, "key": view.battle.key, "plays": view.plays}


@register.inclusion_tag("battles/solo/gambit.html", takes_context=True)
def gambit(context: template.RequestContext, state: BattleState, creature: str) -> dict[str, Any]:
    """Draw the next move of the game's creature, by the answers in the address."""
    request = context.get("request")
    sent = request.GET if request is not None else QueryDict()
    panel = gambit_panel(state, creature, sent)
    return {
        "panel": panel,
        "options": [(option, creature_token(state, option.id)) for option in panel.options] if panel else (),
        "key": context["view"].battle.key,
        "head": context["screen"].head,
    }


@register.inclusion_tag("battles/parts/map.html")
def table_map(state: BattleState, *, is_open: bool = False) -> dict[str, Any]:
    """Draw the table as it was set up, to be unfolded; nothing for a battle without a table. No query."""
    setup = state.setup
    table = table_drawing(setup.table, side_names(setup)) if setup.table else None
    return {"table": table, "plan": setup.table, "is_open": is_open}
