import re
from random import Random


class Words:
    """Runs its words: ask, reply, won and again."""

    def __init__(self, program, seed=0):
        self.words = program.split()
        self.code = "".join(Random(seed).sample("0123456789", 4))
        self.program_counter = self.work = 0
        self.guess = self.printed = ""
        self.waits = False

    @property
    def stopped(self):
        if self.waits:
            return "it waits for a guess"
        return None if self.program_counter < len(self.words) else "the program has ended"

    def step(self):
        word = self.words[self.program_counter]
        self.program_counter, self.work = self.program_counter + 1, self.work + 1
        bulls = sum(a == b for a, b in zip(self.guess, self.code))
        if word == "ask":
            self.waits = True
        elif word == "reply":
            self.printed += f"{bulls} bulls {len({*self.guess} & {*self.code}) - bulls} cows\n"
        elif word == "won" and bulls == 4:
            self.program_counter = len(self.words)
        elif word == "again":
            self.program_counter = 0

    def enter(self, text):
        self.guess, self.waits, self.printed = text, False, self.printed + "\n"

    def read(self):
        text, self.printed = self.printed, ""
        return text

    def snapshot(self):
        return self.program_counter, self.guess, self.printed, self.waits

    def restore(self, snapshot):
        self.program_counter, self.guess, self.printed, self.waits = snapshot

    def listing(self):
        return list(enumerate(self.words))

    def groups(self):
        return {"registers": {"code": self.code, "guess": self.guess}}

    @staticmethod
    def listing_in(text):
        return "\n".join(re.findall(r"^(?:ask|reply|won|again)$", text, re.MULTILINE))
