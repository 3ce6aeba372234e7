"""The addresses of warbands, their owner's figures, and what is shared."""

from __future__ import annotations

app_name = "warbands"

urlpatterns: list[object] = []
