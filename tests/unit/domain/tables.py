"""Tables written as text, so that a reader sees their columns."""


def rows_of(text: str) -> list[tuple[str, ...]]:
    """The words of each line; empty lines are left out."""
    return [tuple(line.split()) for line in text.splitlines() if line.strip()]


def cells_of(text: str) -> list[tuple[str, str, str]]:
    """Each cell of a matrix as (row, column, cell); its first line names the columns."""
    (_, *columns), *rows = rows_of(text)
    return [(name, column, cell) for name, *cells in rows for column, cell in zip(columns, cells, strict=True)]
