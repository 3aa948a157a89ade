import hashlib
import hmac
import json
import os
import time
import urllib.request

import stripe

errors = getattr(stripe, "error", stripe)
url = os.environ["FAKE_URL"]
stripe.api_base = url
stripe.api_key = os.environ["FAKE_KEY"]
stripe.max_network_retries = 0


def step(name):
    """Runs the function below it as one step. Steps continue after one that failed."""

    def run(work):
        try:
            work()
            outcome = {"name": name}
        except Exception as error:
            text = str(error) or "assertion failed"
            outcome = {"name": name, "error": type(error).__name__ + ": " + text}
        print("STEP " + json.dumps(outcome), flush=True)

    return run


def rejected(kind, work):
    try:
        work()
    except kind as error:
        return error
    raise AssertionError("was not refused")


def equal(actual, expected):
    assert actual == expected, "%r is not %r" % (actual, expected)


def control(command, body):
    request = urllib.request.Request(
        url + "/_processor/" + command,
        json.dumps(body).encode(),
        {"content-type": "application/json", "authorization": "Bearer " + stripe.api_key},
    )
    urllib.request.urlopen(request).read()


def payment(**more):
    return stripe.PaymentIntent.create(
        amount=1999, currency="eur", payment_method_types=["card"], **more
    )


found = {}


@step("create a customer")
def _():
    found["customer"] = stripe.Customer.create(
        email="Ana@example.com", name="Ana Gil", metadata={"shop": "a"}
    ).id


@step("update and retrieve the customer")
def _():
    stripe.Customer.modify(found["customer"], metadata={"shop": "b"})
    equal(stripe.Customer.retrieve(found["customer"]).metadata["shop"], "b")


@step("create a token and keep it as a card")
def _():
    token = stripe.Token.create(
        card={"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"}
    )
    card = stripe.Customer.create_source(found["customer"], source=token.id)
    equal(card.last4, "4242")


@step("create a payment method and attach it")
def _():
    method = stripe.PaymentMethod.create(type="card", card={"token": "tok_mastercard"})
    found["method"] = stripe.PaymentMethod.attach(method.id, customer=found["customer"]).id


@step("create an intent and confirm it")
def _():
    intent = payment(customer=found["customer"], metadata={"order": "7"})
    paid = stripe.PaymentIntent.confirm(intent.id, payment_method=found["method"])
    equal(paid.status, "succeeded")
    found["paid"] = paid.id


@step("confirm with a boolean")
def _():
    intent = payment(payment_method="pm_card_visa", confirm=True)
    equal(intent.status, "succeeded")


@step("authenticate with 3D Secure")
def _():
    waiting = payment(
        payment_method="pm_card_authenticationRequired",
        confirm=True,
        return_url="https://shop.example/back",
    )
    equal(waiting.status, "requires_action")
    control("challenge", {"id": waiting.id, "outcome": "approve"})
    equal(stripe.PaymentIntent.retrieve(waiting.id).status, "succeeded")


@step("catch a decline as CardError")
def _():
    error = rejected(
        errors.CardError,
        lambda: payment(
            payment_method="pm_card_visa_chargeDeclinedInsufficientFunds", confirm=True
        ),
    )
    equal((error.http_status, error.code), (402, "card_declined"))
    equal(error.error.decline_code, "insufficient_funds")


@step("catch a wrong id as InvalidRequestError")
def _():
    error = rejected(errors.InvalidRequestError, lambda: stripe.PaymentIntent.retrieve("pi_none"))
    equal((error.http_status, error.code), (404, "resource_missing"))


@step("catch a wrong key as AuthenticationError")
def _():
    rejected(errors.AuthenticationError, lambda: stripe.Customer.list(api_key="nonsense"))


@step("capture a part of an authorization")
def _():
    held = payment(payment_method="pm_card_visa", confirm=True, capture_method="manual")
    equal(held.status, "requires_capture")
    captured = stripe.PaymentIntent.capture(held.id, amount_to_capture=1500)
    equal((captured.status, captured.amount_received), ("succeeded", 1500))


@step("cancel an intent")
def _():
    equal(stripe.PaymentIntent.cancel(payment().id).status, "canceled")


@step("refund a part, and list the refunds")
def _():
    refund = stripe.Refund.create(payment_intent=found["paid"], amount=500)
    refunds = stripe.Refund.list(payment_intent=found["paid"])
    equal([one.id for one in refunds.data], [refund.id])


@step("create a charge without an intent")
def _():
    charge = stripe.Charge.create(amount=700, currency="eur", source="tok_visa", capture=True)
    equal(charge.captured, True)


@step("list with auto-pagination")
def _():
    for order in range(7):
        stripe.Customer.create(email="%d@example.com" % order)
    emails = [one.email for one in stripe.Customer.list(limit=3).auto_paging_iter()]
    equal((len(emails), emails[-1]), (8, "Ana@example.com"))


@step("replay a request under its idempotency key")
def _():
    first, again = (payment(metadata={"order": "8"}, idempotency_key="order 8") for _ in range(2))
    equal(again.id, first.id)


@step("catch another request under the key as IdempotencyError")
def _():
    rejected(errors.IdempotencyError, lambda: payment(idempotency_key="order 8"))


@step("try again after a lost response, and pay once")
def _():
    control("fail-next", {"on": "create", "with": "timeout_after"})
    stripe.max_network_retries = 2
    intent = payment(payment_method="pm_card_visa", confirm=True, metadata={"order": "9"})
    stripe.max_network_retries = 0
    every = stripe.PaymentIntent.list(limit=100).data
    equal([one.id for one in every if one.metadata.get("order") == "9"], [intent.id])


@step("verify the signature of a webhook")
def _():
    event = stripe.Event.list(type="payment_intent.succeeded", limit=1).data[0]
    payload = json.dumps(event.to_dict_recursive() if hasattr(event, "to_dict_recursive") else event)
    secret = "_".join(["whsec", "scenario"])
    now = int(time.time())
    digest = hmac.new(secret.encode(), ("%d.%s" % (now, payload)).encode(), hashlib.sha256)
    signed = stripe.Webhook.construct_event(
        payload, "t=%d,v1=%s" % (now, digest.hexdigest()), secret
    )
    equal(signed.type, "payment_intent.succeeded")
    rejected(
        errors.SignatureVerificationError,
        lambda: stripe.Webhook.construct_event(payload, "t=%d,v1=%s" % (now, "0" * 64), secret),
    )


if hasattr(stripe.Customer, "search"):

    @step("search customers and payments")
    def _():
        customers = stripe.Customer.search(query='email:"ana@example.com"')
        equal([one.id for one in customers.data], [found["customer"]])
        intents = stripe.PaymentIntent.search(query='-metadata["order"]:null', limit=1)
        equal([one.metadata["order"] for one in intents.auto_paging_iter()], ["9", "8", "7"])


@step("save a card with a setup intent, and charge it off session")
def _():
    saved = stripe.SetupIntent.create(
        customer=found["customer"],
        payment_method="pm_card_visa",
        payment_method_types=["card"],
        confirm=True,
        usage="off_session",
    )
    equal(saved.status, "succeeded")
    paid = payment(
        customer=found["customer"],
        payment_method=saved.payment_method,
        off_session=True,
        confirm=True,
    )
    equal(paid.status, "succeeded")


@step("sell through a checkout session")
def _():
    item = {"currency": "eur", "unit_amount": 700, "product_data": {"name": "Camiseta"}}
    session = stripe.checkout.Session.create(
        mode="payment",
        cancel_url="https://shop.example/cart",
        success_url="https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
        line_items=[{"price_data": item, "quantity": 2}],
    )
    control("complete-checkout", {"id": session.id, "email": "eva@example.com"})
    paid = stripe.checkout.Session.retrieve(session.id, expand=["payment_intent"])
    equal((paid.payment_status, paid.payment_intent.amount_received), ("paid", 1400))
    items = stripe.checkout.Session.list_line_items(session.id)
    equal(items.data[0].description, "Camiseta")


@step("answer the dispute of a charge")
def _():
    disputed = payment(payment_method="pm_card_createDispute", confirm=True)
    dispute = stripe.Dispute.list(payment_intent=disputed.id).data[0]
    equal((dispute.amount, dispute.status), (1999, "needs_response"))
    changed = stripe.Dispute.modify(
        dispute.id, evidence={"product_description": "Camiseta"}, submit=False
    )
    equal(changed.evidence.product_description, "Camiseta")
    equal(stripe.Dispute.close(dispute.id).status, "lost")


@step("read the balance and its transactions")
def _():
    equal(stripe.Balance.retrieve().livemode, False)
    equal(len(stripe.BalanceTransaction.list(type="charge", limit=2).data), 2)


@step("delete the customer")
def _():
    equal(stripe.Customer.delete(found["customer"]).deleted, True)


print("DONE", flush=True)
