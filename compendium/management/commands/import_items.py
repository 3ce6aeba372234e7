"""Import a page of item cards."""

from compendium.management.document_command import ImportCommand
from compendium.services.uploads import FILE_KINDS


class Command(ImportCommand):
    help = "Imports a page of item cards (HTML), as the game's public site publishes them."
    noun = "page of items"
    kind = FILE_KINDS["items"]
    max_bytes = kind.max_bytes
