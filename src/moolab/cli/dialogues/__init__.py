"""Games, and other things that go on for a while, led in a terminal."""
