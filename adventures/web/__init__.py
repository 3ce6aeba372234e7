"""The pages of adventures."""
