"""What becomes of messages to webhooks when an account is deleted; the webhooks that it added go with it."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.db.models import Q

from accounts.models import User
from webhooks.models import DeliveryState, WebhookDelivery
from webhooks.services.messages import spellings_of


def messages_give_up(*, user: User) -> None:
    """Give up what waits to be sent to others and names the account; of what was sent only that it was is stored."""
    named = reduce(or_, (Q(body__contains=text) for text in spellings_of(user.get_username())))
    waiting = WebhookDelivery.objects.filter(named, state=DeliveryState.WAITING)
    waiting.update(state=DeliveryState.GIVEN_UP, body="", reason="The account that it named was deleted.")
