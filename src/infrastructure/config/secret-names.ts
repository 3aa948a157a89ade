/** The variables that may be in a file instead, named by `NAME_FILE`: those with secrets. `API_KEYS_FILE` has the clients. */
export const secretNames = [
  'STRIPE_SECRET_KEY',
  'WEBHOOK_SECRET',
  'IDEMPOTENCY_SECRET',
  'EVENT_FORWARD_SECRET',
  'METRICS_KEY',
  'DATABASE_URL',
] as const;
