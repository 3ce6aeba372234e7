"""Where imported cards and items came from: one row for each file that was read."""

from django.conf import settings
from django.db import models


class ImportOrigin(models.Model):
    """A file that people brought: its name and SHA-256, the source and license it came in under, who and when.

    ``style`` is the style of a conversion, empty for pages of cards. Revisions and creatures point here.
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
