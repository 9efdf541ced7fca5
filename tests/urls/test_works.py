"""One id for each DOI and each arXiv paper, and none for anything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.urls import work_id

DOI, NEW, OLD = "doi:10.1000/ab.12", "arxiv:2301.00001", "arxiv:hep-th/9901001"


@pytest.mark.parametrize(
    ("url", "work"),
    [
        ("https://doi.org/10.1000/ab.12", DOI),
        ("http://dx.doi.org/10.1000/AB.12", DOI),
        ("https://www.doi.org/10.1000/ab.12/", DOI),
        ("https://DOI.org/10.1000%2Fab.12?x=1#top", DOI),
        ("https://journal.example/doi/10.1000/ab.12", DOI),
        ("https://journal.example/doi/full/10.1000/ab.12", DOI),
        ("https://journal.example/doi/abs/10.1000/ab.12?download=true", DOI),
        ("https://journal.example/doi/pdf/10.1000/ab.12.pdf", DOI),
        ("https://journal.example/doi/10.1000/ab.12/full", DOI),
        ("https://journal.example/site/doi/epdf/10.1000/ab.12/", DOI),
        ("https://doi.org/10.1002/(SICI)1097(1998)17:15/16<1661::AID>3.0.CO;2-2",
         "doi:10.1002/(sici)1097(1998)17:15/16<1661::aid>3.0.co;2-2"),
        ("https://doi.org/10.48550/arXiv.2301.00001", NEW),
        ("https://arxiv.org/abs/2301.00001", NEW),
        ("https://arxiv.org/abs/2301.00001v3", NEW),
        ("https://www.arxiv.org/pdf/2301.00001v12.pdf", NEW),
        ("http://export.arxiv.org/html/2301.00001v1/", NEW),
        ("https://arxiv.org/abs/hep-th/9901001", OLD),
        ("https://arxiv.org/pdf/hep-th/9901001v2", OLD),
        ("https://arxiv.org/abs/math.GT/0309136", "arxiv:math/0309136"),
        ("https://arxiv.org/abs/0704.0001", "arxiv:0704.0001"),
    ],
)  # fmt: skip
def test_an_address_names_its_work(url: str, work: str) -> None:
    assert work_id(url) == work


@pytest.mark.parametrize(
    "url",
    [
        "", "doi", "https://doi.org/", "https://doi.org/10.1000", "https://doi.org/10.1000/", "doi:10.1000/ab.12",
        "ftp://doi.org/10.1000/ab.12", "https://ada:pw@doi.org/10.1000/ab.12", "https://doi.org.evil.example/10.1000/ab",
        "https://notdoi.org/10.1000/ab", "https://evil.example/?u=doi.org/10.1000/ab.12", "https://[/doi/10.1000/ab",
        "https://evil.example/#/doi/10.1000/ab.12", "https://doi.org/10.1000/a b", "https://doi.org/10.1000/%00",
        "https://doi.org/10.1000/%ff", "https://doi.org/10.1000/\u202eab", "https://doi.org/10.1000/%E2%80%8Bab",
        "https://doi.org/10.\u0661\u0660\u0660\u0660/ab", "https://doi.org/10.1000/" + "a" * 400,
        "https://arxiv.org/", "https://arxiv.org/list/cs.AI/recent", "https://arxiv.org/abs/2313.00001",
        "https://arxiv.org/abs/2301.000011", "https://arxiv.org/abs/2301.00001/x", "https://arxiv.org.example/abs/2301.00001",
        "https://arxiv.org/abs/hep-th/99010012", "https://blog.example/arxiv.org/abs/2301.00001",
    ],
)  # fmt: skip
def test_other_addresses_name_none(url: str) -> None:
    assert work_id(url) == ""


suffixes = st.text("abcdefghijklmnopqrstuvwxyz0123456789.-_();:", min_size=1, max_size=40).filter(
    lambda text: not text.endswith(".pdf")
)


@given(st.integers(1000, 10**9 - 1), suffixes, st.booleans())
def test_every_spelling_of_a_doi_is_one_work(registrant: int, suffix: str, capitals: bool) -> None:
    name = f"10.{registrant}/{suffix}"
    work = work_id(f"https://doi.org/{name}")
    assert work == f"doi:{name}"
    spelt = name.upper() if capitals else name
    for front in ("http://dx.doi.org/", "https://a.example/doi/", "https://a.example/doi/full/"):
        assert work_id(front + spelt) == work


@given(
    st.integers(0, 99), st.integers(1, 12), st.integers(1, 99999), st.integers(0, 99), st.sampled_from(("abs", "pdf"))
)
def test_every_version_of_a_paper_is_one_work(year: int, month: int, number: int, version: int, kind: str) -> None:
    name = f"{year:02}{month:02}.{number:05}"
    spelt = f"{name}v{version}" if version else name
    assert work_id(f"https://arxiv.org/{kind}/{spelt}") == f"arxiv:{name}"


@given(st.text(max_size=80))
def test_hostile_text_never_raises_and_an_id_is_clean(text: str) -> None:
    for url in (
        text,
        f"https://doi.org/10.1000/{text}",
        f"https://a.example/doi/10.1000/{text}",
        f"https://arxiv.org/abs/{text}",
    ):
        work = work_id(url)
        assert work == "" or (work.startswith(("doi:10.", "arxiv:")) and work == work.lower().strip())
        assert not set(work) & set("\n\r\t\x00 ")
