import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type {
  CallOptions,
  Evidence,
  OutcomeLookUps,
  PaymentProcessor,
  ProcessorChange,
} from '../ports/payment-processor.js';

/** The processor's changing functions. */
export type ChangingCalls = Pick<PaymentProcessor, ProcessorChange>;

type Sent = { readonly idempotencyKey: string; readonly since: number };

/** Makes the replacement of a call, from the call itself and from its look-up. */
type Make = <I, A>(
  name: ProcessorChange,
  change: (input: I, options: CallOptions) => TE.TaskEither<ProcessorError, A>,
  lookUp: ((input: I, sent: Sent) => TE.TaskEither<ProcessorError, Evidence<A>>) | undefined,
) => (input: I) => TE.TaskEither<ProcessorError, A>;

const mapCalls = (
  processor: ChangingCalls,
  lookUps: OutcomeLookUps,
  make: Make,
): ChangingCalls => ({
  createCustomer: make('createCustomer', processor.createCustomer, lookUps.createCustomer),
  updateCustomer: make('updateCustomer', processor.updateCustomer, lookUps.updateCustomer),
  deleteCustomer: make('deleteCustomer', processor.deleteCustomer, lookUps.deleteCustomer),
  createCardToken: make('createCardToken', processor.createCardToken, lookUps.createCardToken),
  createCard: make('createCard', processor.createCard, lookUps.createCard),
  deleteCard: make('deleteCard', processor.deleteCard, lookUps.deleteCard),
  createPaymentIntent: make(
    'createPaymentIntent',
    processor.createPaymentIntent,
    lookUps.createPaymentIntent,
  ),
  confirmPaymentIntent: make(
    'confirmPaymentIntent',
    processor.confirmPaymentIntent,
    lookUps.confirmPaymentIntent,
  ),
  capturePaymentIntent: make(
    'capturePaymentIntent',
    processor.capturePaymentIntent,
    lookUps.capturePaymentIntent,
  ),
  cancelPaymentIntent: make(
    'cancelPaymentIntent',
    processor.cancelPaymentIntent,
    lookUps.cancelPaymentIntent,
  ),
  createRefund: make('createRefund', processor.createRefund, lookUps.createRefund),
});

/**
 * The calls, each with options of its own: an idempotency key among them. A use case makes none of them twice: its second
 * call would get the answer of the first.
 */
export const withOptions = (
  processor: ChangingCalls,
  optionsOf: (call: ProcessorChange) => CallOptions,
): ChangingCalls =>
  mapCalls(processor, {}, (name, change) => (input) => change(input, optionsOf(name)));

const notFound: ProcessorError = {
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause: new Error('nothing shows what became of a call whose answer was lost'),
};

/**
 * The calls, none of which sends anything: each finds out what became of the one that was made before. `onFound` runs
 * when that is known.
 */
export const fromEvidence = (
  processor: ChangingCalls,
  lookUps: OutcomeLookUps,
  sentBy: (call: ProcessorChange) => Sent,
  onFound: IO.IO<void>,
): ChangingCalls =>
  mapCalls(
    processor,
    lookUps,
    (name, _change, lookUp) => (input) =>
      lookUp === undefined
        ? TE.left(notFound)
        : pipe(
            lookUp(input, sentBy(name)),
            TE.flatMap(
              O.match(
                () => TE.left(notFound),
                (found) =>
                  pipe(
                    TE.fromIO(onFound),
                    TE.flatMap(() => TE.fromEither(found)),
                  ),
              ),
            ),
          ),
  );
