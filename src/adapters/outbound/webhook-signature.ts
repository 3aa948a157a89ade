import {
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  checkedOptions,
  must,
  optional,
  options,
  textThat,
} from '../../application/checked-input.js';
import type { Clock } from '../../application/ports/clock.js';
import type { WebhookReceiver } from '../../application/ports/webhook-receiver.js';
import type { ProcessorEvent } from '../../domain/events/processor-event.js';
import { decodeReceivedEvent } from '../../domain/events/received-event.js';
import { isQuicklyParsed } from '../../domain/input/json.js';
import type { WebhookError } from '../../domain/payment-error.js';
import { systemClock } from './system-time.js';

/** The processor's signature of a body: the HMAC-SHA256 of `<timestamp>.<body>` in hex, keyed with the whole secret. */
const webhookSignature = (
  payload: string | Uint8Array,
  timestamp: number,
  secret: string | KeyObject,
): string => createHmac('sha256', secret).update(`${timestamp}.`).update(payload).digest('hex');

/** The signature header of a webhook call at `timestamp` (Unix seconds): `t=...,v1=...`. */
export const signatureHeader = (
  payload: string | Uint8Array,
  timestamp: number,
  secret: string,
): string => `t=${timestamp},v1=${webhookSignature(payload, timestamp, secret)}`;

type SignatureOptions = {
  /** The signing secret of the endpoint, `whsec_...`. */
  readonly secret: string;
  /** When the call is signed, in Unix seconds. Default: now. */
  readonly timestamp?: number;
};

// Milliseconds would be signed as a time far in the future, and every verification would refuse it.
const lastSecond = 99_999_999_999;

const SignatureOptions = options<SignatureOptions>({
  secret: textThat('must be a non-empty string: is the environment variable set?', Boolean),
  timestamp: optional(
    must(
      'must be in Unix seconds, not milliseconds: Math.floor(Date.now() / 1000)',
      (value): value is number =>
        Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= lastSecond,
    ),
  ),
});

const isPayload = (payload: unknown): payload is string | Uint8Array =>
  typeof payload === 'string' || payload instanceof Uint8Array;

/**
 * The signature header of a webhook call, `t=...,v1=...`, for tests of what receives webhooks. `payload`: the body, exactly as it is
 * sent. Throws a `TypeError` for anything else, and for wrong options.
 */
export const signWebhook = (payload: string | Uint8Array, given: SignatureOptions): string => {
  if (!isPayload(payload)) {
    throw new TypeError(
      'signWebhook: payload must be the body of the call as it is sent, a string or a Buffer: JSON.stringify(event)',
    );
  }
  const { secret, timestamp = systemClock() } = checkedOptions(
    'signWebhook',
    SignatureOptions,
    given,
  );
  return signatureHeader(payload, timestamp, secret);
};

const toleranceSeconds = 300;

type SignatureHeader = { readonly timestamp: number; readonly signatures: ReadonlyArray<string> };

const invalid = (detail: string): WebhookError => ({ _tag: 'WebhookSignatureInvalid', detail });

const parseHeader = (header: string): E.Either<WebhookError, SignatureHeader> => {
  const items = header.split(',').map((item) => item.trim().split('='));
  const valuesOf = (key: string) =>
    items.flatMap(([name, value]) => (name === key && value !== undefined ? [value] : []));
  const timestamp = valuesOf('t').at(0);
  const signatures = valuesOf('v1');
  if (timestamp === undefined || !/^[0-9]{1,12}$/.test(timestamp)) {
    return E.left(invalid('the header has no timestamp (t=...)'));
  }
  return signatures.length === 0
    ? E.left(invalid('the header has no v1 signature'))
    : E.right({ timestamp: Number(timestamp), signatures });
};

const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const notAnEvent = (): WebhookError => ({ _tag: 'WebhookPayloadInvalid' });

const parseEvent = (payload: Uint8Array): E.Either<WebhookError, ProcessorEvent> =>
  pipe(
    E.of<WebhookError, string>(Buffer.from(payload).toString('utf8')),
    E.filterOrElse(isQuicklyParsed, notAnEvent),
    E.flatMap((text) => E.tryCatch((): unknown => JSON.parse(text), notAnEvent)),
    E.flatMap((body) => pipe(decodeReceivedEvent(body), E.mapLeft(notAnEvent))),
    // Those of Stripe always say their mode.
    E.filterOrElse(({ livemode }) => livemode !== undefined, notAnEvent),
  );

/** The first 8 hexadecimal digits of a secret's SHA-256: enough to tell secrets apart without revealing them. */
const nameOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, 8);

/**
 * Receives Stripe's webhooks: a signature in `processor-signature` or `stripe-signature` (decision W1), and one event as JSON. One
 * `v1` signature must match one of the secrets, and its timestamp may be at most 300 seconds away from now (decision W2).
 * Configure two secrets while you replace one. Empty secrets, with which anybody could sign, are ignored.
 */
export const createStripeWebhooks = (deps: {
  readonly secrets: ReadonlyArray<string>;
  readonly clock: Clock;
}): WebhookReceiver => {
  const secrets = deps.secrets
    .filter((secret) => secret !== '')
    .map((secret) => ({ name: nameOf(secret), key: createSecretKey(secret, 'utf8') }));

  /** The name of the secret that signed a body. */
  const signerOf = (
    body: Uint8Array,
    signature: string | undefined,
  ): E.Either<WebhookError, string> => {
    if (signature === undefined || signature.trim() === '') {
      return E.left({ _tag: 'WebhookSignatureMissing' });
    }
    if (secrets.length === 0) return E.left({ _tag: 'WebhookSecretMissing' });
    return pipe(
      parseHeader(signature),
      E.filterOrElse(
        ({ timestamp }) => Math.abs(deps.clock() - timestamp) <= toleranceSeconds,
        () => invalid(`the timestamp is more than ${toleranceSeconds} seconds away from now`),
      ),
      E.flatMap(({ timestamp, signatures }) => {
        const matching = secrets.find(({ key }) => {
          const expected = webhookSignature(body, timestamp, key);
          return signatures.some((given) => equal(given, expected));
        });
        return matching === undefined
          ? E.left(invalid('no signature matches the body with a configured secret'))
          : E.right(matching.name);
      }),
    );
  };

  return {
    receive: ({ headers, body }) =>
      pipe(
        signerOf(body, headers['processor-signature'] ?? headers['stripe-signature']),
        E.flatMap((signedWith) =>
          pipe(
            parseEvent(body),
            E.map((event) => ({ events: [{ event, signedWith }] })),
          ),
        ),
        TE.fromEither,
      ),
  };
};
