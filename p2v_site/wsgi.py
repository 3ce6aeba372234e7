"""The WSGI entry point for gunicorn and other servers."""

import os

from django.core.wsgi import get_wsgi_application

from p2v_site.addresses import largest_body_at

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "p2v_site.settings")

application = get_wsgi_application()
application.largest_body = largest_body_at  # type: ignore[attr-defined] # the worker collects no more
