"""PF2e creatures from files: Foundry VTT's forms of today and of 2021, Pf2eTools, and copied texts.

- ``files``: the creatures in a file, whatever holds them; ``candidates``: each as a draft card, or why not
- ``text``: stat blocks as books and reference sites print them
- ``foundry``, ``foundry_spells``, ``pf2etools``: stat blocks of each form
- ``markup``, ``abilities``, ``damage_words``, ``values``, ``publications``: what the readers share
"""
