"""A loopback CONNECT proxy that answers for every host, under certificates of a throw-away authority."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from types import TracebackType
from typing import Self

import trustme


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asked of a host."""

    host: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Answered:
    """What the host answers."""

    status: int = 200
    body: bytes = b""
    content_type: str = "text/html; charset=utf-8"


@dataclass
class FakeInternet:
    """Ends TLS for whatever host is dialled through it; `seen` keeps the requests in order."""

    answer: Callable[[Request], Answered]
    seen: list[Request] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._authority = trustme.CA()
        self._contexts: dict[str, ssl.SSLContext] = {}
        self._lock = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._door.close()

    @property
    def proxy(self) -> str:
        host, port = self._door.getsockname()
        return f"http://{host}:{port}"

    def write_authority(self, path: Path) -> str:
        """The certificate to trust, in a file."""
        self._authority.cert_pem.write_to_path(str(path))
        return str(path)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client:
            try:
                host = _tunnel_host(client)
                with self._context(host).wrap_socket(client, server_side=True) as secured:
                    _Handler(secured, self, host)
            except OSError:
                return

    def _context(self, host: str) -> ssl.SSLContext:
        with self._lock:
            if host not in self._contexts:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.set_alpn_protocols(["http/1.1"])
                self._authority.issue_cert(host).configure_cert(context)
                self._contexts[host] = context
            return self._contexts[host]


def _tunnel_host(client: socket.socket) -> str:
    client.settimeout(20)
    head = b""
    while b"\r\n\r\n" not in head:
        more = client.recv(4096)
        if not more:
            raise OSError("the client left")
        head += more
    method, target = head.split(b"\r\n", 1)[0].decode("ascii").split()[:2]
    if method != "CONNECT":
        raise OSError(f"not a tunnel: {method}")
    client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    return target.rpartition(":")[0]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, secured: ssl.SSLSocket, net: FakeInternet, host: str) -> None:
        self._net, self._host = net, host
        super().__init__(secured, ("127.0.0.1", 0), None)  # type: ignore[arg-type]

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        return

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        request = Request(self._host, self.command, self.path, dict(self.headers), body)
        self._net.seen.append(request)
        answered = self._net.answer(request)
        self.send_response(answered.status)
        self.send_header("content-type", answered.content_type)
        self.send_header("content-length", str(len(answered.body)))
        self.end_headers()
        self.wfile.write(answered.body)

    do_GET = do_POST  # noqa: N815  the name the base class looks for
