"""Links by which a visitor acts for one participant alone.

They are made of the secret of the players' link and end with it. No column keeps them: each proves itself.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from hashlib import sha256

from adventures.models import AdventureRow
from adventures.models.adventures import MAX_SIDE
from rules.adventures.participants import AdventureParticipant

PARTICIPANT_SIDE = "by:"
"""What the side begins with for which such a player's entries are recorded."""
# No longer than what keeps the answers of people without an account.
_LINK = re.compile(r"([a-z0-9]{1,16})\.([\w-]{22})\.([A-Za-z0-9.-]{1,24})", re.ASCII)
_PROOF_BYTES = 16


def participant_link(row: AdventureRow, who: AdventureParticipant) -> str:
    """Return the secret of the link for one participant; "" for the other side, and where players have no link."""
    if not row.players_token or row.campaign_id is not None or who.is_rival:
        return ""
    token = f"{row.key}.{_proof(row.players_token, who.id)}.{who.id}"
    return token if _LINK.fullmatch(token) else ""


def participant_of_link(row: AdventureRow, token: str) -> str:
    """Return the id of the participant for whom a secret is made, "" for a secret of anything else."""
    found = _LINK.fullmatch(token)
    if found is None or not row.players_token or row.campaign_id is not None or found[1] != row.key:
        return ""
    return found[3] if hmac.compare_digest(found[2], _proof(row.players_token, found[3])) else ""


def key_of_link(token: str) -> str:
    """Return the key of the adventure for which a secret claims to be made, "" for the players' link."""
    found = _LINK.fullmatch(token)
    return found[1] if found else ""


def participant_side(participant: str) -> str:
    """Return the side of who acts for one participant."""
    return f"{PARTICIPANT_SIDE}{participant}"[:MAX_SIDE]


def _proof(secret: str, participant: str) -> str:
    digest = hmac.new(secret.encode(), participant.encode(), sha256).digest()
    return urlsafe_b64encode(digest[:_PROOF_BYTES]).decode().rstrip("=")
