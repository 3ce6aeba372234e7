"""Backups of the whole site: the database, files that wait to be imported, and the secret that the site made.

``databases`` copies a database out and in, ``backups`` makes the file that holds everything and puts one back.
"""
