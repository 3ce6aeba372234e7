"""Events that nobody would send in earnest: each is played or refused in words, and no number leaves its bounds."""

import json
import random
from contextlib import suppress
from typing import Any

import pytest

from rules import spells
from rules.cards.documents import card_document
from rules.combat.log import FightEvent
from rules.combat.resolution import ActAsk, ChoiceAsk, OfferAsk, RollAsk
from rules.documents.records import declared_parts
from rules.errors import ChangeRefused, DocumentError
from rules.families.documents import state_with_ask
from rules.p2v_combat.conditions import PLACES
from rules.p2v_combat.events.by_hand import ApSet, HeldSet
from rules.p2v_combat.events.moving import CreatureJoined
from rules.p2v_combat.events.objectives import SecretShown
from rules.p2v_combat.events.turns import BattleBegun, ControlPassed, TurnEnded
from rules.p2v_combat.family import P2V
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import actions_now
from rules.p2v_combat.tasks.turns import may_activate
from rules.tables import conditions, skills
from tests.examples import LONG, THOROUGH
from tests.rules.p2v_combat.random_members import member
from tests.rules.p2v_combat.random_play import RandomPlayer
from tests.rules.p2v_combat.tables import PlayedTable, card, setup_of

BATTLES = 2_000 if LONG else 80 if THOROUGH else 20
EVENTS = 120
MOST_AP = 11
WORDS = (
    *("", "a", "b", "c", "game", "zz", "a.m99", "\u202eabc", "x" * 80, "1", "0", "top", "hit", "failure", "fire"),
    *("cast/", "cast/x", "cast/x/y/z", "cast/fireball/5", "cast/fireball/99999999", "cast/fireball/٣", "sustain/"),
    *("part:whole", "part:99", "part:x", "type:", "type:fire", "encumbering", "light load", "Buried Treasure"),
    *PLACES,
    *conditions.STATUSES_BY_NAME,
    *conditions.BY_NAME,
    *skills.BY_NAME,
    *(f"cast/{key}/9" for key in list(spells.BY_KEY)[:10]),
)
NUMBERS = (-9_999_999, -1_000, -1, 0, 1, 2, 3, 9, 10, 20, 100, 101, 999, 9_999_999)
CARDS = ("boar", "kobold-warrior")


class HostilePlayer(RandomPlayer):
    """Plays by chance, and between two moves sends events made of anything."""

    def attack(self) -> None:
        """Send one event that fits the moment or does not."""
        kind = P2V.by_kind[self.dice.choice(sorted(P2V.by_kind))]
        if not issubclass(kind, FightEvent):
            return
        parts = {name: self._value(name, part.shape.schema["type"]) for name, part in declared_parts(kind).items()}
        try:
            event = P2V.event_from(json.loads(json.dumps({"kind": kind.kind, **parts})))
        except DocumentError:
            return
        assert isinstance(event, FightEvent)
        with suppress(ChangeRefused):
            self.played.do(event, self.dice.choice((None, "a", "b")))

    @property
    def can_go_on(self) -> bool:
        """Whether the ordinary player finds something to do: not where all that could act was taken out of play."""
        state = self.played.state
        if state.phase == "over" or self.played.asked is not None:
            return state.phase != "over"
        if state.turn is not None:
            return not state.turn.is_over
        return any(
            combatant.side == state.next_side and may_activate(state, combatant.id)
            for combatant in state.combatants.values()
        )

    def _value(self, name: str, kind: Any) -> Any:
        few = range(self.dice.choice((0, 1, 1, 2, 3)))
        match kind, name:
            case "integer", _:
                return self.dice.choice(NUMBERS)
            case "boolean", _:
                return self.dice.random() < 0.5
            case (("string" | ["string", "null"]), _):
                return self._word(name)
            case _, "targets":
                return [{"creature": self._word("creature"), "circumstances": self._held()} for _ in few]
            case _, "faces":
                return [self.dice.randint(1, self._sides()) for _ in few]
            case _, "counts":
                return [{"key": self._word(name), "number": 1} for _ in few]
            case _, "answers":
                return [{"key": self._word(name), "creatures": [self._word("creature")]} for _ in few]
            case _, "card":
                return card_document(card(self.dice.choice(CARDS)))
        return [self._word("creature" if name == "creatures" else name) for _ in few]

    def _held(self) -> dict[str, Any]:
        return {"cover": [self._word("creature")], "off_guard": [self._word("")], "in_enemy_reach": True}

    def _sides(self) -> int:
        ask = self.played.asked
        return ask.sides if isinstance(ask, RollAsk) else 1_000

    def _word(self, name: str) -> str:
        if self.dice.random() < 0.15:
            return self.dice.choice(WORDS)
        state, ask = self.played.state, self.played.asked
        acting = [creature.id for creature in state.turn.acting] if state.turn else []
        who = self.dice.choice([*acting, *acting, *state.combatants])
        match name:
            case "creature" | "rider" | "mount" | "minion" | "body" | "commander" | "summoner":
                return who if self.dice.random() < 0.9 else f"a.new{self.dice.randint(1, 9)}"
            case "action" | "key":
                return self.dice.choice(list(actions_now(state, who)))
            case "way" | "reason":
                return self.dice.choice(("", "", "1", "2", "why"))
            case "option" if isinstance(ask, ChoiceAsk):
                return self.dice.choice(ask.options).key
            case "offer" if isinstance(ask, OfferAsk):
                return self.dice.choice(ask.offers).key
            case "choices" if isinstance(ask, ActAsk):
                return self.dice.choice(ask.actions).key
        return self.dice.choice((*WORDS, *state.combatants))


def check_bounds(state: BattleState) -> None:
    for combatant in state.combatants.values():
        assert combatant.hp <= combatant.max_hp, combatant.id
        assert 0 <= combatant.temporary_hp <= 999, combatant.id
        assert combatant.hero_points >= 0, combatant.id
        assert all(0 <= number <= 100 for _, number in combatant.spent), combatant.spent
        assert all(number > 0 for _, number in combatant.persistent), combatant.persistent
    for acting in state.turn.acting if state.turn else ():
        assert 0 <= acting.opponent_ap <= acting.ap <= MOST_AP, acting


@pytest.mark.parametrize("seed", range(BATTLES))
def test_events_made_of_anything_are_played_or_refused(seed: int) -> None:
    dice = random.Random(seed)
    sides = [[member(dice, number) for number in (1, 2)] for _ in range(2)]
    player = HostilePlayer(PlayedTable(setup_of(*sides)), dice)
    player.played.do(BattleBegun())
    for _ in range(EVENTS):
        player.attack()
        check_bounds(player.played.state)
        json.dumps(state_with_ask(P2V, player.played.state))
        if dice.random() < 0.3 and player.can_go_on:
            player.step()


def test_action_points_set_by_hand_leave_the_opponent_no_more_than_there_are() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"])).begin()
    table.do(HeldSet("a.m1", "controlled", True, "")).activate("a.m1")
    acting = table.state.acting("a.m1")
    assert acting is not None
    assert acting.opponent_ap
    table.do(ApSet("a.m1", 0, ""))
    with pytest.raises(ChangeRefused):
        table.do(ControlPassed("a.m1"), "b")
    assert table.state.acting("a.m1").ap == 0  # type: ignore[union-attr] # it still acts


def test_an_opponent_ends_no_turn_in_which_its_own_side_has_action_points_left() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"])).begin()
    table.do(HeldSet("a.m1", "confused", True, "")).activate("a.m1")
    while isinstance(table.asked, RollAsk):
        table.roll(1)
    acting = table.state.acting("a.m1")
    assert acting is not None
    if acting.opponent_ap < acting.ap and acting.opponent_ap:
        with pytest.raises(ChangeRefused, match="first"):
            table.do(TurnEnded("a.m1", ()), "b")


@pytest.mark.parametrize(
    ("creature", "name"), [("a.x", "x" * 81), (f"a.{'x' * 80}", "Wolf"), ("a.x\ny", "Wolf"), ("a.x", "\ud800")]
)
def test_a_creature_with_an_odd_name_does_not_join(creature: str, name: str) -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"])).begin()
    with pytest.raises(ChangeRefused, match="single lines"):
        table.do(CreatureJoined(creature, "a", name, card("boar"), None))


def test_a_creature_joins_with_no_commander_where_none_is_named() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"])).begin()
    table.do(CreatureJoined("a.x", "a", "Wolf", card("boar"), ""))
    assert table.of("a.x").commander is None


@pytest.mark.parametrize(("by", "side"), [("c", None), ("zz", None), ("", None), ("b", "a")])
def test_a_side_shows_its_own_secrets_only(by: str, side: str | None) -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"])).begin()
    with pytest.raises(ChangeRefused, match="own secret"):
        table.do(SecretShown(by, "assassin", "a.m1", ""), side)
