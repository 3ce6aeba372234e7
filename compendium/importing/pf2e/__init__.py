"""PF2e creatures from files: Foundry VTT's present and 2021 forms, Pf2eTools, and copied texts.

- ``files``: the creatures in a file of any kind; ``candidates``: each as a draft card, or the reason for none
- ``text``: stat blocks as books and reference sites print them
- ``foundry``, ``foundry_spells``, ``pf2etools``: stat blocks of each form
- ``markup``, ``abilities``, ``damage_words``, ``values``, ``publications``: what the readers share
"""
