"""The compendium of the battles' tests."""

from __future__ import annotations

import pytest

from tests.small_compendium import store_small_compendium


@pytest.fixture
def small_compendium(db: None) -> None:
    """Store eight creatures and two items as they come with Muster."""
    store_small_compendium()
