"""What must be known of a machine before its figures mean anything."""

import os
import platform
from importlib.metadata import version

_PACKAGES = ("aws-lambda-powertools", "pynamodb", "boto3")


def facts() -> str:
    """One line: cores and what else they do, Python, and the packages that are measured."""
    packages = ", ".join(f"{name} {version(name)}" for name in _PACKAGES)
    cores = f"{os.cpu_count()} cores ({platform.machine()}, load {os.getloadavg()[0]:.1f})"
    return f"{cores}, Python {platform.python_version()}, {packages}"
