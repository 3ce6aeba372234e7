"""The dice of scenarios: where they fell, which ones stand, and the first entry of a journal that is wrong about them.

Dice stand in a scenario that is open or counts, as long as it asks for them. ADR 0090.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.leagues import GameForfeited
from rules.campaigns.events.scenarios import DiceRolled
from rules.campaigns.fallen_dice import DiceSeries, FallenDice, PlacedDice
from rules.campaigns.fold import scenario_number
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.scenarios import RollRecord
from rules.campaigns.state.scenarios import COMMITTED, OPEN, VOIDED, RollKey, ScenarioState, fold_scenario
from rules.dice import Place


def roll_series(roll: RollRecord) -> DiceSeries:
    """Return the series of a roll of an aftermath."""
    return DiceSeries(roll.warband, roll.member, roll.purpose)


def placed_dice(scenario: int, roll: RollRecord) -> PlacedDice:
    """Return the dice of a roll of the server in a scenario."""
    series = roll_series(roll)
    place = roll.place or series.scenario_place(scenario, roll.number)
    return PlacedDice(series, place, roll.faces, roll.epoch, roll.fell)


@dataclass(frozen=True, slots=True)
class StandingRoll:
    """A roll of the server that a scenario asks for, by its key there, with its entry and the place of its dice."""

    scenario: int
    key: RollKey
    entry: int
    place: Place


@dataclass(slots=True)
class ScenarioDice:
    """The dice of scenarios.

    ``places`` are those of the server's rolls, by entry and key; ``standing`` the rolls that stand, by place, and
    ``settled`` by scenario.
    """

    fallen: FallenDice = field(default_factory=FallenDice)
    places: dict[tuple[int, RollKey], Place] = field(default_factory=dict)
    standing: defaultdict[Place, set[StandingRoll]] = field(default_factory=lambda: defaultdict(set))
    settled: dict[int, set[StandingRoll]] = field(default_factory=dict)

    def add(self, entry: int, scenario: int, rolls: Iterable[RollRecord]) -> None:
        """Take in the rolls of an entry."""
        for roll in rolls:
            if roll.origin == "seeded":
                dice = placed_dice(scenario, roll)
                self.places[entry, roll.key] = dice.place
                self.fallen.add(entry, dice)

    def settle(self, state: ScenarioState) -> None:
        """Take in which dice of a scenario stand now."""
        for roll in self.settled.get(state.number, ()):
            self.standing[roll.place].discard(roll)
        self.settled[state.number] = self._asked(state) if state.status in (OPEN, COMMITTED) else set()
        for roll in self.settled[state.number]:
            self.standing[roll.place].add(roll)

    def taken(self, state: ScenarioState, series: DiceSeries) -> set[Place]:
        """Return the places of a series that its next roll in a scenario cannot have."""
        # A scenario that was undone and is played again still has its own dice.
        others = {place for place in self.fallen.by_series[series] if self.standing[place]}
        return others.union(roll.place for roll in self._asked(state))

    def doubled(self, scenario: int) -> list[int]:
        """Return the entries of two rolls with the same dice, one of them in a scenario, in order; empty if none."""
        rolls = (self.standing[roll.place] for roll in self.settled[scenario])
        return next((sorted(roll.entry for roll in same)[:2] for same in rolls if len(same) > 1), [])

    def _asked(self, state: ScenarioState) -> set[StandingRoll]:
        # A corrected roll takes up the dice that it replaces.
        return {
            StandingRoll(state.number, key, roll.entry, self.places[roll.entry, key])
            for key, roll in state.rolls.items()
            if (roll.entry, key) in self.places and state.asks(key)
        }


@dataclass(slots=True)
class DiceJournal:
    """The dice of a whole journal, read entry by entry."""

    dice: ScenarioDice = field(default_factory=ScenarioDice)
    states: dict[int, ScenarioState] = field(default_factory=dict)
    about: defaultdict[int, list[NumberedEvent]] = field(default_factory=lambda: defaultdict(list))
    scenario_of: dict[int, int | None] = field(default_factory=dict)
    has_series: bool = False

    def read(self, entry: NumberedEvent) -> str:
        """Take in the next entry; return what is wrong with it, "" for nothing."""
        scenario = self.scenario_of[entry.number] = scenario_number(entry.event, self.scenario_of)
        if scenario is None:
            return ""
        before, event = self.states.get(scenario, ScenarioState(scenario)), entry.event
        self.about[scenario].append(entry)
        fault = ""
        if isinstance(event, DiceRolled):
            fault = self._read_rolls(entry.number, event, before)
        elif isinstance(event, EntryCorrected) and isinstance(event.replacement, DiceRolled):
            fault = self._wrong_correction(event, event.replacement)
        if before.status == VOIDED or isinstance(event, EntryVoided | EntryCorrected | GameForfeited):
            self.states[scenario] = fold_scenario(scenario, self.about[scenario])
        else:
            self.states[scenario] = before.after(entry)
        self.dice.settle(self.states[scenario])
        return fault or ("These dice stand already." if self.dice.doubled(scenario) else "")

    def _read_rolls(self, entry: int, event: DiceRolled, state: ScenarioState) -> str:
        fault = ""
        for roll in event.rolls:
            self.has_series = self.has_series or bool(roll.place or roll.fell)
            fault = fault or self._wrong_roll(state, roll)
            self.dice.add(entry, event.scenario, (roll,))
            state = state.after(NumberedEvent(entry, DiceRolled(event.scenario, (roll,))))
        return fault

    def _wrong_roll(self, state: ScenarioState, roll: RollRecord) -> str:
        # Journals from before there were series are as they are.
        if not self.has_series:
            return ""
        recorded, taken = state.rolls.get(roll.key), self.dice.taken(state, roll_series(roll))
        if recorded and recorded.roll.origin == "seeded":
            return "Muster has rolled these dice already."
        if roll.origin == "entered":
            return "" if recorded else self.dice.fallen.entered_fault(roll_series(roll), taken)
        return (
            self.dice.fallen.fault(placed_dice(state.number, roll), taken) if roll.place else "These dice lack a place."
        )

    def _wrong_correction(self, correction: EntryCorrected, replacement: DiceRolled) -> str:
        about = (entry.event for entry in self.about[replacement.scenario] if entry.number == correction.entry)
        before = next((event.rolls for event in about if isinstance(event, DiceRolled)), ())
        is_new = any(roll.origin == "seeded" and roll not in before for roll in replacement.rolls)
        return "A correction cannot roll dice." if is_new and self.has_series else ""


def dice_fault(events: Iterable[NumberedEvent]) -> tuple[int, str] | None:
    """Return the first entry of a journal at which dice of a scenario are wrong, with a sentence, None if none are."""
    journal = DiceJournal()
    for entry in events:
        if fault := journal.read(entry):
            return entry.number, fault
    return None
