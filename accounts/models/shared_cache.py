"""The table of the cache that all processes share on a site without Redis."""

from django.db import models


class SharedCacheEntry(models.Model):
    """A value of the cache ``shared``; only Django's database cache reads and writes it."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "muster_cache"

    def __str__(self) -> str:
        return self.cache_key
