"""Settings of webhooks: what they are about, and where they may lead."""

from __future__ import annotations

import ipaddress

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()

# What webhooks are about, room by room.
WEBHOOK_SUBJECTS = ["campaigns.selectors.webhooks.CAMPAIGNS", "battles.selectors.webhooks.BATTLES"]


def _networks(stated: list[str]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    try:
        return [ipaddress.ip_network(one) for one in stated]
    except ValueError as fault:
        raise ImproperlyConfigured(
            f"WEBHOOK_NETWORKS has networks such as 192.168.1.0/24, separated by commas: {fault}"
        ) from fault


# Networks of one's own to which webhooks may lead; to all other private addresses nothing is sent.
WEBHOOK_NETWORKS = _networks(env.list("WEBHOOK_NETWORKS", default=[]))
