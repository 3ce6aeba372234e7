"""What pages of every room share: addresses, lists and their pages, answers to HTMX."""
