"""What stands in the place of what nobody may see."""

MASK = "***"
