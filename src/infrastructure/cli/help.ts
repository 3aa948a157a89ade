/** Ends `pasarela events backfill --help`. */
export const backfillHelp = `
Reads the same environment as pasarela serve: STRIPE_SECRET_KEY is the account
whose events are fetched, and DATABASE_URL is where they are stored. The service
may keep running.

An early --since does no harm: events that are already stored are counted and
skipped. It must not be more than EVENT_ID_DAYS ago. Stripe may list an event
late. Therefore a backfill starts some time before --since (--overlap), but it
cannot guarantee that no event is missing. Webhooks, which Stripe repeats for
days, remain the way to receive every event.

At the end it prints, for example, "stored 12, known 488". If it does not
finish, or if an event cannot be stored, it prints how far it came or which
events are missing, and the exit code is 1.`;

/** Ends `pasarela doctor --help`. */
export const doctorHelp = `
Reads the same environment as pasarela serve, and changes nothing: it reads the
version of the schema, one payment intent and the webhook endpoints of the
account, and sends a HEAD request to EVENT_FORWARD_URL. With a test key it tries
how the account keeps cards, which leaves no customer and no event. Each line is
ok, warning or error, with what to do. The exit code is 1 when there is an
error. It never prints a key or a secret. PUBLIC_URL tells it at which address
webhooks should arrive.`;

/** Ends `pasarela fake --help`. */
export const fakeHelp = `
Every test key (sk_test_...) is a separate account. The start-up line shows the
address and a key to use:
  pasarela serve
    set STRIPE_BASE_URL and STRIPE_SECRET_KEY to the values of that line
  Stripe's SDK
    new Stripe(key, { protocol: 'http', host: '127.0.0.1', port: 12111 })
On a terminal it shows how to use it, and then a line for each request and for
each attempt to deliver a webhook. In a pipe or a file it prints the start-up
line and the webhooks; with --json everything, one JSON object on a line:
started, request or webhook.

With a command, the server listens on a free port, and the command has
STRIPE_BASE_URL, STRIPE_SECRET_KEY and WEBHOOK_SECRET in its environment:
  pasarela fake --save shop.json -- node seed.mjs  makes a fixture
  pasarela fake --fixture shop.json -- npm test    every account begins with it`;

/** Ends `pasarela idempotency resolve --help`. */
export const resolveHelp = `
First find out in the processor's dashboard whether the request was carried out:
an object that it created has the derived key in metadata.pasarela_key, which
pasarela idempotency list --json shows. Or let pasarela idempotency settle look
it up.
  --not-done   Deletes the key. If the request was carried out after all, the
               next one does it a second time. Refused while the processor
               shows that it was carried out, unless --force is given.
  --done <id>  Reads the object from the processor: pi_... of a payment,
               seti_... of a setup intent, cs_... of a checkout session,
               re_... of a refund, cus_... of a customer, or card_... of a
               card, with --customer. It needs the environment of the service:
               STRIPE_SECRET_KEY, and IDEMPOTENCY_SECRET to encrypt the
               response.
You cannot enter a decline. Use --not-done: the next request with the key tries
again.`;

/** Ends `pasarela idempotency forget-refusals --help`. */
export const forgetRefusalsHelp = `
For refusals that were our fault: while the secret key was that of another
account, the processor knew no customer, and each refusal is repeated under its
key for a day. A freed key counts as new. A key that was in doubt before its
refusal is in doubt again, because its first request may have been done.
Responses that are successes stay, and so do keys in doubt. --since and --until
take 30m, 24h or 7d too: that long ago.
  pasarela idempotency forget-refusals --since 30m --dry-run
It needs the environment of the service. IDEMPOTENCY_SECRET reads the responses
that an earlier version stored, and the codes of refusals.`;

/** Ends `pasarela idempotency settle --help`. */
export const settleHelp = `
The service does this by itself, at a slow rate. It reads the same environment
as the service: STRIPE_SECRET_KEY, and IDEMPOTENCY_SECRET to read the summary of
the request and to encrypt the response. It only reads at the processor. A key
stays in doubt when nothing shows that its request was done: find out yourself,
and use pasarela idempotency resolve.`;

/** Ends `pasarela reconcile --help`. */
export const reconcileHelp = `
Reads the same environment as pasarela serve, and changes nothing: it reads
payments, charges, refunds, disputes, the balance and payouts from the processor,
and compares them with the orders of the shop and, if DATABASE_URL is set, with
stored events and idempotency keys. docs/reconciliation.md says more.
  pasarela reconcile --from 2026-11-01 --to 2026-12-01 --orders orders.csv
  shop-export | pasarela reconcile --from 30d --orders -
The orders are CSV with the columns id, amount (19.99), currency, state and, if
you have them, refunded, reference (pi_...), created, shipments, shipped_at; or
lines of JSON, with amounts in minor units; or a module that exports orders().
Where the evidence is ambiguous, the report counts how often and why.

The exit code is 0 when everything agrees, 1 when there are findings, and 2 when
it could not be compared.`;

/** Ends `pasarela reconcile fix --help`. */
export const fixHelp = `
Shows first what it would do, from the report of the last reconciliation. With
--yes it does it. It looks at the processor again before, and its call has a key
that is made of the finding, so that a second time does nothing. Every repair is
a line of AUDIT_LOG.
  pasarela reconcile fix charged_twice:1001
  pasarela reconcile fix charged_twice:1001 --yes
It gives back a second charge of the same amount, releases an authorization that
ends, fetches missed events, and settles keys in doubt. All else is for a person.`;

/** Ends `pasarela torture --help`. */
export const tortureHelp = `
The configuration is a JavaScript module that says how the shop is started, how
an order is paid there, and how its orders are read. docs/torture.md shows one.
The tool starts the shop at a local server. It first plays every single fault
with each message of an order: lost and late responses, kills, webhooks that
come late or twice. Then many customers pay at once, with incidents that are
drawn. When everything has settled, it compares what the processor has with what
the shop has. Each broken rule is made as small as possible, told as a story,
and written to the folder of the reports with a file to replay and a test.
  pasarela torture torture.config.mjs --orders 200 --seed 42
  pasarela torture torture.config.mjs --orders 0 --certificate torture.json
  pasarela torture torture.config.mjs --replay torture-report/charged_twice.json

The exit code is 0 when no rule is broken, 1 when one is, and 2 when the test
could not be made. Ctrl-C ends everything that was started, and prints what was
found until then.`;

/** Ends `pasarela trigger --help`. */
export const triggerHelp = `
It makes the calls that cause the event, such as a payment with a test card, and
prints the event with its id and that of its object. Other events come with it,
and webhooks are sent as always:
  pasarela trigger payment_intent.succeeded
  pasarela trigger charge.dispute.created --url http://127.0.0.1:3000
  pasarela trigger checkout.session.async_payment_failed
  pasarela trigger payment_intent.payment_failed --method bizum
Default: the account of the key that pasarela fake prints. The service needs a
key only with API_KEYS.`;
