"""Which addresses a request may go to: public ones only, judged after the name was resolved."""

import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

NAT64 = ipaddress.ip_network("64:ff9b::/96")
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
"""All that IPv6 routes publicly; `is_global` alone takes site-local and translated addresses for global."""
PROTOCOL_ASSIGNMENTS = ipaddress.ip_network("192.0.0.0/24")
"""Holds a cloud's metadata service; older Pythons take most of it for global."""


class AddressRefused(Exception):
    """A name resolves to an address that is not public."""


class NameUnresolved(Exception):
    """A name does not resolve."""


Resolver: TypeAlias = Callable[[str, int], list[str]]


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name, as the system resolves it.

    Raises:
        NameUnresolved: it has none.

    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NameUnresolved(f"{host} does not resolve") from error
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


@dataclass(slots=True, eq=False, repr=False)
class AddressGuard:
    """Resolves names and refuses what is not public; `allow_loopback` opens 127.0.0.0/8 and ::1, nothing else."""

    allow_loopback: bool = False
    resolver: Resolver = resolve

    def address(self, host: str, port: int) -> str:
        """The one address to connect to. It is an address, so nobody can resolve the name to another one later.

        Raises:
            NameUnresolved: see `resolve`.
            AddressRefused: any address of the name is private, loopback, link-local, reserved or a metadata service.

        """
        addresses = self.resolver(host, port)
        for address in addresses:
            if not self.allows(address):
                raise AddressRefused(f"{host} resolves to {address}, which is not a public address")
        return addresses[0]

    def allows(self, address: str) -> bool:
        """Whether requests may go to this address."""
        inner = _embedded(ipaddress.ip_address(address.partition("%")[0]))
        if inner.is_loopback:
            return self.allow_loopback
        return _public(inner)


def _public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        return address in GLOBAL_UNICAST and address.is_global
    return address.is_global and not address.is_multicast and address not in PROTOCOL_ASSIGNMENTS


def _embedded(address: Address) -> Address:
    """The IPv4 address that an IPv6 address carries (mapped, 6to4, NAT64), or the address itself."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address
