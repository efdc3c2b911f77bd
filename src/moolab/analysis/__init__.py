"""What a game teaches: how good each guess was, how lucky, and what would have been better."""
