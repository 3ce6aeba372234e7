"""People's long-running work."""

from accounts.selectors.rooms import Room
from jobs.selectors import archived_jobs

ROOM = Room(archive=(archived_jobs,))
