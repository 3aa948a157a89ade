import * as E from 'fp-ts/lib/Either.js';
import { flow, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { AttemptFailure } from './attempt-failure.js';
import { conceal } from './conceal.js';
import { decodeReply } from './decode-reply.js';
import type { RequestFormat } from './request-format.js';
import type { StripeCall } from './stripe-call.js';
import { toAttemptFailure } from './to-attempt-failure.js';

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
export type Attempt = <A>(call: StripeCall<A>, how?: How) => TE.TaskEither<AttemptFailure, A>;

const misread =
  (name: string, { changes }: How) =>
  (problem: string): AttemptFailure => {
    const what = changes ? 'it was done, but its answer is no' : 'the answer is no';
    const cause = new Error(`${name}: ${what} ${problem}`);
    return { error: { _tag: 'Unexpected', cause }, meaning: 'lost', again: false };
  };

/** Attempts of an account whose key no error may repeat. `today`: how requests are worded, unless they say otherwise. */
export const createAttempt =
  (secretKey: string, today: RequestFormat): Attempt =>
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
