"""ARM Thumb as ARMv6-M has it: encoding, and the processor that runs it."""
