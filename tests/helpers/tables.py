"""Random tables of replies, small enough for everything to be tried."""

from hypothesis import strategies as st

from moolab.codes.listed import ListedRules
from moolab.codes.tables import table_rules

NAMES = ["cat", "horned owl", "cod", "bat", "an ant", "emu", "yak"]


@st.composite
def tables(draw: st.DrawFn, most: int = 6) -> ListedRules:
    """Games of either kind, with or without weights and costs."""
    names = NAMES[: draw(st.integers(1, most))]
    wins = draw(st.booleans())
    cell = st.sampled_from(["yes", "no", 'about 5" \\'])
    table = {}
    for number in range(draw(st.integers(0, 5))):
        row = draw(st.lists(cell, min_size=len(names), max_size=len(names)))
        table[f"is it number {number}?"] = row
    if wins:
        for name in names:
            others = draw(st.lists(st.sampled_from(["no", "near"]), min_size=6, max_size=6))
            table[name] = ["yes" if each == name else others.pop() for each in names]
    else:
        # Whatever the others ask, these tell all apart.
        size = len(names)
        table |= {f"bit {bit}?": [str(n >> bit & 1) for n in range(size)] for bit in range(3)}
    weight = st.integers(0, 5) | st.sampled_from([10**9, 0.5])
    weights = draw(st.just([]) | st.lists(weight, min_size=len(names), max_size=len(names)))
    if not any(weights):
        weights = []
    costs = draw(st.dictionaries(st.sampled_from(list(table)), st.integers(1, 4)))
    return table_rules(names, table, win="yes" if wins else None, priors=weights, costs=costs)
