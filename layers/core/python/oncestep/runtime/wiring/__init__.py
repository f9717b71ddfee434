"""The composition root: the only place that knows which adapter stands behind which port.

One module per group of functions, so that a function imports what it is made of and no more; a part is built when it
is first asked for.
"""
