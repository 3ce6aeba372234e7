"""What all API views share: errors, bodies, pages, versions, and cacheable reads."""
