"""What is answered to a question, as JSON has it: the same on the command line and over HTTP."""
