import * as t from 'io-ts';

const table = t.type({
  next: t.number,
  rows: t.array(t.tuple([t.number, t.type({ id: t.string })])),
});

const Snapshot = t.intersection([
  t.type({
    version: t.literal(1),
    seed: t.string,
    idsMade: t.number,
    clock: t.type({ advanced: t.number, latest: t.number }),
    state: t.type({
      customers: table,
      deletedCustomers: table,
      tokens: table,
      instruments: table,
      intents: table,
      charges: table,
      refunds: table,
      disputes: table,
      transactions: table,
      balances: t.array(t.tuple([t.string, t.number])),
      events: table,
      webhookEndpoints: table,
      authenticated: t.array(t.tuple([t.string, t.string])),
    }),
    answers: t.array(t.type({ key: t.string })),
    faults: t.array(
      t.type({
        on: t.string,
        with: t.union([t.string, t.type({ decline: t.string }), t.type({ delay: t.number })]),
        times: t.number,
      }),
    ),
  }),
  t.partial({
    lateEvents: t.type({ delay: t.number, events: t.array(t.type({ id: t.string })) }),
  }),
]);

/** Whether this has the parts of a snapshot: what is cut short, or something else, has not. */
export const isSnapshot = (value: unknown): boolean => Snapshot.is(value);
