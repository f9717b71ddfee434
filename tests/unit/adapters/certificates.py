"""Certificates of a minute's life: an authority of the test's own, and server certificates that it signed."""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass(frozen=True, slots=True)
class Authority:
    """Signs server certificates; `trusted` trusts them and nothing else."""

    folder: Path
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @classmethod
    def new(cls, folder: Path) -> "Authority":
        key = ec.generate_private_key(ec.SECP256R1())
        constraints = x509.BasicConstraints(ca=True, path_length=None)
        certificate = _unsigned("Test authority", key, "Test authority").add_extension(constraints, critical=True)
        return cls(folder, key, certificate.sign(key, hashes.SHA256()))

    def trusted(self) -> ssl.SSLContext:
        pem = self.certificate.public_bytes(serialization.Encoding.PEM)
        return ssl.create_default_context(cadata=pem.decode("ascii"))

    def server(self, name: str) -> ssl.SSLContext:
        """What a server of this DNS name or address speaks TLS with."""
        key = ec.generate_private_key(ec.SECP256R1())
        named: x509.GeneralName = x509.IPAddress(ip_address(name)) if name[0].isdigit() else x509.DNSName(name)
        unsigned = _unsigned(name, key, "Test authority")
        signed = unsigned.add_extension(x509.SubjectAlternativeName([named]), critical=False).sign(
            self.key, hashes.SHA256()
        )
        return self._context(name, key, signed)

    def _context(self, name: str, key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate) -> ssl.SSLContext:
        path = self.folder / f"{name}.pem"
        path.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
            + certificate.public_bytes(serialization.Encoding.PEM)
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context


def _unsigned(subject: str, key: ec.EllipticCurvePrivateKey, issuer: str) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(minutes=5))
    )
