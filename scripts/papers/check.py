"""Reads a paper as an archive would, fails where it is none, and prints what it says of itself and what is in its tags."""

import re
import sys

import pypdf
from pypdf.generic import ArrayObject, DictionaryObject, StreamObject

reader = pypdf.PdfReader(sys.argv[1])
root = reader.trailer["/Root"]


def need(holds, what):
    if not holds:
        sys.exit(f"{sys.argv[1]}: {what}")


def of(value):
    return value.get_object() if value is not None else None


need("/Encrypt" not in reader.trailer, "it is encrypted")
need(len(reader.trailer.get("/ID", [])) == 2, "it has no id")
need(root["/MarkInfo"]["/Marked"].value, "it is not tagged")
need(root["/ViewerPreferences"]["/DisplayDocTitle"].value, "its title is not shown")
(intent,) = root["/OutputIntents"]
need(of(intent)["/S"] == "/GTS_PDFA1" and "/DestOutputProfile" in of(intent), "its colours are not defined")
for forbidden in ["/OpenAction", "/AA", "/AcroForm", "/Names"]:
    need(forbidden not in root, f"it has {forbidden}")

# No script, file, sound, or action anywhere; nothing that shines through.
for number in sorted({number for table in reader.xref.values() for number in table} | set(reader.xref_objStm)):
    thing = reader.get_object(number)
    if not isinstance(thing, DictionaryObject):
        continue
    kind = (thing.get("/Type"), thing.get("/S"))
    need(kind[1] not in ["/JavaScript", "/Launch", "/URI", "/GoToR"], f"it has {kind}")
    need(kind[0] not in ["/EmbeddedFile", "/Filespec"], f"it has {kind}")
    need(thing.get("/ca", 1) == 1 and thing.get("/CA", 1) == 1 and "/SMask" not in thing, "it is transparent")
    if kind[0] == "/FontDescriptor":
        need("/FontFile2" in thing or "/FontFile3" in thing, "a font is not embedded")
    if kind[0] == "/Font" and thing["/Subtype"] == "/Type0":
        need("/ToUnicode" in thing, "a font does not tell its letters")

xmp = root["/Metadata"].get_object().get_data().decode()


def told(name):
    found = re.search(rf"<{name}>(.*?)</{name}>|{name}=\"(.*?)\"", xmp, re.S)
    return re.sub(r"<.*?>", "", found.group(1) or found.group(2)).strip() if found else "-"


def tags(node, into):
    """The tags in the order of reading, each with how often it comes."""
    node = of(node)
    if isinstance(node, ArrayObject):
        for child in node:
            tags(child, into)
    elif isinstance(node, DictionaryObject) and "/S" in node:
        into[node["/S"][1:]] = into.get(node["/S"][1:], 0) + 1
        if node["/S"] == "/TR":
            row = [of(cell) for cell in node["/K"]]
            width = sum(int(attribute(cell, "/ColSpan") or 1) for cell in row)
            widths.setdefault(id(of(top(node))), set()).add(width)
        if node["/S"] == "/TH":
            need(attribute(node, "/Scope"), "a heading of a table has no scope")
        if "/K" in node:
            tags(node["/K"], into)
    return into


def attribute(node, name):
    given = of(node.get("/A"))
    given = given if isinstance(given, ArrayObject) else [given] if given else []
    return next((of(one)[name] for one in given if name in of(one)), None)


def top(node):
    while node["/S"] != "/Table":
        node = of(node["/P"])
    return node


widths = {}
found = tags(root["/StructTreeRoot"]["/K"], {})
need(all(len(width) == 1 for width in widths.values()), "the rows of a table differ in width")
print("pages", len(reader.pages))
print("pdfa", told("pdfaid:part") + told("pdfaid:conformance"), "pdfua", told("pdfuaid:part"))
print("language", root["/Lang"])
print("title", reader.metadata.title)
print("made", reader.metadata.creation_date.isoformat())
print("tags", " ".join(f"{tag}={count}" for tag, count in found.items()))
