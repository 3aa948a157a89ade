import * as E from 'fp-ts/lib/Either.js';
import { flow, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { decodeObject } from '../../../domain/decode-object.js';
import { type AttemptFailure, conceal, toAttemptFailure } from './errors.js';
import type { RequestFormat } from './request-format.js';

/** One request to Stripe: what the SDK is asked, and what the answer must be. */
export type StripeCall<A> = {
  readonly name:
    | keyof PaymentProcessor
    | 'listCharges'
    | 'listEvents'
    | 'retrieveCard'
    | 'retrieveToken'
    | 'createPaymentMethod'
    | 'attachPaymentMethod'
    | 'retrievePaymentMethod'
    | 'detachPaymentMethod'
    | 'listSources'
    | 'retrieveEvent'
    | 'retrieveRelatedObject';
  readonly send: (options: Stripe.RequestOptions, format: RequestFormat) => Promise<unknown>;
  readonly reply: t.Type<A, unknown>;
  /** What it sends that no error may repeat. */
  readonly hides?: ReadonlyArray<string>;
};

// The SDK hides in it what leads to the request, and so to the secret key. A copy has what Stripe sent, and nothing else.
const copyOf = (reply: unknown): unknown =>
  typeof reply === 'object' && reply !== null ? { ...reply } : reply;

/** The processor's answer, or what is wrong with it: the codec's name and paths, never a value. */
const decodeReply = <A>(codec: t.Type<A, unknown>): ((reply: unknown) => E.Either<string, A>) =>
  flow(copyOf, decodeObject(codec));

type How = {
  /** Whether the call changes something. */
  readonly changes: boolean;
  readonly idempotencyKey?: string;
  /** Absent: today's. */
  readonly format?: RequestFormat;
  /** How long it waits for its answer. Absent: as long as the client does. */
  readonly timeoutMs?: number;
};

/** Makes one attempt of a call, which by default changes nothing, and reads its answer. */
export type AttemptCall = <A>(call: StripeCall<A>, how?: How) => TE.TaskEither<AttemptFailure, A>;

const misread =
  (name: string, { changes }: How) =>
  (problem: string): AttemptFailure => {
    const what = changes ? 'it was done, but its answer is no' : 'the answer is no';
    const cause = new Error(`${name}: ${what} ${problem}`);
    return { error: { _tag: 'Unexpected', cause }, meaning: 'lost', again: false };
  };

/** Attempts of an account whose key no error may repeat. `today`: how requests are worded, unless they say otherwise. */
export const createAttempt =
  (secretKey: string, today: RequestFormat): AttemptCall =>
  ({ name, send, reply, hides = [] }, how = { changes: false }) => {
    const { idempotencyKey, format = today, timeoutMs } = how;
    const by = {
      apiVersion: format.apiVersion,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    };
    return pipe(
      TE.tryCatch(
        () => send(by, format),
        (thrown) => toAttemptFailure(thrown, conceal([secretKey, ...hides])),
      ),
      TE.flatMapEither(flow(decodeReply(reply), E.mapLeft(misread(name, how)))),
    );
  };
