"""The site's settings, with the bare view beside the site's addresses."""

from p2v_site.settings import *  # noqa: F403 - the site as it is

ROOT_URLCONF = "benchmarks.urls"
LOGGING = {"version": 1, "disable_existing_loggers": False, "root": {"level": "ERROR", "handlers": []}}
