"""Import PF2e creatures, converted to cards."""

from django.core.management.base import CommandParser

from compendium.management.document_command import ImportCommand, add_style_argument
from compendium.services.uploads import FILE_KINDS


class Command(ImportCommand):
    help = "Imports PF2e creatures (JSON or copied text) as cards, converted as the rulebook's appendix says."
    noun = "file of PF2e creatures (JSON of Foundry VTT or Pf2eTools, one stat block as text, or a zip of such files)"
    kind = FILE_KINDS["pf2e"]
    max_bytes = kind.max_bytes

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_style_argument(parser)
