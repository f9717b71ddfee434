"""Requests go to public addresses only, however an address is written and whatever a name resolves to."""

import pytest

from oncestep.adapters.address_guard import AddressGuard, AddressRefused, NameUnresolved, resolve

PUBLIC = (
    "8.8.8.8",
    "52.94.236.248",
    "192.0.1.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001::200e",
    "::ffff:8.8.8.8",  # mapped
    "64:ff9b::8.8.8.8",  # NAT64
    "2002:0808:0808::1",  # 6to4
)
LOOPBACK = ("127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1")
REFUSED = (
    "0.0.0.0",  # noqa: S104 - unspecified
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",  # shared by carriers' NAT
    "100.100.100.200",  # a cloud's metadata in it
    "169.254.0.1",  # link-local
    "169.254.169.254",  # metadata
    "169.254.170.2",  # credentials of containers
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",  # metadata of another cloud
    "192.0.2.1",  # documentation
    "192.168.1.1",
    "198.18.0.1",  # benchmarks
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",  # multicast
    "239.255.255.250",
    "240.0.0.1",  # reserved
    "255.255.255.255",
    "::",
    "::8.8.8.8",  # IPv4-compatible
    "::ffff:0:8.8.8.8",  # translated
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::10.0.0.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::8.8.8.8",  # NAT64 of a local network
    "100::1",  # discard
    "2001::1",  # Teredo
    "2001:db8::1",  # documentation
    "2002:0a00:0001::1",  # 6to4 of 10.0.0.1
    "2002:a9fe:a9fe::1",  # 6to4 of 169.254.169.254
    "fc00::1",  # unique local
    "fd00:ec2::254",  # metadata
    "fe80::1",  # link-local
    "fe80::1%eth0",
    "fec0::1",  # site-local
    "ff02::1",  # multicast
    "ff0e::1",
)


def guard(*addresses: str, allow_loopback: bool = False) -> AddressGuard:
    """A guard to whom every name has these addresses."""
    return AddressGuard(allow_loopback=allow_loopback, resolver=lambda *_: list(addresses))


@pytest.mark.parametrize("address", PUBLIC)
@pytest.mark.parametrize("allow_loopback", [False, True])
def test_a_public_address_is_open(address: str, allow_loopback: bool) -> None:  # noqa: FBT001
    assert guard(address, allow_loopback=allow_loopback).address("shop.example", 443) == address


@pytest.mark.parametrize("address", REFUSED)
@pytest.mark.parametrize("allow_loopback", [False, True])
def test_an_address_that_is_not_public_is_refused(address: str, allow_loopback: bool) -> None:  # noqa: FBT001
    with pytest.raises(AddressRefused, match=r"shop\.example"):
        guard(address, allow_loopback=allow_loopback).address("shop.example", 443)


@pytest.mark.parametrize("address", LOOPBACK)
def test_loopback_is_open_only_where_it_is_allowed(address: str) -> None:
    assert guard(address, allow_loopback=True).address("localhost", 80) == address
    with pytest.raises(AddressRefused):
        guard(address).address("localhost", 80)


@pytest.mark.parametrize("addresses", [("8.8.8.8", "10.0.0.1"), ("10.0.0.1", "8.8.8.8"), ("8.8.8.8", "fd00:ec2::254")])
def test_a_name_with_one_private_address_is_refused(addresses: tuple[str, ...]) -> None:
    with pytest.raises(AddressRefused):
        guard(*addresses).address("shop.example", 443)


def test_the_first_address_of_a_name_is_taken() -> None:
    assert guard("8.8.8.8", "8.8.4.4").address("shop.example", 443) == "8.8.8.8"


@pytest.mark.parametrize("written", ["127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost"])
def test_loopback_in_disguise_is_refused(written: str) -> None:
    with pytest.raises(AddressRefused):
        AddressGuard().address(written, 443)


@pytest.mark.parametrize("name", ["no-such-name.invalid", "a" * 70 + ".example"])
def test_a_name_without_an_address_does_not_resolve(name: str) -> None:
    with pytest.raises(NameUnresolved):
        AddressGuard().address(name, 443)


def test_each_address_of_a_name_comes_once() -> None:
    found = resolve("localhost", 443)
    assert len(set(found)) == len(found)
