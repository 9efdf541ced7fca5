"""Whatever a person types, a command ends with 0, 1 or 2, its result on one output and sentences on the other."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.cli.commands import command
from tests.cli.homes import put_run
from workbench.cli.main import app

TEXTS = (
    "", " \u200b ", "%_*", "\x00", "\udcff", "-x", "--", "NEAR(\"^a' AND OR", "\u202ex", "😀';--", "x" * 100_000,
    "../../etc/passwd", "\r\nX: y",
)  # fmt: skip
NUMBERS = ("-1", "0", "1.5", "x", "", str(10**30), "٣", "1e3", "inf")


def every_command(found: Any, *names: str) -> Iterator[tuple[str, ...]]:
    """The names of all commands, each behind those of its groups."""
    if inner := getattr(found, "commands", None):
        for name, one in inner.items():
            yield from every_command(one, *names, name)
    else:
        yield names


COMMANDS = sorted(every_command(typer.main.get_command(app)))


def fine(*arguments: object) -> None:
    """The command neither raises nor shows a traceback, and says why if it did not do it."""
    done = command(*arguments)
    assert done.code in (0, 1, 2), arguments
    assert "Traceback" not in done.out + done.err
    assert done.code == 0 or done.err.strip() or done.out.strip()
    assert done.code != 2 or done.out == ""


def test_every_command_is_there() -> None:
    assert {" ".join(name) for name in COMMANDS} >= {
        "run", "score", "fetch", "extract", "ui", "worker", "backup", "doctor",
        "settings list", "settings get", "settings set", "settings reset", "settings history", "settings diff",
        "settings restore", "settings export", "settings import", "posts import", "posts list", "references list",
        "references set", "corpus add", "corpus list", "corpus search", "corpus remove", "runs list", "runs show",
        "runs export", "runs delete", "runs cancel",
    }  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS, ids=" ".join)
def test_every_command_tells_what_it_does_and_takes_settings(name: tuple[str, ...]) -> None:
    shown = command(*name, "--help")
    assert (shown.code, shown.err) == (0, "")
    assert "--set" in shown.out
    refused = command(*name, *_arguments(name), "--set", "web_research_results=0")
    assert (refused.code, refused.out) == (2, "")
    assert "must be between 1 and 20" in refused.err
    assert command(*name, "--no-such-option").code == 2


def _takes_a_file_or_a_word(name: tuple[str, ...]) -> bool:
    words = (("import",), ("search",))
    return name[0] in ("score", "fetch", "extract", "backup") or name == ("corpus", "add") or name[1:] in words


ONE, PAGE, PAGES = "1", "https://good.example/", ("https://good.example/", "https://other.example/")
NEEDED: dict[tuple[str, ...], tuple[str, ...]] = {
    ("settings", "set"): ("web_research_max_concurrent", "3"),
    ("settings", "get"): ("web_research_max_concurrent",),
    ("settings", "reset"): ("web_research_max_concurrent",),
    ("pins", "add"): ("bun.com above dev.to for bun runtime",),
    ("judge", "add"): ("a topic", "2", PAGE),
    ("flips",): (ONE, *PAGES),
    ("why",): (ONE, PAGE),
    ("references", "set"): ("careful",),
    **{("settings", name): (ONE,) for name in ("diff", "restore")},
    **{("settings", "presets", name): ("careful",) for name in ("save", "apply", "delete")},
    **{("pins", name): (ONE,) for name in ("remove", "restore")},
    **{("rulings", name): PAGES for name in ("same", "apart", "withdraw")},
    **{("runs", name): (ONE, PAGE) for name in ("pin", "unpin", "tag", "untag", "rescue")},
    **{("runs", name): (ONE,) for name in ("show", "export", "delete", "cancel", "compare", "restore")},
}


def _arguments(name: tuple[str, ...]) -> tuple[str, ...]:
    """What a command needs to come as far as its settings."""
    return ("x",) if _takes_a_file_or_a_word(name) else NEEDED.get(name, ())


@pytest.mark.parametrize("group", ["settings", "posts", "references", "corpus", "runs", ""])
def test_a_group_alone_shows_its_commands(group: str) -> None:
    done = command(*([group] if group else []))
    assert (done.code, done.out) == (2, "")
    assert "Commands:" in done.err or "COMMAND" in done.err


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text)[:20])
def test_any_text_is_taken_or_refused_in_a_sentence(text: str, home: Path, tmp_path: Path) -> None:
    put_run(home)
    results = tmp_path / "results.json"
    results.write_text('[{"title": "T", "url": "https://a.example/x", "snippet": "word"}]')
    for arguments in (
        ("corpus", "search", "--", text),
        ("corpus", "remove", "--", text),
        ("runs", "list", f"--search={text}"),
        ("references", "list", f"--topic={text}"),
        ("settings", "set", "--", "crawler_contact_url", text),
        ("settings", "set", "--", "research_tier1_domains", text),
        ("settings", "set", "--", "known_references_json", text),
        ("settings", "set", "web_research_results", "7", f"--author={text}", f"--note={text}"),
        ("settings", "history"),
        ("judge", "add", f"--rater={text}", f"--note={text}", "--", text, "2", "https://a.example/x"),
        ("judge", "add", "--", "a topic", "first", text, "https://a.example/x"),
        ("judge", "list", f"--topic={text}", f"--rater={text}", "--json"),
        ("judge", "next", f"--topic={text}", f"--rater={text}"),
        ("judge", "export", f"--topic={text}", "--format=qrels"),
        ("settings", "list", "--json", f"--set={text}"),
        ("settings", "list", "--json", f"--set={text}=1"),
        ("score", results, f"--topic={text}"),
        ("score", results, f"--today={text}"),
        ("runs", "export", "1", f"--format={text}"),
        ("run", "--engine", f"x{text}", "--", "river"),
        (text,),
        ("runs", text),
    ):
        fine(*arguments)
    assert len(command("runs", "list", "--json").json) == 1


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("run", "caf\udce9"), "TOPIC"),
        (("run", "river", "--engine", "caf\udce9"), "--engine"),
        (("score", "x", "--topic", "caf\udce9"), "--topic"),
        (("settings", "set", "crawler_contact_url", "caf\udce9"), "VALUE"),
        (("settings", "presets", "save", "caf\udce9"), "NAME"),
        (("settings", "list", "--set", "caf\udce9=1"), "--set"),
        (("runs", "tag", "1", "good", "caf\udce9"), "TAGS"),
        (("runs", "list", "--search", "caf\udce9"), "--search"),
        (("corpus", "search", "caf\udce9"), "TEXT"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_letters_that_are_none_in_this_locale_are_refused_not_dropped(arguments: tuple[str, ...], name: str) -> None:
    done = command(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"{name} is not text in UTF-8: '")
    assert "caf\\udce9" in done.err


@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:6] or "nothing")
def test_any_number_is_taken_or_refused_in_a_sentence(number: str, home: Path) -> None:
    put_run(home)
    for arguments in (
        ("runs", "list", f"--limit={number}"),
        ("settings", "history", f"--limit={number}"),
        ("settings", "diff", "--", number),
        ("settings", "restore", "--", number),
        ("settings", "set", "web_research_results", "7", f"--base={number}"),
        ("corpus", "search", "heat", f"--count={number}"),
        ("ui", f"--port={number}x"),
    ):
        fine(*arguments)
    assert [run["number"] for run in command("runs", "list", "--json").json] == [1]
    assert command("settings", "get", "web_research_results").out in ("5\n", "7\n")


@pytest.mark.parametrize("name", ["missing", "folder", "latin.txt", "x\udcff", "n" * 300, "a\x00b", "/dev/null", ""])
def test_any_path_is_read_or_refused_in_a_sentence(
    name: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_run(home)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "latin.txt").write_bytes("naïve".encode("latin-1"))
    for arguments in (
        ("score", name),
        ("posts", "import", name),
        ("references", "set", name),
        ("settings", "import", name),
        ("run", "--recording", name),
        ("extract", name, "--json"),
        ("corpus", "add", name),
        ("runs", "export", "1", "--out", name),
        ("settings", "export", "--out", name),
        ("backup", name),
    ):
        fine(*arguments)
    assert Path(os.devnull).is_char_device()


@pytest.mark.parametrize(
    ("arguments", "most"),
    [
        (("score",), "50 MiB"),
        (("posts", "import"), "10 MiB"),
        (("references", "set"), "1 MiB"),
        (("settings", "import"), "1 MiB"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_file_without_an_end_is_refused_at_the_limit(arguments: tuple[str, ...], most: str, tmp_path: Path) -> None:
    (tmp_path / "long").open("wb").truncate(1 << 40)
    done = command(*arguments, tmp_path / "long")
    assert (done.code, done.out, done.err) == (2, "", f"{tmp_path}/long is over {most}.\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("score",), ("posts", "import"), ("references", "set"), ("settings", "import"), ("run", "--recording"),
        ("extract",), ("corpus", "add"), ("runs", "rescue", "1", "https://blog.warmhouse.example/", "--file"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_only_a_file_is_read_and_nothing_is_waited_for(arguments: tuple[str, ...], home: Path, tmp_path: Path) -> None:
    put_run(home)
    pipe, link = tmp_path / "pipe.md", tmp_path / "link.md"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    with socket.socket(socket.AF_UNIX) as line:
        line.bind(str(tmp_path / "socket.md"))
    for path, kind in (
        (pipe, "pipe"),
        (link, "pipe"),
        (tmp_path / "socket.md", "socket"),
        (Path("/dev/zero"), "device"),
    ):
        done = command(*arguments, path)
        assert done.code in (1, 2)
        assert f"it is a {kind}" in done.err + done.out or path.suffix == ""


def test_one_sentence_for_a_person_has_no_character_that_moves_the_cursor(tmp_path: Path) -> None:
    for arguments in (
        ("score", tmp_path / "a\x1b[2Jb"),
        ("run", "x", "--engine", "\x1b]8;;http://evil.example\x07"),
        ("\x1b[31m",),
    ):
        assert "\x1b" not in command(*arguments).err


def process(home: Path, script: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "WORKBENCH_HOME": str(home), "WB": f"{sys.executable} -m workbench"}
    return subprocess.run(
        ["bash", "-c", script], env=environment, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(
    ("script", "code", "err"),
    [
        ("$WB settings list | true; exit ${PIPESTATUS[0]}", {0, 1}, ""),
        ("$WB settings list > /dev/full", {1}, "The system refused: No space left on device.\n"),
        ("$WB runs list >&-", {0, 1}, ""),
        ("$WB runs show 1 2>&-", {2}, ""),
        ("PYTHONIOENCODING=ascii $WB settings get known_references_json", {0}, ""),
        ("echo '[]' | $WB score - --json > /dev/null", {0}, ""),
        ("$WB nosuch", {2}, "No such command 'nosuch'.\nTry 'workbench --help', or '--help' after a command.\n"),
    ],
)
def test_a_process_ends_quietly_whoever_reads_it(script: str, code: set[int], err: str, home: Path) -> None:
    done = process(home, script)
    assert done.returncode in code
    assert done.stderr == err


def test_a_run_that_is_interrupted_is_cancelled_told_and_ends_with_1(home: Path) -> None:
    waits = ("--set", "web_research_ddg_retry_base_delay_ms=60000")
    started = [sys.executable, "-m", "workbench", "run", "river quality", "--engine", "ddg", *waits]
    environment = {**os.environ, "WORKBENCH_HOME": str(home), "DDGS_PROXY": "http://127.0.0.1:1"}
    going = subprocess.Popen(started, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 40
    while not any(run["state"] == "running" for run in command("runs", "list", "--json").json):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    going.send_signal(signal.SIGINT)
    out, err = going.communicate(timeout=20)
    assert (going.returncode, out) == (1, "")
    assert err == "Cancelled. What was found is kept: workbench runs show 1\n"
    assert command("runs", "list", "--json").json[0]["state"] == "cancelled"


def test_a_process_prints_one_document_and_exits_by_its_code(home: Path) -> None:
    put_run(home)
    done = process(home, "$WB runs show 1 --json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["state"] == "done"


@pytest.mark.parametrize(
    ("text", "words"),
    [("9" * 10_000, "holds a number of more than 4,300 digits."), ("[" * 200_000, "is nested too deeply.")],
    ids=["number", "nested"],
)
def test_json_that_python_cannot_hold_is_told_in_our_words(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text(text)
    for arguments in (("score", file), ("settings", "import", file)):
        done = command(*arguments)
        assert (done.code, done.out, done.err) == (2, "", f"{file} {words}\n")
    assert command("run", "--recording", file).err == f"The recording cannot be read: it {words}\n"


def test_a_setting_of_one_call_that_is_out_of_range_was_not_used(tmp_path: Path) -> None:
    for arguments in (("run", "river"), ("runs", "list"), ("score", "x")):
        done = command(*arguments, "--set", "web_research_results=0")
        assert (done.code, done.out) == (2, "")
        assert done.err.endswith("must be between 1 and 20; 0 was not used.\n")
        assert command(*arguments, "--set", "nothing=1").err.endswith("“nothing”; nothing was done.\n")


def test_a_start_and_words_contradict_each_other() -> None:
    done = command("runs", "pin", "1", "https://a.example/", "--start", "1", "--words", "x")
    assert (done.code, done.err) == (2, "--start and --words contradict each other; give one of them.\n")


def test_a_port_that_is_taken_is_said_before_anything_is_done(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = command("ui", "--no-browser", "--port", port)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"The desk cannot use port {port} (Address already in use); name another with --port.\n"
    assert not (home / "workbench.db").exists()
