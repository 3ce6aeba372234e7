"""The site: settings, addresses, workers, base templates and static files."""

from p2v_site.celery import app as celery_app

__all__ = ["celery_app"]
