"""Settings of limits, quotas and webhooks: rates, amounts of stored data, and targets of webhooks."""

import ipaddress
import re

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()


def _rates(name: str, stated: str) -> tuple[str, str]:
    """Return the rates of one caller and of one address; ``off`` does not limit."""
    rates = stated.split()
    if len(rates) != 2 or not all(re.fullmatch(r"off|[1-9][0-9]*/(?:s|sec|min|h|hour|d|day)", rate) for rate in rates):
        raise ImproperlyConfigured(
            f"The limit of {name} needs two rates, for a caller and for a network address, such as “120/min "
            f"1200/min”, or “off”."
        )
    caller, address = ("" if rate == "off" else rate for rate in rates)
    return caller, address


# How often one caller (an account, a visitor) and one address may ask for work of a kind (p2v_site.web.limits).
LIMITS = {
    name: _rates(name, stated)
    for name, stated in (
        ("writes", env.str("LIMIT_WRITES", default="120/min 1200/min")),
        ("prints", env.str("LIMIT_PRINTS", default="40/min 240/min")),
        ("matchups", env.str("LIMIT_MATCHUPS", default="40/min 240/min")),
        ("boxes", env.str("LIMIT_BOXES", default="40/min 240/min")),
        ("imports", env.str("LIMIT_IMPORTS", default="20/min 120/min")),
        ("conversions", env.str("LIMIT_CONVERSIONS", default="40/min 240/min")),
        ("exports", env.str("LIMIT_EXPORTS", default="60/min 360/min")),
        ("searches", env.str("LIMIT_SEARCHES", default="240/min 1800/min")),
        ("webhooks", env.str("LIMIT_WEBHOOKS", default="10/min 60/min")),
        ("newcomers", env.str("LIMIT_NEWCOMERS", default="off 240/hour")),
    )
}
# Seconds that a processor works within 20 seconds for one caller and for one address on what is limited; 0: any.
LIMIT_WORK = (env.float("LIMIT_WORK_CALLER", default=4.0), env.float("LIMIT_WORK_ADDRESS", default=8.0))

# How much that works hard one caller and one address may have at once; fewer than the threads of all web processes, so
# that others go on. 0: any number.
LIMIT_AT_ONCE = (env.int("LIMIT_AT_ONCE_CALLER", default=4), env.int("LIMIT_AT_ONCE_ADDRESS", default=6))


def _amounts(stated: str, number: int, fault: str) -> tuple[int, ...]:
    """Return that many amounts; raise ``ImproperlyConfigured`` with the ``fault`` for anything else."""
    amounts = stated.split()
    if len(amounts) != number or not all(re.fullmatch(r"[0-9]{1,7}", amount) for amount in amounts):
        raise ImproperlyConfigured(fault)
    return tuple(map(int, amounts))


def _quota(name: str, stated: str) -> tuple[int, ...]:
    """Return the most that a visitor and an account may store."""
    fault = f"The quota of {name} needs two limits, for a visitor and for an account, such as “100 500”."
    return _amounts(stated, 2, fault)


# The most that one visitor and one account may keep; what is stored is in megabytes.
QUOTAS = {
    name: _quota(name, stated)
    for name, stated in (
        ("warbands", env.str("QUOTA_WARBANDS", default="100 500")),
        ("creatures", env.str("QUOTA_CREATURES", default="100 500")),
        ("campaigns", env.str("QUOTA_CAMPAIGNS", default="20 100")),
        ("battles", env.str("QUOTA_BATTLES", default="60 300")),
        ("adventures", env.str("QUOTA_ADVENTURES", default="60 300")),
        ("games", env.str("QUOTA_GAMES", default="60 300")),
        ("tables", env.str("QUOTA_TABLES", default="60 300")),
        ("combatant lists", env.str("QUOTA_COMBATANT_LISTS", default="60 300")),
        ("boards", env.str("QUOTA_BOARDS", default="60 300")),
        ("stored", env.str("QUOTA_STORED", default="20 200")),
    )
}


def _daily(name: str, stated: str) -> tuple[int, ...]:
    """Return how much a visitor, an account and an address may send in a day."""
    limits = "three daily limits, for a visitor, an account and a network address"
    return _amounts(stated, 3, f"{name} needs {limits}, such as “100 400 2000”.")


# What may be sent in a day where files are meant to be sent (common.limits).
UPLOADS_A_DAY = {
    "files": _daily("UPLOADS_A_DAY", env.str("UPLOADS_A_DAY", default="100 400 2000")),
    "megabytes": _daily("UPLOADED_MB_A_DAY", env.str("UPLOADED_MB_A_DAY", default="100 1000 4000")),
}

# Where a large file is kept while it is sent; nothing of it stays where the disk is full.
FILE_UPLOAD_HANDLERS = [
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "common.files.SentFileHandler",
]
# Bytes that may be sent to the addresses where files are meant to be; to all others what fits into a form.
UPLOADS: dict[str, int] = {
    "compendium:homebrew-convert": 8 * 1024 * 1024,
    "adventures:import": 5_000_000,
    "admin:compendium_import_cards": 48 * 1024 * 1024,
    "admin:compendium_import_items": 48 * 1024 * 1024,
    "admin:compendium_import_pf2e": 200 * 1024 * 1024,
}


# What webhooks are about, room by room.
WEBHOOK_SUBJECTS = ["campaigns.selectors.webhooks.CAMPAIGNS", "battles.services.battles.BATTLES"]


def _networks(stated: list[str]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    try:
        return [ipaddress.ip_network(network) for network in stated]
    except ValueError as fault:
        raise ImproperlyConfigured(
            f"WEBHOOK_NETWORKS must be networks such as 192.168.1.0/24, separated by commas: {fault}"
        ) from fault


# Networks of one's own to which webhooks may lead; to all other private addresses nothing is sent.
WEBHOOK_NETWORKS = _networks(env.list("WEBHOOK_NETWORKS", default=[]))
