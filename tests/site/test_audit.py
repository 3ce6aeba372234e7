"""The audit of the pinned packages: what is a fault, and what only means that nobody answered."""

from typing import Any

import pytest

from scripts import audit

SAFE: dict[str, Any] = {"name": "django", "version": "5.2", "vulns": []}
FAULTY: dict[str, Any] = {"name": "lxml", "version": "4.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["4.1"]}]}
UNKNOWN: dict[str, Any] = {"name": "celery", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("reports", "status", "said"),
    [
        ([{}], 0, "not audited"),
        ([{"dependencies": [UNKNOWN]}], 0, "not audited"),
        ([{"dependencies": [SAFE]}, {"dependencies": [SAFE, UNKNOWN]}], 0, "1 packages audited"),
        ([{"dependencies": [SAFE]}, {"dependencies": [SAFE, FAULTY]}], 1, "lxml 4.0: PYSEC-1, mended in 4.1"),
    ],
)
def test_only_a_known_fault_fails(monkeypatch, capsys, reports: list[Any], status: int, said: str):
    answers = iter(reports)
    monkeypatch.setattr(audit, "audit", lambda *_: next(answers))
    assert audit.main() == status
    assert said in capsys.readouterr().out
