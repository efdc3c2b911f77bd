"""RISC-V: RV32IMC, the instructions of small microcontrollers with 32 registers."""
