"""A right shop in Python, with the standard library alone."""

import hashlib
import hmac
import json
import os
import sqlite3
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

database = sqlite3.connect(os.environ["DATABASE"], check_same_thread=False, isolation_level=None)
database.row_factory = sqlite3.Row
lock = threading.Lock()
# A proxy of the environment is not asked for a processor on this machine.
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def run(sql, *values):
    """Runs a statement, one at a time. Returns its rows."""
    with lock:
        return [dict(row) for row in database.execute(sql, values)]


run(
    """CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, amount INTEGER, currency TEXT, intent TEXT,
       state TEXT DEFAULT 'open', shipments INTEGER DEFAULT 0)"""
)


def stripe(method, path, form=None, key=None):
    """Calls Stripe. Returns the status and the object, or the error. Raises when nobody knows."""
    data = None if form is None else urllib.parse.urlencode(form).encode()
    request = urllib.request.Request(os.environ["STRIPE_URL"] + path, data, method=method)
    request.add_header("Authorization", "Bearer " + os.environ["STRIPE_KEY"])
    if key is not None:
        request.add_header("Idempotency-Key", key)
    try:
        with opener.open(request, timeout=1) as response:
            return 200, json.load(response)
    except urllib.error.HTTPError as error:
        # Declined, or paid by an earlier attempt. Anything else says nothing about the card.
        if error.code not in (400, 402):
            raise
        return error.code, json.load(error)["error"]


def intent_of(order):
    """The payment intent of an order. The first one that is stored stays: an intent is charged once."""
    [row] = run("SELECT * FROM orders WHERE id = ?", order)
    if row["intent"] is None:
        form = {"amount": row["amount"], "currency": row["currency"], "metadata[order]": order}
        _, created = stripe("POST", "/v1/payment_intents", form, "order " + order)
        run("UPDATE orders SET intent = ? WHERE id = ? AND intent IS NULL", created["id"], order)
        [row] = run("SELECT * FROM orders WHERE id = ?", order)
    return row["intent"]


def answer(intent, message=None):
    """Reads how the payment stands, stores it, and tells it."""
    _, payment = stripe("GET", "/v1/payment_intents/" + intent)
    if payment["status"] == "succeeded":
        run("UPDATE orders SET state = 'paid', shipments = 1 WHERE intent = ? AND state = 'open'", intent)
        return {"outcome": "paid"}
    outcome = "action" if payment["status"] == "requires_action" else "failed"
    return {"outcome": outcome, "payment": intent, **({"message": message} if message else {})}


def pay(order):
    sql = "INSERT OR IGNORE INTO orders (id, amount, currency) VALUES (?, ?, ?)"
    run(sql, order["id"], order["amount"], order["currency"])
    intent = intent_of(order["id"])
    form = {"payment_method": order["card"], "return_url": "https://shop.example/back"}
    status, result = stripe("POST", f"/v1/payment_intents/{intent}/confirm", form, order["key"])
    return answer(intent, None if status == 200 else result.get("message"))


def is_signed(body, header):
    parts = dict(part.split("=", 1) for part in header.split(",") if "=" in part)
    signed = parts.get("t", "0").encode() + b"." + body
    wanted = hmac.new(os.environ["WEBHOOK_SECRET"].encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(wanted, parts.get("v1", "")) and abs(time.time() - int(parts["t"])) < 300


def webhook(body, header):
    if not is_signed(body, header):
        raise ValueError("a wrong signature")
    event = json.loads(body)
    # An event says that something has happened, and the object says how it stands.
    if event["type"] == "payment_intent.succeeded":
        answer(event["data"]["object"]["id"])
    return {}


class Shop(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def reply(self, work):
        try:
            status, result = 200, work()
        except Exception as error:  # The shop does not know: the page says "try again".
            status, result = 502, {"message": str(error)}
        data = json.dumps(result).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.reply(lambda: run("SELECT * FROM orders") if self.path == "/orders" else {})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/webhooks":
            self.reply(lambda: webhook(body, self.headers.get("Stripe-Signature", "")))
        elif self.path == "/pay":
            self.reply(lambda: pay(json.loads(body)))
        else:
            self.reply(lambda: answer(intent_of(json.loads(body)["id"])))

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Shop).serve_forever()
