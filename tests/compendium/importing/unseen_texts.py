"""Stat blocks that no sample holds."""

from tests.compendium.importing.unseen.animals import ANIMALS
from tests.compendium.importing.unseen.casters import CASTERS
from tests.compendium.importing.unseen.others import OTHERS

UNSEEN = ANIMALS | CASTERS | OTHERS
