"""The settings as one object that is handed around: read from the store at each call, or from given values."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.records import Finding
from workbench.settings import Settings, flat, resolve
from workbench.settings.load import shipped

log = logging.getLogger("workbench.settings")


class SiteConfig:
    """`SiteConfig()` reads the settings of this home live; `SiteConfig({...})` is made of those values alone."""

    def __init__(self, initial_config: Mapping[str, Any] | None = None, *, bench: Workbench | None = None) -> None:
        self._given = dict(initial_config) if initial_config is not None else None
        self._bench = bench
        self._warned: set[str] = set()

    @property
    def bench(self) -> Workbench:
        """The opened workbench behind the settings."""
        if self._bench is None:
            self._bench = Workbench.open()
        return self._bench

    @property
    def settings(self) -> Settings:
        """The settings of this moment; what was passed over is one warning in the log, however often it is read."""
        resolved = self.bench.store.settings.resolve() if self._given is None else resolve(shipped(), self._given)
        for warning in resolved.warnings:
            if warning not in self._warned:
                log.warning(warning)
        self._warned.update(resolved.warnings)
        return resolved.settings

    def tell(self, finding: Finding) -> None:
        """Keep a finding that belongs to no run; a store that cannot is a warning in the log, never a fault."""
        try:
            self.bench.store.findings.emit(finding, "", datetime.now(UTC))
        except WorkbenchError as error:
            log.warning("The finding %s was not kept: %s", finding.kind, error)

    def get(self, key: str, default: Any = None) -> Any:
        """The typed value of a key; `default` for a key that no setting has."""
        return flat(self.settings).get(key, default)
