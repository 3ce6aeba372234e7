"""What every door for programs shares: the shape of errors, bodies, pages, versions, and reads that may be repeated."""
