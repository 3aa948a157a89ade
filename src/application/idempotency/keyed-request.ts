import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as t from 'io-ts';
import { isLuhnValid } from '../../domain/card.js';
import { stableJson } from '../../domain/json.js';
import type { ConfirmationMethod } from '../ports/payment-processor.js';
import type { Changes } from '../use-cases.js';

/** SHA-256 of a text, as hexadecimal digits. */
export type Digest = (text: string) => string;

/**
 * The names by which an operation and its call of the processor go into derived keys. They never change, whatever becomes of
 * the names of the functions: under another name a request in doubt would be done again.
 */
export type StableNames = {
  readonly operation: string;
  /** `null`: it asks nothing of the processor. */
  readonly call: string | null;
};

/**
 * The key for the processor that a caller's key leads to, by a hash without a secret: whoever takes over sends the same one,
 * even when the store was lost. `namespace` keeps deployments apart that share an account of the processor; '' is none.
 */
export const derivedKeyOf = (
  digest: Digest,
  namespace: string,
  { scope, key }: { readonly scope: string; readonly key: string },
  { operation, call }: StableNames,
): string =>
  digest(JSON.stringify([...(namespace === '' ? [] : [namespace]), scope, key, operation, call]));

/** The processor's key of one call of a request: the derived key for the request's main call, else a key made from it. */
export const keyOfCall =
  (digest: Digest) =>
  ({ derivedKey }: { readonly derivedKey: string }, known: string | null, call: string): string =>
    call === known ? derivedKey : digest(JSON.stringify([derivedKey, call]));

/**
 * The names that go into derived keys and fingerprints. A line never changes, also when the operation or the call of the
 * processor is renamed: under another name a request in doubt would be done again.
 */
export const stableNames: { readonly [N in keyof Changes]: StableNames } = {
  createCustomer: { operation: 'createCustomer', call: 'createCustomer' },
  updateCustomer: { operation: 'updateCustomer', call: 'updateCustomer' },
  deleteCustomer: { operation: 'deleteCustomer', call: 'deleteCustomer' },
  tokenizeCard: { operation: 'tokenizeCard', call: 'createCardToken' },
  assignCard: { operation: 'assignCard', call: 'createCard' },
  setDefaultCard: { operation: 'setDefaultCard', call: 'updateCustomer' },
  removeCard: { operation: 'removeCard', call: 'deleteCard' },
  createPaymentIntent: { operation: 'createPaymentIntent', call: 'createPaymentIntent' },
  confirmPayment: { operation: 'confirmPayment', call: 'confirmPaymentIntent' },
  capturePayment: { operation: 'capturePayment', call: 'capturePaymentIntent' },
  cancelPayment: { operation: 'cancelPayment', call: 'cancelPaymentIntent' },
  refundCharge: { operation: 'refundCharge', call: 'createRefund' },
  replayEvent: { operation: 'replayEvent', call: null },
  replayEvents: { operation: 'replayEvents', call: null },
  eraseEvents: { operation: 'eraseEvents', call: null },
};

const digitsOf = (text: string): string => text.replaceAll(/\D/gu, '');

// People write card numbers into notes, too.
const withoutCardNumbers = (text: string): string =>
  text.replaceAll(/(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/gu, (found) => {
    const digits = digitsOf(found);
    return isLuhnValid(digits) ? `[card ${digits.slice(-4)}]` : found;
  });

const shown = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutCardNumbers(value);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [withoutCardNumbers(name), shown(inner)]),
  );
};

// Of a card only what its answer shows anyway (decision I6).
const shownOf = (field: string, value: unknown): ReadonlyArray<readonly [string, unknown]> => {
  if (field === 'cvc') return [];
  return field === 'number'
    ? [['last4', digitsOf(String(value)).slice(-4)]]
    : [[field, shown(value)]];
};

/**
 * An operation with its input as a text: the same for the same request. Of card numbers, in whatever field, it has the last four
 * digits, and it has no security code.
 */
export const requestText = (operation: string, input: object): string =>
  stableJson([
    operation,
    Object.fromEntries(Object.entries(input).flatMap(([field, value]) => shownOf(field, value))),
  ]);

/** The settings of a request to the processor, beside its input. A repetition is sent with those of the first request. */
export type RequestSettings = {
  readonly confirmationMethod?: ConfirmationMethod;
  readonly requestFormat?: string;
};

const Settings = t.partial({
  confirmationMethod: t.keyof({ manual: null, automatic: null }),
  requestFormat: t.string,
});

/** The settings as the text that is kept with an idempotency key, and back. Of a text that cannot be read, none. */
export const requestSettings = {
  write: ({ confirmationMethod, requestFormat }: RequestSettings): string =>
    JSON.stringify({ confirmationMethod, requestFormat }),
  read: (text: string): RequestSettings =>
    pipe(
      J.parse(text),
      E.flatMap((settings) => Settings.decode(settings)),
      E.map(({ confirmationMethod, requestFormat }) => ({
        ...(confirmationMethod === undefined ? {} : { confirmationMethod }),
        ...(requestFormat === undefined ? {} : { requestFormat }),
      })),
      E.getOrElse((): RequestSettings => ({})),
    ),
};
