"""Sets of codes split by the reply to a guess, compiled."""

import numpy as np
from numpy.typing import NDArray

from moolab.support.jit import Value, inner, unsigned


@inner
def split(
    row: NDArray[np.uint8] | NDArray[np.uint16],
    codes: NDArray[np.int32],
    out: NDArray[np.int32],
    starts: NDArray[np.int32],
    slots: NDArray[np.int32],
) -> Value:
    """Sort codes by reply into ``out``; part p is ``out[starts[p]:starts[p + 1]]``.

    Returns how many parts there are without that of the winning reply, which comes last. Few
    replies have a part each, empty or not; of many, only those that occur.

    Args:
        slots: which part each of many replies has; -1 for each, before and after. Empty where
            there are few.
    """
    if len(slots):
        return _split_sparsely(row, codes, out, starts, slots)
    for part in range(len(starts)):
        starts[part] = 0
    ends = starts[1:]
    for code in unsigned(codes):
        ends[row[code]] += 1
    _add_up(starts)
    for code in unsigned(codes):
        part = row[code]
        out[np.uint32(starts[part])] = code
        starts[part] += 1
    _step_back(starts)
    return len(starts) - 2


@inner
def _split_sparsely(
    row: NDArray[np.uint8] | NDArray[np.uint16],
    codes: NDArray[np.int32],
    out: NDArray[np.int32],
    starts: NDArray[np.int32],
    slots: NDArray[np.int32],
) -> Value:
    """As ``split``, with parts in the order in which they occur."""
    win = len(slots) - 1
    parts = 0
    for code in codes:
        reply = row[code]
        if reply != win:
            if slots[reply] < 0:
                slots[reply] = parts
                parts += 1
                starts[parts] = 0
            starts[slots[reply] + 1] += 1
    starts[0] = 0
    _add_up(starts[: parts + 1])
    for code in codes:
        if row[code] != win:
            part = slots[row[code]]
            out[starts[part]] = code
            starts[part] += 1
    _step_back(starts[: parts + 1])
    for code in codes:
        slots[row[code]] = -1
    return parts


@inner
def _add_up(starts: NDArray[np.int32]) -> None:
    for part in range(1, len(starts)):
        starts[part] += starts[part - 1]


@inner
def _step_back(starts: NDArray[np.int32]) -> None:
    """Each part has moved its start to its end, which is the start of the next."""
    for part in range(len(starts) - 1, 0, -1):
        starts[part] = starts[part - 1]
    starts[0] = 0
