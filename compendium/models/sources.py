"""Where an entry of the compendium comes from, and under which licence."""

from __future__ import annotations

from django.db import models


class Source(models.Model):
    """A book, a page or a person's own collection; ``license`` is what its entries have unless they say otherwise."""

    key = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    license = models.CharField("licence", max_length=40, default="unknown")
    is_built_in = models.BooleanField("comes with Muster", default=False, editable=False)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name
