"""moolab: the laboratory of Bulls & Cows."""
