"""A receiver on this machine, to which the settings of the test allow to send."""

import ipaddress
from collections.abc import Iterator

import pytest

from tests.small_compendium import store_small_compendium
from tests.webhooks.receiver import Receiver


@pytest.fixture
def small_compendium(db: None) -> None:
    """Store eight creatures and two items as they come with Muster."""
    store_small_compendium()


@pytest.fixture
def receiver(settings) -> Iterator[Receiver]:
    """Return a running receiver."""
    settings.WEBHOOK_NETWORKS = [ipaddress.ip_network("127.0.0.0/8")]
    with Receiver() as one:
        yield one
