"""Reading what people bring: files in, candidates for cards out. No database, no request.

- ``pages``: HTML pages of cards; the texts on them are read by ``rules.printed``
"""
