import * as E from 'fp-ts/lib/Either.js';
import { flow, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { AttemptFailure } from './attempt-failure.js';
import { conceal } from './conceal.js';
import { decodeReply } from './decode-reply.js';
import type { StripeCall } from './stripe-call.js';
import { toAttemptFailure } from './to-attempt-failure.js';

/** Whether a call changes something, and its key. */
type How = { readonly changes: boolean; readonly idempotencyKey?: string };

/** Makes one attempt of a call, which by default changes nothing, and reads its answer. */
export type Attempt = <A>(call: StripeCall<A>, how?: How) => TE.TaskEither<AttemptFailure, A>;

const misread =
  (name: string, { changes }: How) =>
  (problem: string): AttemptFailure => {
    const what = changes ? 'it was done, but its answer is no' : 'the answer is no';
    const cause = new Error(`${name}: ${what} ${problem}`);
    return { error: { _tag: 'Unexpected', cause }, meaning: 'refused', again: false };
  };

/** Attempts of an account whose key no error may repeat. */
export const createAttempt =
  (secretKey: string): Attempt =>
  ({ name, send, reply, hides = [] }, how = { changes: false }) => {
    const { idempotencyKey } = how;
    return pipe(
      TE.tryCatch(
        () => send(idempotencyKey === undefined ? {} : { idempotencyKey }),
        (thrown) => toAttemptFailure(thrown, conceal([secretKey, ...hides])),
      ),
      TE.flatMapEither(flow(decodeReply(reply), E.mapLeft(misread(name, how)))),
    );
  };
