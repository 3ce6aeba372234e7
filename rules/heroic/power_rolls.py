"""Power rolls: two ten-sided dice and a characteristic, with edges, banes and tiers as the table agreed."""

from __future__ import annotations

from dataclasses import dataclass

from rules.combat.answers import FightAnswer, Rolled, Ruled
from rules.combat.asks import RollAsk
from rules.combat.checks import typed_line
from rules.combat.state import FightState
from rules.errors import ChangeRefused
from rules.heroic.combatants import HeroicCombatant
from rules.heroic.tables import DIE_SIDES, POWER_DICE

HIGHEST_TIER = 3
DOUBLE = 2
"""From this many edges or banes on that were not canceled, they are double."""
MOST_TICKED = 5
"""How many edges, and how many banes, may be added by hand."""


@dataclass(frozen=True, slots=True)
class PowerResult:
    """A power roll as it fell: its total with edges and banes, its tier, and how both came about.

    The total is None where the table decided the tier itself.
    """

    total: int | None
    tier: int
    why: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The result in words, such as ``17, tier 3``."""
        return f"tier {self.tier}" if self.total is None else f"{self.total}, tier {self.tier}"


@dataclass(frozen=True, slots=True)
class PowerRoll:
    """A power roll to be made: who rolls for what, the score that is added, and how many edges and banes there are."""

    combatant: str
    purpose: str
    label: str
    score: int
    edges: int = 0
    banes: int = 0

    @property
    def net(self) -> int:
        """Edges less banes: each bane cancels an edge (ruling 323)."""
        return self.edges - self.banes

    def ask(self, state: FightState) -> RollAsk:
        """Return the question for the dice."""
        reason = f"{state.name(self.combatant)}: {self.label} ({roll_words(self.score, self.net)})"
        return state.roll_ask(self.combatant, self.purpose, reason, dice=POWER_DICE, sides=DIE_SIDES)

    def counted(self, state: FightState) -> FightState:
        """Return the state with the roll counted."""
        return state.counted_roll(self.combatant, self.purpose)

    def result(self, state: FightState, faces: tuple[int, ...], net: int | None = None) -> PowerResult:
        """Return what the faces mean; ``net`` replaces edges less banes where a target has its own."""
        table = state.setup.table
        net = self.net if net is None else net
        is_shift = abs(net) >= DOUBLE and table.word("double") == "tier"
        steps = max(-DOUBLE, min(DOUBLE, net))
        added = 0 if is_shift else steps * table.number("edge")
        total = sum(faces) + self.score + added
        tier = tier_of(state, total)
        why = self._parts(faces, net, added)
        if is_shift:
            why.append(f"{net_words(net).capitalize()}: a tier {'up' if net > 0 else 'down'} from {tier}")
            tier = max(1, min(HIGHEST_TIER, tier + (1 if net > 0 else -1)))
        return PowerResult(total, tier, tuple(why))

    def compared(self, state: FightState, faces: tuple[int, ...]) -> tuple[int, tuple[str, ...]]:
        """Return the total and how it came about where totals are compared instead of tiers.

        A double edge or bane counts twice there (ruling 324).
        """
        added = max(-DOUBLE, min(DOUBLE, self.net)) * state.setup.table.number("edge")
        return sum(faces) + self.score + added, tuple(self._parts(faces, self.net, added))

    def _parts(self, faces: tuple[int, ...], net: int, added: int) -> list[str]:
        why = [f"2d10: {' + '.join(str(face) for face in faces)}"]
        why += [f"Score: {self.score}"] if self.score else []
        return why + ([f"{net_words(net).capitalize()}: {added:+d}"] if added else [])


def tier_of(state: FightState, total: int) -> int:
    """Return the tier of a total by the borders of the table."""
    table = state.setup.table
    if total >= table.number("tier_3"):
        return HIGHEST_TIER
    return 2 if total >= table.number("tier_2") else 1


def net_words(net: int) -> str:
    """Return what is left of edges and banes, in words.

    >>> net_words(1), net_words(-3), net_words(0)
    ('edge', 'double bane', '')
    """
    if not net:
        return ""
    return f"{'double ' if abs(net) >= DOUBLE else ''}{'edge' if net > 0 else 'bane'}"


def roll_words(score: int, net: int = 0) -> str:
    """Return a power roll in words, such as ``2d10 + 2, edge``."""
    added = f" {'+' if score > 0 else '−'} {abs(score)}" if score else ""
    return f"2d10{added}{', ' if net else ''}{net_words(net)}"


def water_banes(combatant: HeroicCombatant) -> int:
    """Return 1 under water for a combatant that does not swim by nature."""
    return int(combatant.is_underwater and "swim" not in combatant.sheet.chosen("moves"))


def ruled_tier(answer: Ruled) -> int:
    """Return the tier that the table decided on; raise ``ChangeRefused`` for another word."""
    if answer.outcome.strip() not in ("1", "2", "3"):
        raise ChangeRefused("Enter the tier: 1, 2 or 3.")
    return int(answer.outcome)


def rolled_faces(answer: FightAnswer | None) -> tuple[int, ...]:
    """Return the faces of an answer; raise ``ChangeRefused`` for another."""
    if not isinstance(answer, Rolled):
        raise ChangeRefused("The fight waits for dice.")
    return answer.faces


def ruling_result(answer: Ruled) -> PowerResult:
    """Return the table's own result in place of the dice."""
    return PowerResult(None, ruled_tier(answer), (f"The table decides: {typed_line(answer.reason)}",))
