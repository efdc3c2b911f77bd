from moolab.cli.dialogues.simple import command_of
from nim.game import GAME


def text(state):
    lines = [f"{number}: {'|' * size}" for number, size in enumerate(state.heaps, 1)]
    if state.moves and state.outcome != "won":
        lines.insert(0, f"I play {state.moves[-1]}.")
    if state.outcome:
        lines.append("You win." if state.outcome == "won" else "I win.")
    return "\n".join(lines)


HOW = "Take sticks of one heap: 3 2 takes two of heap 3. Who takes the last stick wins."

command = command_of(GAME, text, HOW)
