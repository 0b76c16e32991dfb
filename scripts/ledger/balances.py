"""Prints what the accounts of a journal for beancount hold, by the first three parts of their names; or its mistakes."""

import sys
from collections import defaultdict
from decimal import Decimal

from beancount import loader
from beancount.core.data import Transaction

entries, errors, _ = loader.load_file(sys.argv[1])
if errors:
    sys.exit("\n".join(error.message for error in errors))
balances = defaultdict(Decimal)
for entry in entries:
    if isinstance(entry, Transaction):
        for posting in entry.postings:
            name = ":".join(posting.account.split(":")[:3])
            balances[name] += posting.units.number
            assert name.endswith(":" + posting.units.currency), posting
for name, balance in sorted(balances.items()):
    print(f"{name},{balance}")
