"""Reading documents: the versions of each format, and how older ones are brought up to date."""

from rules.documents.versions import Format, Upcaster

__all__ = ["Format", "Upcaster"]
