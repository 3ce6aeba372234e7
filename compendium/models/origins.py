"""The origin of imported cards and items: one row for each imported file."""

from django.conf import settings
from django.db import models


class ImportOrigin(models.Model):
    """An imported file: its name and SHA-256, its source and license, who imported it and when.

    ``style`` is the style of a conversion, empty for pages of cards. Revisions and creatures refer to it.
    """

    file_name = models.CharField("file", max_length=200)
    sha256 = models.CharField("SHA-256", max_length=64)
    source = models.ForeignKey("compendium.Source", on_delete=models.CASCADE, related_name="origins")
    license = models.CharField("license", max_length=40)
    style = models.CharField(max_length=20, blank=True)
    imported_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    imported_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-imported_at", "-pk")

    def __str__(self) -> str:
        return f"{self.file_name} ({self.source})"
