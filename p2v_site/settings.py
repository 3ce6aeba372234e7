"""Settings, all of them by environment variables; docs/operations.md lists each.

Without any variable Muster runs on its embedded default: SQLite in ``var/``, tasks in process, cache in memory.
"""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from common.files import make_private
from p2v_site.bounds import *  # noqa: F403 - settings as well
from p2v_site.monitoring import *  # noqa: F403 - settings as well
from p2v_site.monitoring import measured

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()


LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"]


def _secret_key(local: bool) -> str:
    """Return ``SECRET_KEY``; on a local machine, a random one, made once and stored in ``var/``."""
    key: str = env.str("SECRET_KEY", default="")
    if key:
        return key
    if not local:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set, and ALLOWED_HOSTS names a site that others can reach. Set the environment variable "
            'SECRET_KEY to a long random text (python -c "import secrets; print(secrets.token_urlsafe(50))").'
        )
    path = VAR_DIR / "secret-key"
    path.parent.mkdir(exist_ok=True)
    if not path.exists():
        # Written whole or not at all, by the first of several processes that may start at once.
        with tempfile.NamedTemporaryFile("w", dir=VAR_DIR, encoding="utf-8") as draft:
            draft.write(secrets.token_urlsafe(50))
            draft.flush()
            with contextlib.suppress(FileExistsError):
                os.link(draft.name, path)
    return path.read_text(encoding="utf-8")


ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=LOOPBACK_HOSTS)
# Where others find the site: what links to it begin with that are sent around.
SITE_URL: str = env.str("SITE_URL", default="").rstrip("/")
# A site that only its owner's machine can reach: plain HTTP, a secret of its own, mail to the console. It is one as
# long as no other host is named; MUSTER_LOCAL=1 says that the named hosts are at home too.
LOCAL: bool = env.bool("MUSTER_LOCAL", default=set(ALLOWED_HOSTS) <= set(LOOPBACK_HOSTS))
DEBUG: bool = env.bool("DEBUG", default=False)
HOST: str = env.str("HOST", default="127.0.0.1")  # where gunicorn listens; p2v_site.checks warns of some
SECRET_KEY = _secret_key(LOCAL or DEBUG)
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "p2v_site.admin_site.MusterAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "corsheaders",
    "csp",
    "django_filters",
    "django_htmx",
    "django_structlog",
    "drf_spectacular",
    "health_check",
    "import_export",
    "knox",
    "rest_framework",
    "common",
    "accounts",
    "jobs",
    "webhooks",
    "compendium",
    "warbands",
    "campaigns",
    "battles",
    "adventures",
    "gambling",
    "p2v_site",
]
ROOMS = ["warbands", "compendium", "campaigns", "battles", "webhooks", "adventures", "gambling", "jobs", "p2v_site"]

MIDDLEWARE = [
    "p2v_site.web.request_log.RequestLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "p2v_site.web.compression.PageCompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "common.web.refusals.refuse_other_charsets",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "p2v_site.web.limits.BodyLimitMiddleware",
    "p2v_site.web.errors.explain_wrong_method",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.web.signing_in.ask_staff_for_second_factor",
    "accounts.web.visitors.keep_what_visitors_made",
    "campaigns.web.visiting.keep_campaigns_of_visitors",
    "p2v_site.web.commands.refuse_other_people",
    "p2v_site.web.limits.LimitMiddleware",
    "p2v_site.web.offline.mark_pages_to_keep",
]

ROOT_URLCONF = "p2v_site.urls"
WSGI_APPLICATION = "p2v_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "p2v_site" / "templates"],  # before those of the packages, whose pages it restyles
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Data -----------------------------------------------------------------------------------------------------------

DATABASE_URL: str = env.str("DATABASE_URL", default="") or f"sqlite:///{VAR_DIR / 'muster.sqlite3'}"
if DATABASE_URL.partition(":")[0] not in env.DB_SCHEMES:
    raise ImproperlyConfigured(
        "DATABASE_URL names no database: write it as sqlite:////path/to/muster.sqlite3 or "
        "postgres://user:password@host/name."
    )
DATABASES = {"default": env.db_url_config(DATABASE_URL)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(exist_ok=True)
    make_private(Path(DATABASES["default"]["NAME"]))
    # Readers never wait for the writer (WAL); writers queue for up to ten seconds and lock from their first statement,
    # so that two of them cannot both read an old state and then collide.
    # A thread keeps its connection: to open a file and prepare the connection takes two milliseconds.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 10,
        "transaction_mode": "IMMEDIATE",
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000; "
            "PRAGMA mmap_size=134217728; PRAGMA temp_store=MEMORY;"
        ),
    }
else:
    DATABASES["default"].setdefault("CONN_MAX_AGE", 60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MIGRATION_MODULES = {"knox": None}  # its own table of tokens is not used (accounts.ApiToken)

REDIS_URL: str = env.str("REDIS_URL", default="")
# What all processes share: limits, used one-time codes, what pages keep for a while. It stands in Redis, else in a
# table of PostgreSQL, else in a file beside that of SQLite; the file stands in as well while Redis does not answer.
CACHE_FILE: str = env.str("CACHE_FILE", default="") or str(VAR_DIR / "shared-cache.sqlite3")
_SHARED_FILE = {"BACKEND": "common.shared_cache.files.FileCache", "LOCATION": CACHE_FILE}
_SHARED_REDIS = {
    "BACKEND": "common.shared_cache.redis.TolerantRedisCache",
    "LOCATION": REDIS_URL,
    "KEY_PREFIX": "muster",
    "OPTIONS": {"fallback": "file", "socket_connect_timeout": 0.5, "socket_timeout": 0.5},
}
_SHARED_TABLE = {
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "muster_cache",  # accounts.models
    "OPTIONS": {"MAX_ENTRIES": 50_000},
}
_IS_ONE_FILE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
_SHARED: dict[str, Any] = _SHARED_REDIS if REDIS_URL else _SHARED_FILE if _IS_ONE_FILE else _SHARED_TABLE
CACHES: dict[str, dict[str, Any]] = {"default": _SHARED, "shared": _SHARED, "file": _SHARED_FILE}
SESSION_COOKIE_AGE = 180 * 24 * 60 * 60  # what a visitor made is found by the session alone
# Never in a cache, which may forget: a user who signed out while Redis was away must stay signed out when it is back.
SESSION_ENGINE = "django.contrib.sessions.backends.db"

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default=REDIS_URL) or "memory://"
CELERY_TASK_ALWAYS_EAGER = CELERY_BROKER_URL == "memory://"
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_TASK_IGNORE_RESULT = False
CELERY_RESULT_BACKEND = REDIS_URL or "cache+memory://"
CELERY_RESULT_EXPIRES = 24 * 60 * 60
CELERY_TASK_TIME_LIMIT = 10 * 60
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# What is due is a matter of the database, so a second beat does no harm; without a broker "manage.py run_jobs" looks.
CELERY_BEAT_SCHEDULE = {
    "keep-schedule": {"task": "jobs.tasks.keep_schedule", "schedule": 60, "options": {"expires": 50}}
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for a broker that is away, however long
# Who begins a job does not wait for a broker that is away: the job is a row, and is sent again.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": 10,
    "socket_connect_timeout": 1,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
}
# Jobs wait for a Celery worker, or without a broker for "manage.py run_jobs"; tests do them where they are begun.
JOBS_AT_ONCE = False

# --- People ---------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
NUM_PROXIES: int = env.int("NUM_PROXIES", default=0)
ALLAUTH_TRUSTED_PROXY_COUNT = NUM_PROXIES
# Failed tries count for an address, and for an address at one account: a stranger elsewhere locks no owner out.
ACCOUNT_ADAPTER = "accounts.web.signing_in.AccountAdapter"
ACCOUNT_RATE_LIMITS = {"login": "120/m/ip", "login_failed": "30/m/ip,5/5m/key"}
MFA_ADAPTER = "accounts.services.second_factor.SecondFactorAdapter"
# The first key encrypts the secrets of second factors, each of them opens what it encrypted.
MFA_KEY_STATED: list[str] = env.list("MFA_KEY", default=[])
MFA_KEYS: list[str] = [*MFA_KEY_STATED, SECRET_KEY, *SECRET_KEY_FALLBACKS]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "warbands:list"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Muster] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if LOCAL else "https"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = LOCAL  # browsers know passkeys at http://localhost, and elsewhere on HTTPS alone
# Staff have their rights, in the admin and anywhere else, with a second factor only.
STAFF_SECOND_FACTOR: bool = env.bool("STAFF_SECOND_FACTOR", default=False)
MFA_TOTP_ISSUER = "Muster"

EMAIL_CONFIG = env.email_url_config(env.str("EMAIL_URL", default="") or "consolemail://")
vars().update(EMAIL_CONFIG)
SENDS_MAIL: bool = bool(env.str("EMAIL_URL", default=""))  # without a mail server no page offers to send any
MFA_ALLOW_UNVERIFIED_EMAIL = not SENDS_MAIL  # no address could be verified there, and staff may need a second factor
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", default="muster@localhost")

# --- Language, time -------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

# --- Files ----------------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_FINDERS = [
    "p2v_site.stylesheets.StylesheetFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "p2v_site.static_files.CompressedOnceStorage"
        )
    },
}
# Files that wait to be imported; web processes and workers share the folder.
UPLOADS_DIR: str = env.str("UPLOADS_DIR", default="") or str(VAR_DIR / "uploads")
DATA_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024  # a stat block of 2 MB may be pasted, with all that stands around it
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000

# --- Safety ---------------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
# What browsers may offer to pages of Muster: what they use, and nothing that watches or asks people.
_CLOSED = "accelerometer browsing-topics camera display-capture geolocation gyroscope hid idle-detection"
_CLOSED += " local-fonts magnetometer microphone midi payment serial usb xr-spatial-tracking"
_USED = "clipboard-write publickey-credentials-create publickey-credentials-get"
PERMISSIONS_POLICY = {**{name: [] for name in _CLOSED.split()}, **{name: ["self"] for name in _USED.split()}}
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
if not (LOCAL or DEBUG):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics/$"]  # asked by the machine itself, before any proxy
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=30 * 24 * 60 * 60)
    # Whether subdomains and browsers' preload lists follow is for the owner of the domain to say, in the proxy.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# --- The API --------------------------------------------------------------------------------------------------------

BATTLE_RATE_BROWSER = env.int("BATTLE_RATE_BROWSER", default=6)  # questions a second whether a battle has changed
BATTLE_RATE_LINK = env.int("BATTLE_RATE_LINK", default=60)  # the same of all who watch by one link, in each process

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.PersonalToken",
        "accounts.api.authentication.BrowserSession",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "common.openapi.HouseSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "common.limits.AccountRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("API_RATE_ANON", default="600/min"),
        "user": env.str("API_RATE_USER", default="1200/min"),
    },
    "NUM_PROXIES": NUM_PROXIES,
    "EXCEPTION_HANDLER": "p2v_site.web.errors.api_exception_handler",
    "ALLOWED_VERSIONS": ["1"],  # the schema names no other, even if its address asks for one
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
# A personal token is 64 hexadecimal digits after a mark by which scanners of published code know it.
KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105 # the name of a table
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_PREFIX": "muster_", "TOKEN_TTL": None}
# Pages of other sites may read what is public, and never as a user: without cookies and without tokens.
CORS_URLS_REGEX = r"^/api/v1/(?:creatures|items|feats|spells|glossary|sources|schema)/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ("GET", "HEAD", "OPTIONS")
CORS_ALLOW_HEADERS = ("accept", "content-type", "if-none-match")
CORS_EXPOSE_HEADERS = ("ETag", "Retry-After")
SPECTACULAR_SETTINGS = {
    "TITLE": "Muster API",
    "DESCRIPTION": "The compendium of Path 2 Victory for everyone, and with a token your own data: warbands and so on.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        *("common.openapi.without_enum_ids", "common.openapi.with_links"),
        "p2v_site.api.with_examples",
    ],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# --- What the site tells of itself: p2v_site.monitoring has its settings -------------------------------------------

MIDDLEWARE = measured(MIDDLEWARE)
