"""Taking an action: what a creature can do now, at whom, what holds between them, and what the form sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict

from battles.selectors.battles import BattleView
from battles.selectors.options import acts_for, reports_for
from battles.web.sent_targets import aimed_targets, typed_word
from rules.cards.sheet import range_words
from rules.combat.asks import ActAsk, Option
from rules.combat.resolution import pending
from rules.effects import Effect
from rules.errors import ChangeRefused
from rules.p2v_combat.actions import ActionWay, BattleAction, BattleActionKind
from rules.p2v_combat.events.commanding import commanded
from rules.p2v_combat.groups import members_behind
from rules.p2v_combat.holding import strike_holds
from rules.p2v_combat.options import ActionOption, TargetNeed, WayOption, options_for, target_need
from rules.p2v_combat.parts import part_options
from rules.p2v_combat.positions import Circumstances, DistanceBand
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import find_action, own_action

KINDS: Mapping[BattleActionKind, str] = {
    "feature": "Actions",
    "spell": "Spells",
    "item": "Items",
    "universal": "Universal actions",
}
BANDS: Mapping[DistanceBand, str] = {"reach": "Within reach", "short": "Short range", "long": "Long range"}
COVER = ("terrain", "more terrain", "still more terrain")
CONCEALMENT = ("concealment", "more concealment")
OFF_GUARD = ("flanked", "on difficult ground", "another reason")
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
    is_report: bool = False
    is_group: bool = False
    objective: str = ""

    @property
    def command(self) -> str:
        """What its form asks for."""
        return "report" if self.is_report else "group" if self.is_group else "command" if self.objective else "act"

    @property
    def details(self) -> str:
        """Return what there is to say beside its name and cost."""
        return " · ".join(words for words in (self.reach, self.uses, self.requirement) if words)

    @property
    def query(self) -> str:
        """What an address says to open its form."""
        marks = {"reports": self.is_report, "group": self.is_group}
        named = {"objective": self.objective} if self.objective else {}
        held = {name: "1" for name, holds in marks.items() if holds}
        return urlencode({"action": self.key, "way": self.way, **held, **named})

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
class AimTarget:
    """A creature that can be chosen as a target, with what was said about it."""

    id: str
    name: str
    side: str
    hp: int
    max_hp: int
    is_chosen: bool
    circumstances: Circumstances
    holds: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class AimForm:
    """The form of an action: its targets, what to say about them, and choices beforehand."""

    creature: str
    name: str
    action: str
    way: str
    reach: str
    text: str
    need: TargetNeed | None
    targets: tuple[AimTarget, ...]
    choices: tuple[Option, ...]
    cost: str = ""
    holds: tuple[Option, ...] = ()
    is_step: bool = False
    screens: tuple[tuple[str, str], ...] = ()
    is_report: bool = False
    is_group: bool = False
    objective: str = ""

    @property
    def command(self) -> str:
        """What the form asks for."""
        if self.objective:
            return "command"
        return "report" if self.is_report else "group" if self.is_group else "step" if self.is_step else "act"

    @property
    def takes_one(self) -> bool:
        """Whether exactly one target is chosen."""
        return self.need is not None and self.need.most == 1

    @property
    def bands(self) -> tuple[tuple[str, str], ...]:
        """How far a target may be."""
        return tuple(BANDS.items())

    @property
    def cover(self) -> tuple[str, ...]:
        """Pieces of terrain that may cover a target."""
        return COVER

    @property
    def concealment(self) -> tuple[str, ...]:
        """What may conceal a target."""
        return CONCEALMENT

    @property
    def off_guard(self) -> tuple[str, ...]:
        """Reasons why a target may be off-guard now."""
        return OFF_GUARD


@dataclass(frozen=True, slots=True)
class StepQuestion:
    """The next step of an activity: who takes it, and the actions that it allows."""

    creature: str
    name: str
    reason: str
    buttons: tuple[OptionButton, ...]
    may_skip: bool


def option_groups(view: BattleView, state: BattleState, creature: str) -> tuple[OptionGroup, ...]:
    """Return what a creature can do now, by kind; nothing while it is not its turn or another phone plays it."""
    if not acts_for(view, state, creature):
        return ()
    buttons: dict[BattleActionKind, list[OptionButton]] = {kind: [] for kind in KINDS}
    for option in options_for(state, creature):
        buttons[option.kind] += [_button(option, way) for way in option.ways]
    return tuple(
        OptionGroup(
            kind,
            KINDS[kind],
            tuple(one for one in found if not one.refusal),
            tuple(one for one in found if one.refusal),
        )
        for kind, found in buttons.items()
        if found
    )


def together_options(view: BattleView, state: BattleState) -> tuple[OptionGroup, ...]:
    """Return what the members of a group can do all together now, as its first one can; nothing without a group."""
    behind = members_behind(state)
    if not behind:
        return ()
    return tuple(
        replace(group, buttons=tuple(replace(one, is_group=True) for one in group.buttons if one.ap), refused=())
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


def step_question(view: BattleView, state: BattleState) -> StepQuestion | None:
    """Return the step of an activity that the battle waits for, None where it waits for none of the visitor's."""
    ask = pending(state)
    if not isinstance(ask, ActAsk) or not view.plays:
        return None
    if ask.side not in view.held and state.setup.side(ask.side).player == "people":
        return None
    buttons = []
    for option in ask.actions:
        action = find_action(state, ask.creature, option.key)
        for way in action.ways if action else ():
            if way.cost == "reaction":
                continue
            need = target_need(state, ask.creature, way.effect)
            buttons.append(
                OptionButton(
                    key=option.key,
                    way=way.key,
                    name=option.label,
                    cost="",
                    ap=0,
                    reach=range_words(way.effect.range),
                    text=way.text,
                    refusal="",
                    uses="",
                    requirement="",
                    needs_form=need is not None or bool(part_options(way.effect)),
                )
            )
    return StepQuestion(ask.creature, state.name(ask.creature), ask.reason, tuple(buttons), ask.may_skip)


def aim_form(view: BattleView, state: BattleState, data: QueryDict) -> AimForm | None:
    """Return the form of the action that an address names, None where the visitor cannot take it now."""
    key, way_key = typed_word(data, "action"), typed_word(data, "way")
    ask = pending(state)
    if not key:
        return None
    if typed_word(data, "reports") == "1":
        return _report_form(view, state, data)
    if objective := typed_word(data, "objective"):
        return _command_form(view, state, data, objective)
    step = step_question(view, state)
    is_step = isinstance(ask, ActAsk) and step is not None
    if step is not None and key not in [button.key for button in step.buttons]:
        return None
    creature = step.creature if step else typed_word(data, "creature")
    if creature not in state.combatants or not (is_step or option_groups(view, state, creature)):
        return None
    action = find_action(state, creature, key) if is_step else own_action(state, creature, key)
    way = action.way(way_key) if action else None
    if action is None or way is None:
        return None
    form = _form_of_way(state, data, creature, action, way)
    return replace(
        form,
        cost="" if is_step else COSTS.get(way.cost or "", ""),
        targets=_likely_first(state, creature, way.effect, form.targets),
        is_step=is_step,
        screens=tuple(
            (one.id, state.name(one.id)) for one in state.combatants.values() if one.is_up and one.id != creature
        ),
        is_group=typed_word(data, "group") == "1" and not is_step and bool(together_options(view, state)),
    )


def _form_of_way(state: BattleState, data: QueryDict, creature: str, action: BattleAction, way: ActionWay) -> AimForm:
    """Return what every form for a way to take an action has, with what was filled in of its targets."""
    need = target_need(state, creature, way.effect)
    aims = {one.creature: one.circumstances for one in aimed_targets(data)}
    return AimForm(
        creature=creature,
        name=action.name,
        action=action.key,
        way=way.key,
        reach=range_words(way.effect.range),
        text=way.text,
        need=need,
        targets=tuple(_aim_target(state, one, aims.get(one), need) for one in (need.creatures if need else ())),
        holds=strike_holds(state, creature, way.effect),
        choices=part_options(way.effect),
    )


def _likely_first(
    state: BattleState, creature: str, effect: Effect, targets: Iterable[AimTarget]
) -> tuple[AimTarget, ...]:
    """Return targets with enemies first for what harms, allies first for everything else."""
    own = state.combatants[creature].side
    harms = bool(effect.strike or effect.saves or effect.damage)
    return tuple(sorted(targets, key=lambda one: (one.side == own) is harms))


def report_buttons(view: BattleView, state: BattleState, creature: str) -> tuple[OptionButton, ...]:
    """Return what a creature can do once the players see its trigger; nothing where another phone plays it."""
    return tuple(
        OptionButton(
            key=action.key,
            way=way.key,
            name=action.name,
            cost=COSTS.get(way.cost or "", ""),
            ap=0,
            reach=range_words(way.effect.range),
            text=way.text,
            refusal="",
            uses="",
            requirement=f"Trigger: {way.effect.trigger}" if way.effect.trigger else "",
            needs_form=target_need(state, creature, way.effect) is not None or bool(part_options(way.effect)),
            is_report=True,
        )
        for action, way in reports_for(view, state, creature)
    )


def _report_form(view: BattleView, state: BattleState, data: QueryDict) -> AimForm | None:
    """Return the form of a reaction whose trigger the players report, None where it cannot be taken."""
    creature, key, way_key = (typed_word(data, name) for name in ("creature", "action", "way"))
    if creature not in state.combatants:
        return None
    if (key, way_key) not in [(one.key, one.way) for one in report_buttons(view, state, creature)]:
        return None
    action = own_action(state, creature, key)
    way = action.way(way_key) if action else None
    if action is None or way is None:
        return None
    return replace(_form_of_way(state, data, creature, action, way), is_report=True)


def command_buttons(view: BattleView, state: BattleState, creature: str, objective: str) -> tuple[OptionButton, ...]:
    """Return what a creature can command an objective to do that it has claimed; nothing where it cannot now."""
    if not acts_for(view, state, creature):
        return ()
    try:
        lent, servant = commanded(state, creature, objective)
    except ChangeRefused:
        return ()
    buttons = (_button(option, way) for option in options_for(lent, servant) for way in option.ways)
    return tuple(replace(one, objective=objective) for one in buttons if one.ap and not one.refusal)


def _command_form(view: BattleView, state: BattleState, data: QueryDict, objective: str) -> AimForm | None:
    """Return the form of an action that a creature commands an objective to take, None where it cannot."""
    creature, key, way_key = (typed_word(data, name) for name in ("creature", "action", "way"))
    if creature not in state.combatants:
        return None
    if (key, way_key) not in [(one.key, one.way) for one in command_buttons(view, state, creature, objective)]:
        return None
    lent, servant = commanded(state, creature, objective)
    action = own_action(lent, servant, key)
    way = action.way(way_key) if action else None
    if action is None or way is None:
        return None
    form = _form_of_way(lent, data, servant, action, way)
    targets = _likely_first(lent, servant, way.effect, form.targets)
    return replace(form, creature=creature, cost=COSTS.get(way.cost or "", ""), targets=targets, objective=objective)


def _aim_target(
    state: BattleState, target: str, circumstances: Circumstances | None, need: TargetNeed | None
) -> AimTarget:
    one = state.combatants[target]
    return AimTarget(
        target,
        state.name(target),
        one.side,
        one.hp,
        one.max_hp,
        circumstances is not None,
        circumstances or Circumstances(),
        dict(need.holds).get(target, ()) if need else (),
    )
