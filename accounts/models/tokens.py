"""Tokens by which programs act for a person, and the answers that they got to requests which must not happen twice."""

from __future__ import annotations

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from knox.models import AbstractAuthToken
from knox.settings import CONSTANTS

from accounts.models.ownership import OwnedModel

MAX_TOKEN_NAME = 60
SHOWN_LETTERS = CONSTANTS.TOKEN_KEY_LENGTH
"""Letters of a token that stay to be seen, its mark included."""


class Scope(models.TextChoices):
    """A token's rights for its owner."""

    READ = "read", "Read everything of yours"
    WARBANDS = "warbands", "Change warbands and figures"
    HOMEBREW = "homebrew", "Change creatures of your own"
    CAMPAIGNS = "campaigns", "Act in campaigns, adventures and table games"
    BATTLES = "battles", "Act in battles"


class ApiToken(AbstractAuthToken):
    """A personal token: its hash, the first letters of it, its scopes, its expiry, and its last use."""

    name = models.CharField(max_length=MAX_TOKEN_NAME)
    scopes: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    last_used_at = models.DateTimeField(null=True)

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    objects: ClassVar[models.Manager[Self]] = models.Manager()

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"{self.name} ({self.token_key}…)"

    @property
    def is_over(self) -> bool:
        """Return True if the token has expired."""
        return self.expiry is not None and self.expiry <= timezone.now()

    @property
    def scope_names(self) -> list[str]:
        """Return the rights of the token in words, in the order of ``Scope``."""
        return [scope.label for scope in Scope if scope in self.scopes]

    def may(self, scope: str, *, only_reads: bool) -> bool:
        """Return True if the token's scopes allow to write in a room, or only to read there."""
        return scope in self.scopes or (only_reads and Scope.READ in self.scopes)


class StoredAnswer(OwnedModel):
    """The answer to a write with a client's key: a repeated request with that key gets it without running again.

    ``request`` is a digest of the request: the same key with another request is refused. The key is forgotten after
    ``ends_at``.
    """

    key = models.CharField(max_length=255)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField(default=dict)
    body = models.JSONField(null=True)
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["owner", "key"], condition=models.Q(owner__isnull=False), name="one_answer_an_owner"
            ),
            models.UniqueConstraint(
                fields=["owner_token", "key"], condition=models.Q(owner=None), name="one_answer_a_token"
            ),
        )

    def __str__(self) -> str:
        return self.key
