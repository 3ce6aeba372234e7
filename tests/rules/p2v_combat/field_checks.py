"""Plays one action against a dummy and checks that each of its fields shows in the state.

Strikes are ruled to hit and saves to fail, so that everything that is printed comes about.
"""

import re
from collections import Counter
from collections.abc import Iterator

from rules.cards.model import Card, Stats
from rules.combat.answers import FacesRolled, OfferPassed, RollRuled
from rules.combat.resolution import ActAsk, ChoiceAsk, Note, OfferAsk, RollAsk
from rules.combat.state import FightSide
from rules.effects.model import Effect
from rules.errors import ChangeRefused
from rules.p2v_combat.actions import ActionVariant, BattleAction
from rules.p2v_combat.events.acting import CreatureActed, StepActed, StepSkipped
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.family import P2V, begin_battle
from rules.p2v_combat.guards import needed_saves, user_strikes
from rules.p2v_combat.numbers import AimedTarget, Circumstances, has_any
from rules.p2v_combat.options import options_for, target_need
from rules.p2v_combat.outcomes import takes
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import actions_now, find_action
from rules.p2v_combat.targeting import is_immune_to
from rules.roster.model import Member
from rules.tables import conditions
from rules.tables.stats import stat_name
from tests.rules.p2v_combat.tables import PlayedTable

HP = 500


def dummy(effect: Effect) -> Card:
    """Return a card that every word of the effect's target fits, with nothing against damage."""
    target = effect.targets
    words = " ".join((*(damage.only for damage in effect.damage), *target.tags))
    tags = tuple(tag for tag in re.findall(r"[a-z]+", words.casefold()) if tag not in ("a", "or", "living"))
    names = [name for name in target.names if name]
    return Card(
        key="dummy",
        name=names[0] if names else "Dummy",
        level=1,
        alignment=None,
        size="Tiny",
        stats=Stats(5, 15, 15, 5, 5, 5, HP, 5),
        tags=tags,
    )


def builds(card: Card) -> tuple[Member, ...]:
    """Return the creature with all that is added to it, and, where it has such, with what replaces something."""
    added = tuple(key for key, feature in card.upgrades.items() if not feature.replaces)
    purchases = (added, tuple(card.upgrades)) if len(added) < len(card.upgrades) else (added,)
    return tuple(Member(card.key, id="m1", upgrades=upgrades) for upgrades in purchases)


def setup_with(card: Card, member: Member, effect: Effect) -> BattleSetup:
    other = dummy(effect)
    return BattleSetup(
        (FightSide("a", "Red"), FightSide("b", "Blue")),
        (
            Fielded("a.m1", "a", member, card, card.points),
            Fielded("a.m2", "a", Member("dummy", id="m2"), other),
            Fielded("b.m1", "b", Member("dummy", id="m1"), other),
        ),
    )


def duel(card: Card, member: Member, effect: Effect) -> PlayedTable:
    table = PlayedTable(setup_with(card, member, effect)).begin("a").activate("a.m1")
    table.state = table.state.change("b.m1", has_acted=True)  # nothing takes it by surprise
    return table


def actions(card: Card, member: Member) -> Iterator[tuple[BattleAction, ActionVariant]]:
    for action in actions_now(begin_battle(setup_with(card, member, Effect())), "a.m1").values():
        if action.kind != "universal" and not action.during:
            yield from ((action, way) for way in action.ways if way.cost != "reaction")


class Expected:
    """What one effect and the parts that follow bring its target and its user, read off the fields."""

    def __init__(self, tags: tuple[str, ...]) -> None:
        self.tags = tags
        self.damage: Counter[str] = Counter()
        self.persistent: dict[str, dict[str, int]] = {"user": {}, "target": {}}
        self.words: set[tuple[str, str]] = set()
        self.moves: list[str] = []
        self.saves: set[str] = set()
        self.texts: set[str] = set()

    def add(self, effect: Effect, who: str, strike: bool) -> None:
        missiles = getattr(effect, "missiles", None) or 1
        for damage in effect.damage:
            if damage.when:
                self.texts.add(damage.when)
            elif damage.persistent:
                self.persistent[who][" and ".join(damage.types)] = damage.amount
            else:
                self.damage[who] += damage.amount * missiles
        self.words |= {(who, word) for word in effect.conditions}
        self.moves += [move.kind for move in effect.forced_moves if move.on != "critical_failure"]
        self.saves |= {save.stat for save in needed_saves(effect)}
        failed = bool(needed_saves(effect))
        for part in effect.parts:
            if part.when:
                continue
            comes = {"hit": strike, "failure": failed, "always": True}.get(part.on, False)
            fits = {tag.casefold() for tag in part.targets.tags} <= set(self.tags)
            if comes and fits and not any(step.action in ("use", "cast") for step in part.steps):
                self.add(part, "user" if part.targets.who == "self" else who, strike)


def play(played: PlayedTable, action: BattleAction, way: ActionVariant) -> Iterator[str]:
    """Play one action with every strike a hit and every save a failure; yield the reasons of the rolls."""
    state = played.state
    need = target_need(state, "a.m1", way.effect)
    targets: tuple[AimedTarget, ...] = ()
    if need is not None:
        wanted = "b.m1" if "b.m1" in need.creatures else next(iter(need.creatures), "")
        targets = (AimedTarget(wanted, Circumstances()),) if wanted else ()
    played.do(CreatureActed("a.m1", action.key, way.key, targets), "a")
    for _ in range(200):
        match played.asked:
            case None:
                return
            case RollAsk(reason=reason, chances=chances) as ask:
                yield reason
                outcomes = [word for word, _ in chances]
                if "hit" in outcomes:
                    played.do(RollRuled("hit", "the test"))
                elif "failure" in outcomes:
                    played.do(RollRuled("success" if " check for " in reason else "failure", "the test"))
                else:
                    played.do(FacesRolled((2,) * ask.dice, False))
            case ChoiceAsk(options=options, side=side):
                played.do(BattleOptionChosen(options[0].key), side)
            case OfferAsk(sides=sides):
                played.do(OfferPassed(sides[0]))
            case ActAsk(actions=steps, side=side, creature=creature):
                yield f"step of {creature}"
                step_action = find_action(played.state, creature, steps[0].key)
                assert step_action is not None
                wanted = "b.m1" if creature != "b.m1" else "a.m1"
                step_need = target_need(played.state, creature, step_action.ways[0].effect)
                aims = (AimedTarget(wanted),) if step_need and wanted in step_need.creatures else ()
                if step_need and not aims:
                    played.do(StepSkipped(), side)
                else:
                    try:
                        played.do(StepActed(step_action.key, step_action.ways[0].key, aims), side)
                    except ChangeRefused:
                        # Each of its Strikes is against a different target.
                        played.do(StepSkipped(), side)


def prepared(played: PlayedTable, effect: Effect) -> PlayedTable:
    """Give the dummy what the effect's target has to have."""
    for word in (word for part in effect.everything() for word in part.targets.having[:1]):
        if word in conditions.BY_NAME or word in conditions.LOOSE_BY_NAME or word in conditions.STATUSES_BY_NAME:
            played.do(HeldSet("b.m1", word, True, "the test"))
            played.do(HeldSet("a.m2", word, True, "the test"))
        else:
            poisoned = (("poison", 5),)
            played.state = played.state.change("b.m1", persistent=poisoned).change("a.m2", persistent=poisoned)
    own = played.state.combatants["a.m1"]
    # Hurt, so that healing shows; with action points for what follows a hit.
    played.state = played.state.change("a.m1", hp=own.max_hp - min(own.max_hp - 1, 30), max_hp=own.max_hp)
    if any(step.action == "consume" for step in effect.steps):
        played.state = played.state.change("a.m2", presence="eliminated")
    if "is prone" in str(effect.trigger):
        played.do(HeldSet("a.m1", "prone", True, "the test"))
    return played


def check_fields(card: Card, member: Member, action: BattleAction, way: ActionVariant) -> None:
    effect = way.effect
    played = prepared(duel(card, member, effect), effect)
    before = played.state.change("a.m2", hp=HP - 100)
    played.state = before
    option = next(option for option in options_for(before, "a.m1") if option.key == action.key)
    where = f"{card.key}, {action.name}"
    acting = before.acting("a.m1")
    assert acting is not None
    if way.action_points > acting.ap:
        # A slowed creature or a casting for 3 AP: it has to be refused, in words.
        assert option.refusal or any(way.refusal for way in option.ways), where
        return
    shown = next(variant for variant in option.ways if variant.key == way.key)
    if shown.refusal == "It has no Strike for this." and member.upgrades == tuple(card.upgrades):
        # What it bought has replaced the weapon.
        return
    assert not shown.refusal, f"{where}: {shown.refusal}"
    start = len(played.entries)
    reasons = list(play(played, action, way))
    notes = [note for entry in _notes(played, before, start) for note in entry]
    after = played.state
    _check_price(before, after, action, way, where)
    expected = Expected(dummy(effect).tags)
    strikes = effect.strike or bool(user_strikes(effect))
    if not user_strikes(effect) or effect.strike:
        expected.add(effect, "user" if effect.targets.who == "self" else "target", effect.strike)
    texts = [note.text for note in notes]
    target = _hurt(before, after)
    if effect.strike:
        assert any(f"{action.name} against" in reason for reason in reasons), where
    if strikes and not effect.strike:
        assert any(reason.startswith("step of") for reason in reasons) or "each" in _targets_of(effect), where
    choice = any(part.on == "choice" for part in effect.then)
    for stat in expected.saves:
        assert any(f"’s {stat_name(stat)} save " in reason for reason in reasons), f"{where}: {stat}"
    if expected.damage["target"] and not choice and not way.effect.skill_check:
        bonuses = list(effect.bonuses)
        for feature in before.fielded("a.m1").features:
            if feature.cost is None and feature.trigger is None and effect.strike:
                bonuses += feature.bonuses
        # The user is damaged, and the target has what some effects ask for.
        bonus = sum(
            bonuse.by
            for bonuse in bonuses
            if "damage" in bonuse.stats and bonuse.when in ("", "damaged", "no weakness")
            if not bonuse.against or has_any(before, target.id, bonuse.against)
        )
        assert target.lost == expected.damage["target"] + bonus, f"{where}: {target}"
    for kind, amount in expected.persistent["target"].items():
        assert dict(after.combatants[target.id].persistent).get(kind, 0) >= amount, where
    for who, word in expected.words:
        ids = ["a.m1"] if who == "user" else ["b.m1", "a.m2", "a.m1"]
        if is_immune_to(after.fielded(ids[0]).card, word) or not takes(after, "b.m1", ""):
            continue
        assert any(_has(after, id_, word) for id_ in ids), f"{where}: {word}"
    for move in expected.moves:
        assert any(f" {move}" in text for text in texts), f"{where}: {move}"
    if effect.heal and not choice:
        assert any("heals" in text or "takes the healing" in text or "immune to healing" in text for text in texts), (
            f"{where}: {texts}"
        )
    if effect.temporary_hp:
        assert any("temporary HP" in text for text in texts), where
    lasting = [bonus for bonus in effect.bonuses if not (bonus.when == "this move" and effect.steps)]
    if (lasting or effect.resist) and not effect.strike:
        assert any(
            effect.source == action.name
            for combatant in after.combatants.values()
            for effect in combatant.active_effects
        ), where
    if effect.terrain:
        assert any("terrain" in text for text in texts), where
    if effect.by_table and way.text:
        assert any("By the table" in note.why for note in notes), where
    for text in expected.texts:
        assert any(text in note for note in texts), where
    for step in effect.steps:
        words = {"stride": "Strides", "step": "Steps", "fly": "flies", "teleport": "teleports", "summon": "joins"}
        if step.action in words and not step.by_target and "cannot move" not in " ".join(texts):
            assert any(words[step.action] in text for text in texts), f"{where}: {step.action}"


class Hurt:
    def __init__(self, id: str, lost: int) -> None:
        self.id, self.lost = id, lost

    def __repr__(self) -> str:
        return f"{self.id} lost {self.lost}"


def _hurt(before: BattleState, after: BattleState) -> Hurt:
    lost = {name: before.combatants[name].hp - after.combatants[name].hp for name in ("b.m1", "a.m2")}
    key = max(lost, key=lambda creature: lost[creature])
    return Hurt(key, lost[key])


def _targets_of(effect: Effect) -> str:
    return " ".join(step.targets for step in effect.steps)


def _has(state: BattleState, creature: str, word: str) -> bool:
    combatant = state.combatants[creature]
    return (
        combatant.has(word) or any(effect.source == word for effect in combatant.active_effects) or word == "swallowed"
    )


def _check_price(before: BattleState, after: BattleState, action: BattleAction, way: ActionVariant, where: str) -> None:
    was, now = before.acting("a.m1"), after.acting("a.m1")
    assert was is not None
    assert now is not None
    ends = any(step.action == "end turn" for part in way.effect.everything() for step in part.steps)
    riders = sum(int(part.cost) for part in way.effect.then if part.cost and part.cost.isdigit())
    left = was.ap - way.action_points
    assert now.ap == 0 if ends else max(left - riders, 0) <= now.ap <= left, where
    assert action.key in now.done, where
    if action.boxes:
        assert after.combatants["a.m1"].times_spent(action.boxes) >= 1, where
    option = next(option for option in options_for(after, "a.m1") if option.key == action.key)
    if action.once_per_turn or way.cost == "0":
        assert option.refusal, where
    if way.effect.strike or user_strikes(way.effect):
        assert now.fight_actions == 1 or "skipped" in where, where


def _notes(played: PlayedTable, before: BattleState, start: int) -> Iterator[tuple[Note, ...]]:
    state = before
    for entry in played.entries[start:]:
        state = P2V.play(state, entry.event, entry.side)
        yield state.notes
