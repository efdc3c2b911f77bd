"""What is made from the source and kept beside it."""
