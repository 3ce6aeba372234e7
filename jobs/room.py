"""What people have of long work."""

from accounts.selectors.rooms import Room
from jobs.selectors import archived_jobs

ROOM = Room(archive=(archived_jobs,))
