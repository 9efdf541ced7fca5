"""The words and markup by which pages that stand in the way are known, in English and in other languages."""

from __future__ import annotations

import re

from workbench.extract import wall_tongues as tongues


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile("|".join(phrases), re.IGNORECASE)


CHALLENGE_TITLE = _any(
    r"just a moment",
    r"attention required",
    r"access (?:to this page has been )?denied",
    r"robot or human",
    r"are you (?:a )?(?:human|robot)",
    r"\bbot check",
    r"verif\w+ (?:that )?you are (?:a )?human",
    r"human verification",
    r"security (?:check|verification)",
    r"\bcaptcha\b",
    r"checking your browser",
    r"pardon our interruption",
    r"request (?:blocked|rejected)",
    r"ddos.guard",
    r"unusual traffic",
    r"you have been blocked",
    *tongues.CHALLENGE_TITLE,
)
CHALLENGE = _any(
    r"verify (?:that )?you(?:'re| are) (?:not a robot|(?:a )?human)",
    r"checking (?:if the site|your browser)",
    r"(?:java ?script and cookies|cookies and java ?script) to continue",
    r"unusual (?:traffic|activity) from your",
    r"complete the (?:captcha|following challenge|security check)",
    r"solve (?:the|this) captcha",
    r"not a (?:ro)?bot\b",
    r"bots use ",
    r"you (?:have been|were) blocked",
    r"access (?:to this page )?(?:has been|is|was) denied",
    r"\bray id\b",
    r"reference #\d",
    r"select all squares",
    r"prove you are human",
    r"automated (?:access|requests|queries)",
    *tongues.CHALLENGE,
)
CHALLENGE_MARKUP = _any(
    "cf-chl",
    "challenge-platform",
    "challenge-form",
    "cf_captcha",
    "px-captcha",
    r"captcha-delivery\.com",
    "_incapsula_",
    "anomaly-modal",
    "h-captcha",
    "g-recaptcha",
    "cf-turnstile",
    "datadome",
    "perimeterx",
    "aws-waf",
    "/_sec/cp_challenge",
    "smart-?captcha",
    "geetest",
)
LOGIN_TITLE = _any(
    r"^\W*(?:sign|log)[ -]?(?:in|on)\b",
    r"\b(?:log|sign)[ -]?in\W*$",
    *tongues.LOGIN_TITLE,
)
LOGIN = _any(
    r"(?:sign|log) ?in to (?:your account|continue|read|view|see|access)",
    r"(?:log|sign) ?in required",
    r"(?:must|need to|have to|please) (?:sign|log) ?in",
    r"subscribe to (?:continue|read|keep reading)",
    r"create (?:a free|an) account to (?:continue|read)",
    r"already a (?:subscriber|member)\? ?(?:sign|log)",
    r"(?:content|article|page|story) is (?:only )?(?:available )?(?:for|to) (?:subscribers|members|registered)",
    *tongues.LOGIN,
)
CONSENT_TITLE = _any(
    r"before you continue",
    r"^\W*(?:\w+ ){0,3}your (?:privacy|data)(?: choices| settings| matters| is important(?: to us)?)?\W*$",
    r"^\W*(?:manage )?(?:cookie|consent|privacy) (?:choices|settings|preferences|consent)\W*$",
    *tongues.CONSENT_TITLE,
)
CONSENT = _any(
    r"before you continue to",
    r"we (?:value|respect) your privacy",
    r"(?:we|our partners)[^.]{0,80} use cookies",
    r"accept all cookies",
    r"cookie (?:consent|preferences|settings)",
    r"manage (?:your )?(?:consent|privacy) (?:choices|settings|preferences)",
    *tongues.CONSENT,
)
_THING = r"(?:page|file|article|content|document|resource|url)s?(?: you(?:'re| are| were)? \w+(?: for)?)?"
NOT_FOUND = _any(
    r"^\W*(?:(?:error|http)\W*)?(?:404|410)\b",
    r"\bnot found\W*$",
    r"nothing (?:was )?found here",
    r"\b404 (?:error|page)",
    _THING + r" (?:was not|could not be|cannot be|can't be|couldn't be|not) found",
    _THING + r" (?:does not|doesn't|no longer) exists?",
    _THING + r" (?:is no longer available|has been (?:removed|deleted))",
    *tongues.NOT_FOUND,
)
NEEDS_SCRIPT = _any(
    r"(?:enable|turn on|activate|requires?|needs?|without|supports?|use|run)[^.<]{0,40}java ?script",
    r"java ?script[^.<]{0,20}(?:enabled|required|disabled|turned off|needed)",
)
