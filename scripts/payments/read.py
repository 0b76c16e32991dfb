"""Reads a bank file by the official schema, and prints what it orders: count and sum, then a line for each transfer."""

import sys
from pathlib import Path

import sepaxml
import xmlschema

schemas = Path(sepaxml.__file__).parent / "schemas"
schema = xmlschema.XMLSchema(str(schemas / "pain.001.001.09.xsd"))
read = schema.to_dict(sys.argv[1])["CstmrCdtTrfInitn"]
print(read["GrpHdr"]["NbOfTxs"], read["GrpHdr"]["CtrlSum"])
for part in read["PmtInf"]:
    for one in part["CdtTrfTxInf"]:
        address = one["Cdtr"].get("PstlAdr", {})
        print(
            one["PmtId"]["EndToEndId"],
            one["Cdtr"]["Nm"],
            one["CdtrAcct"]["Id"]["IBAN"],
            one["Amt"]["InstdAmt"]["$"],
            address.get("TwnNm", "-"),
            address.get("Ctry", "-"),
        )
