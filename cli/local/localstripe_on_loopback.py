"""Runs localstripe, in its own environment, on loopback only: by itself it listens on every interface."""

import runpy
import socket
from typing import Any


class _LoopbackSocket(socket.socket):
    def bind(self, address: Any) -> None:  # noqa: ANN401 (as the class above has it)
        super().bind(("::ffff:127.0.0.1", address[1]))


socket.socket = _LoopbackSocket  # type: ignore[misc]
runpy.run_module("localstripe", run_name="__main__")
