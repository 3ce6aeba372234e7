"""A family of rules for tests of pages: coins, with sheets that have a field of each type, and parties that count."""

from collections.abc import Mapping

from rules.combat.sheets import FightSection, FightSheet, SheetField, SheetKind
from rules.combat.state import FightState, PartyTally
from rules.errors import RulesError
from tests.rules.combat.coins import Coins

SHEET = SheetKind(
    "tosser",
    "Tosser",
    (
        SheetField("luck", "Luck", default=2, low=1, high=9, needed=True, section="Numbers", help="How much it has."),
        SheetField("speed", "Speed", low=-5, section="Numbers"),
        SheetField("throw", "Throw", "dice", section="Numbers"),
        SheetField("ancestry", "Ancestry", "word", section="Words"),
        SheetField("notes", "Notes", "text", section="Words"),
        SheetField("flies", "Flies", "flag", section="Words"),
        SheetField("hand", "Hand", "choice", options=(("right", "Right"), ("left", "Left")), section="Words"),
        SheetField("charms", "Charms", "choices", options=(("clover", "Clover"), ("shoe", "Shoe")), section="Words"),
        SheetField(
            "coins",
            "Coins",
            "rows",
            section="Coins",
            columns=(
                SheetField("name", "Name", "word", needed=True),
                SheetField("worth", "Worth", high=50),
                SheetField("bent", "Bent", "flag"),
            ),
        ),
    ),
    about="Someone with a coin.",
)
VISITOR = SheetKind("visitor", "Visitor", (SheetField("luck", "Luck", default=1, low=1, high=9),))


class Marbles(Coins):
    """Coins, with more on the sheets."""

    key = "marbles"
    name = "Marbles"
    about = "Marbles are won."
    notice = "Marbles belong to everyone."
    assumptions = ("Ties are tossed again.",)
    kinds = (SHEET, VISITOR)
    tallies = (PartyTally("wins", "Wins", spent_by="Rest", becomes="Experience"), PartyTally("games", "Games"))

    def check_sheet(self, sheet: FightSheet) -> None:
        """Refuse fast fliers."""
        if sheet.kind == "tosser" and sheet.flag("flies") and sheet.number("speed") > 20:
            raise RulesError("No one flies that fast.")

    def gains(self, state: FightState) -> Mapping[str, int]:
        """Return a win."""
        return {"wins": 1, "games": 1}

    def headline(self, state: FightState) -> str:
        """Return what is next."""
        return "Anyone may toss."

    def goal(self, state: FightState) -> str:
        """Return what the fight is about."""
        return f"Whose marbles are the last? Round {state.round}."

    def panel(self, state: FightState, combatant: str) -> tuple[FightSection, ...]:
        """Return what it thinks."""
        return (FightSection("Thoughts", (("Luck left", str(state.combatant(combatant).luck)),)),)


MARBLES = Marbles()
