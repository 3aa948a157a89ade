import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { CallOutcome, Telemetry } from '../../../application/ports/telemetry.js';
import type { Tracing } from '../../../application/ports/tracing.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { outcomeOf } from '../../../domain/payment-error-facts.js';
import type { StripeCall } from './attempt.js';
import type { StripeCaller } from './caller.js';

const callOutcome = (outcome: E.Either<ProcessorError, unknown>): CallOutcome => {
  if (E.isRight(outcome)) return 'done';
  switch (outcome.left._tag) {
    case 'CardError':
      return 'declined';
    case 'ProcessorRefused':
    case 'ProcessorAuthenticationFailed':
      return 'refused';
    default:
      return outcomeOf(outcome.left) ?? 'refused';
  }
};

const readOutcomeOf = (outcome: E.Either<ProcessorError, unknown>): CallOutcome => {
  const ended = callOutcome(outcome);
  return ended === 'unknown' ? 'not_done' : ended;
};

/** A caller that reports each call at its end, and traces it. The reads of a look-up are part of the call whose outcome they find. */
export const reportCalls = (
  { read, change, remove }: StripeCaller,
  report: Telemetry['processorCallEnded'],
  around: Tracing['aroundProcessorCall'] = (_operation, call) => call(() => undefined),
): StripeCaller => {
  const reported =
    <A>(
      call: StripeCall<A>,
      run: (watched: StripeCall<A>) => TE.TaskEither<ProcessorError, A>,
      outcome = callOutcome,
    ): TE.TaskEither<ProcessorError, A> =>
    () =>
      around(call.name, async (onEnd) => {
        const began = performance.now();
        let attempts = 0;
        let requestId: string | undefined;
        const ended = await run({
          ...call,
          request: (format) => {
            attempts += 1;
            return call.request(format);
          },
          onRequestId: (id) => {
            requestId = id;
          },
        })();
        const facts = {
          operation: call.name,
          outcome: outcome(ended),
          duration: (performance.now() - began) / 1000,
          retries: attempts - 1,
          ...(requestId === undefined ? {} : { requestId }),
        };
        onEnd(facts);
        report(facts);
        return ended;
      });

  return {
    read: (call) => reported(call, read, readOutcomeOf),
    change: (call, options, lookUp) =>
      reported(call, (watched) => change(watched, options, lookUp)),
    remove: (call, options, lookUp) =>
      reported(call, (watched) => remove(watched, options, lookUp)),
  };
};
