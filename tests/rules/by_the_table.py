"""What docs/by-the-table.md names as neither played nor announced."""

import re
from pathlib import Path

PAGE = Path("docs/by-the-table.md")
HEADING = "## Neither played nor announced"


def silent_by_page() -> dict[str, str]:
    """Return the names there, as ``Commander (Kobold Druid 1)``, with their reasons."""
    section = PAGE.read_text(encoding="utf-8").partition(HEADING)[2].partition("\n## ")[0]
    return dict(re.findall(r"^- \*\*(.+?)\*\*: (.+?\.)$", section.replace("\n  ", " "), re.MULTILINE))
