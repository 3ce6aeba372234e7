"""TOML files that come with a package, each a document."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable


def toml_files(package: str) -> list[Traversable]:
    """Return the TOML files beside the modules of a package, in the order of their names."""
    return sorted(
        (file for file in files(package).iterdir() if file.name.endswith(".toml")), key=lambda file: file.name
    )
