"""The writers of jobs: for requesters, and for workers."""
