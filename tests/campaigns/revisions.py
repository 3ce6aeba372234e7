"""Cards that are revised while campaigns use them."""

from dataclasses import replace

from compendium.models import Creature
from compendium.services.creatures import creature_revise
from warbands.selectors.legality import rulebook_of


def revise(fight: int) -> None:
    """Give the boar another revision of its card."""
    card = rulebook_of((), creatures={"boar"}).cards["boar"]
    creature_revise(
        creature=Creature.objects.get(key="boar"), card=replace(card, stats=replace(card.stats, fight=fight))
    )
