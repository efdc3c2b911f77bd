"""Several boards at once: each guess goes to all of them."""
