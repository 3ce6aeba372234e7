"""The API of jobs: read their state and cancel them."""
