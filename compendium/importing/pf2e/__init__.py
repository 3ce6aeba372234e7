"""PF2e creatures from files: Foundry VTT's forms of today and of 2021, and Pf2eTools.

- ``files``: the creatures in a file, whatever holds them; ``candidates``: each as a draft card, or why not
- ``foundry``, ``foundry_spells``, ``pf2etools``: stat blocks of each form
- ``markup``, ``abilities``, ``values``, ``publications``: what the readers share
"""
