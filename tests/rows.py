"""A table of plain values as one test: every row is checked, and the failure names each row that is wrong.

``@every_row(names, rows)`` is written as ``pytest.mark.parametrize`` is, with the same names for the rows. It makes one
test of the whole table instead of one of each row, which saves what pytest spends on a test before and after it.
"""

import enum
import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any

import pytest

SHOWN_IN_FULL = 12
FAULTS = (Exception, pytest.fail.Exception, pytest.skip.Exception)

Check = Callable[..., None]
Row = tuple[str, dict[str, Any]]


def every_row(
    names: str | Sequence[str],
    rows: Iterable[Any],
    *,
    ids: Callable[[Any], object] | Sequence[str] | None = None,
) -> Callable[[Check], Check]:
    """Return a decorator that calls a test with every row of a table and fails it with a list of the wrong rows.

    Decorators can be stacked: the test is called with all combinations. Fixtures are shared by all rows.
    """
    split = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    table = list(_named(split, isinstance(names, str) and len(split) == 1, list(rows), ids))

    def decorate(check: Check) -> Check:
        inner, tables = getattr(check, "every_row", (check, []))
        tables = [table, *tables]

        @wraps(check)
        def every(**fixtures: Any) -> None:
            _check(inner, _combined(tables), fixtures)

        signature = inspect.signature(check)
        assert signature.parameters.keys() >= set(split), f"{check.__name__} takes no {', '.join(split)}"
        kept = [each for each in signature.parameters.values() if each.name not in split]
        every.__signature__ = signature.replace(parameters=kept)
        every.every_row = (inner, tables)
        return every

    return decorate


def _check(check: Check, rows: Iterable[Row], fixtures: dict[str, Any]) -> None:
    """Call a check with every row; raise one AssertionError that names the rows for which it fails."""
    faults: list[tuple[str, BaseException]] = []
    count = 0
    for name, values in rows:
        count += 1
        try:
            check(**fixtures, **values)
        except FAULTS as error:
            faults.append((name, error))
    if not count:
        raise AssertionError("The table has no rows.")
    if faults:
        raise AssertionError(_report(faults, count)) from faults[0][1]


def _report(faults: list[tuple[str, BaseException]], count: int) -> str:
    lines = [f"{len(faults)} of {count} rows {'is' if len(faults) == 1 else 'are'} wrong:"]
    for name, error in faults[:SHOWN_IN_FULL]:
        message = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
        lines.append(f"[{name}] line {_line(error)}: {message}")
    if rest := faults[SHOWN_IN_FULL:]:
        lines.append("and " + ", ".join(f"[{name}]" for name, _ in rest))
    return "\n".join(lines)


def _line(error: BaseException) -> int | None:
    """Return the line of the check that was running, which is one call below ``_check``."""
    trace = error.__traceback__
    return trace.tb_next.tb_lineno if trace and trace.tb_next else None


def _combined(tables: list[list[Row]]) -> Iterator[Row]:
    """Yield all combinations of rows, named as pytest does: the decorator nearest to the test comes first."""
    if not tables:
        yield "", {}
        return
    for name, values in tables[0]:
        for inner_name, inner_values in _combined(tables[1:]):
            yield f"{inner_name}-{name}" if inner_name else name, {**values, **inner_values}


def _named(
    names: list[str], single: bool, rows: list[Any], ids: Callable[[Any], object] | Sequence[str] | None
) -> Iterator[Row]:
    """Yield each row with its name; equal names are numbered."""
    if ids is not None and not callable(ids):
        assert len(ids) == len(rows), f"{len(ids)} names for {len(rows)} rows"
    labels, table = [], []
    for index, row in enumerate(rows):
        given = None
        if isinstance(row, type(pytest.param())):
            assert not row.marks, "a row has no marks of its own: use pytest.mark.parametrize"
            given, values = row.id, tuple(row.values)
        else:
            values = (row,) if single else tuple(row)
        assert len(values) == len(names), f"row {index} has {len(values)} values for {len(names)} names: {values!r}"
        if given is None and ids is not None and not callable(ids):
            given = ids[index]
        labels.append(
            str(given)
            if given is not None
            else "-".join(
                _label(value, f"{name}{index}", ids if callable(ids) else None)
                for name, value in zip(names, values, strict=True)
            )
        )
        table.append(dict(zip(names, values, strict=True)))
    repeated = {label for label, times in Counter(labels).items() if times > 1}
    seen: Counter[str] = Counter()
    for label, values in zip(labels, table, strict=True):
        yield (f"{label}#{seen[label]}" if label in repeated else label), values
        seen[label] += 1


def _label(value: object, otherwise: str, describe: Callable[[Any], object] | None) -> str:
    """Return the name of a value as pytest has it: itself if it is plain and not long, else its place."""
    described = describe(value) if describe else None
    if described is not None:
        return str(described)
    if isinstance(value, str | bytes):
        data = value.encode("unicode_escape") if isinstance(value, str) else value
        return data.decode("ascii", "backslashreplace") if len(data) <= 100 else otherwise
    if value is None or isinstance(value, int | float | complex | bool | enum.Enum):
        return str(value)
    name = getattr(value, "__name__", None)
    return name if isinstance(name, str) else otherwise
