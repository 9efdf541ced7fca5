#!/usr/bin/env python3
"""Set up once, then start or test. Needs only Python 3.11 or newer with pip.

python3 run.py               set up, then start the desk in a browser
python3 run.py test [...]    set up, then run every check; arguments go to pytest
python3 run.py setup         only set up
python3 run.py exec CMD ...  run CMD inside the environment
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
TOOLS = ROOT / ".tools"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCK = ROOT / "requirements.lock"
READY = VENV / ".ready"
OLDEST, NEWEST = (3, 11), (3, 13)

CHECKS = (
    ("format", ["ruff", "format", "--check", "."]),
    ("lint", ["ruff", "check", "."]),
    ("types", ["mypy"]),
    ("import contracts", ["lint-imports"]),
)
# As many processes as there are cores; the tests of one file stay in one, since they share what is slow to start.
ALL_TESTS = ["-n", "auto", "--dist", "loadfile"]


def sh(*command: object, **options: object) -> None:
    """Run a command and stop with its exit code if it fails."""
    subprocess.run([str(part) for part in command], check=True, **options)  # type: ignore[call-overload]


def fingerprint() -> str:
    """What the environment was made from; a change of it makes a new one."""
    made = hashlib.sha256()
    for file in (LOCK, ROOT / "pyproject.toml"):
        made.update(file.read_bytes())
    made.update(f"{sys.version_info[:2]} {ROOT}".encode())
    return made.hexdigest()


def uv_command() -> list[str]:
    """Uv where it can be had (10 s instead of 100 s), else nothing; the system's packages stay as they are."""
    if os.environ.get("NO_UV"):
        return []
    if found := shutil.which("uv"):
        return [found]
    local = TOOLS / "bin" / ("uv.exe" if os.name == "nt" else "uv")
    if not local.exists():
        # --target is allowed on an 'externally managed' Python (Debian) and needs no venv module
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        got = subprocess.run([*pip, "--target", str(TOOLS), "uv>=0.9"], capture_output=True, text=True)
        if got.returncode:
            print(got.stderr, file=sys.stderr)
            return []
    return [str(local)] if local.exists() else []


def ensure() -> None:
    """Make .venv from the lock unless the one that stands was made from it."""
    wanted = fingerprint()
    if READY.exists() and READY.read_text() == wanted and PYTHON.exists():
        return
    print("Setting up .venv (once; about 1 GB) …", file=sys.stderr, flush=True)
    if not with_uv():
        with_pip()
    READY.write_text(wanted)


def with_uv() -> bool:
    """Fill .venv by uv; `False` if that could not be done."""
    if not (uv := uv_command()):
        return False
    shutil.rmtree(VENV, ignore_errors=True)
    env = {**os.environ, "UV_PYTHON_DOWNLOADS": "never", "UV_SYSTEM_CERTS": "1", "VIRTUAL_ENV": str(VENV)}
    install = [*uv, "pip", "install", "--quiet", "--python", PYTHON]
    try:
        sh(*uv, "venv", "--quiet", "--no-project", "--python", sys.executable, VENV, env=env)
        sh(*install, "--require-hashes", "-r", LOCK, env=env)
        sh(*install, "--no-deps", "-e", ROOT, env=env)
    except subprocess.CalledProcessError:
        print("uv could not do it; pip is tried, which takes about two minutes.", file=sys.stderr, flush=True)
        return False
    return True


def with_pip() -> None:
    """Fill .venv by the pip that comes with Python."""
    shutil.rmtree(VENV, ignore_errors=True)
    sh(sys.executable, "-m", "venv", VENV)
    install = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    sh(*install, "--require-hashes", "-r", LOCK)
    sh(*install, "--no-deps", "-e", ROOT)


def environment() -> dict[str, str]:
    """The child's environment: the venv first, and byte code allowed, since uv writes none."""
    env = {**os.environ, "VIRTUAL_ENV": str(VENV), "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


def call(*command: object) -> int:
    """Run a command inside the environment; its exit code comes out."""
    return subprocess.call([str(part) for part in command], cwd=ROOT, env=environment())


def test(arguments: list[str]) -> int:
    """Every check, then every test; all of them run, and any failure is the result."""
    failed = []
    if not arguments:
        for name, command in CHECKS:
            print(f"== {name}", flush=True)
            if call(BIN / command[0], *command[1:]):
                failed.append(name)
        print("== tests", flush=True)
    if call(PYTHON, "-m", "pytest", *(arguments or ALL_TESTS)):
        failed.append("tests")
    if failed:
        print("Failed: " + ", ".join(failed), file=sys.stderr)
    return int(bool(failed))


def main(argv: list[str]) -> int:
    """Set up if needed and do what was asked; 0 is success, 2 a wrong call."""
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        print(f"Python 3.11 to 3.13 is needed; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 2
    what, *rest = argv or ["ui"]
    if what not in {"ui", "test", "setup", "exec"} or (what == "exec" and not rest):
        print(__doc__)
        return 2
    try:
        ensure()
    except subprocess.CalledProcessError as error:
        print(
            f"Set-up failed: {error.cmd[0]} ended with {error.returncode}. Its words stand above.",
            file=sys.stderr,
        )
        return 1
    if what == "test":
        return test(rest)
    if what == "setup":
        return 0
    try:
        return call(PYTHON, "-m", "workbench", "ui", *rest) if what == "ui" else call(*rest)
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
