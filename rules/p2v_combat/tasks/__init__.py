"""What is being resolved: tasks on a stack, each of which goes on by itself or waits for dice or for people."""
