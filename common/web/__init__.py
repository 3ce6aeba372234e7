"""The shared parts of pages: addresses, lists and their pages, answers to HTMX."""
