"""Writing personal tokens: made, used, revoked. Only a token's hash is stored; its text is shown once."""

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from knox.models import get_digest_token

from accounts.models import ApiToken, Scope, User
from accounts.models.tokens import SHOWN_LETTERS
from common.refusal import Refusal

MAX_TOKENS = 50
"""Tokens of one account."""
LONGEST_DAYS = 366
USE_KNOWN_TO = timedelta(minutes=5)
"""The precision of a token's last use: not every request writes."""


@transaction.atomic
def token_make(*, user: User, name: str, scopes: Iterable[str], days: int) -> tuple[ApiToken, str]:
    """Make a token that expires after some days; return it with its text. Raise ``Refusal`` for too many."""
    if ApiToken.objects.filter(user=user).count() >= MAX_TOKENS:
        raise Refusal(
            f"You have {MAX_TOKENS} tokens, the most that you can have. Revoke some first.", code="token.full"
        )
    wanted = set(scopes)
    digest, text = get_digest_token()
    token = ApiToken.objects.create(
        user=user,
        name=name,
        scopes=[scope.value for scope in Scope if scope in wanted],
        digest=digest,
        token_key=text[:SHOWN_LETTERS],
        expiry=timezone.now() + timedelta(days=days),
    )
    return token, text


def token_revoke(*, user: User, token_key: str) -> bool:
    """Revoke a token of a user by its first letters; return False if there was none."""
    gone, _ = ApiToken.objects.filter(user=user, token_key=token_key).delete()
    return bool(gone)


def token_used(*, token: ApiToken) -> None:
    """Note that a token is used now, as precisely as ``USE_KNOWN_TO``."""
    now = timezone.now()
    if token.last_used_at is None or not (timedelta() <= now - token.last_used_at < USE_KNOWN_TO):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
