"""Settings, all of them by environment variables; docs/operations.md lists each.

Without any variable Muster runs on its embedded default: SQLite in ``var/``, tasks in process, cache in memory.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()


LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"]


def _secret_key(local: bool) -> str:
    """Return ``SECRET_KEY``; on one's own machine a random one, made once and kept in ``var/``."""
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
SECRET_KEY = _secret_key(LOCAL or DEBUG)
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
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "import_export",
    "rest_framework",
    "common",
    "accounts",
    "jobs",
    "compendium",
    "warbands",
    "campaigns",
    "battles",
    "p2v_site",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "common.web.charsets.refuse_other_charsets",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.web.visitors.keep_what_visitors_made",
    "campaigns.web.visiting.keep_campaigns_of_visitors",
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
        "DATABASE_URL names no database: write it like sqlite:////path/to/muster.sqlite3 or "
        "postgres://user:password@host/name."
    )
DATABASES = {"default": env.db_url_config(DATABASE_URL)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(exist_ok=True)
    # Readers never wait for the writer (WAL); writers queue for up to ten seconds and lock from their first statement,
    # so that two of them cannot both read an old state and then collide.
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

REDIS_URL: str = env.str("REDIS_URL", default="")
CACHES = {
    "default": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL, "KEY_PREFIX": "muster"}
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "muster"}
    )
}
SESSION_COOKIE_AGE = 180 * 24 * 60 * 60  # what a visitor made is found by the session alone
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db" if REDIS_URL else "django.contrib.sessions.backends.db"

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
# Jobs wait for a Celery worker, or without a broker for "manage.py run_jobs"; tests do them where they are begun.
JOBS_AT_ONCE = False

# --- People ---------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
# What visitors own without an account, room by room: adopted when they sign in, removed when their visits end.
VISITOR_BELONGINGS = [
    "warbands.services.belongings.WARBANDS",
    "compendium.services.belongings.CREATURES",
    "battles.services.belongings.BATTLES",
]
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
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Muster] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if LOCAL else "https"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Muster"

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
SENDS_MAIL: bool = bool(env.str("EMAIL_URL", default=""))  # without a mail server no page offers to send any
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
            else "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
            if LOCAL  # compressing takes half a minute and saves nothing on one's own machine
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
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
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
if not (LOCAL or DEBUG):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=30 * 24 * 60 * 60)
    # Whether subdomains and browsers' preload lists follow is for the owner of the domain to say, in the proxy.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# --- The API --------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("API_RATE_ANON", default="600/min"),
        "user": env.str("API_RATE_USER", default="1200/min"),
    },
    "NUM_PROXIES": NUM_PROXIES,
    "EXCEPTION_HANDLER": "common.api.exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Muster API",
    "DESCRIPTION": "Creatures, items, feats, spells and the glossary of Path 2 Victory, and the check of a warband.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "AUTHENTICATION_WHITELIST": [],  # nothing in it needs an account
    "POSTPROCESSING_HOOKS": ["common.openapi.without_enum_ids"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
}
