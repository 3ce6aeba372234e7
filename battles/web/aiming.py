"""Taking an action: a creature's possible actions, their targets, the circumstances, and the form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from json import dumps
from urllib.parse import urlencode

from django.http import QueryDict

from battles.drawings import creature_emblem
from battles.selectors.battles import BattleView
from battles.selectors.gambits import acts_for, plays_for, reports_for
from battles.web.aim_forms import AimForm, AimTarget, FormCommand
from battles.web.areas import area_choices
from battles.web.board_questions import between_on_board, line_words
from battles.web.sent_forms import aimed_targets, typed_word
from battles.web.ways import first_move
from rules.cards.sheet import range_words
from rules.combat.resolution import ActAsk, pending
from rules.effects.model import Effect
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import members_behind
from rules.p2v_combat.actions import ActionVariant, BattleAction, BattleActionKind
from rules.p2v_combat.board_aims import circumstances_on_board, circumstances_words, needs_line
from rules.p2v_combat.events.acting import commanded
from rules.p2v_combat.events.reactions import reported_action
from rules.p2v_combat.forecast import ActionForecast, forecast
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.options import ActionOption, TargetNeed, WayOption, options_for, target_need
from rules.p2v_combat.parts import part_options
from rules.p2v_combat.positions import why_not_reached
from rules.p2v_combat.standing import stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import find_action, own_action
from rules.p2v_combat.targeting import strike_holds

KINDS: Mapping[BattleActionKind, str] = {
    "feature": "Actions",
    "spell": "Spells",
    "item": "Items",
    "universal": "Universal actions",
}
COSTS = {"0": "Free", "1": "●", "2": "●●", "3": "●●●"}


@dataclass(frozen=True, slots=True)
class OptionButton:
    """A way to take an action as a button: at once, or by the form for its targets (``needs_form``)."""

    key: str
    way: str
    name: str
    cost: str
    ap: int
    reach: str
    text: str
    refusal: str
    uses: str
    requirement: str
    needs_form: bool
    command: FormCommand = "act"
    objective: str = ""

    @property
    def details(self) -> str:
        """Return the details other than its name and cost."""
        return " · ".join(words for words in (self.reach, self.uses, self.requirement) if words)

    @property
    def query(self) -> str:
        """The query that opens its form."""
        named = {"report": {"reports": "1"}, "group": {"group": "1"}, "command": {"objective": self.objective}}
        return urlencode({"action": self.key, "way": self.way, **named.get(self.command, {})})

    @property
    def spoken_cost(self) -> str:
        """The cost to be read aloud."""
        return f"{self.ap} AP" if self.ap else "free"


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """The actions of one kind: those that can be taken now, and those that cannot."""

    kind: str
    title: str
    buttons: tuple[OptionButton, ...]
    refused: tuple[OptionButton, ...]


@dataclass(frozen=True, slots=True)
class StepQuestion:
    """The next step of an activity: its creature, and the possible actions."""

    creature: str
    name: str
    reason: str
    buttons: tuple[OptionButton, ...]
    may_skip: bool


def option_groups(view: BattleView, state: BattleState, creature: str) -> tuple[OptionGroup, ...]:
    """Return a creature's possible actions, by kind; empty if it is not its turn or another phone plays it."""
    if not acts_for(view, state, creature):
        return ()
    buttons: dict[BattleActionKind, list[OptionButton]] = {kind: [] for kind in KINDS}
    for option in options_for(state, creature):
        buttons[option.kind] += [_button(option, way) for way in option.ways]
    return tuple(
        OptionGroup(
            kind,
            KINDS[kind],
            tuple(button for button in of_kind if not button.refusal),
            tuple(button for button in of_kind if button.refusal),
        )
        for kind, of_kind in buttons.items()
        if of_kind
    )


def strike_queries(state: BattleState, creature: str, options: tuple[OptionGroup, ...]) -> dict[str, str]:
    """Return the query that aims a creature's first Strike that reaches each enemy on the board, by the enemy's id."""
    queries: dict[str, str] = {}
    buttons = [button for group in options for button in group.buttons] if stands(state, creature) else []
    for button in buttons:
        action = own_action(state, creature, button.key)
        variant = action.way(button.way) if action else None
        effect = variant.effect if variant and variant.effect.strike else None
        need = target_need(state, creature, effect) if effect else None
        for target in need.creatures if need else ():
            is_enemy = state.combatants[target].side != state.combatants[creature].side
            if effect and is_enemy and target not in queries and not why_not_reached(state, creature, target, effect):
                queries[target] = f"{urlencode({'creature': creature})}&{button.query}&{urlencode({'target': target})}"
    return queries


def together_options(view: BattleView, state: BattleState) -> tuple[OptionGroup, ...]:
    """Return the actions that all members of a group can take together, from its first one; nothing without a group."""
    behind = members_behind(state)
    if not behind:
        return ()
    return tuple(
        replace(
            group, buttons=tuple(replace(button, command="group") for button in group.buttons if button.ap), refused=()
        )
        for group in option_groups(view, state, behind[0].id)
    )


def _button(option: ActionOption, way: WayOption) -> OptionButton:
    left = "" if option.uses_left is None else f"{option.uses_left} of {option.uses} left"
    named = len(option.ways) > 1 and way.reach
    title = f"{option.name} ({option.note})" if option.note else option.name
    return OptionButton(
        key=option.key,
        way=way.key,
        name=f"{title}, {way.reach}" if named else title,
        cost=COSTS.get(way.cost, way.cost),
        ap=way.ap,
        reach=way.reach,
        text=way.text,
        refusal=way.refusal,
        uses=left,
        requirement=option.requirement,
        needs_form=way.targets is not None or bool(way.choices) or bool(option.holds),
    )


def _way_button(state: BattleState, creature: str, key: str, name: str, way: ActionVariant) -> OptionButton:
    """Return a way to take an action as a button, if only the moment says that it can be taken."""
    return OptionButton(
        key=key,
        way=way.key,
        name=name,
        cost="",
        ap=0,
        reach=range_words(way.effect.range),
        text=way.text,
        refusal="",
        uses="",
        requirement="",
        needs_form=target_need(state, creature, way.effect) is not None or bool(part_options(way.effect)),
    )


def step_question(view: BattleView, state: BattleState) -> StepQuestion | None:
    """Return the step of an activity that the battle waits for, None if it waits for none of the visitor's."""
    ask = pending(state)
    if not isinstance(ask, ActAsk) or not plays_for(view, state, ask.side):
        return None
    buttons = []
    for option in ask.actions:
        action = find_action(state, ask.creature, option.key)
        for way in action.ways if action else ():
            if way.cost == "reaction":
                continue
            buttons.append(_way_button(state, ask.creature, option.key, option.label, way))
    return StepQuestion(ask.creature, state.name(ask.creature), ask.reason, tuple(buttons), ask.may_skip)


def aim_form(view: BattleView, state: BattleState, data: QueryDict) -> AimForm | None:
    """Return the form of the action in an address, None if the visitor cannot take it now."""
    creature, key = typed_word(data, "creature"), typed_word(data, "action")
    if not key:
        return None
    if typed_word(data, "reports") == "1":
        if not _is_offered(state, creature, data, lambda: report_buttons(view, state, creature)):
            return None
        return _form_of_way(state, data, creature, reported_action(state, creature, key), "report")
    if objective := typed_word(data, "objective"):
        return _command_form(view, state, data, objective)
    step = step_question(view, state)
    if step is not None:
        form = None
        if key in [button.key for button in step.buttons]:
            form = _form_of_way(state, data, step.creature, find_action(state, step.creature, key), "step")
    elif creature in state.combatants and option_groups(view, state, creature):
        is_group = typed_word(data, "group") == "1" and bool(together_options(view, state))
        form = _form_of_way(state, data, creature, own_action(state, creature, key), "group" if is_group else "act")
    else:
        form = None
    if form is None:
        return None
    others = (
        combatant.id for combatant in state.combatants.values() if combatant.is_up and combatant.id != form.creature
    )
    screens = tuple((other, state.name(other)) for other in others)
    aimed = aimed_targets(data)
    return replace(form, screens=screens, forecast=_forecast(state, form, aimed, data) if aimed else None)


def _forecast(state: BattleState, form: AimForm, aimed: tuple[AimedTarget, ...], data: QueryDict) -> ActionForecast:
    """Return the forecast of a form's action for the chosen targets."""
    return forecast(
        state,
        form.creature,
        form.action,
        form.way,
        aimed,
        tuple(data.getlist("choice")[:20]),
        is_step=form.command == "step",
    )


def _is_offered(
    state: BattleState, creature: str, data: QueryDict, buttons: Callable[[], tuple[OptionButton, ...]]
) -> bool:
    """Return True if the way in an address is that of one of a creature's buttons."""
    named = (typed_word(data, "action"), typed_word(data, "way"))
    return creature in state.combatants and named in [(button.key, button.way) for button in buttons()]


def _form_of_way(
    state: BattleState, data: QueryDict, creature: str, action: BattleAction | None, command: FormCommand
) -> AimForm | None:
    """Return the form for the way in an address, with its filled-in targets; None for no way."""
    way = action.way(typed_word(data, "way")) if action else None
    if action is None or way is None:
        return None
    effect, need = way.effect, target_need(state, creature, way.effect)
    aims = {target.creature: target.circumstances for target in aimed_targets(data)}
    targets = [_aim_target(state, target, aims.get(target), need) for target in (need.creatures if need else ())]
    rulings = {target.creature: target.ruling for target in aimed_targets(data)}
    targets = [
        replace(_seen_from(state, creature, effect, target), ruling=rulings.get(target.id, "")) for target in targets
    ]
    own, harms = state.combatants[creature].side, bool(effect.strike or effect.saves or effect.damage)
    others_from = len(targets)
    if command != "report":
        # Enemies first for what harms, allies first for everything else.
        targets.sort(key=lambda target: ((target.side == own) is harms, target.unreached != ""))
        others_from = sum((target.side == own) is not harms for target in targets)
    is_taken = command in ("act", "step")
    moves = first_move(state, creature, action.key, effect) if is_taken else None
    return AimForm(
        creature=creature,
        side=own,
        name=action.name,
        action=action.key,
        way=way.key,
        reach=range_words(effect.range),
        text=way.text,
        need=need,
        targets=tuple(targets),
        holds=strike_holds(state, creature, effect),
        choices=part_options(effect),
        cost="" if command in ("report", "step") else COSTS.get(way.cost or "", ""),
        command=command,
        verb="Cast" if action.kind == "spell" else "Strike" if effect.strike else "Use",
        harms=harms,
        others_from=others_from,
        moves=moves,
        areas=area_choices(state, creature, effect, need.creatures) if is_taken and need and not moves else (),
        area=typed_word(data, "area", 2000),
    )


def report_buttons(view: BattleView, state: BattleState, creature: str) -> tuple[OptionButton, ...]:
    """Return a creature's actions with triggers that the players see; nothing if another phone plays it."""
    return tuple(
        replace(
            _way_button(state, creature, action.key, action.name, way),
            cost=COSTS.get(way.cost or "", ""),
            requirement=f"Trigger: {way.effect.trigger}" if way.effect.trigger else "",
            command="report",
        )
        for action, way in reports_for(view, state, creature)
    )


def command_buttons(view: BattleView, state: BattleState, creature: str, objective: str) -> tuple[OptionButton, ...]:
    """Return the commands that a creature can give to an objective it has claimed; nothing if it cannot now."""
    if not acts_for(view, state, creature):
        return ()
    try:
        lent, servant = commanded(state, creature, objective)
    except ChangeRefused:
        return ()
    buttons = (_button(option, way) for option in options_for(lent, servant) for way in option.ways)
    return tuple(
        replace(button, command="command", objective=objective)
        for button in buttons
        if button.ap and not button.refusal
    )


def _command_form(view: BattleView, state: BattleState, data: QueryDict, objective: str) -> AimForm | None:
    """Return the form of an action that a creature commands an objective to take, None if it cannot."""
    creature, key = typed_word(data, "creature"), typed_word(data, "action")
    if not _is_offered(state, creature, data, lambda: command_buttons(view, state, creature, objective)):
        return None
    lent, servant = commanded(state, creature, objective)
    form = _form_of_way(lent, data, servant, own_action(lent, servant, key), "command")
    return replace(form, creature=creature, objective=objective) if form else None


def _seen_from(state: BattleState, creature: str, effect: Effect, target: AimTarget) -> AimTarget:
    """Return a target with what the board says about it; unchanged without a board."""
    between = between_on_board(state, creature, target.id)
    if between is None or target.id == creature:
        return target
    if unreached := why_not_reached(state, creature, target.id, effect):
        return replace(target, unreached=unreached)
    shown = circumstances_on_board(state, creature, target.id, effect)
    band = "long range" if shown and shown.distance == "long" else ""
    pieces = circumstances_words(state, target.id, shown) if shown else ""
    where = ". ".join(filter(None, (", ".join(filter(None, (between.apart, band))), pieces)))
    lines = tuple(
        (dumps([line.checks, line.concealment]), "; ".join(line_words(state, line)))
        for line in (between.others if needs_line(effect) else ())
    )
    return replace(target, where=where, line=between.line, lines=lines)


def _aim_target(
    state: BattleState, target: str, circumstances: Circumstances | None, need: TargetNeed | None
) -> AimTarget:
    combatant = state.combatants[target]
    return AimTarget(
        target,
        state.name(target),
        combatant.side,
        combatant.hp,
        combatant.max_hp,
        circumstances is not None,
        circumstances or Circumstances(),
        dict(need.holds).get(target, ()) if need else (),
        creature_emblem(state.fielded(target).card),
        combatant.is_dying or combatant.presence == "eliminated",
    )
