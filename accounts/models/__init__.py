"""People, ownership, tokens for programs, and data that processes share."""

from accounts.models.ownership import SESSION_KEY, NamedModel, OwnedModel, Owner
from accounts.models.people import FORMER_PLAYER, User
from accounts.models.shared_cache import SharedCacheEntry
from accounts.models.tokens import ApiToken, Scope, StoredAnswer

__all__ = [
    "FORMER_PLAYER",
    "SESSION_KEY",
    "ApiToken",
    "NamedModel",
    "OwnedModel",
    "Owner",
    "Scope",
    "SharedCacheEntry",
    "StoredAnswer",
    "User",
]
