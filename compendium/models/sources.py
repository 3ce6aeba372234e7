"""The source of a compendium entry, and its license."""

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
