"""The best that is known of games."""
