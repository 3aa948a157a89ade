import type { Operations, ResultOf } from '../../../../application/use-cases.js';
import type { WrittenInput } from '../../../../domain/input.js';
import type { Api } from '../api.js';

/** The operations that clients call. Only the processor calls the webhook. */
export type ClientOperation = Exclude<keyof Operations, 'receiveWebhook'>;

type Params<N extends ClientOperation> = NonNullable<Api[N]['params']>;
type Query<N extends ClientOperation> = NonNullable<Api[N]['query']>;
type Body<N extends ClientOperation> = NonNullable<Api[N]['body']>;

/** `POST /api/payments`. With a question mark at its end, its fields are query parameters, else they are a JSON body. */
type Signature<N extends ClientOperation> =
  `${Api[N]['method']} ${Api[N]['path']}${keyof Query<N> extends never ? '' : '?'}`;

/**
 * How each operation is requested. The types of the route table check it: importing the table itself would load every codec
 * into the client.
 */
export const requests: { readonly [N in ClientOperation]: Signature<N> } = {
  createCustomer: 'POST /api/customers',
  getCustomer: 'GET /api/customers/:id',
  listCustomers: 'GET /api/customers?',
  updateCustomer: 'PUT /api/customers/:id',
  deleteCustomer: 'DELETE /api/customers/:id',
  tokenizeCard: 'POST /api/cards',
  assignCard: 'POST /api/cards/assign',
  listCards: 'GET /api/cards/:id',
  setDefaultCard: 'POST /api/cards/default',
  removeCard: 'DELETE /api/cards/delete',
  createPaymentIntent: 'POST /api/payments',
  confirmPayment: 'POST /api/payments/confirm',
  getPayment: 'GET /api/payments/:id',
  listPayments: 'GET /api/payments?',
  capturePayment: 'POST /api/payments/capture',
  cancelPayment: 'POST /api/payments/cancel',
  createSetupIntent: 'POST /api/setup-intents',
  confirmSetupIntent: 'POST /api/setup-intents/confirm',
  getSetupIntent: 'GET /api/setup-intents/:id',
  cancelSetupIntent: 'POST /api/setup-intents/cancel',
  refundCharge: 'POST /api/payments/refund',
  listRefunds: 'GET /api/payments/:id/refunds?',
  listEvents: 'GET /api/events?',
  getEvent: 'GET /api/events/:id',
  replayEvent: 'POST /api/events/:id/replay',
  replayEvents: 'POST /api/events/replay',
  eraseEvents: 'DELETE /api/events?',
  listDoubts: 'GET /api/doubts?',
};

// A field of the path is not repeated in the body.
type Without<Names, Fields> = {
  readonly [W in keyof Names as Names[W] extends Fields ? never : W]: Names[W];
};

type NamesOf<N extends ClientOperation> = Params<N> &
  Query<N> &
  Without<Body<N>, Params<N>[keyof Params<N>]>;

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

/** The same fields, resolved, so that editors show the fields themselves. */
type Resolved<T> = T extends unknown ? { readonly [K in keyof T]: T[K] } : never;

// Distributes: an input with alternatives is a union.
type Renamed<Input, Names> = Input extends unknown
  ? Resolved<{ readonly [F in keyof Input as WireName<Names, F>]: Input[F] }>
  : never;

/** The input of an operation with the names that it has in JSON. `amount` is text in whole units in all of them. */
export type ClientInput<N extends ClientOperation> = Renamed<
  WrittenInput<Operations[N]['input']>,
  WireNames<N>
>;

type Data<N extends ClientOperation> = Api[N]['present'] extends (result: never) => infer D
  ? D
  : never;

/** The `data` of an operation's answer; an object of the processor under the name of its type. */
export type ClientResult<N extends ClientOperation> =
  Data<N> extends ResultOf<N> ? ResultOf<N> : Data<N>;
