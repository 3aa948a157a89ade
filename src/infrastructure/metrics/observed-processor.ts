import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { mapTable } from '../../application/map-table.js';
import {
  type PaymentProcessor,
  processorFunctions,
} from '../../application/ports/payment-processor.js';
import type { CallOutcome, Telemetry } from '../../application/ports/telemetry.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import { outcomeOf } from '../../domain/payment-error-facts.js';

const outcomeOfCall = (ended: E.Either<ProcessorError, unknown>): CallOutcome => {
  if (E.isRight(ended)) return 'done';
  return ended.left._tag === 'CardError' ? 'declined' : (outcomeOf(ended.left) ?? 'refused');
};

type Call = (input: never, options: never) => TE.TaskEither<ProcessorError, unknown>;

/** The functions of a processor that does not report its calls itself, with a report of each. They have no retries. */
export const observedProcessor = (
  processor: PaymentProcessor,
  { processorCallEnded }: Pick<Telemetry, 'processorCallEnded'>,
): PaymentProcessor =>
  mapTable<PaymentProcessor>(processorFunctions, (_facts, operation) => {
    const call: Call = processor[operation];
    const observed: Call = (input, options) => async () => {
      const begin = performance.now();
      const ended = await call(input, options)();
      const duration = (performance.now() - begin) / 1000;
      processorCallEnded({ operation, outcome: outcomeOfCall(ended), duration, retries: 0 });
      return ended;
    };
    return observed;
  });
