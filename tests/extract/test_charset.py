"""From bytes to text: which label counts, and what never leaves the decoder."""

from __future__ import annotations

import codecs
from typing import Any

import pytest
import webencodings  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st
from w3lib.encoding import html_to_unicode

from tests.conftest import cases, shared
from workbench.extract.charset import decode, encoding_of

SENTENCE = "The committee published its findings on river quality after eleven months of sampling. "


def body_of(given: dict[str, Any]) -> bytes:
    """The bytes of a case: an article in an encoding, text in UTF-8, or bytes as written."""
    if "hex" in given:
        return bytes.fromhex(given["hex"])
    if "bytes_hex_parts" in given:
        parts = [part.partition(":") for part in given["bytes_hex_parts"]]
        return b"".join(text.encode(codec) for codec, _, text in parts) * int(given["repeat"])
    if "body_utf8" in given:
        return (b"\xef\xbb\xbf" if given.get("bom") == "utf-8" else b"") + str(given["body_utf8"]).encode()
    meta = f'<meta charset="{given["meta_charset"]}">' if given.get("meta_charset") else ""
    text = f"{given['text']} " * int(given["repeat"])
    page = f"<html><head>{meta}<title>Report</title></head><body><article><p>{text}</p></article></body></html>"
    return page.encode(given["encode_article_with"])


def content_type(given: dict[str, Any]) -> str:
    charset = given.get("header_charset")
    return "text/html" if charset is None else f"text/html; charset={charset}"


@pytest.mark.parametrize("case", cases("adversarial/charsets.jsonl"), ids=lambda case: case["name"])
def test_every_body_of_the_cases(case: dict[str, Any]) -> None:
    wanted = case["assert"]
    text = decode(body_of(case["input"]), content_type(case["input"])).text
    assert wanted.get("contains", "") in text
    if "text contains 'café'" in case["expected"]:
        assert "café" in text
    if wanted.get("content") == "non-empty":
        assert text
    if "max_replacement_ratio" in wanted:
        assert text.count("\ufffd") <= len(text) * wanted["max_replacement_ratio"]
    assert "\x00" not in text
    assert not any("\ud800" <= char <= "\udfff" for char in text)
    if "never become" in case["expected"]:
        assert "/../" not in text
        assert "/./" not in text


@given(st.binary(max_size=400), st.sampled_from(["", "utf-8", "utf-16", "gbk", "shift_jis", "x-user-defined", "bz2"]))
def test_no_bytes_and_no_label_break_the_decoder(body: bytes, charset: str) -> None:
    text = decode(body, f"text/html; charset={charset}").text
    assert "\x00" not in text
    text.encode()


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("UTF8", "utf-8"),
        (" latin1 ", "windows-1252"),
        ("gb2312", "gb18030"),
        ("x-sjis", "shift_jis"),
        ("iso-8859-8-i", "iso-8859-8-i"),
        ("utf-16", ""),
        ("utf-32", ""),
        ("utf-7", ""),
        ("cp037", ""),
        ("unicode_escape", ""),
        ("iso-2022-kr", ""),
        ("", ""),
    ],
)
def test_labels_are_those_of_the_web(label: str, name: str) -> None:
    assert encoding_of(label) == name


LEGACY = "Qualität für Flüsse: naïve café".encode("windows-1252")


@pytest.mark.parametrize(
    ("body", "header", "encoding"),
    [
        (b"\xef\xbb\xbfcaf\xc3\xa9", "iso-8859-1", "utf-8"),
        ("Fluss".encode("utf-16"), "utf-8", "utf-16-le"),
        ("Fluss".encode("utf-32"), "utf-8", "utf-32-le"),
        (SENTENCE.encode("utf-16-be"), "utf-8", "utf-16-be"),
        (b"<meta charset=windows-1251>" + LEGACY, "windows-1252", "windows-1252"),
        (b"<meta charset=windows-1252>" + LEGACY, "utf-8", "windows-1252"),
        (b"<meta charset=bogus><meta charset=windows-1252>" + LEGACY, "", "windows-1252"),
        (b"<!-- <meta charset=koi8-r> --><meta charset=windows-1252>" + LEGACY, "", "windows-1252"),
        (b'<meta http-equiv=Content-Type content="text/html; charset=windows-1252">' + LEGACY, "", "windows-1252"),
        (b'<?xml version="1.0" encoding="windows-1252"?>' + LEGACY, "", "windows-1252"),
        (b"<meta charset=utf-16>caf\xc3\xa9", "", "utf-8"),
        ("Grüße, déjà vu".encode(), "", "utf-8"),
        (SENTENCE.encode(), "", "windows-1252"),
        (("é" * 300).encode() + b"\xff", "utf-8", "utf-8"),
        (("é" * 300).encode()[:-1], "utf-8", "utf-8"),
    ],
)
def test_the_first_source_that_holds_counts(body: bytes, header: str, encoding: str) -> None:
    assert decode(body, f"text/html; charset={header}" if header else "text/html").encoding == encoding


def test_pages_of_the_standard_s_tests_are_told_at_least_as_well_as_by_w3lib() -> None:
    right = {"ours": 0, "w3lib": 0}
    for file in sorted(shared("data", "encoding").glob("*.dat")):
        for part in file.read_bytes().split(b"#data\n")[1:]:
            body, _, wanted = part.partition(b"\n#encoding\n")
            decoder = webencodings.lookup(wanted.strip().decode().lower()).codec_info.name
            right["ours"] += webencodings.lookup(decode(body).encoding).codec_info.name == decoder
            right["w3lib"] += (
                codecs.lookup(html_to_unicode(None, body, "cp1252")[0]).name == codecs.lookup(decoder).name
            )
    assert right["ours"] >= max(right["w3lib"], 79)


def test_mojibake_is_said_where_the_label_is_wrong_and_only_there() -> None:
    words = "Die Qualität der Flüsse fällt, sagt der Bericht für das Jahr. " * 5
    assert decode(words.encode(), "text/html; charset=iso-8859-1").mojibake
    assert decode(b"caf\xc3\xa9 caf\xe9 " * 20, "").mojibake
    assert not decode(words.encode(), "text/html; charset=utf-8").mojibake
    assert not decode((SENTENCE * 5).encode(), "").mojibake
    assert not decode("São Paulo, ÇÃO, Âncora: Å»Ä 3 £ 5 §".encode(), "").mojibake
