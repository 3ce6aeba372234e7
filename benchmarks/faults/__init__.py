"""What breaks a site, done to one of its own: processes killed in the middle of writes, disks that are full.

``site`` runs the site and its jobs in a folder, ``writes`` are the kinds of writes, ``kills`` do the harm and
prove what is left. ``python -m benchmarks.faults`` does all of it often; the tests do it once.
"""
