"""Tokens of who fights, as lists and buttons of a battle show them: the ring of the side, the arc of HP, an emblem."""

from dataclasses import dataclass

from compendium.builtin.creatures import emblem_of
from printing.canvas import CHARACTERS
from rules.cards.model import Card
from rules.combat.hp import HpLook, hp_look


@dataclass(frozen=True, slots=True)
class FighterToken:
    """A token: ``emblem`` is the letter of the font of emblems, ``letters`` stand where there is none.

    ``percent`` is the length of the arc, in hundredths of the ring; None draws no arc.
    """

    side: str
    emblem: str = ""
    letters: str = ""
    percent: int | None = None
    hp_look: HpLook = "well"
    is_down: bool = False


def creature_emblem(card: Card) -> str:
    """Return the emblem of a card as the letter of the font."""
    return CHARACTERS.get(emblem_of(card.key, card.tags), "")


def hp_percent(hp: int, max_hp: int) -> int:
    """Return how much of the HP is left, in hundredths rounded up, 0 to 100."""
    return max(0, min(100, -(-100 * hp // max_hp))) if max_hp else 0


def fighter_token(side: str, emblem: str, hp: int, max_hp: int, *, is_down: bool = False) -> FighterToken:
    """Return the token of a creature with so many HP."""
    return FighterToken(side, emblem, "", hp_percent(hp, max_hp), hp_look(hp, max_hp), is_down)
