"""What Oncestep does: use cases over ports. Knows no technology."""
