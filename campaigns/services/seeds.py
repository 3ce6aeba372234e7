"""Seed epochs: the seed stays with the site, and its hash goes into the journal before the first roll."""

from __future__ import annotations

import secrets

from campaigns.models import SeedEpoch
from campaigns.services.journal import OpenJournal
from rules.campaigns.events.campaign import SeedCommitted
from rules.campaigns.journal import seed_commitment

SEED_BYTES = 32


def seed_commit(journal: OpenJournal, epoch: int, *, seed: bytes | None = None) -> None:
    """Open a seed epoch of that number, with a random seed unless one is given."""
    seed = seed or secrets.token_bytes(SEED_BYTES)
    commitment = seed_commitment(seed)
    SeedEpoch.objects.create(
        campaign=journal.campaign, number=epoch, from_entry=journal.campaign.head + 1, commitment=commitment, seed=seed
    )
    journal.write(SeedCommitted(epoch, commitment))
