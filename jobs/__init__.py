"""Jobs: long work as rows of the database, done beside the web processes, followed and stopped on a page.

- ``models``: a job, the lines of its report, and the workers that were seen
- ``services.kinds``: the kinds of jobs, which upper rooms register in their ``tasks``
- ``services.jobs``: a job is made, canceled, tried again; ``services.runs``: what its work may say and ask
- ``services.workers``: a worker takes jobs, keeps its lease and does them; ``tasks``: the same on Celery
"""
