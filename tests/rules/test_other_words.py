"""Words of other games: every one leads to something that is there."""

from __future__ import annotations
