import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { ProcessorError } from '../../domain/payment-error.js';
import { redact } from '../../domain/redact.js';
import type { MemorySnapshot } from './memory-controls.js';

const longestQuoted = 100;

/** Formats an argument of a control for error messages: without card numbers, and objects only as their kind. */
export const quoted = (value: unknown): string => {
  if (typeof value === 'string') return `'${redact(value).slice(0, longestQuoted)}'`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
};

/** The error for an invalid argument of a control. */
export const refusal = (message: string, param: string): ProcessorError => ({
  _tag: 'ProcessorRefused',
  status: 400,
  message,
  code: null,
  param,
});

const day = 24 * 60 * 60;
const century = 100 * 365.25 * day;

const checkSeconds = (
  seconds: unknown,
  most: number,
  meaning: string,
): E.Either<ProcessorError, number> =>
  typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= most
    ? E.right(seconds)
    : E.left(
        refusal(
          `seconds must be a whole number from 0 to ${most} (${meaning}), not ${quoted(seconds)}`,
          'seconds',
        ),
      );

/** Checks by how many seconds events are delayed: the processor keeps them for 30 days. */
export const checkEventDelay = (seconds: unknown): E.Either<ProcessorError, number> =>
  checkSeconds(seconds, 30 * day, '30 days');

/** Checks by how many seconds the clock is moved. `advanced`: how far it has been moved before. */
export const checkClockStep = (
  advanced: number,
  seconds: unknown,
): E.Either<ProcessorError, number> =>
  checkSeconds(seconds, century - advanced, '100 years in all');

const names = {
  cs: 'a checkout session',
  pi: 'a payment intent',
  re: 'a refund',
  seti: 'a setup intent',
  du: 'a dispute',
  po: 'a payout',
} as const;

/** Checks that an id is of one of the kinds that the control takes. */
export const checkId =
  (kinds: ReadonlyArray<keyof typeof names>) =>
  (id: unknown): E.Either<ProcessorError, string> => {
    if (typeof id === 'string' && kinds.some((kind) => id.startsWith(`${kind}_`))) {
      return E.right(id);
    }
    const choice = kinds
      .map((kind) => `${names[kind]} (${kind}_...)`)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or ');
    return E.left({
      _tag: 'ProcessorRefused',
      status: 404,
      message: `id must be the id of ${choice}, not ${quoted(id)}`,
      code: 'resource_missing',
      param: 'id',
    });
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
    state: t.intersection([
      t.type({
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
      t.partial({
        checkoutSessions: table,
        confirmationTokens: table,
        payouts: table,
        agenda: t.array(t.type({ at: t.number, step: t.string, id: t.string })),
        pendingFunds: t.array(
          t.tuple([t.string, t.array(t.type({ on: t.number, amount: t.number }))]),
        ),
        setupIntents: table,
        setupAttempts: table,
        lineItems: table,
        products: table,
        shippingRates: table,
      }),
    ]),
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
    accountSeed: t.string,
    lateEvents: t.type({ delay: t.number, events: t.array(t.type({ id: t.string })) }),
  }),
]);

/** Whether a value has all parts of a snapshot. */
export const isSnapshot = (value: unknown): value is MemorySnapshot => Snapshot.is(value);

// The alternatives of a type have names such as 0 and 1, which are not part of the value.
const pathOf = ({ context }: t.ValidationError): ReadonlyArray<string> =>
  context
    .filter((_, at) => {
      const outer = context[at - 1]?.type;
      return !(outer instanceof t.IntersectionType || outer instanceof t.UnionType);
    })
    .map(({ key }) => key)
    .filter((key) => key !== '');

/** The parts of a snapshot that are missing or invalid, one sentence each with its name. */
export const snapshotProblems = (value: unknown, name: string): ReadonlyArray<string> => {
  const decoded = Snapshot.decode(value);
  if (E.isRight(decoded)) return [];
  const problems = decoded.left.map((error) => {
    const path = [name, ...pathOf(error)].join('.');
    return error.value === undefined ? `${path} is missing` : `${path} is not valid`;
  });
  return [...new Set(problems)];
};
