"""Jobs: long work as rows of the database, done outside the web processes, followed and stopped on a page.

- ``models``: a job, the lines of its report, and the known workers
- ``services.kinds``: the kinds of jobs, which upper rooms register in their ``tasks``
- ``services.jobs``: making, canceling and retrying a job; ``services.runs``: the interface for its work
- ``services.workers``: workers that take jobs, renew leases and do the work; ``tasks``: the same on Celery
"""
