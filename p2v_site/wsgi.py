"""The WSGI entry point for gunicorn and other servers."""

import os
from collections.abc import Collection

from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils.module_loading import import_string

from common.web.awaiting import AwaitedChange
from p2v_site.addresses import largest_body_at

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "p2v_site.settings")

application = get_wsgi_application()
_changed_battles = import_string("battles.selectors.battles.changed_battles")  # models are loaded now


def awaited_changes(awaited: Collection[AwaitedChange]) -> set[AwaitedChange]:
    """Return those changes that have come, in a thread that belongs to no request."""
    close_old_connections()
    changed: set[AwaitedChange] = _changed_battles(awaited)
    return changed


application.largest_body = largest_body_at  # type: ignore[attr-defined] # the worker collects no more
application.changes = awaited_changes  # type: ignore[attr-defined] # the worker asks it for requests that wait
