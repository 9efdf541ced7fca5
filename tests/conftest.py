"""What every test shares: no socket beyond loopback, no home but its own, the shared inputs where they lie."""

from __future__ import annotations

import ipaddress
import json
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is slow at everything: how long an example takes says nothing of it.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

SHARED = Path(os.environ.get("WORKBENCH_SHARED", Path(__file__).parents[2] / "shared"))


def shared(*parts: str) -> Path:
    """A file of the shared inputs; the test is skipped with a reason where it is absent."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"shared input {'/'.join(parts)} is absent (WORKBENCH_SHARED)")
    return path


def cases(name: str) -> list[dict[str, Any]]:
    """The lines of a case file, for `parametrize`; an absent file gives no lines."""
    path = SHARED / "cases" / name
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


NEED_BROWSER = bool(os.environ.get("WORKBENCH_NEED_BROWSER"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Where a browser is asked for, a browser test that skips has failed."""
    report: pytest.TestReport = yield  # type: ignore[assignment]
    if NEED_BROWSER and report.skipped and item.get_closest_marker("browser"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though WORKBENCH_NEED_BROWSER is set: {report.longrepr}"
    return report  # type: ignore[return-value]


class SocketRefused(AssertionError):
    """A test reached beyond loopback."""


def _is_loopback(host: object) -> bool:
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return str(host) in {"localhost", ""}


@pytest.fixture(autouse=True)
def _no_socket_beyond_loopback(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if request.node.get_closest_marker("live"):
        yield
        return
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def check(sock: socket.socket, address: Any) -> None:
        if sock.family in (socket.AF_INET, socket.AF_INET6) and not _is_loopback(address[0]):
            raise SocketRefused(f"a test tried to reach {address!r}")

    def guarded(sock: socket.socket, address: Any) -> None:
        check(sock, address)
        return connect(sock, address)

    def guarded_ex(sock: socket.socket, address: Any) -> int:
        check(sock, address)
        return connect_ex(sock, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
    monkeypatch.setattr(socket.socket, "connect_ex", guarded_ex)
    yield


@pytest.fixture(autouse=True)
def _main_stays() -> Iterator[None]:
    """A page that a test runs as the main script is the main module of no process that a later test starts."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data directory of the test's own, and no variable of the person who runs it."""
    for name in list(os.environ):
        if name.startswith("WORKBENCH_") and name not in {"WORKBENCH_SHARED", "WORKBENCH_LIVE"}:
            monkeypatch.delenv(name)
    place = tmp_path / "home"
    place.mkdir()
    monkeypatch.setenv("WORKBENCH_HOME", str(place))
    return place
