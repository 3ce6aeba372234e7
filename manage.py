#!/usr/bin/env python
"""Muster's command line."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run a management command; a setting that is missing or wrong is told in one sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "p2v_site.settings")
    try:
        _ = settings.INSTALLED_APPS
    except ImproperlyConfigured as fault:
        sys.stderr.write(f"{fault}\n")
        sys.exit(2)
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
