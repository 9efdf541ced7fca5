"""`workbench score` on ten items, the whole process, beside one that only imports sqlmodel and typer.

python benchmarks/score_process.py
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 15


def seconds(command: list[str], env: dict[str, str]) -> float:
    """How long the process takes, from start to end."""
    started = time.perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Run both by turns and print the medians and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "WORKBENCH_HOME": folder}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        words = "amber basil cedar delta ember fjord garnet hazel indigo jasper kelp lilac"
        items = [
            {
                "title": f"T{n}",
                "url": f"https://host{n}.example/x",
                "snippet": f"{words} {n} {n + 1} {n + 2}",
                "content": "text",
            }
            for n in range(10)
        ]
        file = Path(folder) / "items.json"
        file.write_text(json.dumps(items))
        score = [sys.executable, "-m", "workbench", "score", str(file), "--topic", "amber", "--json"]
        bare = [sys.executable, "-c", "import sqlmodel, typer"]
        for command in (score, bare, score, bare):
            seconds(command, env)
        pairs = [(seconds(score, env), seconds(bare, env)) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"workbench score: {ours:.2f} s; importing sqlmodel and typer: {theirs:.2f} s")
    print(f"ratio {ours / theirs:.2f}; promised: within 1.5")


if __name__ == "__main__":
    main()
