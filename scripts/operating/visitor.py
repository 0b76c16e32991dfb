#!/usr/bin/env python3
"""Visits an instance from outside, through its proxy, as a browser would: over TLS, believing one authority alone.

  visitor.py PLACE first LINK         sets the operator's password by this link, signs in, switches the second factor on
  visitor.py PLACE again              signs in once more, with a recovery code
  visitor.py PLACE enrol              signs in after the second factor was taken away, and switches it on anew
  visitor.py PLACE forgotten          has a link mailed
  visitor.py PLACE links              opens a link of every kind that is mailed, and uses it up
  visitor.py PLACE guards             tries what the proxy and the product must refuse or let through
  visitor.py PLACE load SECONDS LOST  reads and writes all the time; at most LOST requests may fail, and every acknowledged
                                      write must be there once in the end
PLACE is a file with {"at": "address:port", "ca": "file", "web": "host", "api": "host"}; what is learned is kept in it.
"""
import base64
import hashlib
import hmac
import http.client
import json
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse
import uuid

PASSWORD = "seven quiet harbours"
EMAIL = "olga@finance.example"


class Failed(Exception):
    pass


class Through(http.client.HTTPSConnection):
    """Asks for a host by its name, at the address of the proxy."""

    def __init__(self, at, trust, host):
        super().__init__(host, 443, timeout=90, context=trust)
        self.at, self.trust = at, trust

    def connect(self):
        address, port = self.at.rsplit(":", 1)
        plain = socket.create_connection((address, int(port)), timeout=90)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = self.trust.wrap_socket(plain, server_hostname=self.host)


class Visitor:
    def __init__(self, file):
        self.file = file
        with open(file, encoding="utf-8") as text:
            self.place = json.load(text)
        self.trust = ssl.create_default_context(cafile=self.place["ca"])

    def keep(self, **learned):
        self.place.update(learned)
        with open(self.file, "w", encoding="utf-8") as text:
            json.dump(self.place, text)

    def connect(self, host):
        return Through(self.place["at"], self.trust, host)

    def call(self, method, path, body=None, headers=None, host="api", connection=None, token=True):
        own = connection is None
        connection = connection or self.connect(self.place[host])
        headers = dict(headers or {})
        if token and "token" in self.place:
            headers.setdefault("Authorization", "Bearer " + self.place["token"])
        if isinstance(body, (dict, list)):
            headers["Content-Type"], body = "application/json", json.dumps(body)
        connection.request(method, path, body=body, headers=headers)
        answer = connection.getresponse()
        text = answer.read()
        if own:
            connection.close()
        return answer, text

    def must(self, status, method, path, body=None, **more):
        answer, text = self.call(method, path, body, **more)
        if answer.status != status:
            raise Failed(f"{method} {path}: {answer.status} instead of {status}: {text[:400]!r}")
        return json.loads(text) if text and "json" in answer.headers.get("Content-Type", "") else None


def code(secret, ahead=0):
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30 + ahead), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def sign_in(visitor):
    welcome = visitor.must(200, "POST", "/auth/signin", {"email": EMAIL, "password": PASSWORD}, token=False)
    visitor.keep(token=welcome["data"]["token"])


def first(visitor, link):
    web = urllib.parse.urlsplit(link)
    if web.netloc != visitor.place["web"]:
        raise Failed(f"the link leads to {web.netloc}")
    # As a browser asks: what is behind the # stays there.
    page, text = visitor.call("GET", web.path, host="web", token=False)
    if page.status != 200 or b"<html" not in text:
        raise Failed(f"the page of the link: {page.status}")
    token = urllib.parse.parse_qs(web.fragment)["token"][0]
    if web.query:
        raise Failed(f"the link has a query: {web.query}")
    # The test searches the logs for it.
    visitor.keep(used=token)
    visitor.must(202, "POST", "/auth/reset-password", {"token": token, "password": PASSWORD}, token=False)
    enrol(visitor)
    print("An operator set the password, signed in and switched the second factor on.")


def enrol(visitor):
    sign_in(visitor)
    enrolment = "/semi-private/auth/second-factor/enrolment"
    once = {"Idempotency-Key": str(uuid.uuid4())}
    asked = visitor.must(403, "POST", enrolment, {}, headers=once)
    visitor.must(204, "POST", "/semi-private/auth/step-up", {"password": PASSWORD, "confirm": asked["confirm"]})
    begun = visitor.must(200, "POST", enrolment, {}, headers=once)["data"]
    secret = begun["secret"]
    on = visitor.must(200, "POST", "/semi-private/auth/second-factor/confirmation", {"id": begun["id"], "code": code(secret)})["data"]
    # Every session ended: the answer brings a new one.
    visitor.keep(secret=secret, recovery=on["recoveryCodes"], token=on["token"])
    visitor.must(200, "GET", "/operator/applications")


def again(visitor):
    sign_in(visitor)
    spare = visitor.place["recovery"].pop()
    visitor.keep(token=visitor.must(200, "POST", "/semi-private/auth/second-factor", {"code": spare})["token"])
    visitor.must(200, "GET", "/operator/applications")
    print("The operator signed in again.")


def forgotten(visitor):
    visitor.must(202, "POST", "/auth/forgot-password", {"email": EMAIL}, token=False)


def links(visitor):
    """Every kind of link that is mailed, as the client uses it. One made up is refused, and passes the same proxies the same way."""
    secret = visitor.place.get("link", "secret-of-a-link-" + uuid.uuid4().hex)
    visitor.keep(link=secret)
    for page in ("/verify-email", "/reset-password", "/invitation", "/confirm"):
        answer, text = visitor.call("GET", page, host="web", token=False)
        if answer.status != 200 or b"<html" not in text:
            raise Failed(f"{page}: {answer.status}")
    held = {"Link-Secret": secret}
    person = {"password": PASSWORD, "fname": "Vera", "lname": "Lind", "phone": "+4915112345670", "country": "DE", "countryCode": "+49"}
    for kind, method, path, headers, body in (
        ("verification of an address", "POST", "/auth/verify-email", {}, {"token": secret}),
        ("new password, of an operator too", "POST", "/auth/reset-password", {}, {"token": secret, "password": PASSWORD}),
        ("invitation of a member or a supplier", "GET", "/invitation", held, None),
        ("… with a new account", "POST", "/invitation/accept", held, person),
        ("… with the account one has", "POST", "/semi-private/invitation/accept", held, None),
        ("… with the company one has", "POST", "/semi-private/invitation/enrol", held, None),
        ("a debtor's confirmation", "GET", "/confirmation", held, None),
        ("… answered", "POST", "/confirmation", held, {"seen": "0" * 64, "answer": "confirm"}),
    ):
        answer, text = visitor.call(method, path, body, headers, token=path.startswith("/semi-private"))
        # An operator has no company to join with.
        if answer.status not in (422, 429) and not (answer.status == 403 and path.startswith("/semi-private")):
            raise Failed(f"{kind}: {answer.status} {text[:200]!r}")
    print("A link of every kind was opened.")


def guards(visitor):
    for path in ("/metrics", "/metrics/", "/metrics?x=1"):
        for host in ("api", "web"):
            answer, text = visitor.call("GET", path, host=host, token=False)
            if answer.status == 200 and b"http_requests" in text:
                raise Failed(f"{host} shows {path}")
    # A statement of 32 megabytes reaches the product, which has something of its own to say of it; a bigger one does not.
    head = '--b\r\nContent-Disposition: form-data; name="file"; filename="statement.xml"\r\nContent-Type: application/xml\r\n\r\n'
    form = {"Content-Type": "multipart/form-data; boundary=b"}
    fits, bursts = 32 * 1024 * 1024 - 1000, 36 * 1024 * 1024
    # What carries a key may take another way through the proxy.
    for size, key in ((fits, {}), (fits, {"Idempotency-Key": str(uuid.uuid4())}), (bursts, {}), (bursts, {"Idempotency-Key": str(uuid.uuid4())})):
        body = head.encode() + b"x" * size + b"\r\n--b--\r\n"
        try:
            answer, text = visitor.call("POST", "/operator/bank-statements", body, headers=form | key)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            if size == bursts:
                continue
            raise
        if (answer.status == 413) != (size == bursts) or (size == fits and b'"code"' not in text):
            raise Failed(f"a body of {size} bytes: {answer.status} {text[:200]!r}")
    # What a caller says of its own address is thrown away: guesses from one place are counted as one, whatever they claim.
    statuses = []
    for number in range(12):
        claim = {"X-Forwarded-For": f"198.51.100.{number}", "Forwarded": f"for=198.51.100.{number}"}
        guess = {"email": "nobody@finance.example", "password": "not the password"}
        statuses.append(visitor.call("POST", "/auth/signin", guess, headers=claim, token=False)[0].status)
    if statuses[-1] != 429:
        raise Failed(f"claimed addresses were believed: {statuses}")
    print("The proxy keeps what it must, and lets through what it must.")


class Load:
    """Readers, and writers whose every write carries a key of its own."""

    def __init__(self, visitor):
        self.visitor, self.over, self.lock = visitor, False, threading.Lock()
        self.sent = self.lost = 0
        self.complaints, self.acknowledged = [], []

    def note(self, what):
        with self.lock:
            self.lost += 1
            self.complaints.append(f"{time.strftime('%H:%M:%S')} {what}")

    def work(self, one):
        connection = None
        while not self.over:
            try:
                connection = connection or self.visitor.connect(self.visitor.place["api"])
                one(connection)
            except (OSError, http.client.HTTPException) as error:
                self.note(repr(error))
                connection = None
            with self.lock:
                self.sent += 1

    def read(self, connection):
        answer, text = self.visitor.call("GET", "/operator/applications", connection=connection)
        if answer.status != 200:
            self.note(f"GET {answer.status} {text[:200]!r}")

    def write(self, connection):
        note = f"load-{uuid.uuid4()}"
        entry = {"on": time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86400)), "event": "capital", "amount": 100, "currency": "EUR", "note": note}
        answer, text = self.visitor.call("POST", "/operator/ledger/entries", entry, {"Idempotency-Key": note}, connection=connection)
        if answer.status == 202:
            with self.lock:
                self.acknowledged.append(json.loads(text)["data"]["approval"]["id"])
        else:
            self.note(f"POST {answer.status} {text[:200]!r}")
        time.sleep(0.1)


def proposals(visitor):
    found, after = [], ""
    while after is not None:
        page = visitor.must(200, "GET", "/operator/approvals" + (f"?after={after}" if after else ""))
        found += [one["id"] for one in page["data"]]
        after = page.get("next")
    return found


def load(visitor, seconds, lost):
    under, before = Load(visitor), proposals(visitor)
    threads = [threading.Thread(target=under.work, args=[one]) for one in [under.read] * 6 + [under.write] * 2]
    for thread in threads:
        thread.start()
    time.sleep(float(seconds))
    under.over = True
    for thread in threads:
        thread.join()
    for complaint in under.complaints[:5]:
        print(complaint, file=sys.stderr)
    kept = proposals(visitor)
    print(f"{under.sent} requests, {len(under.acknowledged)} writes acknowledged, {under.lost} failed.")
    if under.lost > int(lost) or not under.acknowledged:
        raise Failed(f"{under.lost} requests failed; {lost} may")
    missing = [one for one in under.acknowledged if kept.count(one) != 1]
    # What got no answer may have been done all the same, and nothing more than that.
    more = len(kept) - len(before) - len(under.acknowledged)
    if missing or more > under.lost:
        raise Failed(f"{len(missing)} acknowledged writes are not there once, and {more} are that nobody was told of")


def main():
    _, file, what, *arguments = sys.argv
    try:
        {"first": first, "again": again, "enrol": enrol, "forgotten": forgotten, "guards": guards, "links": links, "load": load}[what](Visitor(file), *arguments)
    except Failed as failed:
        sys.exit(str(failed))


main()
