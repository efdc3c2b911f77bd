"""What a stranger may send: every text, file and command line is read or refused, and soon."""
