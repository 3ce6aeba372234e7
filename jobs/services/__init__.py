"""The writers of jobs: those who want them, and those who do them."""
