"""Reading adventures."""
