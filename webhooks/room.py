"""People's webhooks."""

from accounts.selectors.rooms import AccountDeletion, Room
from webhooks.selectors.webhooks import archived_webhooks
from webhooks.services.webhooks import messages_give_up

ROOM = Room(archive=(archived_webhooks,), account_deletion=AccountDeletion(messages_give_up))
