"""People, and whose something is."""

from accounts.models.ownership import SESSION_KEY, OwnedModel, Owner
from accounts.models.people import User

__all__ = ["SESSION_KEY", "OwnedModel", "Owner", "User"]
