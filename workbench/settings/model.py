"""The typed settings: one field a setting, with its title, its bounds, its unit and what it does.

Ranges are section 6 of the contracts; the weights and thresholds are the measured values of the sources specification.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from workbench.settings.kinds import Hosts, Ports, ReferenceMap

EngineName = Literal["ddg", "corpus", "recording"]
ENGINES: tuple[str, ...] = get_args(EngineName)
CombineRule = Literal["majority", "mean", "latest"]

TIER1 = ("edu", "gov", "ac.uk")
TIER2 = (
    "stackoverflow.com", "wikipedia.org", "arxiv.org", "research.google.com", "aws.amazon.com", "cloud.google.com",
    "microsoft.com", "apple.com",
    "python.org", "pypi.org", "postgresql.org", "mozilla.org", "rust-lang.org", "pytorch.org", "nodejs.org",
    "apache.org", "r-project.org",
    "w3.org", "ietf.org", "rfc-editor.org", "owasp.org", "opensource.org", "linuxfoundation.org", "eff.org",
    "acm.org", "aclanthology.org", "dblp.org", "semanticscholar.org", "jstor.org", "nber.org", "mlcommons.org",
    "imf.org", "oecd.org", "worldbank.org",
    "hbr.org", "npr.org", "propublica.org",
)  # fmt: skip


def _of(default: Any, low: float, high: float, unit: str, title: str, description: str) -> Any:
    return Field(
        default=default, ge=low, le=high, title=title, description=description, json_schema_extra={"unit": unit}
    )


class Section(BaseModel):
    """A frozen group of settings; unknown names are a programmer's mistake."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class ResearchSettings(Section):
    """What is a source, and why it stands where it stands."""

    extract_web_content: bool = Field(True, title="Pages are read", description="Off means snippets only.")
    require_fetched_source_for_citation: bool = Field(
        True,
        title="Only what was read is a source",
        description="A result whose page could not be read is not a source.",
    )
    web_content_chars_per_source: int = _of(
        600, 0, 20_000, "characters", "Excerpt", "Page text the writer sees for each source."
    )
    min_snippet_length: int = _of(
        50, 0, 2_000, "characters", "Shortest snippet", "A shorter snippet is too thin to be a source."
    )
    min_snippet_words: int = _of(
        10, 0, 400, "words", "Shortest snippet", "A snippet of fewer words is too thin to be a source."
    )
    dedup_similarity_threshold: float = _of(
        0.7,
        0.01,
        1,
        "similarity",
        "Copies from similarity",
        "Word-level similarity at which two snippets are one source.",
    )
    tier1_domains: Hosts = Field(TIER1, title="Tier 1 hosts", description="Hosts that score 0.95, subdomains included.")
    tier2_domains: Hosts = Field(TIER2, title="Tier 2 hosts", description="Hosts that score 0.85, subdomains included.")
    blocked_domains: Hosts = Field(
        (), title="Blocked hosts", description="Hosts that are never read and never a source."
    )
    credibility_weight: float = _of(0.4, 0, 1000, "weight", "Credibility", "How much the host counts.")
    snippet_quality_weight: float = _of(
        0.3, 0, 1000, "weight", "Snippet", "How much the snippet's length and topic words count."
    )
    recency_weight: float = _of(0.2, 0, 1000, "weight", "Recency", "How much the date counts.")
    uniqueness_weight: float = _of(0.1, 0, 1000, "weight", "Uniqueness", "How much being unlike the others counts.")
    search_rank_weight: float = _of(0.4, 0, 1000, "weight", "Search rank", "How much the engine's own order counts.")
    recency_fresh_days: int = _of(
        7, 0, 36_500, "days", "Fresh up to", "Up to this age a source scores 0.9 for recency."
    )
    recency_recent_days: int = _of(
        365, 0, 36_500, "days", "Recent up to", "Up to this age a source scores 0.8 for recency."
    )

    @property
    def weights(self) -> tuple[float, float, float, float, float]:
        """The five weights in the order of the components."""
        return (
            self.credibility_weight,
            self.snippet_quality_weight,
            self.recency_weight,
            self.uniqueness_weight,
            self.search_rank_weight,
        )


class WebResearchSettings(Section):
    """How pages are searched and read."""

    results: int = _of(5, 1, 20, "pages", "Pages read", "Distinct pages read for a topic.")
    max_content_chars: int = _of(
        2_000, 100, 200_000, "characters", "Page text used", "The most that a writer is given."
    )
    fetch_timeout_seconds: int = _of(
        10, 1, 120, "seconds", "Time for a page", "The whole of a page: look-up, redirects, body, text."
    )
    max_concurrent: int = _of(3, 1, 16, "pages", "Pages read at once", "More of them wait their turn.")
    search_timeout_seconds: int = _of(20, 1, 120, "seconds", "Time for a search", "One attempt at a search.")
    ddg_retry_attempts: int = _of(3, 1, 10, "attempts", "Attempts at DuckDuckGo", "Attempts when the engine throttles.")
    ddg_retry_base_delay_ms: int = _of(
        500, 0, 60_000, "ms", "Wait between attempts", "The first wait between attempts; it doubles."
    )
    extra_ports: Ports = Field((), title="Extra ports", description="Ports that pages may use besides 80 and 443.")


class EngineSettings(Section):
    """Which engine answers."""

    default: EngineName = Field(
        "ddg", title="Engine of the command line", description="What `workbench run` searches with."
    )


class DeskSettings(Section):
    """How the desk starts."""

    engine: EngineName = Field("corpus", title="Engine of the desk", description="What the desk starts on.")


class JudgmentSettings(Section):
    """What people are asked, and what their answers count for."""

    guideline: Annotated[str, Field(max_length=4000)] = Field(
        "Which page would you rather see cited for this topic? Prefer who did the work over who retells it, and what "
        "can be checked over what sounds good. The grade 3 is a page to cite first, 2 one to cite, 1 one that only "
        "touches the topic, 0 one to leave out.",
        title="Guideline",
        description="What a rater is told.",
    )
    guideline_version: int = _of(
        1,
        1,
        10_000,
        "version",
        "Guideline version",
        "The number of the guideline; raise it when its text changes.",
    )
    combine: CombineRule = Field(
        "majority", title="Where raters differ", description="What counts of several answers to one question."
    )
    relevant_from: int = _of(2, 1, 3, "grade", "Relevant from grade", "From this grade a source counts as relevant.")
    cutoff: int = _of(5, 1, 20, "sources", "Sources measured", "How far down a ranking is measured: the k of nDCG@k.")
    least_judged: int = _of(
        3,
        2,
        100,
        "sources",
        "Fewest graded sources",
        "A topic with fewer graded sources says too little to be measured.",
    )


class Settings(Section):
    """Everything a run is governed by; a run keeps the copy it started with."""

    known_references_json: ReferenceMap = Field(
        "", title="Reference links", description="Keyword to official links; empty is the built-in map."
    )
    writer_rag_research_topic_max_sources: int = _of(
        2, 1, 20, "sources", "Most sources for other programs", "Advisory cap of research_topic()."
    )
    crawler_contact_url: Annotated[str, Field(max_length=2000)] = Field(
        "",
        title="Contact address",
        description="An address that site owners can write to; it joins the User-Agent.",
    )
    research: ResearchSettings = ResearchSettings()
    web_research: WebResearchSettings = WebResearchSettings()
    engines: EngineSettings = EngineSettings()
    desk: DeskSettings = DeskSettings()
    judgments: JudgmentSettings = JudgmentSettings()
