import type { Changes, Operations, ResultOf } from '../../../../application/use-cases.js';
import type { WrittenInput } from '../../../../domain/input/input.js';
import type { Api } from '../api.js';

/** The operations that clients call. Only the processor calls the webhook. */
export type ClientOperation = Exclude<keyof Operations, 'receiveWebhook'>;

type Params<N extends ClientOperation> = NonNullable<Api[N]['params']>;
type Query<N extends ClientOperation> = NonNullable<Api[N]['query']>;
type Body<N extends ClientOperation> = NonNullable<Api[N]['body']>;

/** `POST /api/payments`. With a question mark at its end, its fields are query parameters, else they are a JSON body. */
type Signature<N extends ClientOperation> =
  `${Api[N]['method']} ${Api[N]['path']}${keyof Query<N> extends never ? '' : '?'}`;

// A field of the path is not repeated in the body.
type Unlike<Names, Fields> = {
  readonly [W in keyof Names as Names[W] extends Fields ? never : W]: Names[W];
};

type NamesOf<N extends ClientOperation> = Params<N> &
  Query<N> &
  Unlike<Body<N>, Params<N>[keyof Params<N>]>;

/** The operations whose `amount` is in cents over HTTP. Clients have the library's rule: text in whole units. */
export const decimalAmounts = {
  capturePayment: 'amount_decimal',
  refundCharge: 'amount_decimal',
} as const satisfies {
  readonly [N in ClientOperation]?: keyof Body<N>;
};

type WireNames<N extends ClientOperation> = N extends keyof typeof decimalAmounts
  ? Omit<NamesOf<N>, 'amount' | (typeof decimalAmounts)[N]> & { readonly amount: 'amount' }
  : NamesOf<N>;

type WireName<Names, Field> = {
  [W in keyof Names]: Field extends Names[W] ? W : never;
}[keyof Names];

/** The library's names of the fields that have another one over HTTP. */
type OtherNames<N extends ClientOperation> = {
  readonly [W in keyof WireNames<N> as WireNames<N>[W] extends W
    ? never
    : WireNames<N>[W] & string]: W;
};

/**
 * How each operation is requested, and the fields that the library calls otherwise. The types of the route table check it:
 * importing the table itself would load every codec into the client.
 */
export const requests: {
  readonly [N in ClientOperation]: readonly [Signature<N>, OtherNames<N>];
} = {
  createCustomer: ['POST /api/customers', {}],
  getCustomer: ['GET /api/customers/:id', { customer: 'id' }],
  listCustomers: ['GET /api/customers?', {}],
  updateCustomer: ['PUT /api/customers/:id', { customer: 'id' }],
  deleteCustomer: ['DELETE /api/customers/:id', { customer: 'id' }],
  tokenizeCard: ['POST /api/cards', {}],
  assignCard: ['POST /api/cards/assign', { customer: 'userId' }],
  listCards: ['GET /api/cards/:id', { customer: 'id' }],
  setDefaultCard: ['POST /api/cards/default', { customer: 'userId' }],
  removeCard: ['DELETE /api/cards/delete', { customer: 'userId', card: 'cardId' }],
  createPaymentIntent: ['POST /api/payments', { customer: 'customer_id' }],
  updatePayment: ['PUT /api/payments/:id', { payment_intent: 'id', customer: 'customer_id' }],
  confirmPayment: ['POST /api/payments/confirm', { payment_intent: 'paymentId' }],
  getPayment: ['GET /api/payments/:id', { payment_intent: 'id' }],
  listPayments: ['GET /api/payments?', { customer: 'userId' }],
  capturePayment: ['POST /api/payments/capture', { payment_intent: 'paymentId' }],
  cancelPayment: [
    'POST /api/payments/cancel',
    { payment_intent: 'paymentId', cancellation_reason: 'reason' },
  ],
  createSetupIntent: ['POST /api/setup-intents', { customer: 'customer_id' }],
  confirmSetupIntent: ['POST /api/setup-intents/confirm', { setup_intent: 'setupIntentId' }],
  getSetupIntent: ['GET /api/setup-intents/:id', { setup_intent: 'id' }],
  cancelSetupIntent: [
    'POST /api/setup-intents/cancel',
    { setup_intent: 'setupIntentId', cancellation_reason: 'reason' },
  ],
  createCheckoutSession: ['POST /api/checkout-sessions', { customer: 'customer_id' }],
  expireCheckoutSession: ['POST /api/checkout-sessions/expire', { session: 'sessionId' }],
  getCheckoutSession: ['GET /api/checkout-sessions/:id', { session: 'id' }],
  refundCharge: ['POST /api/payments/refund', { charge: 'chargeId' }],
  listRefunds: ['GET /api/payments/:id/refunds?', { payment_intent: 'id' }],
  listCharges: ['GET /api/charges?', {}],
  listAllRefunds: ['GET /api/refunds?', {}],
  getBalance: ['GET /api/balance', {}],
  listBalanceTransactions: ['GET /api/balance-transactions?', {}],
  listPayouts: ['GET /api/payouts?', {}],
  listPayoutTransactions: ['GET /api/payouts/:id/transactions?', { payout: 'id' }],
  listDisputes: ['GET /api/disputes?', {}],
  submitDisputeEvidence: ['POST /api/disputes/:id/evidence', { dispute: 'id' }],
  closeDispute: ['POST /api/disputes/:id/close', { dispute: 'id' }],
  listEvents: ['GET /api/events?', {}],
  getEvent: ['GET /api/events/:id', { event: 'id' }],
  replayEvent: ['POST /api/events/:id/replay', { event: 'id' }],
  replayEvents: ['POST /api/events/replay', {}],
  eraseEvents: ['DELETE /api/events?', {}],
  listDoubts: ['GET /api/doubts?', {}],
};

/** The same fields, resolved, so that editors show the fields themselves. */
type Resolved<T> = T extends unknown ? { readonly [K in keyof T]: T[K] } : never;

// Distributes: an input with alternatives is a union.
type Renamed<Input, Names> = Input extends unknown
  ? { readonly [F in keyof Input as WireName<Names, F>]: Input[F] }
  : never;

type Without<Fields extends PropertyKey> = { readonly [F in Fields]?: undefined };

/** The input of an operation with the names of the library. */
type LibraryInput<N extends ClientOperation> = Resolved<WrittenInput<Operations[N]['input']>>;

/**
 * The input of an operation, with the names of the HTTP interface or with those of the library. `amount` is text in whole units
 * in all of them.
 */
export type ClientInput<N extends ClientOperation> = keyof OtherNames<N> extends never
  ? LibraryInput<N>
  :
      | Resolved<
          Renamed<WrittenInput<Operations[N]['input']>, WireNames<N>> & Without<keyof OtherNames<N>>
        >
      | Resolved<
          WrittenInput<Operations[N]['input']> &
            Without<OtherNames<N>[keyof OtherNames<N>] & string>
        >;

type Data<N extends ClientOperation> = Api[N]['present'] extends (result: never) => infer D
  ? D
  : never;

/** The `data` of an operation's answer; an object of the processor under the name of its type. */
export type ClientResult<N extends ClientOperation> =
  Data<N> extends ResultOf<N> ? ResultOf<N> : Data<N>;

type Result<N extends ClientOperation> = Promise<ResultOf<N> | ClientResult<N>>;

/**
 * The operations of `createPayments` and of `createClient`: a program over this type takes payments in its own process or from a
 * service. Where the service answers less than the library, a result is one or the other.
 */
export type AnyPayments = {
  readonly [N in ClientOperation]: Readonly<Record<never, never>> extends LibraryInput<N>
    ? (input?: LibraryInput<N>) => Result<N>
    : (input: LibraryInput<N>) => Result<N>;
} & {
  /** The operations that change something, each done once under the key. */
  readonly withIdempotencyKey: (key: string) => {
    readonly [N in ClientOperation & keyof Changes]: (input: LibraryInput<N>) => Result<N>;
  };
};
