"""What follows from the replies: which codes can still be the secret, and which replies clash."""
