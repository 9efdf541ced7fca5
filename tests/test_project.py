"""The project holds to its own rules: rooms as the README draws them, declared dependencies, short files."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from workbench.settings import FIELDS, defaults, resolve
from workbench.settings.load import shipped

ROOT = Path(__file__).parents[1]
CORE = ROOT / "workbench"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LONGEST_FILE = 345  # about 300; the records are one idea
OURS = {"workbench", "pages", "tests", "app"}


def modules(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in found if "__pycache__" not in path.parts]


def test_the_room_table_of_the_readme_is_the_room_list_of_the_package() -> None:
    table = (ROOT / "README.md").read_text().partition("## The rooms")[2].partition("\n## ")[0]
    told = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    rooms = {path.stem for path in CORE.iterdir() if not path.name.startswith(("_", "."))} - {"py"}
    assert told == rooms


def test_the_import_contract_places_every_room_in_the_order_of_the_readme() -> None:
    layers = (ROOT / ".importlinter").read_text().partition("layers =")[2].partition("containers")[0]
    placed = re.findall(r"\w+", layers)
    table = (ROOT / "README.md").read_text().partition("## The rooms")[2]
    told = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert set(placed) - {"__main__"} == set(told) - {"sample"}


def test_the_settings_file_holds_every_default_and_nothing_else() -> None:
    values = shipped()
    assert set(values) == set(FIELDS)
    assert resolve(values).settings == defaults()
    assert resolve(values).warnings == ()


def test_every_setting_says_what_it_does() -> None:
    assert [key for key, found in FIELDS.items() if not found.description.endswith(".")] == []


def test_every_setting_has_a_title_of_its_own() -> None:
    assert [key for key, found in FIELDS.items() if found.title == found.field] == []
    assert len({found.label for found in FIELDS.values()}) == len(FIELDS)
    assert [found.label for found in FIELDS.values() if "domain" in found.label.lower()] == []


@pytest.mark.parametrize(
    "path", modules("workbench", "pages", "benchmarks", "tests"), ids=lambda p: str(p.relative_to(ROOT))
)
def test_a_file_is_short_and_says_its_idea_first(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= LONGEST_FILE
    assert not text.strip() or ast.get_docstring(ast.parse(text))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def distributions(names: set[str]) -> set[str]:
    owners = metadata.packages_distributions()
    return {normal(owners[name][0]) for name in names if name in owners}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~ ;]", name)[0]).lower()


def test_every_library_that_is_imported_is_declared() -> None:
    names = {name for path in modules("workbench", "pages") for name in imported(path)}
    foreign = names - set(sys.stdlib_module_names) - OURS
    declared = {normal(entry) for entry in PROJECT["dependencies"]}
    optional = {normal(entry) for group in PROJECT["optional-dependencies"].values() for entry in group}
    assert distributions(foreign) - declared - optional == set()


def test_every_declared_library_is_in_the_hashed_lock() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    locked = {normal(name) for name in re.findall(r"^([A-Za-z0-9_.-]+)==", lock, re.MULTILINE)}
    wanted = {normal(entry) for entry in PROJECT["dependencies"]}
    wanted |= {normal(entry) for entry in PROJECT["optional-dependencies"]["test"]}
    assert wanted - locked == set()
    assert "http" + "s://" not in lock


def test_every_command_of_the_readme_exists() -> None:
    from workbench.cli.main import app

    own = {str(one.name) for one in app.registered_commands} | {str(one.name) for one in app.registered_groups}
    readme = (ROOT / "README.md").read_text()
    assert set(re.findall(r"`workbench (\w+)", readme)) <= own
    assert own <= set(re.findall(r"workbench (\w+)", readme))


def test_the_changelog_names_the_version() -> None:
    assert PROJECT["version"] in (ROOT / "CHANGELOG.md").read_text()
