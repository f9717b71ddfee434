"""What Oncestep knows: pure values and rules, standard library only."""
