"""Games that fill the terminal (Textual): the same as everywhere else, led with keys."""
