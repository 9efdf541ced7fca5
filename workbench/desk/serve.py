"""The desk's process: Streamlit here, and one worker child that is started again whenever it ends."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

STEADY_SECONDS = 60.0
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0


def home_of_pages() -> Path:
    """The folder that holds `app.py`: inside an installed package, or the root of a checkout."""
    inside = Path(__file__).parent
    return inside if (inside / "app.py").exists() else inside.parents[1]


def keep_worker() -> None:
    """Keep one worker child alive; one that ends at once is started again after ever longer pauses."""
    pause = FIRST_PAUSE
    while True:
        started = time.monotonic()
        command = [sys.executable, "-m", "workbench", "worker", "--child"]
        child = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
        child.wait()
        pause = FIRST_PAUSE if time.monotonic() - started > STEADY_SECONDS else min(pause * 2, LONGEST_PAUSE)
        time.sleep(pause)


def serve(port: int, arguments: Sequence[str], *, browser: bool) -> None:
    """Run the desk on 127.0.0.1 until it is stopped."""
    from streamlit.web.cli import main

    root = home_of_pages()
    os.environ.setdefault("STREAMLIT_CONFIG_DIR", str(root / ".streamlit"))
    os.chdir(root)  # Streamlit reads .streamlit/config.toml of the folder it is started in
    threading.Thread(target=keep_worker, daemon=True, name="keep-worker").start()
    sys.path.insert(0, str(root))
    flags = [f"--server.port={port}", "--server.address=127.0.0.1", f"--server.headless={str(not browser).lower()}"]
    main(["run", str(root / "pages" / "parts" / "served.py"), *flags, *arguments], standalone_mode=False)
