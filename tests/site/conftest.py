"""A browser that is shown the site's faults."""

import pytest
from django.test import Client


@pytest.fixture
def visitor() -> Client:
    """Return a client that shows what a person sees of a fault."""
    return Client(raise_request_exception=False)
