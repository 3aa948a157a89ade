/** What `pasarela serve --help` says of the environment. */
export const environmentHelp = `
Environment variables, or lines of the file .env (the table in README.md has the details):
  HOST, PORT             where to listen
  PUBLIC_URL             where a browser reaches the service
  NODE_ENV               production asks for API_KEYS and IDEMPOTENCY_SECRET, and hides where failures come
                         from; default: production with a live Stripe key, else development
  API_KEYS               bearer keys that may call, comma separated, each alone or with the name of its
                         client: shop:key1,shop:key2,backoffice:key3
  WEBHOOK_SECRET         signing secrets of webhook calls, comma separated
  CONFIRMATION_METHOD    manual (default) or automatic
  CURRENCIES             what payments may be in, comma separated: eur (default), usd, ...
  UNKNOWN_FIELDS         refuse or ignore fields that a request does not take; default: refused where
                         money moves, elsewhere ignored and named in a warning
  EVENT_FORWARD_URL, EVENT_FORWARD_SECRET, EVENT_FORWARD_TIMEOUT_MS
                         where every event is sent on to, what signs it, and how long the answer may take
                         (default 15000)
  EVENTS_HANDLED_ELSEWHERE
                         true: events wait for another program on the same store; default: false
  EVENT_CONCURRENCY, EVENT_LEASE_SECONDS, EVENT_MAX_TRIES
                         how many events are handled at a time (default 8), when another instance takes
                         over (30), and after how many tries an event is dead (12)
  EVENT_RETENTION_DAYS, EVENT_DEAD_RETENTION_DAYS, EVENT_ID_DAYS
                         how long payloads of events are kept (default 30), of dead ones (90), and ids (35)
  IDEMPOTENCY_WAIT_MS    how long a request waits for another with its Idempotency-Key; default: 0
  IDEMPOTENCY_LEASE_SECONDS
                         after how long a request that was cut off is taken over by the next; default: 30
  IDEMPOTENCY_SECRET     encrypts what is kept under the keys, several comma separated, the new one first;
                         obligatory in production, else one is made and kept in the store
  IDEMPOTENCY_NAMESPACE  keeps deployments apart that share an account of the processor, and not the store
  DATABASE_URL           where events and idempotency keys are kept: memory:, file:<path> or postgres://...
  DATABASE_POOL_SIZE     how many connections to PostgreSQL there are at most; default: 10
  DATA_DIR               folder of the file when there is no DATABASE_URL (default data); not with the
                         in-memory processor, which then keeps them in memory
  PROCESSOR              memory or stripe; default: stripe with a STRIPE_SECRET_KEY, else memory
  STRIPE_SECRET_KEY      the key that Stripe is called with, a secret or a restricted one
  STRIPE_BASE_URL        where to call instead of Stripe
  STRIPE_API_VERSION     the version of Stripe's API; default: 2026-08-26.dahlia
  STRIPE_CARDS           how cards are kept: sources (default), or payment_methods for accounts that
                         refuse card tokens
  STRIPE_TIMEOUT_MS, STRIPE_MAX_RETRIES
                         how long one attempt of a call may take (default 30000), and how often it is
                         repeated (2)
  MEMORY_SEED            the same seed gives the same ids
  ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION
                         true lets the in-memory processor start in production
  LOG_LEVEL              debug, info (default), warn, error or silent`;

/** What `pasarela events backfill --help` says of its use. */
export const backfillHelp = `
Configured by the environment of pasarela serve: STRIPE_SECRET_KEY says whose events, DATABASE_URL where they are kept.
The service may run meanwhile. Events that it knows are counted and not kept again, so that an early --since does no harm;
it lies at most EVENT_ID_DAYS back. Stripe may list an event late: a backfill begins some time before --since (--overlap), and
even so it does not guarantee that no event is missed. Webhooks, which Stripe repeats for days, stay the way to get all of them.
Ends with "stored 12, known 488"; with exit code 1, and how far it came or which events are not kept, when not all are.`;

/** What `pasarela fake --help` says of its use. */
export const fakeHelp = `
Every test key (sk_test_...) is an account of its own. Use the one of the line that says where it listens:
  pasarela serve  with STRIPE_BASE_URL and STRIPE_SECRET_KEY set as there
  Stripe's SDK    new Stripe(key, { protocol: 'http', host: '127.0.0.1', port: 12111 })
What is sent to webhooks is printed, a line a try.`;

/** What `pasarela keys resolve --help` says of its use. */
export const resolveHelp = `
Look first at the processor what became of the request: what it creates under a key carries the derived key of
pasarela keys list in metadata.pasarela_key.
  --not-done   nothing is kept: should the request have been done after all, the next one does it a second time
  --done <id>  is read from the processor: pi_... of a payment, re_... of a refund, cus_... of a customer,
               card_... with --customer. It needs the environment of the service: STRIPE_SECRET_KEY and
               IDEMPOTENCY_SECRET, with which the answer is encrypted.
A decline cannot be entered: with --not-done the next request tries again.`;
