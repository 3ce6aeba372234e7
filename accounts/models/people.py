"""The person who uses Muster."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """An account: Django's user, Muster's own table from the first migration on."""
