"""Small machines, simulated: a pocket calculator, a pocket BASIC, two microcontrollers."""
