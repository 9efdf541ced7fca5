"""Posts out of feeds, sitemaps and tables; a row that is no post is named, a hostile file is refused."""

from __future__ import annotations

import contextlib
import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import shared
from workbench.errors import BadRequest
from workbench.library import read_posts
from workbench.records import Post
from workbench.urls.slugs import slug_of

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>Ours</title>
<item><title>Heat &amp;amp; pumps</title><link>https://blog.example/posts/heat-pumps/?utm_source=rss</link></item>
<item><title></title><link>https://blog.example/posts/nameless</link></item>
<item><title>No link</title></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Ours</title>
<entry><title type="html">&lt;b&gt;Tides&lt;/b&gt;</title><link href="https://blog.example/posts/tides"/></entry></feed>"""
SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"
 xmlns:n="http://www.google.com/schemas/sitemap-news/0.9">
<url><loc> https://blog.example/posts/heat-pumps-in-winter/ </loc><i:image><i:loc>https://blog.example/i.png</i:loc>
 <i:title>An image</i:title></i:image></url>
<url><loc>https://blog.example/posts/tides.html</loc><n:news><n:title>The tides</n:title></n:news></url>
<url><loc>https://blog.example/</loc></url></urlset>"""
TWO = (Post("Heat pumps", "heat-pumps"), Post("Tides", "tides", "draft"))


def read(text: str | bytes, name: str = "posts") -> tuple[tuple[Post, ...], tuple[str, ...]]:
    return read_posts(text.encode() if isinstance(text, str) else text, name)


def test_a_feed() -> None:
    posts, faults = read(RSS)
    assert posts == (Post("Heat & pumps", "heat-pumps"),)
    assert faults == ("Entry 2: it has no title.", "Entry 3: it has no slug and no address.")
    assert read(ATOM) == ((Post("Tides", "tides"),), ())


def test_the_real_news_feed_is_read() -> None:
    posts, faults = read(shared("data", "search", "news_rss.xml").read_bytes())
    assert len(posts) + len(faults) == 100
    assert len(posts) > 90


def test_a_sitemap_names_its_posts_by_their_slugs() -> None:
    posts, faults = read(SITEMAP)
    assert posts == (Post("Heat pumps in winter", "heat-pumps-in-winter"), Post("The tides", "tides.html"))
    assert faults == ("Entry 3: it has no title.",)


@pytest.mark.parametrize(
    "text",
    [
        "title,slug,status\nHeat pumps,heat-pumps,\nTides,tides,Draft\n",
        "\ufeffTitle;URL;Status\r\nHeat pumps;https://blog.example/posts/heat-pumps/;published\r\nTides;/posts/tides;draft",
        "status\tslug\ttitle\nPUBLISHED\theat-pumps\tHeat pumps\n\ndraft\ttides\tTides\n",
        json.dumps([{"title": "Heat pumps", "slug": "heat-pumps"},
                    {"title": "Tides", "url": "/tides", "status": "draft"}]),
        "\ufeff" + json.dumps([{"title": "Heat pumps", "link": "https://b.example/heat-pumps"},
                               {"title": "Tides", "slug": "tides", "status": "draft", "x": [1]}]),
    ],
)  # fmt: skip
def test_a_table_by_its_columns(text: str) -> None:
    assert read(text) == (TWO, ())


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16"])
def test_what_a_spreadsheet_saves_is_read(coding: str) -> None:
    assert read('title,slug\n"Fees, in €",fees\n'.encode(coding)) == ((Post("Fees, in €", "fees"),), ())


def test_each_row_that_is_no_post_is_named_and_the_rest_counts() -> None:
    posts, faults = read("title,slug\nA,a\n,b\nC,\nD\nA again,a\n")
    assert posts == (Post("A", "a"),)
    assert faults == (
        "Line 3: it has no title.",
        "Line 4: it has no slug and no address.",
        "Line 5: it has no slug and no address.",
        "Line 6: the slug “a” was there before.",
    )
    posts, faults = read(json.dumps(["x", {"title": 5, "slug": "s"}, {"title": "A", "slug": "a"}]))
    assert (posts, faults) == ((Post("A", "a"),), ("Entry 1: it is no object.", "Entry 2: it has no title."))


@pytest.mark.parametrize(
    ("address", "slug"),
    [
        ("heat-pumps", "heat-pumps"),
        ("/posts/heat-pumps/", "heat-pumps"),
        ("https://blog.example/posts/heat-pumps/index.html", "heat-pumps"),
        ("https://blog.example/posts/caf%C3%A9", "café"),
        ("https://blog.example/posts/a%2Fb", "b"),
        ("https://blog.example/posts/a#x", "a"),
        ("https://blog.example/?p=12", ""),
        ("https://blog.example", ""),
        ("https://[::1", ""),
        ("..", ""),
        ("/", ""),
        ("a\x00\ud800b", "ab"),
    ],
)
def test_the_slug_is_the_last_part_of_the_path(address: str, slug: str) -> None:
    assert slug_of(address) == slug


HOSTILE = '<!DOCTYPE r [<!ENTITY a "{a}">{more}]><rss><channel><item><title>&a;</title><link>https://b.example/x</link></item></channel></rss>'  # fmt: skip # noqa: E501


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"hello", "not in a form that can be read"),
        (b"name,age\nx,1\n", "not in a form that can be read"),
        (b"%PDF-1.7", "not in a form that can be read"),
        (b"PK\x03\x04", "not in a form that can be read"),
        (b"\x89PNG\r\n", "is not UTF-8 text"),
        (b"<html><body>x</body></html>", "not in a form that can be read"),
        (b"<", "not in a form that can be read"),
        (b"<sitemapindex><sitemap/></sitemapindex>", "index of sitemaps"),
        (b'{"posts": []}', "not a list of objects"),
        (b"[", "is no JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'title,slug\n"A,a\n', "breaks off as CSV"),
        (b"title,slug\n" + b"x" * 200_000 + b",a\n", "breaks off as CSV"),
        (b"x" * ((10 << 20) + 1), "larger than 10 MiB"),
        (b"title,slug\n" + b"".join(b"t,s%d\n" % at for at in range(50_001)), "more than 50,000 rows"),
        (HOSTILE.format(a="x" * 10, more="").encode(), "declares entities"),
        (HOSTILE.format(a="x", more='<!ENTITY b SYSTEM "file:///etc/passwd">').encode("utf-16"), "declares entities"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_a_sentence(data: bytes, words: str) -> None:
    with pytest.raises(BadRequest, match=words) as raised:
        read_posts(data, "posts.csv")
    assert str(raised.value).startswith("posts.csv ")


def test_a_file_that_names_another_is_not_opened() -> None:
    with pytest.raises(BadRequest):
        read_posts(b"/etc/passwd", "x")


@pytest.mark.parametrize(
    "data",
    [
        b"<rss><channel>" + b"<item>" * 20_000,
        b"<rss><channel>" + b"<item><title>" * 5_000,
        b"<rss>" + b"<a b='" * 20_000,
        b"<feed>" + b"&lt;" * 200_000,
        b"<urlset>" + b"<url>" * 50_000,
    ],
)
def test_a_broken_feed_takes_no_time(data: bytes) -> None:
    started = time.monotonic()
    with contextlib.suppress(BadRequest):
        read(data)
    assert time.monotonic() - started < 5


@settings(deadline=None)
@given(
    st.sampled_from([b"", b"<rss>", b"<feed>", b"<urlset>", b"[", b"title,slug\n", b"\xff\xfe"]), st.binary(max_size=80)
)
def test_no_bytes_raise_anything_but_a_sentence(head: bytes, tail: bytes) -> None:
    with contextlib.suppress(BadRequest):
        posts, _ = read(head + tail)
        assert all(post.title.encode() and post.slug.encode() for post in posts)


@pytest.mark.parametrize("text", ["<rss><a>", RSS[:-6], RSS[:200], ATOM[:-7], SITEMAP[:300], SITEMAP[:-10]])
def test_a_feed_that_breaks_off_is_said_and_gives_no_half(text: str) -> None:
    for coded in (text.encode(), text.removeprefix('<?xml version="1.0" encoding="UTF-8"?>').encode("utf-16")):
        with pytest.raises(BadRequest, match="posts breaks off as XML: its end is missing"):
            read(coded)


def test_an_empty_feed_is_whole() -> None:
    assert read("<rss/>") == read("<urlset></urlset>") == ((), ())


@pytest.mark.parametrize("text", ["<rss>" + "<a>" * 300_000, "<rss>" + "<a>" * 999 + "</a>" * 999 + "</rss>"])
def test_a_feed_that_is_nested_too_deeply_is_refused_at_once(text: str) -> None:
    started = time.monotonic()
    with pytest.raises(BadRequest, match="posts is nested too deeply"):
        read(text)
    assert time.monotonic() - started < 1


def test_a_number_without_end_is_named() -> None:
    with pytest.raises(BadRequest, match="posts holds a number of more than 4,300 digits"):
        read(f"[{'9' * 10_000}]")
