"""The sources system under the names that people who come from it know: services that take a `site_config`.

The work is done by the same rooms as everything else; nothing here judges, searches or renders by itself.
"""

from workbench.services.research_quality_service import ResearchQualityService, ScoredSource
from workbench.services.research_service import (
    KNOWN_REFERENCES,
    RESEARCH_RENDER_SENTINEL,
    ResearchService,
    get_known_references,
    is_research_render,
    research_topic,
)
from workbench.services.site_config import SiteConfig
from workbench.services.web_research import WebResearcher

__all__ = [
    "KNOWN_REFERENCES",
    "RESEARCH_RENDER_SENTINEL",
    "ResearchQualityService",
    "ResearchService",
    "ScoredSource",
    "SiteConfig",
    "WebResearcher",
    "get_known_references",
    "is_research_render",
    "research_topic",
]
