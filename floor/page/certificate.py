"""The certificate of the pit's page: the house's own if it has one, else one that we make ourselves, once.

Our own is good for what it can be: the pit's tablets are told to trust this one certificate (docs/operations.md says
how), and people compare its fingerprint with what the start has printed.
"""

import ipaddress
import os
import socket
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from protocol import files

DAYS: Final = 397  # what browsers take; a technician renews it by deleting both files
CERTIFICATE: Final = "page.crt"
KEY: Final = "page.key"


def ours(folder: Path, names: Sequence[str]) -> tuple[Path, Path]:
    """Made at the first start, and kept: whoever has compared its fingerprint once need not do it again."""
    certificate, key = folder / CERTIFICATE, folder / KEY
    if not (certificate.exists() and key.exists()):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        made, secret = _make(names or (socket.gethostname(),))
        files.replace(key, secret.decode(), mode=0o600)
        files.replace(certificate, made.decode(), mode=0o644)
    return certificate, key


def _make(names: Sequence[str]) -> tuple[bytes, bytes]:
    secret = ec.generate_private_key(ec.SECP256R1())
    whom = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"ETG floor {names[0]}"[:64])])
    known = dict.fromkeys((*names, "localhost", "127.0.0.1", "::1"))
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(whom)
        .issuer_name(whom)
        .public_key(secret.public_key())
        .serial_number(int.from_bytes(os.urandom(16)) >> 1)
        .not_valid_before(now - timedelta(hours=1))  # a tablet's clock may be a little behind
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName([_name(each) for each in known]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(secret, hashes.SHA256())
    )
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return made.public_bytes(serialization.Encoding.PEM), secret.private_bytes(*form)


def _name(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)


def fingerprint(certificate: Path) -> str:
    """SHA-256, as browsers show it: AB:CD:..."""
    found = x509.load_pem_x509_certificate(certificate.read_bytes())
    return found.fingerprint(hashes.SHA256()).hex(":").upper()


def days_left(certificate: Path) -> int:
    found = x509.load_pem_x509_certificate(certificate.read_bytes())
    return (found.not_valid_after_utc - datetime.now(UTC)).days
