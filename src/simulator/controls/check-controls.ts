import * as E from 'fp-ts/lib/Either.js';
import {
  anyText,
  type Check,
  type Checks,
  listOf,
  must,
  optional,
  problemsOf,
  problemsOfFields,
  withoutProblems,
} from '../../application/checked-input.js';
import { objectFields } from '../../domain/input/json.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import { redact } from '../../domain/text/redact.js';
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

const aNumber = must('must be a number', (value): value is number => typeof value === 'number');

// A snapshot has more in it than what is checked.
const anObject = (checks: Checks): Check<unknown> =>
  withoutProblems((value, name) => problemsOfFields(checks, value, name, () => []));

const aPair = (first: Checks[string], second: Checks[string]): Check<unknown> =>
  withoutProblems((value, name) =>
    Array.isArray(value) && value.length === 2
      ? [first, second].flatMap((check, at) => problemsOf(check, value[at], `${name}[${at}]`))
      : [`${name} must be a list of two values`],
  );

const aTable = anObject({
  next: aNumber,
  rows: listOf(aPair(aNumber, anObject({ id: anyText }))),
});

const aFailure = withoutProblems<unknown>((value, name) => {
  const { decline, delay } = objectFields(value);
  return typeof value === 'string' || typeof decline === 'string' || typeof delay === 'number'
    ? []
    : [`${name} must be a string, { decline } or { delay }`];
});

const Snapshot = anObject({
  version: must('must be 1', (version): version is 1 => version === 1),
  seed: anyText,
  accountSeed: optional(anyText),
  idsMade: aNumber,
  clock: anObject({ advanced: aNumber, latest: aNumber }),
  state: anObject({
    customers: aTable,
    deletedCustomers: aTable,
    tokens: aTable,
    instruments: aTable,
    intents: aTable,
    charges: aTable,
    refunds: aTable,
    disputes: aTable,
    transactions: aTable,
    balances: listOf(aPair(anyText, aNumber)),
    events: aTable,
    webhookEndpoints: aTable,
    authenticated: listOf(aPair(anyText, anyText)),
    checkoutSessions: optional(aTable),
    confirmationTokens: optional(aTable),
    payouts: optional(aTable),
    agenda: optional(listOf(anObject({ at: aNumber, step: anyText, id: anyText }))),
    pendingFunds: optional(
      listOf(aPair(anyText, listOf(anObject({ on: aNumber, amount: aNumber })))),
    ),
    setupIntents: optional(aTable),
    setupAttempts: optional(aTable),
    lineItems: optional(aTable),
    products: optional(aTable),
    shippingRates: optional(aTable),
    unpaidFrom: optional(listOf(aPair(anyText, aNumber))),
  }),
  answers: listOf(anObject({ key: anyText })),
  faults: listOf(anObject({ on: anyText, with: aFailure, times: aNumber })),
  lateEvents: optional(anObject({ delay: aNumber, events: listOf(anObject({ id: anyText })) })),
});

/** Accepts a value that has all parts of a snapshot. */
export const aSnapshot = withoutProblems<MemorySnapshot>((value, name) =>
  problemsOf(Snapshot, value, name),
);
