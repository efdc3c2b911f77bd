"""Questions, answers, results and messages, as a terminal or a pipe takes them."""
