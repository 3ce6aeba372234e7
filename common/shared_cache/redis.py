"""Redis as a cache that may be down: its errors are not errors of the site.

While Redis does not answer, the values are in the file of this machine. Every few seconds, one request tries Redis
again; the others do not wait for it.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

SECONDS_BETWEEN_TRIES = 5.0

logger = logging.getLogger(__name__)


class CircuitBreaker:
    """Whether a server is called at all: after a fault, no request calls it for some seconds, then one tries."""

    def __init__(self, seconds: float = SECONDS_BETWEEN_TRIES) -> None:
        self.seconds = seconds
        self._lock = threading.Lock()
        self._next_try = 0.0

    @property
    def is_broken(self) -> bool:
        """Return True if the last question failed."""
        return self._next_try > 0

    def may_ask(self) -> bool:
        """Return True if the server is well, or if it is time to try it again, which is then this caller's task."""
        if not self.is_broken:
            return True
        with self._lock:
            if time.monotonic() < self._next_try:
                return False
            self._next_try = time.monotonic() + self.seconds
            return True

    def report(self, fault: Exception | None) -> None:
        """Record the result of a call, and log changes."""
        with self._lock:
            was_broken = self.is_broken
            self._next_try = time.monotonic() + self.seconds if fault else 0.0
        if fault and not was_broken:
            logger.error("Redis does not answer; this machine's own cache stands in: %s", fault)
        elif was_broken and not fault:
            logger.warning("Redis answers again.")


_breakers: dict[str, CircuitBreaker] = {}


class TolerantRedisCache(RedisCache):
    """Django's cache on Redis; while Redis does not answer, the cache that ``OPTIONS`` names as ``fallback``."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = dict(params.get("OPTIONS", {}))
        self._fallback_alias: str = options.pop("fallback")
        super().__init__(server, {**params, "OPTIONS": options})
        self.breaker = _breakers.setdefault(server, CircuitBreaker())

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask(lambda cache: cache.get(key, default, version), super().get, key, default, version)

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        names = list(keys)
        return self._ask(lambda cache: cache.get_many(names, version), super().get_many, names, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._ask(lambda cache: cache.set(key, value, timeout, version), super().set, key, value, timeout, version)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._ask(
            lambda cache: cache.add(key, value, timeout, version), super().add, key, value, timeout, version
        )

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._ask(lambda cache: cache.touch(key, timeout, version), super().touch, key, timeout, version)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._ask(lambda cache: cache.delete(key, version), super().delete, key, version)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return self._ask(lambda cache: cache.has_key(key, version), super().has_key, key, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return self._ask(lambda cache: cache.incr(key, delta, version), super().incr, key, delta, version)

    def set_many(self, data: dict[Any, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[Any]:
        return self._ask(lambda cache: cache.set_many(data, timeout, version), super().set_many, data, timeout, version)

    def delete_many(self, keys: Iterable[Any], version: int | None = None) -> None:
        names = list(keys)
        self._ask(lambda cache: cache.delete_many(names, version), super().delete_many, names, version)

    def clear(self) -> None:
        self._ask(lambda cache: cache.clear(), super().clear)

    def _ask(self, otherwise: Callable[[BaseCache], Any], question: Callable[..., Any], *arguments: Any) -> Any:
        if not self.breaker.may_ask():
            return otherwise(caches[self._fallback_alias])
        try:
            answer = question(*arguments)
        except (RedisError, OSError) as fault:
            self.breaker.report(fault)
            return otherwise(caches[self._fallback_alias])
        if self.breaker.is_broken:
            self.breaker.report(None)
        return answer
