"""What is being resolved: a stack of tasks, each of which continues automatically or waits for dice or for people."""
