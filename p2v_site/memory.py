"""What a process has loaded stays in its memory for good, and the garbage collector is told so.

Hundreds of thousands of objects would be looked at again by every full collection and at the end of each process, which
took seconds; and the workers would copy the pages of memory that they share with the process that started them.
"""

import gc


def keep_for_good() -> None:
    """Set everything that is in memory now apart from what is collected."""
    gc.collect()
    gc.freeze()
