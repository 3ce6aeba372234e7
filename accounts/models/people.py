"""The user of Muster."""

from functools import cached_property
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser

FORMER_PLAYER = "Former player"
"""The name of a person with a deleted account, for others who still need to see that there was one."""
SECOND_FACTORS = ("totp", "webauthn")
"""What counts as a second factor; recovery codes alone do not."""


class User(AbstractUser):
    """An account: Django's user, as Muster's own table from the first migration on.

    If the site requires a second factor of its staff, those without one have no rights, in the admin or elsewhere.
    """

    @cached_property
    def lacks_second_factor(self) -> bool:
        """Return True for staff who need a second factor on this site and have none yet. One query if it matters."""
        if not settings.STAFF_SECOND_FACTOR or not self.is_staff:
            return False
        factors = self.authenticator_set  # type: ignore[attr-defined] # of allauth, which is not imported by models
        return not factors.filter(type__in=SECOND_FACTORS).exists()

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        return super().has_perm(perm, obj) and not self.lacks_second_factor

    def has_module_perms(self, app_label: str) -> bool:
        return super().has_module_perms(app_label) and not self.lacks_second_factor
