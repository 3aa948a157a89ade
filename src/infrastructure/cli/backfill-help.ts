/** What `pasarela events backfill --help` says of its use. */
export const backfillHelp = `
Configured by the environment of pasarela serve: STRIPE_SECRET_KEY says whose events, DATABASE_URL where they are kept.
The service may run meanwhile. Events that it knows are counted and not kept again, so that an early --since does no harm;
it lies at most EVENT_ID_DAYS back. Stripe may list an event late: a backfill begins some time before --since (--overlap), and
even so it does not guarantee that no event is missed. Webhooks, which Stripe repeats for days, stay the way to get all of them.
Ends with "stored 12, known 488"; with exit code 1, and how far it came or which events are not kept, when not all are.`;
