import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as t from 'io-ts';
import { isObject, stableJson } from '../../domain/input/json.js';
import { isLuhnValid } from '../../domain/text/card-number.js';
import type { ConfirmationMethod } from '../ports/payment-processor.js';
import type { Changes } from '../use-cases.js';

/** SHA-256 of a text, as hexadecimal digits. */
export type Digest = (text: string) => string;

/**
 * The names of an operation and of its main call, as derived keys contain them. They must not change when the functions are
 * renamed: under another name a request in doubt would be done again.
 */
export type StableNames = {
  readonly operation: string;
  /** `null`: it does not call the processor. */
  readonly call: string | null;
};

/**
 * Derives the key for the processor from the caller's key. The hash needs no secret, so that another instance sends the same
 * key even if the store was lost. `namespace` keeps deployments apart that share an account of the processor; '' for none.
 */
export const derivedKeyOf = (
  digest: Digest,
  namespace: string,
  { scope, key }: { readonly scope: string; readonly key: string },
  { operation, call }: StableNames,
): string =>
  digest(JSON.stringify([...(namespace === '' ? [] : [namespace]), scope, key, operation, call]));

/** The key of one call of the processor: the derived key for the request's main call, else a hash of it with the call's name. */
export const keyOfCall =
  (digest: Digest) =>
  ({ derivedKey }: { readonly derivedKey: string }, known: string | null, call: string): string =>
    call === known ? derivedKey : digest(JSON.stringify([derivedKey, call]));

/**
 * The stable names of every changing operation. Never change a line, even when the operation or the call of the processor is
 * renamed.
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
  updatePayment: { operation: 'updatePayment', call: 'updatePaymentIntent' },
  confirmPayment: { operation: 'confirmPayment', call: 'confirmPaymentIntent' },
  capturePayment: { operation: 'capturePayment', call: 'capturePaymentIntent' },
  cancelPayment: { operation: 'cancelPayment', call: 'cancelPaymentIntent' },
  createSetupIntent: { operation: 'createSetupIntent', call: 'createSetupIntent' },
  confirmSetupIntent: { operation: 'confirmSetupIntent', call: 'confirmSetupIntent' },
  cancelSetupIntent: { operation: 'cancelSetupIntent', call: 'cancelSetupIntent' },
  createCheckoutSession: { operation: 'createCheckoutSession', call: 'createCheckoutSession' },
  expireCheckoutSession: { operation: 'expireCheckoutSession', call: 'expireCheckoutSession' },
  refundCharge: { operation: 'refundCharge', call: 'createRefund' },
  submitDisputeEvidence: { operation: 'submitDisputeEvidence', call: 'submitDisputeEvidence' },
  closeDispute: { operation: 'closeDispute', call: 'closeDispute' },
  replayEvent: { operation: 'replayEvent', call: null },
  replayEvents: { operation: 'replayEvents', call: null },
  eraseEvents: { operation: 'eraseEvents', call: null },
};

const digitsOf = (text: string): string => text.replaceAll(/\D/gu, '');

// Notes and descriptions may contain card numbers too.
const withoutCardNumbers = (text: string): string =>
  text.replaceAll(/(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/gu, (found) => {
    const digits = digitsOf(found);
    return isLuhnValid(digits) ? `[card ${digits.slice(-4)}]` : found;
  });

const masked = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutCardNumbers(value);
  if (Array.isArray(value)) return value.map(masked);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [withoutCardNumbers(name), masked(inner)]),
  );
};

// Only the digits of a card that the answer also contains (decision I6). Of a mandate only that there is one: the address of a customer
// may change between two tries.
const maskedField = (field: string, value: unknown): ReadonlyArray<readonly [string, unknown]> => {
  if (field === 'cvc') return [];
  if (field === 'mandate') return [[field, true]];
  return field === 'number'
    ? [['last4', digitsOf(String(value)).slice(-4)]]
    : [[field, masked(value)]];
};

// Fields whose names in stored fingerprints are older than those of the inputs. Never change a line: a repetition of a request of
// another version would be refused as another request.
const namesInFingerprints: {
  readonly [operation: string]: { readonly [field: string]: string } | undefined;
} = {
  refundCharge: { amount_minor: 'amount' },
  capturePayment: { amount_minor: 'amount_to_capture' },
};

/**
 * An operation and its input as text: equal for equal requests. It has only the last four digits of card numbers, in any
 * field, and no security code.
 */
export const requestText = (operation: string, input: object): string => {
  const names = namesInFingerprints[operation] ?? {};
  return stableJson([
    operation,
    Object.fromEntries(
      Object.entries(input).flatMap(([field, value]) => maskedField(names[field] ?? field, value)),
    ),
  ]);
};

/** Settings of a request to the processor that are not part of its input. A repetition uses those of the first request. */
export type RequestSettings = {
  readonly confirmationMethod?: ConfirmationMethod;
  readonly requestFormat?: string;
  /** The mandate as JSON, encrypted. */
  readonly mandate?: string;
};

const Settings = t.partial({
  confirmationMethod: t.keyof({ manual: null, automatic: null }),
  requestFormat: t.string,
  mandate: t.string,
});

/** Writes the settings as text for the idempotency store and reads them. An unreadable text has no settings. */
export const requestSettings = {
  write: ({ confirmationMethod, requestFormat, mandate }: RequestSettings): string =>
    JSON.stringify({ confirmationMethod, requestFormat, mandate }),
  read: (text: string): RequestSettings =>
    pipe(
      J.parse(text),
      E.flatMap((settings) => Settings.decode(settings)),
      E.map(({ confirmationMethod, requestFormat, mandate }) => ({
        ...(confirmationMethod === undefined ? {} : { confirmationMethod }),
        ...(requestFormat === undefined ? {} : { requestFormat }),
        ...(mandate === undefined ? {} : { mandate }),
      })),
      E.getOrElse((): RequestSettings => ({})),
    ),
};
