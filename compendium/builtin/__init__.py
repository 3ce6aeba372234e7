"""The built-in compendium: creature cards in the notation of ``rules.cards``, one YAML file per faction.

The folder is the source (``p2v-orc``, ``p2v-ogl``), the file the alignment. Facts are the published cards'; every
sentence is Muster's own.
"""

from compendium.builtin.creatures import SOURCES, built_in_cards

__all__ = ["SOURCES", "built_in_cards"]
