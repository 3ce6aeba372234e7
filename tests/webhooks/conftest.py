"""A receiver on this machine, to which the settings of the test allow to send."""

import ipaddress
from collections.abc import Iterator

import pytest

from tests.campaigns.verbs import Table, usual_table
from tests.webhooks.receiver import Receiver


@pytest.fixture
def receiver(settings) -> Iterator[Receiver]:
    """Return a running receiver."""
    settings.WEBHOOK_NETWORKS = [ipaddress.ip_network("127.0.0.0/8")]
    with Receiver() as server:
        yield server


@pytest.fixture
def winter(settings) -> Table:
    """Return a campaign whose jobs wait for a worker: ada organizes with cleo, bob and dan play, eve is a stranger."""
    settings.JOBS_AT_ONCE = False
    return usual_table()
