"""Fights of heroic combat played by chance: no turn is worth more than it is, and no number leaves its bounds."""

import random

from rules.combat.log import LogEvent
from rules.combat.resolution import FightOffer
from rules.combat.state import FightState
from rules.heroic import HEROIC
from rules.heroic.actions import HeroicTriggered
from tests.examples import tried
from tests.rules.combat.every_fight import TriedFamily
from tests.rules.combat.random_fights import RandomFight
from tests.rules.heroic.heroic_fights import random_heroic_setup

MOST_EVENTS = 50
MAIN = {"free-strike", "charge", "defend", "heal"}
MANEUVERS = {
    "aid-attack",
    "catch-breath",
    "escape-grab",
    "grab",
    "hide",
    "knockback",
    "search",
    "stand-up",
    "test",
    "consumable",
}


class LongFight(RandomFight):
    """A fight that goes on until its objective is decided."""

    def drawn(self, offer: FightOffer) -> LogEvent:
        """Return the event of an offer; before the objective is decided turns go on in place of the end."""
        if offer.event == "finished" and not self.state.own.verdict:
            turns = [
                offer
                for offer in HEROIC.offers(self.state)
                if offer.event in ("turn-begun", "turn-ended", "first-side")
            ]
            offer = self.dice.choice(turns) if turns else offer
        return super().drawn(offer)


def _takes(state: FightState, event: object) -> str:
    kind = getattr(event, "kind", "")
    if kind in MAIN | MANEUVERS:
        return "main" if kind in MAIN else "maneuver"
    if kind == "ability":
        row = state.entry(event.combatant).sheet.rows("abilities")[event.ability]  # type: ignore[attr-defined] # an ability
        return str(row["kind"])
    return ""


def _check_turns(fight: LongFight) -> None:
    """Count what each combatant did in each of its turns, from the events alone."""
    done: dict[tuple[int, str, str], int] = {}
    turns: dict[tuple[int, str], int] = {}
    triggered: dict[tuple[int, str], int] = {}
    for entry, before, after in zip(fight.entries, fight.states[:-1], fight.states[1:], strict=True):
        event = entry.event
        if event.kind == "turn-begun":
            for member in after.own.acting:
                turns[before.round, member] = turns.get((before.round, member), 0) + 1
        if kind := _takes(before, event):
            assert event.combatant in before.own.acting
            place = (before.round, event.combatant, kind)
            done[place] = done.get(place, 0) + 1
        if isinstance(event, HeroicTriggered):
            triggered[before.round, event.combatant] = triggered.get((before.round, event.combatant), 0) + 1
    assert max(done.values(), default=1) == 1
    assert max(turns.values(), default=1) == 1
    most = fight.state.setup.table.number("triggered")
    assert not most or max(triggered.values(), default=0) <= most


def _check_bounds(state: FightState) -> None:
    lowest = -9_999 if state.setup.table.flag("below_zero") else 0
    for combatant in state.everyone():
        assert lowest <= combatant.stamina <= combatant.most, combatant
        assert 0 <= combatant.recoveries <= combatant.sheet.number("recoveries"), combatant
        assert combatant.temporary >= 0, combatant
        assert 0 <= combatant.moved <= combatant.speed, combatant
        assert not (combatant.has_ridden and combatant.moved), combatant
        assert not (combatant.is_dying and combatant.is_out), combatant
        assert not combatant.grabbed_by or not state.combatant(combatant.grabbed_by).is_down, combatant


def test_no_turn_is_worth_more_than_it_is_and_no_number_leaves_its_bounds() -> None:
    rounds = set()
    for seed in range(tried(200)):
        fight = LongFight(TriedFamily(HEROIC, random_heroic_setup(random.Random(seed))), seed)
        fight.play(MOST_EVENTS)
        _check_turns(fight)
        for state in fight.states:
            _check_bounds(state)
        rounds.add(fight.state.round)
    assert max(rounds) > 1
