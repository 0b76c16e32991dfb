"""Reads bank files by the official schema, and prints what they order: of each file how many, how much and from where, then a line for each transfer."""

import sys
from pathlib import Path

import sepaxml
import xmlschema


def found(value, *path):
    for name in path:
        value = value.get(name, {})
    return value or "-"


schemas = Path(sepaxml.__file__).parent / "schemas"
schema = xmlschema.XMLSchema(str(schemas / "pain.001.001.09.xsd"))
for file in sys.argv[1:]:
    read = schema.to_dict(file)["CstmrCdtTrfInitn"]
    group = read["GrpHdr"]
    for part in read["PmtInf"]:
        assert (part["NbOfTxs"], part["CtrlSum"]) == (group["NbOfTxs"], group["CtrlSum"])
        account, bank = part["DbtrAcct"], part["DbtrAgt"]["FinInstnId"]
        level = [found(level, "Cd") for level in part.get("PmtTpInf", {}).get("SvcLvl", [])]
        print(
            group["MsgId"],
            group["NbOfTxs"],
            group["CtrlSum"],
            part["Dbtr"]["Nm"],
            account["Id"]["IBAN"],
            found(bank, "BICFI"),
            part["ChrgBr"],
            *level,
            sep="|",
        )
        for one in part["CdtTrfTxInf"]:
            account, bank = one["CdtrAcct"]["Id"], found(one, "CdtrAgt", "FinInstnId")
            bank = {} if bank == "-" else bank
            address = one["Cdtr"].get("PstlAdr", {})
            print(
                one["PmtId"]["EndToEndId"],
                one["Cdtr"]["Nm"],
                account.get("IBAN") or account["Othr"]["Id"],
                found(bank, "BICFI"),
                found(bank, "ClrSysMmbId", "ClrSysId", "Cd"),
                found(bank, "ClrSysMmbId", "MmbId"),
                one["Amt"]["InstdAmt"]["$"],
                one["Amt"]["InstdAmt"]["@Ccy"],
                address.get("TwnNm", "-"),
                address.get("Ctry", "-"),
                *one.get("RmtInf", {}).get("Ustrd", []),
                sep="|",
            )
