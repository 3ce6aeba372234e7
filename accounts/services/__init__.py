"""What visitors own, room by room: given to an account at sign-in, removed with their visits."""
