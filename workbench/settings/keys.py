"""Every setting by its key: `section_field`, as the file, the store, the command line and the desk name it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from workbench.settings.model import Section, Settings

Kind = Literal["int", "float", "bool", "text", "choice", "hosts", "ports", "references"]


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """What is known of one setting: its place, kind, default, bounds, unit, title and meaning."""

    key: str
    section: str
    field: str
    kind: Kind
    default: Any
    low: float | None
    high: float | None
    unit: str
    title: str
    description: str
    choices: tuple[str, ...] = ()

    @property
    def counted_in(self) -> str:
        """The unit of a whole number whose title does not say it, else ""."""
        return self.unit if self.kind == "int" and self.unit not in self.title.lower().split() else ""

    @property
    def inside(self) -> str:
        """The title inside a sentence."""
        return self.title[:1].lower() + self.title[1:]

    @property
    def label(self) -> str:
        """The title, with what it is counted in: no two settings have the same."""
        return f"{self.title}, {self.counted_in}" if self.counted_in else self.title


def _kind(info: FieldInfo) -> Kind:
    for mark in info.metadata:
        if mark in ("hosts", "ports", "references"):
            return mark  # type: ignore[no-any-return]
    if get_origin(info.annotation) is Literal:
        return "choice"
    kinds: dict[Any, Kind] = {int: "int", float: "float", bool: "bool"}
    return kinds.get(info.annotation, "text")


def _bound(info: FieldInfo, name: str) -> float | None:
    return next((getattr(mark, name) for mark in info.metadata if hasattr(mark, name)), None)


def _spec(section: str, name: str, info: FieldInfo) -> FieldSpec:
    extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    return FieldSpec(
        key=f"{section}_{name}" if section else name,
        section=section,
        field=name,
        kind=_kind(info),
        default=info.default,
        low=_bound(info, "ge"),
        high=_bound(info, "le"),
        unit=str(extra.get("unit", "")),
        title=info.title or name,
        description=info.description or "",
        choices=get_args(info.annotation) if get_origin(info.annotation) is Literal else (),
    )


def _all() -> Iterator[FieldSpec]:
    for name, info in Settings.model_fields.items():
        if isinstance(info.default, Section):
            for field, inner in type(info.default).model_fields.items():
                yield _spec(name, field, inner)
        else:
            yield _spec("", name, info)


FIELDS: dict[str, FieldSpec] = {found.key: found for found in _all()}
# The five weights, in the order of the components.
WEIGHTS: tuple[str, ...] = tuple(key for key, found in FIELDS.items() if found.field.endswith("_weight"))
# What decides which stored results are sources and in which order.
JUDGED_BY: frozenset[str] = frozenset(
    key
    for key, found in FIELDS.items()
    if (found.section == "research" and found.field != "web_content_chars_per_source") or key == "web_research_results"
)


def spec(key: str) -> FieldSpec | None:
    """What is known of a key; keys are exact."""
    return FIELDS.get(key)


def flat(settings: Settings) -> dict[str, Any]:
    """Every setting by its key, as typed values."""
    return {
        key: getattr(getattr(settings, found.section) if found.section else settings, found.field)
        for key, found in FIELDS.items()
    }


def from_flat(values: Mapping[str, Any]) -> Settings:
    """Settings from typed values by key; missing keys take their defaults, unknown ones are left out."""
    top: dict[str, Any] = {}
    for key, value in values.items():
        if found := FIELDS.get(key):
            place = top.setdefault(found.section, {}) if found.section else top
            place[found.field] = tuple(value) if isinstance(value, list) else value
    return Settings.model_validate(top)


def judge_alike(one: Settings, other: Settings) -> bool:
    """Whether two settings judge every stored result alike."""
    first, second = flat(one), flat(other)
    return all(first[key] == second[key] for key in JUDGED_BY)
