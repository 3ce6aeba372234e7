"""What docs/by-the-table.md names as neither played nor announced."""

import re
from pathlib import Path

PAGE = Path("docs/by-the-table.md")
HEADING = "## Neither played nor announced"
REASONS = "## Why it takes a person"


def silent_by_page() -> dict[str, str]:
    """Return what is neither played nor announced, as ``Commander (Kobold Druid 1)``, with the reasons."""
    return reasons_under(HEADING)


def reasons_under(heading: str) -> dict[str, str]:
    """Return the names under a heading of the page, with their reasons."""
    section = PAGE.read_text(encoding="utf-8").partition(heading)[2].partition("\n## ")[0]
    return dict(re.findall(r"^- \*\*(.+?)\*\*: (.+?\.)$", section.replace("\n  ", " "), re.MULTILINE))
