"""What is about no game: files, text, lazy values, graphs, processes, compiled functions."""
