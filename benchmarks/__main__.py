"""Run every measurement: ``python -m benchmarks``, or some of them: ``python -m benchmarks rosters``."""

import importlib
import io
import os
import platform
import sys
import tempfile
from pathlib import Path

MEASUREMENTS = (
    *"rosters builder printing processor pages paints campaigns leagues battles boards".split(),
    *"adventures gambling jobs players".split(),
)
"""The modules with a ``report``, in the order in which they are run."""


def main(wanted: list[str]) -> None:
    """Measure on a database of its own, made anew and thrown away."""
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores; medians, ratios run by run")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        os.environ["UPLOADS_DIR"] = str(Path(folder) / "uploads")
        os.environ["MUSTER_LOCAL"] = "1"
        os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
        import django  # noqa: PLC0415 - the database is named first

        django.setup()
        from django.core.management import call_command  # noqa: PLC0415 - as above

        call_command("migrate", verbosity=0)
        call_command("collectstatic", "--noinput", verbosity=0)
        call_command("load_compendium", stdout=io.StringIO())
        for name in wanted or MEASUREMENTS:
            module = importlib.import_module(f"benchmarks.{name}")
            print()
            print("\n".join(module.report()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
