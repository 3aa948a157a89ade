import { setTimeout as sleep } from 'node:timers/promises';
import { objectFields, textField } from '../../domain/input/json.js';

/** An event cannot be triggered at a server. The message says what to correct. */
export class TriggerProblem extends Error {
  override readonly name = 'TriggerProblem';
}

/** An event that has happened. */
type Happened = {
  readonly id: string;
  /** Id of its object. */
  readonly object: string;
};

/** The actions of a shop at a server, whatever its protocol. Ids are those of the objects that were made. */
export type Shop = {
  readonly customer: () => Promise<string>;
  readonly renameCustomer: (customer: string) => Promise<unknown>;
  readonly deleteCustomer: (customer: string) => Promise<unknown>;
  /** Returns the payment, also a declined one. `manual`: it is authorized only. */
  readonly pay: (card: string, options?: { readonly manual: boolean }) => Promise<string>;
  readonly capture: (payment: string) => Promise<unknown>;
  readonly cancel: (payment: string) => Promise<unknown>;
  readonly refund: (payment: string) => Promise<string>;
  readonly saveCard: (card: string) => Promise<unknown>;
  /** A page of Checkout, which takes one payment method. `setup`: it saves the method. */
  readonly checkout: (method: string, options?: { readonly setup: boolean }) => Promise<string>;
  readonly expireCheckout: (session: string) => Promise<unknown>;
  /** The customer submits the page. Returns the payment or the setup intent. */
  readonly submit: (session: string, answers?: object) => Promise<string>;
  /** A control of the in-memory processor. */
  readonly control: (name: string, body: object) => Promise<unknown>;
  /** The latest event of a type. */
  readonly latest: (type: string) => Promise<Happened | undefined>;
  /** Waits for an event of a type after `before`. */
  readonly next: (type: string, before: Happened | undefined) => Promise<Happened>;
};

/** Sends a request, and returns the body of its response. A decline is a response too. */
export type Send = (method: string, path: string, body?: object) => Promise<unknown>;

const submitter =
  (send: Send): Shop['submit'] =>
  async (id, answers = {}) => {
    const submitted = await send('POST', '/_processor/complete-checkout', {
      id,
      email: ada.email,
      name: ada.name,
      ...answers,
    });
    const session = objectFields(objectFields(submitted)['data']);
    return textField(session, 'payment_intent') || textField(session, 'setup_intent');
  };

const idIn = (value: unknown): string => textField(value, 'id');

const amount = 1999;
const thing = 'A book';
const returnUrl = 'https://shop.example/back';
const ada = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+34600000000' };

const firstOf = (data: unknown): unknown => (Array.isArray(data) ? data[0] : undefined);

// The service stores the events of its processor a moment later.
const waitForNext =
  (latest: Shop['latest']): Shop['next'] =>
  async (type, before) => {
    for (let tries = 0; tries < 50; tries += 1) {
      const found = await latest(type);
      if (found !== undefined && found.id !== before?.id) return found;
      await sleep(100);
    }
    throw new TriggerProblem(`${type} did not happen`);
  };

/** A shop that pays at `pasarela fake`, in the protocol of Stripe. */
export const shopOfFake = (send: Send): Shop => {
  const customer = async () => idIn(await send('POST', '/v1/customers', ada));
  const types = { allowed_payment_method_types: ['card'] };
  const latest: Shop['latest'] = async (type) => {
    const { data } = objectFields(await send('GET', `/v1/events?limit=1&type=${type}`));
    const found = firstOf(data);
    return found === undefined
      ? undefined
      : { id: idIn(found), object: idIn(objectFields(objectFields(found)['data'])['object']) };
  };
  return {
    customer,
    renameCustomer: (id) => send('POST', `/v1/customers/${id}`, { name: 'Ada King' }),
    deleteCustomer: (id) => send('DELETE', `/v1/customers/${id}`),
    pay: async (card, { manual } = { manual: false }) => {
      const payment = {
        amount,
        currency: 'eur',
        customer: await customer(),
        payment_method: card,
        confirm: true,
        return_url: returnUrl,
        ...(manual ? { capture_method: 'manual' } : {}),
        ...types,
      };
      const answer = await send('POST', '/v1/payment_intents', payment);
      // A decline has its payment in the error.
      return idIn(objectFields(objectFields(answer)['error'])['payment_intent'] ?? answer);
    },
    capture: (id) => send('POST', `/v1/payment_intents/${id}/capture`),
    cancel: (id) => send('POST', `/v1/payment_intents/${id}/cancel`),
    refund: async (id) => idIn(await send('POST', '/v1/refunds', { payment_intent: id })),
    saveCard: async (card) =>
      send('POST', '/v1/setup_intents', {
        customer: await customer(),
        payment_method: card,
        confirm: true,
        return_url: returnUrl,
        ...types,
      }),
    checkout: async (method, { setup } = { setup: false }) =>
      idIn(
        await send('POST', '/v1/checkout/sessions', {
          success_url: returnUrl,
          payment_method_types: [method],
          ...(setup
            ? { mode: 'setup', customer: await customer() }
            : {
                mode: 'payment',
                line_items: [
                  {
                    quantity: 1,
                    price_data: {
                      currency: 'eur',
                      unit_amount: amount,
                      product_data: { name: thing },
                    },
                  },
                ],
              }),
        }),
      ),
    expireCheckout: (id) => send('POST', `/v1/checkout/sessions/${id}/expire`),
    submit: submitter(send),
    control: (name, body) => send('POST', `/_processor/${name}`, body),
    latest,
    next: waitForNext(latest),
  };
};

const dataOf = async (answer: Promise<unknown>): Promise<unknown> => {
  const body = objectFields(await answer);
  // A decline names its payment.
  return body['data'] ?? { id: body['payment_intent'] };
};

/** A shop that pays at `pasarela serve` with the in-memory processor. */
export const shopOfService = (send: Send): Shop => {
  const customer = async () => idIn(await dataOf(send('POST', '/api/customers', ada)));
  const latest: Shop['latest'] = async (type) => {
    const { data } = objectFields(await dataOf(send('GET', `/api/events?limit=1&type=${type}`)));
    const found = firstOf(data);
    if (found === undefined) return undefined;
    return { id: idIn(found), object: textField(found, 'object_id') };
  };
  return {
    customer,
    renameCustomer: (id) => send('PUT', `/api/customers/${id}`, { name: 'Ada King' }),
    deleteCustomer: (id) => send('DELETE', `/api/customers/${id}`),
    pay: async (card, { manual } = { manual: false }) => {
      const payment = {
        amount_minor: amount,
        customer_id: await customer(),
        payment_method: card,
        confirm: true,
        return_url: returnUrl,
        ...(manual ? { capture_method: 'manual' } : {}),
      };
      return idIn(await dataOf(send('POST', '/api/payments', payment)));
    },
    capture: (id) => send('POST', '/api/payments/capture', { paymentId: id }),
    cancel: (id) => send('POST', '/api/payments/cancel', { paymentId: id }),
    refund: async (id) => {
      const payment = objectFields(await dataOf(send('GET', `/api/payments/${id}`)));
      const body = { chargeId: payment['latest_charge'] };
      return idIn(await dataOf(send('POST', '/api/payments/refund', body)));
    },
    saveCard: async (card) =>
      send('POST', '/api/setup-intents', {
        customer_id: await customer(),
        payment_method: card,
        confirm: true,
        return_url: returnUrl,
      }),
    checkout: async (method, { setup } = { setup: false }) =>
      idIn(
        await dataOf(
          send('POST', '/api/checkout-sessions', {
            success_url: returnUrl,
            payment_methods: [method],
            ...(setup
              ? { mode: 'setup', customer_id: await customer() }
              : { line_items: [{ name: thing, amount_minor: amount }] }),
          }),
        ),
      ),
    expireCheckout: (sessionId) => send('POST', '/api/checkout-sessions/expire', { sessionId }),
    submit: submitter(send),
    control: (name, body) => send('POST', `/_processor/${name}`, body),
    latest,
    next: waitForNext(latest),
  };
};
