"""Each request comes from an address of its own, so that rate limits do not hide what lies behind them."""

import random

import schemathesis

NUMBERS = random.Random(0)


@schemathesis.hook
def before_call(context, case, kwargs):
    address = ".".join(str(NUMBERS.randrange(1, 255)) for _ in range(3))
    case.headers = {**(case.headers or {}), "X-Forwarded-For": f"10.{address}"}
