"""The property of visitors, app by app: it moves to an account at sign-in and is removed with their visits."""
