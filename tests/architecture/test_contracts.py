"""The rooms of the house call one another in one direction only."""

import os
from pathlib import Path

from importlinter import cli


def test_the_import_contracts_of_pyproject_hold(root: Path, monkeypatch, capsys):
    monkeypatch.chdir(root)
    monkeypatch.setitem(os.environ, "PYTHONPATH", str(root))
    monkeypatch.setattr(cli.logging_config, "dictConfig", lambda _: None)  # it would silence the site's own loggers
    status = cli.lint_imports(config_filename=str(root / "pyproject.toml"), no_cache=True)
    assert status == cli.EXIT_STATUS_SUCCESS, capsys.readouterr().out
