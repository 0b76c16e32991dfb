"""Property tests of the API: starts the binary, makes a member and an operator, and lets schemathesis call every
operation of the contract as nobody, as the member and as the operator.

    run.py BINARY EXAMPLES [REQUESTS]

EXAMPLES is how many made-up requests an operation gets in a round; rounds go on, each with a seed of its own, until there
were so many REQUESTS."""

import base64
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid

HERE = pathlib.Path(__file__).parent
CONTRACT = HERE.parent.parent / "docs" / "openapi.json"
PASSWORD = "correct horse battery staple"
PHONE = "+4915112345678"
KINDS = ["incorporation_certificate", "proof_of_address", "identity_document", "bank_statement", "annual_accounts", "aged_receivables"]
# What must hold of every answer. Whether input is taken is for rules a schema cannot say: no such check.
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,ignored_auth"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Instance:
    """The binary on a database of its own."""

    def __init__(self, binary):
        self.binary = pathlib.Path(binary).resolve()
        self.folder = tempfile.TemporaryDirectory()
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.environment = {
            "SOONER_ENV": "development",
            "SOONER_API_ADDR": f"127.0.0.1:{port}",
            "SOONER_FOUR_EYES": "true",
            "SOONER_WEB_ADDR": "",
            "SOONER_TRUSTED_PROXIES": "127.0.0.1",
            "SOONER_ACCOUNT_WRITES": "1000000",
            "SOONER_ACCOUNT_READS": "100000000",
            "SOONER_LOG": "error,actix_http=off",
        }
        self.log = open(pathlib.Path(self.folder.name) / "log", "w+")
        self.process = subprocess.Popen([self.binary, "serve"], cwd=self.folder.name, env=self.environment, stderr=self.log)
        while True:
            try:
                self.call("GET", "/health/ready")
                return
            except (urllib.error.URLError, ConnectionError):
                if self.process.poll() is not None:
                    sys.exit("sooner serve ended")
                time.sleep(0.05)

    def call(self, method, path, token=None, body=None, content_type="application/json"):
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        headers = {"X-Forwarded-For": "192.0.2.1"} | ({"Content-Type": content_type} if data is not None else {})
        if token:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def mailed_link(self, email):
        while True:
            for mail in sorted(pathlib.Path(self.folder.name, "var/mail").glob("*.eml"), reverse=True):
                text = mail.read_text().replace("=\n", "").replace("=3D", "=")
                if f"<{email}>" in text and (found := re.search(r"token=([\w-]+)", text)):
                    return found[1]
            time.sleep(0.05)

    def member(self):
        """Somebody with phone and address proved."""
        email = "ada@example.com"
        person = {"email": email, "password": PASSWORD, "fname": "Ada", "lname": "Brandt", "phone": PHONE, "country": "DE", "countryCode": "+49"}
        token = self.call("POST", "/auth/signup", body=person)["token"]
        now = int(time.time())
        claims = {
            "iss": "https://securetoken.google.com/demo-sooner", "aud": "demo-sooner", "sub": "ada", "iat": now, "exp": now + 3600, "auth_time": now,
            "phone_number": PHONE, "firebase": {"identities": {"phone": [PHONE]}, "sign_in_provider": "phone"},
        }
        part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
        proof = f"{part({'alg': 'none', 'typ': 'JWT'})}.{part(claims)}."
        token = self.call("POST", "/semi-private/auth/verify-gtoken", token, {"gToken": proof})["token"]
        self.call("POST", "/auth/verify-email", body={"token": self.mailed_link(email)})
        return token

    def submitted(self, token):
        form = {
            "company": {
                "legalName": "Mühle Brandt GmbH", "legalForm": "private_limited", "registrationNumber": "HRB 1", "taxNumber": "DE1",
                "incorporatedOn": "2010-01-31", "country": "DE", "industry": "manufacturing", "wants": ["seller"],
                "address": {"line1": "Mühlweg 1", "city": "Freiburg", "postalCode": "79098", "country": "DE"}, "yearlyTurnover": {"amount": 1, "currency": "EUR"},
            },
            "people": [{"fname": "Ada", "lname": "Brandt", "bornOn": "1980-02-29", "nationality": "DE", "roles": ["director", "signatory"]}],
            "bankAccount": {"holder": "Mühle Brandt GmbH", "iban": "DE89370400440532013000", "currency": "EUR"},
        }
        self.call("PUT", "/semi-private/onboarding", token, form)
        for kind in KINDS:
            parts = f'--edge\r\nContent-Disposition: form-data; name="kind"\r\n\r\n{kind}\r\n--edge\r\nContent-Disposition: form-data; name="file"; '
            parts += 'filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n\r\n--edge--\r\n'
            self.call("POST", "/semi-private/documents", token, parts.encode(), "multipart/form-data; boundary=edge")
        buyer = {
            "legalName": "Nordwind AG", "country": "NL", "registrationNumber": "12345678", "contactName": "Piet Smit", "contactEmail": "piet@example.net",
            "expectedYearlyVolume": {"amount": 50_000_000, "currency": "EUR"}, "paymentTermsDays": 45,
        }
        self.call("POST", "/semi-private/buyers", token, buyer)
        self.call("POST", "/semi-private/onboarding/submit", token, {})

    def operator(self):
        arguments = [self.binary, "operator", "add", "--email", "olga@example.com", "--name", "Olga Reyes"]
        printed = subprocess.run(arguments, cwd=self.folder.name, env=self.environment, capture_output=True, text=True, check=True).stdout
        self.call("POST", "/auth/reset-password", body={"token": re.search(r"token=([\w-]+)", printed)[1], "password": PASSWORD})
        return self.call("POST", "/auth/signin", body={"email": "olga@example.com", "password": PASSWORD})["data"]["token"]

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.log.seek(0)
        return self.log.read()


def test(instance, who, token, examples, seed):
    """Runs schemathesis as this caller and answers how many requests it made."""
    command = [
        pathlib.Path(sys.executable).with_name("schemathesis"), "--config-file", HERE / "schemathesis.toml", "run", CONTRACT, "--url", instance.url, "--checks", CHECKS, "--max-examples", str(examples),
        "--seed", str(seed), "--continue-on-failure", "--no-color", "--warnings", "off", "--suppress-health-check", "all",
    ]
    if token:
        command += ["--header", f"Authorization: Bearer {token}"]
        # They would end the session that asks.
        for path in ["/semi-private/auth/signout", "/semi-private/auth/sessions/{id}"]:
            command += ["--exclude-path", path]
    environment = os.environ | {"SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE)}
    run = subprocess.run(command, cwd=instance.folder.name, env=environment, capture_output=True, text=True)
    cases = sum(int(number) for number in re.findall(r"(\d+) generated", run.stdout))
    print(f"as {who}, seed {seed}: {cases} requests, exit status {run.returncode}", flush=True)
    if run.returncode != 0:
        print(run.stdout[-12_000:], run.stderr[-2_000:])
        sys.exit("The API breaks its contract; see above.")
    if token:
        # Still signed in: the requests got past the door.
        instance.call("GET", "/semi-private/user", token)
    return cases


def main():
    binary, examples, wanted = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    total, seed = 0, 0
    while total < wanted:
        seed += 1
        instance = Instance(binary)
        try:
            member = instance.member()
            total += test(instance, "member", member, examples, seed)
            instance.submitted(member)
            total += test(instance, "operator", instance.operator(), examples, seed)
            total += test(instance, "nobody", None, max(examples // 4, 1), seed)
        finally:
            logged = instance.stop()
        if logged.strip():
            sys.exit(f"The server complained:\n{logged}")
    print(f"{total} requests: 0 server errors, 0 answers that break the contract, 0 operations that ignore who asks")


main()
