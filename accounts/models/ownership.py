"""The owner of something: an account, or a visitor, identified by a random token in the web session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from django.conf import settings
from django.db import models

from accounts.models.people import User
from common.prepared import Parameter
from rules.lengths import MAX_NAME

SESSION_KEY = "warbands-owner"
"""The place of a visitor's token in a web session."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The requester: an account, or a visitor with a token; a visitor without one owns nothing yet."""

    user: User | None = None
    token: str = ""

    @property
    def is_nobody(self) -> bool:
        """Return True for a visitor who owns nothing yet."""
        return self.user is None and not self.token

    @property
    def caller(self) -> str:
        """The requester for limits; "" for a visitor who owns nothing yet."""
        if self.user is not None:
            return f"account {self.user.pk}"
        return f"visitor {self.token}" if self.token else ""

    @property
    def place(self) -> Owner:
        """The place of an owner of the same kind in a prepared query, which takes ``parameters`` of the owner."""
        return _ACCOUNTS if self.user is not None else _VISITORS

    @property
    def parameters(self) -> dict[str, Any]:
        """The values of a prepared query in which ``place`` means this owner."""
        return {"user": self.user and self.user.pk, "token": self.token}

    @property
    def q(self) -> models.Q:
        """The condition that rows are this owner's."""
        return self.q_of("")

    def q_of(self, path: str) -> models.Q:
        """Return the condition that the rows at a path (``warband__``) belong to this owner."""
        if self.user is not None:
            return models.Q(**{f"{path}owner": self.user})
        if not self.token:
            return models.Q(pk__in=())
        return models.Q(**{f"{path}owner": None, f"{path}owner_token": self.token})


_ACCOUNTS = Owner(user=cast("User", Parameter("user")))
_VISITORS = Owner(token=cast("str", Parameter("token")))


class OwnedModel(models.Model):
    """A row that belongs either to an account or to a visitor's token."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="%(class)ss")
    owner_token = models.CharField(max_length=64, blank=True)

    class Meta:
        abstract = True

    def belongs_to(self, owner: Owner) -> None:
        """Give the row to an owner."""
        self.owner = owner.user
        self.owner_token = "" if owner.user is not None else owner.token

    def is_of(self, owner: Owner) -> bool:
        """Whether the row is this owner's."""
        if self.owner_id is not None:
            return owner.user is not None and self.owner_id == owner.user.pk
        return owner.user is None and bool(owner.token) and self.owner_token == owner.token


class NamedModel(OwnedModel):
    """A row of an owner with a name; ``key`` is its key in addresses."""

    key = models.CharField(max_length=16, unique=True)
    name = models.CharField(max_length=MAX_NAME)
    created_at = models.DateTimeField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name
