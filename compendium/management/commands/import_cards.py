"""Import a page of creature cards."""

from compendium.management.document_command import ImportCommand
from compendium.services.uploads import FILE_KINDS


class Command(ImportCommand):
    help = "Imports a page of creature cards (HTML), as the game's public site publishes them."
    noun = "page of cards"
    kind = FILE_KINDS["cards"]
    max_bytes = kind.max_bytes
