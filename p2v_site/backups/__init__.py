"""Backups of the whole site: the database, files that wait to be imported, and the secret that the site made.

``databases`` copies a database out and in, ``archive`` is the file that holds everything, ``backups`` makes one and
puts one back.
"""
