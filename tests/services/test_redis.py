"""The cache and the workers on a real Redis, by REDIS_URL alone."""

import uuid

import pytest
from django.core.cache.backends.redis import RedisCache

pytestmark = pytest.mark.redis


def test_a_worker_of_the_site_does_a_task_and_hands_the_result_back(worker):
    # Celery's own task that returns what it is given: the round trip without any of the site's work.
    assert worker.send_task("celery.accumulate", args=(3, 1, 4)).get(timeout=30) == [3, 1, 4]


def test_the_worker_knows_the_tasks_of_the_site(worker):
    (known,) = worker.control.inspect(timeout=5, limit=1).registered().values()
    assert [name for name in sorted(known) if name.startswith(("compendium.", "jobs."))] == [
        "jobs.tasks.do_job",
        "jobs.tasks.keep_schedule",
    ]


def test_the_cache_keeps_and_forgets_on_redis(redis_url):
    cache = RedisCache(redis_url, {"KEY_PREFIX": f"muster-test-{uuid.uuid4().hex}"})
    cache.set("answer", {"points": 24}, timeout=30)
    assert cache.get("answer") == {"points": 24}
    cache.set("hits", 1)
    assert cache.incr("hits") == 2
    cache.delete_many(["answer", "hits"])
    assert cache.get("answer") is None
    cache.close()
