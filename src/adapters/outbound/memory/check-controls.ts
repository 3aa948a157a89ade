import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { redact } from '../../../domain/redact.js';

/** What a control was given, as its refusal repeats it. */
export const quoted = (value: unknown): string => {
  if (typeof value === 'string') return `'${redact(value)}'`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
};

/** The refusal of a control that was used wrongly. */
export const refusal = (message: string, param: string): ProcessorError => ({
  _tag: 'ProcessorRefused',
  status: 400,
  message,
  code: null,
  param,
});

// As long as the processor keeps events: 30 days.
const longest = 30 * 24 * 60 * 60;

/** By how many seconds events are to come late. */
export const checkEventDelay = (seconds: unknown): E.Either<ProcessorError, number> =>
  typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= longest
    ? E.right(seconds)
    : E.left(
        refusal(
          `Events come late by a whole number of seconds from 0 to ${longest}, not by ${quoted(seconds)}`,
          'seconds',
        ),
      );

const names = { pi: 'a payment intent', re: 'a refund' } as const;

/** The id that a control was given, when it is one of a kind that the control takes. */
export const checkId =
  (kinds: ReadonlyArray<keyof typeof names>) =>
  (id: unknown): E.Either<ProcessorError, string> => {
    if (typeof id === 'string' && kinds.some((kind) => id.startsWith(`${kind}_`))) {
      return E.right(id);
    }
    const choice = kinds.map((kind) => `of ${names[kind]} (${kind}_...)`).join(' or ');
    return E.left({
      _tag: 'ProcessorRefused',
      status: 404,
      message: `id must be the id ${choice}, not ${quoted(id)}`,
      code: 'resource_missing',
      param: 'id',
    });
  };

const century = 100 * 365.25 * 24 * 60 * 60;

/** By how much the clock is to move, when it has already been moved by `advanced`. Seconds. */
export const checkStep = (advanced: number, seconds: unknown): E.Either<ProcessorError, number> => {
  const left = century - advanced;
  return typeof seconds === 'number' &&
    Number.isSafeInteger(seconds) &&
    seconds >= 0 &&
    seconds <= left
    ? E.right(seconds)
    : E.left(
        refusal(
          `The clock advances by a whole number of seconds from 0 to ${left} (100 years in all), not by ${quoted(seconds)}`,
          'seconds',
        ),
      );
};

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
