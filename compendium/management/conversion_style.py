"""The option of commands that convert PF2e creatures: in which style."""

from __future__ import annotations

from django.core.management.base import CommandParser

from rules.conversion import RULEBOOK, STYLES


def add_style_argument(parser: CommandParser) -> None:
    """Add ``--style``."""
    parser.add_argument(
        "--style",
        choices=sorted(STYLES),
        default=RULEBOOK.name,
        help="rulebook: as the appendix says (the default); author: as the game's author converts",
    )
