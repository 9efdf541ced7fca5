"""Addresses and hosts: normal forms and what covers what."""

from workbench.urls.canonical import canonical, link_form
from workbench.urls.hosts import covering, has_credentials, host_of, masked, normal_host, suffixes, without_credentials
from workbench.urls.naming import names
from workbench.urls.works import work_id

__all__ = [
    "canonical",
    "covering",
    "has_credentials",
    "host_of",
    "link_form",
    "masked",
    "names",
    "normal_host",
    "suffixes",
    "without_credentials",
    "work_id",
]
