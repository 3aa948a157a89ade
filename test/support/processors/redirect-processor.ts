import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorWithout } from '../../../src/application/ports/processor-functions-by-feature.js';
import type { PaymentIntent } from '../../../src/domain/objects/payment-intent.js';
import type { Refund } from '../../../src/domain/objects/refund.js';

type Missing =
  | 'customers'
  | 'savedCards'
  | 'cardTokens'
  | 'lists'
  | 'setupIntents'
  | 'checkout'
  | 'capture'
  | 'partialRefunds'
  | 'confirmOnCreation'
  | 'methodChoice'
  | 'confirmationTokens'
  | 'updates'
  | 'ledgers'
  | 'balance'
  | 'disputes';

/**
 * A processor that sends every customer to a page of the bank, with order numbers as ids. It keeps no customers and cards, and has
 * only the functions that every processor needs. `created`: the inputs of its payments.
 */
export const redirectProcessor = () => {
  const created: Array<object> = [];
  const intents = new Map<string, PaymentIntent>();
  const missing = (param: string) =>
    TE.left({
      _tag: 'ProcessorRefused',
      status: 404,
      message: 'No such order',
      code: 'resource_missing',
      param,
    } as const);
  const found = (id: string) => {
    const intent = intents.get(id);
    return intent === undefined ? missing('payment_intent') : TE.right(intent);
  };
  const refunds = new Map<string, Refund>();
  const processor: ProcessorWithout<Missing> = {
    features: {
      customers: false,
      savedCards: false,
      cardTokens: false,
      lists: false,
      setupIntents: false,
      checkout: false,
      capture: false,
      partialRefunds: false,
      confirmOnCreation: false,
      methodChoice: false,
      confirmationTokens: false,
      updates: false,
      ledgers: false,
      balance: false,
      disputes: false,
    },
    createPaymentIntent: (asked) =>
      TE.fromIO(() => {
        created.push(asked);
        const intent: PaymentIntent = {
          id: `0042A${created.length}`,
          object: 'payment_intent',
          amount: asked.amount,
          currency: asked.currency,
          status: 'requires_action',
          created: 1_700_000_000,
          next_action: {
            type: 'post_form',
            post_form: { url: 'https://bank.example/pay', fields: { ORDER: '0042A' } },
          },
        };
        intents.set(intent.id, intent);
        return intent;
      }),
    retrievePaymentIntent: ({ payment_intent }) => found(payment_intent),
    confirmPaymentIntent: ({ payment_intent }) => found(payment_intent),
    cancelPaymentIntent: ({ payment_intent }) => found(payment_intent),
    retrieveCharge: () => missing('charge'),
    createRefund: ({ charge }) =>
      TE.fromIO(() => {
        const refund: Refund = {
          id: `${charge}-R`,
          object: 'refund',
          amount: 1999,
          currency: 'eur',
          created: 1_700_000_000,
          charge,
        };
        refunds.set(refund.id, refund);
        return refund;
      }),
    retrieveRefund: ({ refund: id }) => {
      const refund = refunds.get(id);
      return refund === undefined ? missing('refund') : TE.right(refund);
    },
  };
  return { processor, created };
};
