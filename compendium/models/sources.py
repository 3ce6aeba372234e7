"""The source of a compendium entry with its license, and the origin of imported cards and items."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models

from rules.text import slug

MAX_SOURCE_KEY = 40


class Source(models.Model):
    """A book, a page or a person's own collection; ``license`` is the default license of its entries."""

    key = models.SlugField(max_length=MAX_SOURCE_KEY, unique=True)
    name = models.CharField(max_length=120)
    license = models.CharField("license", max_length=40, default="unknown")
    is_built_in = models.BooleanField("comes with Muster", default=False, editable=False)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Check the form of a new key: the keys of the source's creatures end with it."""
        super().clean()
        if self._state.adding and self.key and slug(self.key) != self.key:
            raise ValidationError({"key": "A key has small letters and digits, with one hyphen between words."})


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
