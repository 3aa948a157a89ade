"""A driver of `pasarela torture` in Python, with the standard library alone.

It reads a call from each line of its standard input, and writes the answer as a line to its standard output.
"""

import http.client
import json
import os
import sys
import traceback
import urllib.request
from concurrent.futures import ThreadPoolExecutor

# A proxy of the environment is not asked for a shop on this machine.
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(shop, method, path, body=None):
    """Asks the shop. Raises if there is no answer, and for a status of 400 and above."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(shop["url"] + path, data, headers, method=method)
    with opener.open(request, timeout=10) as response:
        return json.load(response)


def pay(order, shop):
    """Pays as a customer does: {"outcome": "paid"}, or failed, pending or action."""
    wanted = {name: order[name] for name in ("id", "amount", "currency", "email", "key")}
    return ask(shop, "POST", "/pay", {**wanted, "card": order["card"]["paymentMethod"]})


def come_back(back, shop):
    """The customer is back from 3D Secure."""
    return ask(shop, "POST", "/come-back", {"id": back["order"]["id"], "payment": back["payment"]})


def refund(wanted, shop):
    """Gives money back as the staff does: {"outcome": "refunded"}, or failed or pending."""
    return ask(shop, "POST", "/refund", {name: wanted[name] for name in ("id", "order", "amount")})


def orders(_, shop):
    """All orders of the shop: [{"id": "o1", "amount": 1999, "state": "paid"}]."""
    return ask(shop, "GET", "/orders")


def hello(_, __):
    """Says which calls this driver has."""
    return {"calls": [name for name in CALLS if name != "hello"]}


CALLS = {"hello": hello, "pay": pay, "comeBack": come_back, "refund": refund, "orders": orders}


def answer(line):
    call = json.loads(line)
    try:
        result = CALLS[call["call"]](call["with"], call.get("context"))
        reply = {"id": call["id"], "result": result}
    except (OSError, http.client.HTTPException, json.JSONDecodeError) as error:
        # A lost connection, a time-out, a 502, half an answer: the customer does not know.
        reply = {"id": call["id"], "error": repr(error)}
    except Exception:
        # A mistake in this file. The tool shows it.
        traceback.print_exc()
        os._exit(1)
    # One write, as several threads answer.
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


# Many customers come at the same time.
with ThreadPoolExecutor(max_workers=64) as threads:
    for line in sys.stdin:
        threads.submit(answer, line)
