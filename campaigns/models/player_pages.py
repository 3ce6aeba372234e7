"""The pages on which people show their campaigns. Like all links, they are not part of a journal."""

from django.conf import settings
from django.db import models

from campaigns.models.campaigns import Campaign
from rules.lengths import MAX_NAME


class PlayerPage(models.Model):
    """The page of a player over campaigns: ``name`` is what it calls them, ``token`` its secret, None while it is off.

    Of ``campaigns`` it shows those that allow it and in which the player still takes part.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="player_page")
    token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    name = models.CharField(max_length=MAX_NAME)
    campaigns = models.ManyToManyField(Campaign, related_name="player_pages")

    def __str__(self) -> str:
        return self.name
