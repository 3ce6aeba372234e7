"""What all views for programs share: the shape of errors, bodies, pages, versions, and reads that may be repeated."""
