"""What stands on DuckDuckGo's page: organic results, and whether it is a result page at all."""

from __future__ import annotations

import pytest

from tests.conftest import shared
from workbench.search.ddg import proxy_in_use
from workbench.search.duck import Duck

BLOCK = """
<div class="result {kind}"><div class="links_main result__body">
  <h2 class="result__title"><a class="result__a" href="{href}">{title}</a></h2>
  <div class="result__extras"><div class="result__extras__url"><span class="result__icon">i</span>
    <a class="result__url" href="{href}">shown</a><span>&nbsp; {date}</span></div></div>
  <a class="result__snippet" href="{href}">{body}</a>
</div></div>"""

NO_RESULTS = """
<title>captcha bot check at DuckDuckGo</title>
<form action="/html/"><input name="q" value="captcha bot check"></form>
<div class="result results_links result--no-result"><div class="links_main result__body">
  <h2 class="result__title"></h2><div class="no-results">No results found for <b>captcha bot check</b>.</div>
</div></div>"""


def duck(page: str, status: int = 200) -> Duck:
    fetched = Duck()
    fetched.status, fetched.page = status, page
    return fetched


def block(kind: str = "web-result", href: str = "https://a.example/", date: str = "", body: str = "Nine sites.") -> str:
    return BLOCK.format(kind=kind, href=href, title="A report", date=date, body=body)


def test_an_address_stays_as_it_stands_in_the_page() -> None:
    (item,) = duck(block(href="https://a.example/x%20y?q=1%26z&amp;b=%0d%0a#p")).items()
    assert item["href"] == "https://a.example/x%20y?q=1%26z&b=%0d%0a#p"


def test_the_order_is_the_page_s_whatever_an_address_holds() -> None:
    page = block(href="https://good.example/1") + block(href="https://evil.example/wikipedia.org/x")
    assert [item["href"] for item in duck(page).items()] == [
        "https://good.example/1",
        "https://evil.example/wikipedia.org/x",
    ]


def test_the_date_stands_beside_the_address_and_not_in_the_snippet() -> None:
    (item,) = duck(block(date="2025-07-16T00:00:00.0000000")).items()
    assert (item["published"], item["body"]) == ("2025-07-16T00:00:00.0000000", "Nine sites.")


def test_a_date_in_the_snippet_is_left_where_it_stands() -> None:
    (item,) = duck(block(body="<b>Mar 15, 2024</b> · Nine sites.")).items()
    assert (item["published"], item["body"]) == ("", "Mar 15, 2024 · Nine sites.")


def test_advertisements_and_the_no_result_block_are_no_items() -> None:
    assert duck(block(kind="result--ad")).items() == []
    assert duck(NO_RESULTS).items() == []


def test_only_a_200_holds_items() -> None:
    assert duck(block(), status=202).items() == []


@pytest.mark.parametrize("page", ["", " ", "<!-- x -->", "<", "plain text"])
def test_a_page_that_is_none_holds_no_items_and_no_challenge(page: str) -> None:
    assert duck(page).items() == []
    assert not duck(page).is_challenge("river")


def test_the_real_bot_check_is_a_challenge_and_the_real_results_are_none() -> None:
    folder = shared("data", "search")
    assert duck((folder / "ddg_lite.html").read_text(encoding="utf-8")).is_challenge("does caffeine affect sleep")
    assert not duck((folder / "ddg_html.html").read_text(encoding="utf-8")).is_challenge("does caffeine affect sleep")


@pytest.mark.parametrize(
    ("page", "query", "challenge"),
    [
        ('<form id="challenge-form"><p>x</p></form>', "river", True),
        ('<form action="//duckduckgo.com/anomaly.js?x"></form>', "river", True),
        ("<body>Are you a person?</body>", "river", True),
        ("<body>Unfortunately, bots use DuckDuckGo too.</body>", "river", True),
        (NO_RESULTS, "captcha bot check", False),
        (block(body="A captcha asks: are you a robot?"), "river", False),
        ("<body>No results.</body>", "river", False),
        ("<body><script>captcha()</script>No results.</body>", "", False),
    ],
)
def test_a_challenge_is_told_from_a_page_about_challenges(page: str, query: str, challenge: bool) -> None:
    assert duck(page).is_challenge(query) is challenge


@pytest.mark.parametrize(
    ("variables", "named"),
    [
        ({}, ""),
        ({"DDGS_PROXY": "http://user:secret@proxy.example:3128"}, "DDGS_PROXY http://proxy.example:3128"),
        ({"HTTPS_PROXY": "socks5h://proxy.example"}, "HTTPS_PROXY socks5h://proxy.example"),
        ({"https_proxy": "proxy.example:8080"}, "https_proxy http://proxy.example:8080"),
        ({"HTTPS_PROXY": "http://a.example:1", "DDGS_PROXY": "http://b.example:2"}, "DDGS_PROXY http://b.example:2"),
        ({"DDGS_PROXY": "http://proxy.example:port"}, "DDGS_PROXY, which is no address"),
    ],
)
def test_the_proxy_in_use_is_named_without_its_credentials(
    variables: dict[str, str], named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DDGS_PROXY", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert proxy_in_use() == named
