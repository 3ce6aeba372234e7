"""The settings that tests run with: the site's own, made quick and cut off from what the shell happens to hold.

``DATABASE_URL`` is honoured, so that the same tests run on PostgreSQL: Django makes and drops a database of its own.
"""

import os
import tempfile
from pathlib import Path

os.environ["MUSTER_LOCAL"] = "1"
os.environ["SECRET_KEY"] = "only for tests"
for _name in ("ALLOWED_HOSTS", "CELERY_BROKER_URL", "CSRF_TRUSTED_ORIGINS", "DEBUG", "EMAIL_URL", "REDIS_URL"):
    os.environ.pop(_name, None)

from p2v_site.settings import *  # noqa: E402, F403 - the environment must stand first; every setting is wanted
from p2v_site.settings import CACHES, DATABASES, STORAGES  # noqa: E402 - as above

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
JOBS_AT_ONCE = True
UPLOADS_DIR = str(Path(tempfile.gettempdir()) / f"muster-uploads-{os.getpid()}")
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Each process of the tests has a cache of its own, and limits count nothing: tests ask more in a second than people in
# an hour. Those of limits and of the caches take the cache that they test.
_IN_MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "muster"}
CACHES = {
    **CACHES,
    "default": _IN_MEMORY,
    "file": _IN_MEMORY,
    "shared": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
}
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as in real life: threads of the live server have connections of their own, with locks and WAL.
    DATABASES["default"]["TEST"] = {"NAME": str(Path(tempfile.gettempdir()) / f"muster-test-{os.getpid()}.sqlite3")}
