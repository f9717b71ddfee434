"""Secrets that are known by their looks, and texts that only look a little like them."""

import pytest

from oncestep.domain.masks import MASK
from oncestep.domain.recognition import is_card_number, masked

TOKENS = [
    "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "rk_test_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "ghp_" + "a1B2" * 9,
    "github_pat_" + "11A" * 10,
    "glpat-" + "x7Kq" * 5,
    "npm_" + "q9Zt" * 9,
    "xoxb-" + "2345678901-abcdefghij",
    "shpat_" + "0123456789abcdef" * 2,
    "AKIA" + "IOSFODNN7EXAMPLE",
    "AIza" + "S" * 35,
    "SG." + "a" * 22 + "." + "b" * 43,
    "sk-" + "proj-a1b2c3d4e5f6g7h8i9",
    "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NSJ9." + "c2lnbmF0dXJl",
    "key_0123456789ab." + "Aa0_-" * 8 + "Aa0",
]


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("text", ["{}", "Invalid token: {}", '{{"error": "{} is unknown"}}', "a={}&b=1", "({})."])
def test_a_token_of_a_known_shape_is_masked(token: str, text: str) -> None:
    assert masked(text.format(token)) == text.format(MASK)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("card 4242424242424242 declined", "card *** declined"),
        ("card 4242 4242 4242 4242 declined", "card *** declined"),
        ("card 4242-4242-4242-4242, 12/29, 737", "card ***"),
        ("3782 822463 10005", "***"),
        ("378282246310005 7373", "***"),
        ('{"number": "5555555555554444", "n": 1}', '{"number": "***", "n": 1}'),
        ("cvc is 123 and CVV: 9876", "cvc is *** and CVV: ***"),
        ("security code 123", "security code ***"),
        ("Authorization: Bearer abc", "Authorization: ***"),
        ('{"authorization": "Basic abc"}', '{"authorization": "***"}'),
        ("Bearer abcdef123456 expired", "Bearer *** expired"),
        ("Basic dXNlcjpwYXNz failed", "Basic *** failed"),
        ("-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----.", "***."),
        ("-----BEGIN PRIVATE KEY-----\\nabc", "***"),
        ("https://a.example/x?token=abc&b=1", "https://a.example/x?token=***&b=1"),
        ("client_secret=abc", "client_secret=***"),
        ('{"password": "a b", "c": 1}', '{"password": "*** b", "c": 1}'),
        ("https://hooks.slack.com/services/T0/B0/xyz", "https://hooks.slack.com/services/***"),
    ],
)
def test_secrets_are_masked_and_the_text_around_them_stays(text: str, shown: str) -> None:
    assert masked(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "order-1842",
        "op_t6qptp4jn4zlz52jkwzu4rjfbu",
        "pi_3MtwBwLkdIwHu7ix28a3tqPa",
        "order 5123456789012 is gone",
        "4242424242424241",
        "2026-11-30T09:00:00.000+00:00",
        "1800000000000",
        "basic information is missing",
        "Bearer authentication required",
        "input.password: is required and was missing or blank",
        "the connection has no credential 'api_key'; rotate it in",
        "code 1234 in line 12",
        "5f0c1e0c64e94a6ab6a1e2f0f4b8a8a5",
        "+49 170 1234567",
    ],
)
def test_what_is_no_secret_is_shown(text: str) -> None:
    assert masked(text) == text


@pytest.mark.parametrize("number", ["4242424242424242", "5555555555554444", "378282246310005", "6011000990139424"])
def test_card_numbers_pass_luhn_s_check(number: str) -> None:
    assert is_card_number(number)
    assert not is_card_number(str(int(number) + 1))


@pytest.mark.parametrize(
    "text",
    [
        "eyJ-" * 50_000,
        "4242" * 50_000,
        "sk-" * 70_000,
        "eyJ" + "a" * 200_000,
        "bearer " * 30_000,
        "-" * 200_000,
        "code " * 40_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    assert len(masked(text)) <= len(text)  # what takes longer than linear time would run into the test's timeout
