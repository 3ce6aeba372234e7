"""Tags for pages of adventures."""
