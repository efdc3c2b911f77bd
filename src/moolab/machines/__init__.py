"""Small machines, simulated: a calculator, a pocket BASIC and two microcontrollers."""
