"""Import a page of creature cards."""

from compendium.management.document_command import ImportCommand
from compendium.services.uploads import FILE_KINDS


class Command(ImportCommand):
    """Read an HTML page of creature cards and write them to a source."""

    help = "Imports a page of creature cards (HTML), as the game's public site publishes them."
    noun = "page of cards"
    kind = FILE_KINDS["cards"]
    max_bytes = kind.max_bytes
