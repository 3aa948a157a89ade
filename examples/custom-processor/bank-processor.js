import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { minorUnits, processorErrors } from 'pasarela';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** 12 characters of an idempotency key: the same key is always the same number. Without a key, a number of its own. */
export const numberOf = (key) => {
  const bytes = key === undefined ? randomBytes(12) : createHash('sha256').update(key).digest();
  return [...bytes.subarray(0, 12)].map((byte) => alphabet[byte % alphabet.length]).join('');
};

/** Why the bank did not do what it was asked: values, never exceptions. */
const errorOf = (status, message) => {
  if (status === 403) return processorErrors.authenticationFailed({ cause: new Error(message) });
  if (status >= 500) return processorErrors.failed({ status, cause: new Error(message) });
  if (status === 404) return processorErrors.notFound({ message });
  if (status === 422) return processorErrors.keyReused({ message });
  // By default 409 means that the same work is in progress. Here it means that the order is in another state.
  return processorErrors.refused({
    status,
    message,
    ...(status === 409 ? { decision: 'final' } : {}),
  });
};

/** An order, from a form of the bank. Throws if the amount is none. */
const orderOf = (form) => {
  const { amount, ...order } = Object.fromEntries(new URLSearchParams(form));
  return { ...order, amount: minorUnits(Number(amount)) };
};

const statuses = {
  new: 'requires_confirmation',
  open: 'requires_action',
  declined: 'requires_payment_method',
  canceled: 'canceled',
  paid: 'succeeded',
  refunded: 'succeeded',
};

/** The events of the states that the bank notifies. */
const eventTypes = {
  paid: 'payment_intent.succeeded',
  declined: 'payment_intent.payment_failed',
};

const isCharged = ({ state }) => state === 'paid' || state === 'refunded';

/** The payment intent of an order. The bank has no customers and no cards, so those fields are left out. */
const intentOf = (order, url) => ({
  id: order.order,
  object: 'payment_intent',
  amount: order.amount,
  currency: order.currency,
  status: statuses[order.state],
  created: Number(order.registered),
  latest_charge: isCharged(order) ? order.order : null,
  metadata: {
    ...JSON.parse(order.notes),
    ...(order.key === '' ? {} : { pasarela_key: order.key }),
  },
  next_action:
    order.state === 'open'
      ? {
          type: 'redirect_to_url',
          redirect_to_url: { url: `${url}/page/${order.order}`, return_url: order.back },
        }
      : null,
  ...(order.state === 'declined'
    ? { last_payment_error: { code: 'card_declined', message: 'The bank declined.' } }
    : {}),
});

// The bank knows a refund only together with its order.
const refundOf = (order) => ({
  id: `${order.order}-${order.refund}`,
  object: 'refund',
  amount: order.amount,
  currency: order.currency,
  created: Number(order.refunded_at),
  status: 'succeeded',
  charge: order.order,
  payment_intent: order.order,
  reason: order.reason === '' ? null : order.reason,
  metadata: JSON.parse(order.refund_notes),
});

const isRefund = ({ order, state, refund }, id) =>
  state === 'refunded' && id === `${order}-${refund}`;

/** The processor of a bank with a payment page: see bank.js. `url` is its address, `secret` signs in both directions. */
export const createBankProcessor = ({ url, secret, merchant, livemode = false }) => {
  const sign = (text) => createHmac('sha256', secret).update(text).digest('hex');

  /** Sends a request. A lost answer has an unknown outcome: the same number may be sent again. */
  const call = (path, fields) => async () => {
    const text = new URLSearchParams(fields).toString();
    try {
      const answer = await fetch(`${url}${path}`, {
        method: fields === undefined ? 'GET' : 'POST',
        ...(fields === undefined
          ? { headers: { 'x-signature': sign(path) } }
          : { body: `${text}&signature=${sign(text)}` }),
        signal: AbortSignal.timeout(10_000),
      });
      const body = await answer.text();
      return answer.ok
        ? E.tryCatch(() => orderOf(body), processorErrors.unexpected)
        : E.left(errorOf(answer.status, body));
    } catch (cause) {
      return E.left(processorErrors.unavailable({ outcome: 'unknown', cause }));
    }
  };

  const intent = TE.map((order) => intentOf(order, url));
  const retrieve = (number) => call(`/orders/${number}`);
  const open = (number, back = '') => call(`/orders/${number}/open`, { back });

  return {
    // The bank lacks these, so the functions that need them are left out.
    features: {
      customers: false,
      savedCards: false,
      cardTokens: false,
      lists: false,
      setupIntents: false,
      checkout: false,
      capture: false,
      partialRefunds: false,
      methodChoice: false,
      confirmationTokens: false,
      updates: false,
      ledgers: false,
      balance: false,
      disputes: false,
    },

    createPaymentIntent:
      ({ amount, currency, confirm, return_url, metadata = {} }, { idempotencyKey } = {}) =>
      // Each run without a key is a new order.
      () =>
        pipe(
          call('/orders', {
            order: numberOf(idempotencyKey),
            amount: String(amount),
            currency,
            key: idempotencyKey ?? '',
            notes: JSON.stringify(metadata),
          }),
          // A repetition finds the order as it is by now, perhaps paid.
          TE.flatMap((order) =>
            confirm && order.state === 'new' ? open(order.order, return_url) : TE.right(order),
          ),
          intent,
        )(),
    confirmPaymentIntent: ({ payment_intent, return_url }) =>
      pipe(open(payment_intent, return_url), intent),
    retrievePaymentIntent: ({ payment_intent }) => pipe(retrieve(payment_intent), intent),
    cancelPaymentIntent: ({ payment_intent }, { idempotencyKey } = {}) =>
      pipe(
        call(`/orders/${payment_intent}/cancel`, { cancellation: numberOf(idempotencyKey) }),
        intent,
      ),

    retrieveCharge: ({ charge }) =>
      pipe(
        retrieve(charge),
        TE.map((order) => ({
          id: order.order,
          object: 'charge',
          amount: order.amount,
          currency: order.currency,
          status: isCharged(order) ? 'succeeded' : 'failed',
          paid: isCharged(order),
          refunded: order.state === 'refunded',
          amount_refunded: order.state === 'refunded' ? order.amount : 0,
          payment_intent: order.order,
        })),
      ),
    createRefund: (input, { idempotencyKey } = {}) =>
      pipe(
        retrieve(input.charge),
        TE.filterOrElse(
          ({ amount }) => input.amount === undefined || input.amount === amount,
          () => processorErrors.refused({ message: 'The bank gives back whole payments only' }),
        ),
        TE.flatMap(({ order }) =>
          call(`/orders/${order}/refund`, {
            refund: numberOf(idempotencyKey),
            reason: input.reason ?? '',
            refund_notes: JSON.stringify(input.metadata ?? {}),
          }),
        ),
        TE.map(refundOf),
      ),
    retrieveRefund: ({ refund }) =>
      pipe(
        retrieve(refund.split('-')[0]),
        TE.filterOrElse(
          (order) => isRefund(order, refund),
          () => processorErrors.notFound({ message: 'The bank has no such refund' }),
        ),
        TE.map(refundOf),
      ),

    retrieveAccount: TE.right({ id: merchant, livemode }),

    // A key whose answer was lost: its number says whether the bank has the order.
    lookUps: {
      createPaymentIntent: (_input, { idempotencyKey }) =>
        pipe(
          retrieve(numberOf(idempotencyKey)),
          intent,
          TE.map((found) => ({ _tag: 'Found', value: E.right(found) })),
          TE.orElse((error) =>
            error.code === 'resource_missing' ? TE.right({ _tag: 'Absent' }) : TE.left(error),
          ),
        ),
    },

    webhooks: {
      receive: ({ body }) => {
        const [text, signature = ''] = Buffer.from(body).toString().split('&signature=');
        const [given, right] = [signature, sign(text)].map((one) => Buffer.from(one));
        if (given.length !== right.length || !timingSafeEqual(given, right)) {
          return TE.left({
            _tag: 'WebhookSignatureInvalid',
            detail: 'the bank has not signed this form',
          });
        }
        const order = orderOf(text);
        const type = eventTypes[order.state];
        if (type === undefined) {
          return TE.left({ _tag: 'WebhookPayloadInvalid', detail: `unknown state ${order.state}` });
        }
        const event = {
          id: order.notification,
          object: 'event',
          type,
          created: Number(order.at),
          data: { object: intentOf(order, url) },
        };
        return TE.right({ events: [{ event, signedWith: 'bank' }], answer: { body: '*ok*' } });
      },
    },
  };
};

/** For `PROCESSOR=./bank-processor.js`. `environment` has the variables of the process. */
export const createProcessor = ({
  BANK_URL,
  BANK_SECRET,
  BANK_MERCHANT = 'test-shop',
  NODE_ENV,
}) => {
  if (!BANK_URL || !BANK_SECRET) {
    throw new Error('set BANK_URL and BANK_SECRET');
  }
  return createBankProcessor({
    url: BANK_URL,
    secret: BANK_SECRET,
    merchant: BANK_MERCHANT,
    livemode: NODE_ENV === 'production',
  });
};
