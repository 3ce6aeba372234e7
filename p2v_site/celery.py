"""The Celery application: tasks run in process when no broker is set, on Redis and workers when one is."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "p2v_site.settings")

app = Celery("muster")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
