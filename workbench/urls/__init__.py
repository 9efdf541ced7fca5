"""Addresses and hosts: normal forms and what covers what."""

from workbench.urls.canonical import canonical, link_form
from workbench.urls.hosts import covering, host_of, normal_host, suffixes

__all__ = ["canonical", "covering", "host_of", "link_form", "normal_host", "suffixes"]
