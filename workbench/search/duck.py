"""DuckDuckGo's result page as the package `ddgs` fetches it: its status, and its items as they stand there.

The package's engine class makes the request (it always poses as a browser) and says where things stand in the
page. Its own reading is passed by: it decodes addresses twice, drops dates and is silent about a refusal.
"""

from __future__ import annotations

import re
from typing import Any

from ddgs.engines.duckduckgo import Duckduckgo
from lxml import etree

_DATES = ".//*[contains(@class,'result__extras')]//span/text()"
_NO_RESULT = "ancestor-or-self::*[contains(@class,'result--no-result') or contains(@class,'result--ad')]"
_CHALLENGE = (
    "//*[@id='challenge-form' or contains(@action,'anomaly.js') or contains(@class,'anomaly-modal')"
    " or contains(@class,'g-recaptcha') or contains(@class,'h-captcha')]"
)
_CHALLENGE_WORDS = re.compile(
    r"bots use duckduckgo|made by a human|are you (?:a |an )?(?:human|person|robot)|bot check|unusual traffic"
    r"|complete the following challenge|captcha",
    re.IGNORECASE,
)
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+")


class Duck(Duckduckgo):
    """One question to DuckDuckGo, with the status and the page that came back."""

    status: int | None = None
    page = ""

    def request(self, *args: Any, **kwargs: Any) -> str | None:
        response = self.http_client.request(*args, **kwargs)
        self.status, self.page = response.status_code, response.text
        return self.page if self.status == 200 else None

    def ask(self, query: str) -> list[dict[str, str]]:
        """The items of the first page in DuckDuckGo's order, advertisements by their links still among them."""
        payload = self.build_payload(query=query, region="us-en", safesearch="moderate", timelimit=None)
        self.request(self.search_method, self.search_url, data=payload)
        return self.items()

    def items(self) -> list[dict[str, str]]:
        """The items of the page that came back; none for a page that is not there or no result page."""
        tree = self._tree()
        if tree is None or self.status != 200:
            return []
        blocks = [block for block in tree.xpath(self.items_xpath) if not block.xpath(_NO_RESULT)]
        found = [self._item(block) for block in blocks]
        return [item for item in found if item["href"] or item["title"] or item["body"]]

    def is_challenge(self, query: str) -> bool:
        """Whether the page asks for a proof of humanity; the query's own words do not count."""
        tree = self._tree()
        if tree is None:
            return False
        if tree.xpath(_CHALLENGE):
            return True
        text = " ".join(tree.xpath("//text()[not(ancestor::script or ancestor::style or ancestor::title)]"))
        own_words = re.sub(re.escape(query) or "$", " ", text, flags=re.IGNORECASE)
        return not self.items() and bool(_CHALLENGE_WORDS.search(own_words))

    def _item(self, block: Any) -> dict[str, str]:
        where = self.elements_xpath
        dates = (_ISO.search(text) for text in block.xpath(_DATES))
        return {
            "title": "".join(block.xpath(where["title"])).strip(),
            "href": next(iter(block.xpath(where["href"])), ""),
            "body": "".join(block.xpath(where["body"])).strip(),
            "published": next((date[0] for date in dates if date), ""),
        }

    def _tree(self) -> Any:
        try:
            return self.extract_tree(self.page) if self.page.strip() else None
        except etree.LxmlError:
            return None
