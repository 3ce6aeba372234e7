"""Steps that many tests begin with: taken once in each process, and from then on replayed as what they wrote.

Two tests that enlist the same warbands in the same campaign write the same rows. So a step that was taken before from
the same state, with the same arguments, is not taken again: the statements with which it wrote are executed once more,
and a copy of what it returned is returned. The states are a tree, whose root is the database without any rows; where a
test is in it is known as long as nothing was written but by steps. After that, and on PostgreSQL, every step is taken;
so it is while a test's own clock ticks. Where that clock stands still, its moment is one of the arguments.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields, is_dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import time_machine
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client

from tests.databases import is_empty

WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE")
OTHERS = ("SELECT", "SAVEPOINT", "RELEASE")
Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")
Statement = tuple[str, Any, bool]


@dataclass
class _State:
    """A state of the database, and what led from it to others."""

    steps: dict[Hashable, _Step] = field(default_factory=dict)


@dataclass(frozen=True)
class _Step:
    statements: tuple[Statement, ...]
    answer: Any
    """What was returned, with the place of each argument in its stead."""
    state: _State


@dataclass
class _Position:
    """Where the running test is: the state, and how much had been written, and within which savepoints, by then."""

    state: _State | None = None
    written: int = -1
    savepoints: tuple[str | None, ...] = ()


_NOTHING = _State()
_position = _Position()


def begin() -> None:
    """Forget the state of the last test, whose rows are gone."""
    _position.state, _position.written, _position.savepoints = None, -1, ()


def replayed(step: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """Take a step for real only the first time; it writes nothing but rows, and changes none of its arguments.

    Whatever else it depends on, besides its arguments and the rows, must be the same in every test.
    """

    @wraps(step)
    def _take(*arguments: Parameters.args, **named: Parameters.kwargs) -> Answer:
        start = _state_now()
        key = _key((step, arguments, named, _moment())) if start else None
        if start is None or key is None:
            return step(*arguments, **named)
        given = (*arguments, *named.values())
        if taken := start.steps.get(key):
            _write(taken.statements)
            _arrive(taken.state)
            return copy.deepcopy(taken.answer, {id(place): value for place, value in zip(_PLACES, given, strict=False)})
        recorder = _Recorder()
        with connection.execute_wrapper(recorder):
            answer = step(*arguments, **named)
        if recorder.is_complete and _key((step, arguments, named, _moment())) == key:
            argued = [pair for pair in zip(_PLACES, given, strict=False) if not isinstance(pair[1], _SHARED)]
            places = {id(value): place for place, value in argued}
            start.steps[key] = _Step(tuple(recorder.statements), copy.deepcopy(answer, places), _State())
            _arrive(start.steps[key].state)
        return answer

    return _take


@contextmanager
def passing(name: Hashable) -> Iterator[None]:
    """Let what is written within be a step of its own, which is taken each time and which others may follow."""
    start = _state_now()
    yield
    if start:
        _arrive(start.steps.setdefault(name, _Step((), None, _State())).state)


class _Place:
    """Stands in a kept answer for an argument."""


_PLACES = tuple(_Place() for _ in range(20))
_SHARED = (type(None), int, str)
"""What stands everywhere in answers without being the argument."""


class _Recorder:
    """Keeps the statements that write. A step that is undone in part, or does more than write rows, is not complete."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.is_complete = True

    def __call__(
        self, execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        if sql.startswith(WRITING):
            if many:
                parameters = list(parameters)
            self.statements.append((sql, parameters, many))
        elif not sql.startswith(OTHERS):
            self.is_complete = False
        return execute(sql, parameters, many, context)


def _state_now() -> _State | None:
    """Return the state of the database, or None where it is not one that steps led to."""
    if connection.vendor != "sqlite" or not connection.in_atomic_block or _moment() != _moment():
        return None
    if _position.written == -1:
        _arrive(_NOTHING if is_empty() else None)
    # A savepoint that was left may have been rolled back.
    is_within = tuple(connection.savepoint_ids[: len(_position.savepoints)]) == _position.savepoints
    return _position.state if is_within and _position.written == connection.connection.total_changes else None


def _moment() -> int | None:
    """Return the moment of a clock that a test has set, which changes from call to call if it ticks, else None."""
    return time.time_ns() if time_machine.escape_hatch.is_travelling() else None


def _arrive(state: _State | None) -> None:
    _position.state, _position.written = state, connection.connection.total_changes
    _position.savepoints = tuple(connection.savepoint_ids)


def _write(statements: Iterable[Statement]) -> None:
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        for sql, parameters, many in statements:
            (cursor.executemany if many else cursor.execute)(sql, parameters)


def _key(value: Any) -> Hashable | None:
    """Return what tells these arguments from others, None where that cannot be told."""
    with suppress(TypeError):
        key = _frozen(value)
        hash(key)
        return key
    return None


def _frozen(value: Any) -> Hashable:
    """Return a value that can be hashed; rows are told apart by their primary keys, browsers by their sessions."""
    if isinstance(value, Model):
        return type(value), value.pk
    if isinstance(value, Client):
        return tuple((name, morsel.value) for name, morsel in value.cookies.items())
    if is_dataclass(value) and not isinstance(value, type):
        return type(value), tuple(_frozen(getattr(value, part.name)) for part in fields(value))
    if isinstance(value, Mapping):
        return tuple((_frozen(name), _frozen(child)) for name, child in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    hashable: Hashable = value
    return hashable
