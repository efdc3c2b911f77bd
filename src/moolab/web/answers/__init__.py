"""What answers need of the server: who asks, in which language, computing for it, and errors."""
