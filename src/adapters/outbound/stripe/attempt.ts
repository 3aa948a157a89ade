import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import type {
  CallOptions,
  PaymentProcessor,
} from '../../../application/ports/payment-processor.js';
import { describeDecodeProblem } from '../../../domain/english-texts.js';
import { type DecodeProblem, decodeObject } from '../../../domain/input/decode-object.js';
import type { StripeAnswer, StripeClient } from './client.js';
import { type AttemptFailure, conceal, failureOfAnswer, failureOfThrown } from './errors.js';
import type { StripeRequest } from './request.js';
import type { RequestFormat } from './request-format.js';

/** One call of Stripe: its request, and the codec of its response. */
export type StripeCall<A> = {
  readonly name:
    | keyof PaymentProcessor
    | 'listSetupIntents'
    | 'listEvents'
    | 'retrieveAccount'
    | 'retrieveCard'
    | 'retrieveToken'
    | 'retrieveConfirmationToken'
    | 'createPaymentMethod'
    | 'attachPaymentMethod'
    | 'retrievePaymentMethod'
    | 'detachPaymentMethod'
    | 'listSources'
    | 'retrieveEvent'
    | 'retrieveRelatedObject';
  /** May throw a `URIError`: see `encodeForm`. */
  readonly request: (format: RequestFormat) => StripeRequest;
  readonly reply: t.Type<A, unknown>;
  /** Secrets in the request, which error texts must not repeat. */
  readonly hides?: ReadonlyArray<string>;
  /** Gets the id that Stripe gave each request (`req_...`), or `undefined` where it gave none. */
  readonly onRequestId?: (id: string | undefined) => void;
};

// A guard takes a third of the time that decoding takes, and most replies need no more.
const decodeReply =
  <A>(codec: t.Type<A, unknown>) =>
  (reply: unknown): E.Either<DecodeProblem, A> =>
    codec.is(reply) ? E.right(reply) : decodeObject(codec)(reply);

type AttemptOptions = {
  /** Whether the call changes something. */
  readonly changes: boolean;
  readonly idempotencyKey?: string;
  /** Absent: the current one. */
  readonly format?: RequestFormat;
  /** How long to wait for the response. Absent: the client's time-out. */
  readonly timeoutMs?: number;
  readonly beforeAttempt?: CallOptions['beforeAttempt'];
};

/** Sends a request once, and decodes the response. Without options it is a read. */
export type AttemptCall = <A>(
  call: StripeCall<A>,
  options?: AttemptOptions,
) => TE.TaskEither<AttemptFailure, A>;

const misread =
  (name: string, { changes }: AttemptOptions) =>
  (problem: DecodeProblem): AttemptFailure => {
    const happened = changes ? 'the change was made, but the response is' : 'the response is';
    const cause = new Error(`${name}: ${happened} ${describeDecodeProblem(problem)}`);
    return { error: { _tag: 'Unexpected', cause }, meaning: 'lost', again: false };
  };

/** Sends attempts for an account. Error texts do not repeat its `secretKey`. `currentFormat`: for calls without a format. */
export const createAttempt =
  (client: StripeClient, secretKey: string, currentFormat: RequestFormat): AttemptCall =>
  ({ name, request, reply, hides = [], onRequestId }, options = { changes: false }) => {
    const { idempotencyKey, format = currentFormat, timeoutMs, beforeAttempt } = options;
    const sending = {
      apiVersion: format.apiVersion,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(beforeAttempt === undefined ? {} : { beforeAttempt }),
    };
    const clean = conceal([secretKey, ...hides]);
    return async () => {
      let answer: StripeAnswer;
      try {
        answer = await client.send(request(format), sending);
      } catch (thrown) {
        return E.left(failureOfThrown(thrown, clean));
      }
      onRequestId?.('requestId' in answer ? answer.requestId : undefined);
      return answer._tag === 'StripeObject'
        ? pipe(answer.object, decodeReply(reply), E.mapLeft(misread(name, options)))
        : E.left(failureOfAnswer(answer, clean));
    };
  };
