"""An open socket as one exchange sees it: all of it ends by one deadline, and it knows what happened on it."""

import io
import socket
from time import monotonic


class Wire:
    """What `http.client` asks of a socket. A timeout of each read alone would let a trickling answer last for ever.

    Closing is left to whoever opened the socket: the client closes its end of the wire while the answer is still read.
    """

    def __init__(self, connected: socket.socket, deadline: float) -> None:
        self._socket = connected
        self._deadline = deadline
        self.written = False
        self.ended = False

    def sendall(self, data: bytes) -> None:
        """Write. From now on the other side may have the request, even if this fails."""
        self._limit()
        self.written = True
        self._socket.sendall(data)

    def recv_into(self, buffer: memoryview) -> int:
        """Read what there is; nothing once the other side has ended."""
        self._limit()
        read = self._socket.recv_into(buffer)
        self.ended = not read
        return read

    def makefile(self, mode: str) -> io.BufferedReader:  # noqa: ARG002 - answers are read, whatever the mode is called
        """The reading end."""
        return io.BufferedReader(_Reading(self))

    def settimeout(self, seconds: float) -> None:
        """Nothing: the client asks for its time of connecting again, but the deadline decides."""

    def close(self) -> None:
        """Nothing; see the class."""

    def _limit(self) -> None:
        left = self._deadline - monotonic()
        if left <= 0:
            raise TimeoutError("the time of this exchange is used up")
        self._socket.settimeout(left)


class _Reading(io.RawIOBase):
    """The stream that `http.client` reads its answer from."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # the reader above passes nothing else
        return self._wire.recv_into(buffer)
