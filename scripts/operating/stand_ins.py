#!/usr/bin/env python3
"""Stands in for what an instance calls: a mail server over TLS that takes every mail, and the host of the keys that phones are proven by.

  stand_ins.py ADDRESS CERTIFICATE KEY MAILS   listens on ports 465 and 443; each mail becomes a file in the folder MAILS
"""
import base64
import http.server
import json
import os
import socketserver
import ssl
import subprocess
import sys
import threading

ADDRESS, CERTIFICATE, KEY, MAILS = sys.argv[1:]


def key_set():
    said = subprocess.run(["openssl", "rsa", "-in", KEY, "-noout", "-modulus"], check=True, capture_output=True, text=True).stdout
    modulus = bytes.fromhex(said.strip().split("=")[1])
    one = {"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "one", "e": "AQAB", "n": base64.urlsafe_b64encode(modulus).rstrip(b"=").decode()}
    return json.dumps({"keys": [one]}).encode()


KEYS = key_set()


class Keys(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Cache-Control", "public, max-age=3600")
        self.send_header("Content-Length", str(len(KEYS)))
        self.end_headers()
        self.wfile.write(KEYS)

    def log_message(self, *_):
        pass


class Mail(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self):
        self.say("220 smtp.finance.example ESMTP")
        while line := self.rfile.readline():
            word = line.split(None, 1)[0].upper().decode(errors="replace") if line.strip() else ""
            if word == "EHLO":
                self.wfile.write(b"250-smtp.finance.example\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME\r\n")
            elif word == "AUTH":
                given = line.split()[2] if len(line.split()) > 2 else b""
                good = base64.b64decode(given) == b"\0sooner\0mail-password"
                self.say("235 welcome" if good else "535 wrong password")
            elif word == "DATA":
                self.say("354 go on")
                mail = b""
                while (line := self.rfile.readline()) and line != b".\r\n":
                    mail += line
                with open(os.path.join(MAILS, f"{len(os.listdir(MAILS)):04}.eml"), "wb") as file:
                    file.write(mail)
                self.say("250 taken")
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 fine")


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port, handler):
        super().__init__((ADDRESS, port), handler)
        self.trust = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.trust.load_cert_chain(CERTIFICATE, KEY)

    def finish_request(self, request, address):
        with self.trust.wrap_socket(request, server_side=True) as secured:
            super().finish_request(secured, address)

    def handle_error(self, *_):
        pass


threading.Thread(target=Server(443, Keys).serve_forever, daemon=True).start()
Server(465, Mail).serve_forever()
