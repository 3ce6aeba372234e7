#!/usr/bin/env python
"""Muster's command line."""

import os
import sys


def main() -> None:
    """Run a management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "p2v_site.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - settings must be named first

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
