"""The words that mark an effect whose text says more than its fields, the same on pages and on paper."""

from __future__ import annotations

LABEL = "By the table"
MEANING = "The players apply the part of the text that Muster does not track."
