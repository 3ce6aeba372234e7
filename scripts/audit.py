"""Ask the advisory service whether the pinned packages have known faults; say so where it cannot be reached.

One package is asked about first, so that a machine without the network loses a second or two and no more. Exit status 1
means that a package has a known fault; a service that does not answer is not a fault.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PINNED = ROOT / "requirements.txt"
SECONDS = 120
SKIPPED = "The packages are not audited: the advisory service cannot be reached from here."


def main() -> int:
    """Audit, print what came of it, and return the exit status."""
    first = next(line for line in PINNED.read_text(encoding="utf-8").splitlines() if "==" in line)
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as listing:
        listing.write(f"{first.split()[0]}\n")
        listing.flush()
        if not answered(audit(Path(listing.name), "--no-deps")):
            sys.stdout.write(f"{SKIPPED}\n")
            return 0
    report = audit(PINNED, "--require-hashes")
    faults = known_faults(report)
    known = len(answered(report))
    sys.stdout.write("".join(f"{fault}\n" for fault in faults) or f"{known} packages audited: no known faults.\n")
    return 1 if faults else 0


def audit(requirements: Path, *options: str) -> dict[str, Any]:
    """Return the report of pip-audit on a file of requirements; an empty one where it has none."""
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        "--disable-pip",
        "--format",
        "json",
        "--progress-spinner",
        "off",
        "--timeout",
        "4",
        *options,
        "--requirement",
        str(requirements),
    ]  # fmt: skip - a command reads best on few lines
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603 - our own words
        report: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return {}
    return report


def answered(report: dict[str, Any]) -> list[str]:
    """Return the names of the packages about which the service said something."""
    return [package["name"] for package in report.get("dependencies", []) if "skip_reason" not in package]


def known_faults(report: dict[str, Any]) -> list[str]:
    """Return a line for each known fault of a package: what it is, and which version has it no more."""
    return [
        f"{pin['name']} {pin['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'none yet'}"
        for pin in report.get("dependencies", [])
        for fault in pin.get("vulns", [])
    ]


if __name__ == "__main__":
    sys.exit(main())
