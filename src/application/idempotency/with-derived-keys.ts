import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { CallOptions, PaymentProcessor, ProcessorChange } from '../ports/payment-processor.js';

type Changes = Pick<PaymentProcessor, ProcessorChange>;

/**
 * The processor's changing functions, each with options of its own: an idempotency key among them. A use case calls none of
 * them twice: its second call would get the answer of the first.
 */
export const withDerivedKeys = (
  processor: Changes,
  optionsOf: (call: ProcessorChange) => CallOptions,
): Changes => {
  const keyed =
    <I, A>(
      name: ProcessorChange,
      change: (input: I, options: CallOptions) => TE.TaskEither<ProcessorError, A>,
    ) =>
    (input: I): TE.TaskEither<ProcessorError, A> =>
      change(input, optionsOf(name));
  return {
    createCustomer: keyed('createCustomer', processor.createCustomer),
    updateCustomer: keyed('updateCustomer', processor.updateCustomer),
    deleteCustomer: keyed('deleteCustomer', processor.deleteCustomer),
    createCardToken: keyed('createCardToken', processor.createCardToken),
    createCard: keyed('createCard', processor.createCard),
    deleteCard: keyed('deleteCard', processor.deleteCard),
    createPaymentIntent: keyed('createPaymentIntent', processor.createPaymentIntent),
    confirmPaymentIntent: keyed('confirmPaymentIntent', processor.confirmPaymentIntent),
    cancelPaymentIntent: keyed('cancelPaymentIntent', processor.cancelPaymentIntent),
    createRefund: keyed('createRefund', processor.createRefund),
  };
};
