"""Each victory condition in play: when the game ends, what the players count at its end, and who has won."""

from collections.abc import Iterator

from rules.p2v_combat.action_points import is_objective_creature
from rules.p2v_combat.scoring.condition_in_play import (
    ConditionInPlay,
    Counts,
    FontsOfPower,
    SacredShrines,
    SeizeTheGround,
    broken_words,
    creatures_in_play,
    opponent_of,
    points_fielded,
    points_in_play,
    points_lost,
    points_result,
    side_is_broken,
    side_is_half,
    sides_of,
)
from rules.p2v_combat.scoring.results import BattleResult, ScoreLine
from rules.p2v_combat.setup.conditions import lone_side_of
from rules.p2v_combat.solo.playing import party_is_up, solo_outcome
from rules.p2v_combat.state import BattleState
from rules.tables.victory_conditions.scoring import (
    DESTROYED_SUPPLY,
    MAJOR,
    MINOR,
    Victory,
    assassin_points,
    confrontation,
    end_bonuses,
    passing_through,
)

TREASURE = "Buried Treasure"
LONG_EDGES = ("top", "bottom")
ASSASSIN, TARGET = "assassin", "target"


class StandardVictory(ConditionInPlay):
    """Objectives score as each round ends; the most points in play, or being the only side left, score at the end."""

    def result(self, state: BattleState, counts: Counts, reason: str) -> BattleResult:
        """Add the final bonus to the scores of the rounds."""
        sides = sides_of(state)
        bonuses = end_bonuses(
            [points_in_play(state, side) for side in sides], [creatures_in_play(state, side) for side in sides]
        )
        ends = (ScoreLine(side, *bonus) for side, bonus in zip(sides, bonuses, strict=True) if bonus)
        return points_result(state, (*state.score_lines, *ends), reason)


class Assassins(ConditionInPlay):
    """Each side has a secret Assassin and a secret Target."""

    def secrets(self) -> tuple[str, ...]:
        return (ASSASSIN, TARGET)

    def lines(self, state: BattleState, counts: Counts) -> Iterator[ScoreLine]:
        for side in sides_of(state):
            if points := _target_points(state, side):
                yield ScoreLine(side, points, "The Target")


def _target_points(state: BattleState, side: str) -> int:
    chosen = {purpose: choice for by, purpose, choice in state.revealed if by == side}
    assassin, target = chosen.get(ASSASSIN), state.combatants.get(chosen.get(TARGET, ""))
    if target is None:
        return 0
    wounds = [fact for fact in state.scored_facts if fact.kind == "damage" and fact.to == target.id]
    falls = [fact for fact in state.scored_facts if fact.kind == "felled" and fact.to == target.id]
    return assassin_points(
        damaged=bool(wounds),
        by_assassin=any(fact.by == assassin for fact in wounds),
        down=target.presence == "eliminated" or target.is_dying,
        felled_by_assassin=bool(falls) and falls[-1].by == assassin,
    )


class DestroySupplies(ConditionInPlay):
    """Supplies on the opponent's half, destroyed by an adjacent creature."""

    def lines(self, state: BattleState, counts: Counts) -> Iterator[ScoreLine]:
        for fact in state.scored_facts:
            if fact.kind == "supply destroyed" and fact.by and fact.amount:
                yield ScoreLine(state.combatants[fact.by].side, DESTROYED_SUPPLY, "A Supply destroyed")


class RescueMission(ConditionInPlay, by_points=False):
    """One creature is cut off from its side; the other side wants to eliminate it."""

    def _defender(self, state: BattleState) -> str:
        return state.fielded(lone_creature(state)).side

    def end(self, state: BattleState) -> str | None:
        """End with the lone creature, or with the attackers at half their points."""
        lone = lone_creature(state)
        if state.combatants[lone].presence == "eliminated":
            return f"{state.name(lone)} is eliminated."
        attacker = opponent_of(state, self._defender(state))
        return "The attackers are down to half of their points." if side_is_half(state, attacker) else None

    def winner(self, state: BattleState) -> tuple[str, Victory]:
        defender = self._defender(state)
        gone = state.combatants[lone_creature(state)].presence == "eliminated"
        return opponent_of(state, defender) if gone else defender, MAJOR


def lone_creature(state: BattleState) -> str:
    """Return the id of the creature of a Rescue Mission: the one that was named, else the highest level of its side."""
    if state.setup.lone_creature:
        return state.setup.lone_creature
    side = _lone_side(state)
    own = [creature for creature in state.setup.fielded if creature.side == side]
    return max(own, key=lambda creature: creature.card.level).id


class Confrontation(ConditionInPlay, by_points=False):
    """The game ends when a side is Broken."""

    def end(self, state: BattleState) -> str | None:
        return broken_words(state)

    def winner(self, state: BattleState) -> tuple[str, Victory] | None:
        """Give the victory to the side that is not Broken; with both Broken it is a draw (ruling 85)."""
        for side in sides_of(state):
            fielded = points_fielded(state, side)
            victory = confrontation(
                broken=side_is_broken(state, side),
                opponent_broken=side_is_broken(state, opponent_of(state, side)),
                points_left=fielded - points_lost(state, side),
                points_fielded=fielded,
            )
            if victory:
                return side, victory
        return None


class TotalAnnihilation(ConditionInPlay, by_points=False):
    """The game ends when a side has no creature in play."""

    def end(self, state: BattleState) -> str | None:
        gone = [side for side in sides_of(state) if not creatures_in_play(state, side)]
        return f"{state.setup.side(gone[0]).name} has no creature in play." if gone else None

    def winner(self, state: BattleState) -> tuple[str, Victory] | None:
        left = [side for side in sides_of(state) if creatures_in_play(state, side)]
        return (left[0], MAJOR) if len(left) == 1 else None


class BeastHunt(ConditionInPlay, by_points=False):
    """A monster that belongs to no side; the side that eliminates it on its turn or with a reaction wins."""

    def end(self, state: BattleState) -> str | None:
        is_over = _hunted(state) if state.setup.rules.until_decided else _hunter(state)
        return "The monster is eliminated." if is_over else None

    def winner(self, state: BattleState) -> tuple[str, Victory] | None:
        """Give the victory to the hunter, a major one over a Broken opponent."""
        hunter = _hunter(state)
        if hunter is None:
            return None
        return hunter, MAJOR if side_is_broken(state, opponent_of(state, hunter)) else MINOR


def _hunted(state: BattleState) -> tuple[str, ...]:
    sides = sides_of(state)
    gone = (
        combatant
        for combatant in state.combatants.values()
        if combatant.side not in sides and combatant.presence == "eliminated"
    )
    return tuple(combatant.id for combatant in gone if not is_objective_creature(combatant.id))


def _hunter(state: BattleState) -> str | None:
    # The side whose reaction did it, else whose turn it was. On the monster's own turn, and between turns, the side
    # that felled it, or that hurt it last: ruling 359. Appendix "Alternative victory conditions", "Beast Hunt".
    monsters = _hunted(state)
    for kind in ("eliminated", "felled", "damage") if state.setup.rules.until_decided else ("eliminated", "felled"):
        for fact in reversed(state.scored_facts):
            by = state.combatants[fact.by].side if fact.by else None
            credited = next((side for side in (fact.side, by) if side in sides_of(state)), None)
            if fact.kind == kind and fact.to in monsters and credited:
                return credited
    return None


def _lone_side(state: BattleState) -> str:
    """Return the side that defends a lone creature or evades: by the table, else the first one."""
    return (lone_side_of(state.setup.table) if state.setup.table else "") or state.setup.sides[0].key


class PassingThrough(ConditionInPlay, by_points=False):
    """The evader's creatures leave over one edge."""

    def _fielded(self, state: BattleState) -> int:
        return sum(creature.side == _lone_side(state) for creature in state.setup.fielded)

    def _left(self, state: BattleState) -> int:
        edge = state.setup.table.edge if state.setup.table else ""
        evader = _lone_side(state)
        return sum(
            fact.kind == "left" and state.combatants[fact.to].side == evader and fact.over in ("", edge)
            for fact in state.scored_facts
        )

    def end(self, state: BattleState) -> str | None:
        """End when no evader is left that could leave, or too few for a third of them to get away."""
        # The other side wins once the evader cannot win any more. Appendix "Alternative victory conditions".
        evader, left = _lone_side(state), self._left(state)
        is_early = state.setup.rules.until_decided
        able = sum(
            combatant.is_in_play or (is_early and combatant.presence == "waiting")
            for combatant in state.of_side(evader)
        )
        if not able:
            return "No evader is left on the board."
        if not is_early:
            return None
        if passing_through(min(left + able, self._fielded(state)), self._fielded(state))[0] == "evader":
            return None
        return f"{state.setup.side(evader).name} can no longer get a third of its creatures off the board."

    def winner(self, state: BattleState) -> tuple[str, Victory]:
        """Compare those that left with those fielded, minions included (ruling 90)."""
        evader = _lone_side(state)
        fielded = self._fielded(state)
        winner, victory = passing_through(min(self._left(state), fielded), fielded)
        return evader if winner == "evader" else opponent_of(state, evader), victory


class BuriedTreasure(ConditionInPlay, by_points=False):
    """The treasure is under one of five spots, and must be carried over a long edge."""

    def end(self, state: BattleState) -> str | None:
        return "The Buried Treasure is off the board." if _treasure_side(state) else None

    def winner(self, state: BattleState) -> tuple[str, Victory] | None:
        """Give the victory to the carrier's side, a major one if the other side never held the treasure."""
        winner = _treasure_side(state)
        if winner is None:
            return None
        held = {
            state.combatants[fact.by].side for fact in state.scored_facts if fact.kind == "treasure held" and fact.by
        }
        return winner, MINOR if held - {winner} else MAJOR


def _treasure_side(state: BattleState) -> str | None:
    for fact in state.scored_facts:
        if fact.kind == "treasure carried off" and fact.over in LONG_EDGES and fact.by:
            return state.combatants[fact.by].side
    return None


CONDITIONS_IN_PLAY: dict[str, ConditionInPlay] = {
    "standard-victory": StandardVictory(has_rounds=True),
    "seize-the-ground": SeizeTheGround(),
    "assassins": Assassins(),
    "destroy-supplies": DestroySupplies(),
    "rescue-mission": RescueMission(),
    "confrontation": Confrontation(),
    "total-annihilation": TotalAnnihilation(),
    "beast-hunt": BeastHunt(),
    "passing-through": PassingThrough(),
    "fonts-of-power": FontsOfPower(),
    "buried-treasure": BuriedTreasure(),
    "sacred-shrines": SacredShrines(),
}


def condition_in_play(state: BattleState) -> ConditionInPlay:
    """Return the victory condition of a battle; without a table it is the standard one."""
    return CONDITIONS_IN_PLAY[state.setup.table.victory if state.setup.table else "standard-victory"]


class ScenarioGoalInPlay(ConditionInPlay, by_points=False):
    """The goal of a scenario: the party reaches it, or has lost."""

    def end(self, state: BattleState) -> str | None:
        outcome = solo_outcome(state)
        if outcome is None:
            return None
        return "The party has reached its goal." if outcome == "won" else "The party has failed."

    def winner(self, state: BattleState) -> tuple[str, Victory]:
        """Give the victory to the party or to the monsters; with no monster left in its way, the party wins."""
        outcome = solo_outcome(state) or ("won" if party_is_up(state) else "lost")
        return next(side.key for side in state.setup.sides if (side.player == "game") == (outcome == "lost")), MAJOR


def victory_in_play(state: BattleState) -> ConditionInPlay:
    """Return how a battle is won: by the goal of its scenario, otherwise by its victory condition."""
    solo = state.setup.solo
    return ScenarioGoalInPlay() if solo is not None and solo.goal is not None else condition_in_play(state)
