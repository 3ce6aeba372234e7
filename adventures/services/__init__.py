"""The only writers of adventures."""
