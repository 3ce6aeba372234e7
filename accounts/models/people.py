"""The person who uses Muster."""

from functools import cached_property
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser

FORMER_PLAYER = "Former player"
"""What a person whose account is deleted is called, where others still need to know that there was one."""
SECOND_FACTORS = ("totp", "webauthn")
"""What counts as a second factor; recovery codes alone do not."""


class User(AbstractUser):
    """An account: Django's user, Muster's own table from the first migration on.

    Where the site asks staff for a second factor, those without one have no rights, in the admin and anywhere else.
    """

    @cached_property
    def lacks_second_factor(self) -> bool:
        """Return True for staff who need a second factor on this site and have none yet. One query where it matters."""
        if not settings.STAFF_SECOND_FACTOR or not self.is_staff:
            return False
        factors = self.authenticator_set  # type: ignore[attr-defined] # of allauth, which is not imported by models
        return not factors.filter(type__in=SECOND_FACTORS).exists()

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Return True if the user has a right; superusers have all of them."""
        return super().has_perm(perm, obj) and not self.lacks_second_factor

    def has_module_perms(self, app_label: str) -> bool:
        """Return True if the user has any right in an app."""
        return super().has_module_perms(app_label) and not self.lacks_second_factor
