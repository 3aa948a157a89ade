import { Agent, request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { api } from '../../src/adapters/inbound/http/api.js';
import type { StoredEvent } from '../../src/domain/events/stored-event.js';
import {
  arbitraryRequest,
  type FuzzRequest,
  type Plausible,
} from '../support/http/arbitrary-request.js';
import { seed } from '../support/inputs/seed.js';
import { at, listAt, textAt } from '../support/json/at.js';
import { memoryControlsOf } from '../support/processors/memory-controls-of.js';
import { journeys } from '../support/service/journeys.js';
import { useService } from '../support/service/use-service.js';

/** `REQUESTS=100000 npx mocha build/test/interface/fuzz.test.js` sends more. */
const requests = Number(process.env['REQUESTS'] ?? 2600);
const now = 1_800_000_000;
const webhookSecret = `${'whsec'}_${'fuzz0123456789'}`;

type FuzzAnswer = { readonly status: number; readonly type: string; readonly text: string };

const successKeys = ['data', 'message', 'status', 'statusCode'];
const failureKeys = ['code', 'message', 'stack', 'status'];
// Optional fields: the names of wrong fields, what was probably meant, those of a decline, and those of an unknown outcome.
const failureFacts = [
  'charge',
  'decline_code',
  'field',
  'fields',
  'hint',
  'outcome',
  'payment_intent',
  'setup_intent',
];

const isEnvelope = ({ status, type, text }: FuzzAnswer): boolean => {
  if (type !== 'application/json; charset=utf-8') return false;
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null) return false;
  const keys = Object.keys(body).filter((key) => status < 400 || !failureFacts.includes(key));
  const message = at(body, 'message');
  if (typeof message !== 'string' || message === '') return false;
  return status < 400
    ? isDeepStrictEqual(keys.toSorted(), successKeys) &&
        at(body, 'status') === true &&
        at(body, 'statusCode') === status
    : isDeepStrictEqual(keys.toSorted(), failureKeys) &&
        at(body, 'status') === false &&
        // Every 400 has a code (decision E20).
        (typeof at(body, 'code') === 'string' || (at(body, 'code') === null && status !== 400));
};

describe('bad input', () => {
  const service = useService({ env: { WEBHOOK_SECRET: webhookSecret }, clock: () => now });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  after(() => agent.destroy());

  const send = ({ method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.address);
      // Node sends no Content-Length for the body of a DELETE by default.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const sent = request(
        { hostname, port, method, path, headers: { ...length, ...headers }, agent },
        (answer) => {
          const chunks: Array<Buffer> = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              type: answer.headers['content-type'] ?? '',
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  // One object of each kind, in each of its states.
  const furnish = async (): Promise<Plausible> => {
    const given = journeys(service.call);
    // Days pass: before the authorizations, which would expire.
    await given.paid(100);
    const payouts = [await service.controls.payOut(), 'po_unknown'];
    const customer = await given.customer();
    const deleted = await given.customer();
    await service.call('DELETE', `/api/customers/${deleted}`);
    const [card, second] = [await given.card(customer), await given.card(customer)];
    const [challenged, declining] = [
      await given.card(customer, '4000002760003184'),
      await given.card(customer, '4000000000000341'),
    ];
    const token = await given.token();
    const methods = [card, second, challenged, declining, 'pm_card_visa'];
    const payments: Array<string> = [];
    for (const payment_method of methods) {
      payments.push(await given.payment({ customer_id: customer, payment_method }));
    }
    for (const paymentId of payments.slice(1)) {
      await service.call('POST', '/api/payments/confirm', { body: { paymentId } });
    }
    const canceled = await given.payment({ customer_id: customer, payment_method: card });
    await service.call('POST', '/api/payments/cancel', { body: { paymentId: canceled } });
    // Each can be captured once.
    const held: Array<string> = [];
    while (held.length < 6) {
      held.push(
        await given.payment({
          customer_id: customer,
          payment_method: 'pm_card_visa',
          capture_method: 'manual',
          confirm: true,
        }),
      );
    }
    const setups: Array<string> = [];
    const setUp = async (payment_method: string): Promise<string> => {
      const body = { customer_id: customer, payment_method };
      const made = await service.call('POST', '/api/setup-intents', { body });
      return textAt(made.body, 'data.id');
    };
    for (const payment_method of methods) setups.push(await setUp(payment_method));
    // Each can be confirmed once.
    const unconfirmed = [setups[0], await setUp(card), await setUp(second), await setUp(card)];
    for (const setupIntentId of setups.slice(1)) {
      await service.call('POST', '/api/setup-intents/confirm', { body: { setupIntentId } });
    }
    const sessions: Array<string> = ['cs_unknown'];
    // Each can be expired once.
    while (sessions.length < 4) {
      const made = await service.call('POST', '/api/checkout-sessions', {
        body: { success_url: 'https://shop.example/42', line_items: [{ name: 'A', amount: '10' }] },
      });
      sessions.push(textAt(made.body, 'data.id'));
    }
    const [paid, refunded] = [await given.paid(10), await given.paid(10)];
    const refund = await service.call('POST', '/api/payments/refund', {
      body: { chargeId: refunded.charge },
    });
    // Each can be closed once.
    const disputes: Array<string> = ['du_unknown'];
    for (let n = 0; n < 4; n += 1) {
      await given.payment({
        customer_id: customer,
        payment_method: 'pm_card_createDispute',
        confirm: true,
      });
    }
    const disputed = await service.call('GET', '/api/disputes');
    disputes.push(...listAt(disputed.body, 'data.data').map((one) => textAt(one, 'id')));
    const events = await service.call('GET', '/api/events?limit=2');

    const customers = [customer, customer, paid.customer, deleted, 'cus_nobody'];
    const intents = [...payments, ...payments, ...held, canceled, paid.payment, 'pi_unknown'];
    const refunds = [textAt(refund.body, 'data.id'), 're_unknown'];
    const eventIds = [textAt(events.body, 'data.data.0.id'), 'evt_unknown'];
    return {
      email: ['ana@example.com', 'nobody@example.com', 'no email'],
      name: ['Ana', 'Ñandú'],
      phone: ['+34600000000'],
      userId: customers,
      customer: [...customers.slice(1), 'cus_other'],
      customer_id: [customer, customer, customer, paid.customer, deleted],
      source: [token, token, 'tok_visa', 'tok_unknown'],
      default_source: [card, second, paid.card],
      cardId: [card, second, paid.card],
      number: ['4242424242424242', '4242 4242 4242 4242', '4000000000000002', '4242424242424241'],
      exp_month: [12, '12', 13],
      exp_year: [2035, '2035', 1999],
      cvc: ['314', '1'],
      amount: [10, '19.99', 1, 0.01, 100, 1_000_000],
      payment_method: [...methods, 'pm_card_visa_chargeDeclined', 'pm_card_authenticationRequired'],
      confirm: [true, false],
      amount_minor: [1999, 50, 0],
      amount_decimal: ['10.00', '0.50'],
      currency: ['eur', 'EUR', 'usd'],
      metadata: [{ order: '42' }, { order: '' }, {}, { pasarela_key: 'x' }, { a: 1 }],
      description: ['Pedido 42', ''],
      receipt_email: ['ana@example.com', 'nobody'],
      statement_descriptor_suffix: ['PEDIDO 42', '42'],
      shipping: [{ name: 'Ana', address: { line1: 'Mayor 1' } }, { name: 'Ana' }, {}],
      capture_method: ['manual', 'automatic', 'automatic_async'],
      setup_future_usage: ['on_session', 'off_session'],
      off_session: [true, false],
      return_url: ['https://shop.example/42', 'app://back', 'https://['],
      success_url: ['https://shop.example/{CHECKOUT_SESSION_ID}', 'app://back', 'https://['],
      cancel_url: ['https://shop.example/42', 'app://back'],
      line_items: [
        [{ name: 'Camiseta', amount: '19.99', quantity: 2 }],
        [{ name: 'Camiseta', amount_minor: 1999 }],
        [{ name: 'Camiseta', amount: 19.99 }],
        [{ name: 'Camiseta', amount: '999999.99', quantity: 9_007_199_254_740_991 }],
        [],
        [null],
      ],
      mode: ['payment', 'payment', 'setup', 'subscription'],
      customer_email: ['ana@example.com', 'nobody'],
      customer_creation: ['always', 'if_required'],
      client_reference_id: ['42', ''],
      expires_at: [now + 3600, 0, 'tomorrow'],
      locale: ['es', 'xx'],
      sessionId: sessions,
      'getCheckoutSession/id': sessions,
      paymentId: intents,
      setupIntentId: [...setups, ...unconfirmed, 'seti_unknown'],
      usage: ['off_session', 'on_session'],
      reason: ['duplicate', 'requested_by_customer', 'abandoned'],
      chargeId: [paid.charge, paid.charge, refunded.charge, 'ch_unknown'],
      limit: [1, 5, 100, 101, 0, -1, 2.5],
      starting_after: [customer, payments[0], ...refunds, ...eventIds],
      ending_before: [customer, payments[0], ...refunds, ...eventIds],
      type: ['charge.succeeded', 'nothing'],
      kind: ['unknown_outcome', 'unconfirmed', 'nothing'],
      id: [...intents, ...setups, refunds[0]],
      outcome: ['approve', 'refuse'],
      advance: [0, 1, 86_400, '60'],
      on: ['any', 'confirm', 'createCustomer', 'nothing'],
      with: ['timeout_after', 'server_error', { decline: 'lost_card' }, { decline: '__proto__' }],
      times: [1, 3, 0],
      'updateCustomer/id': customers,
      'deleteCustomer/id': customers,
      'updatePayment/id': intents,
      payment_methods: ['automatic', ['card'], ['card', 'link'], [], 'card'],
      confirmation_token: ['ctoken_unknown'],
      mandate: [{ ip_address: '::1', user_agent: 'x' }, {}],
      'capturePayment/paymentId': [...held, 'pi_unknown'],
      'getCustomer/id': customers,
      'listCards/id': customers,
      'getPayment/id': intents,
      'getSetupIntent/id': [...setups, 'seti_unknown'],
      'listRefunds/id': intents,
      'submitDisputeEvidence/id': disputes,
      'closeDispute/id': disputes,
      'listPayoutTransactions/id': payouts,
      evidence: [{ shipping_carrier: 'Correos' }, { uncategorized_text: '' }, { carrier: 'x' }, {}],
      submit: [true, false],
      status: ['succeeded', 'canceled', 'paid'],
      created_from: [0, now, 'yesterday'],
      created_to: [now + 1, '0'],
      'getEvent/id': eventIds,
      'replayEvent/id': eventIds,
      state: ['ignored', 'dead', 'nothing'],
      from: [0, now, 'yesterday'],
      to: [now + 1, '0'],
    };
  };

  const newestEvent = async (): Promise<StoredEvent | undefined> => {
    const page = await service.eventStore.list({ limit: 1 })();
    return E.isRight(page) && O.isSome(page.right) ? page.right.value.data[0] : undefined;
  };

  it(`${requests} requests: never a 5xx, always the envelope, and a refused request changes nothing`, async () => {
    const plausible = await furnish();
    const controls = memoryControlsOf(service.processor);
    const base = controls.snapshot();
    // Snapshots share the frozen objects that did not change, which makes the comparison fast.
    let unchanged = base;
    const first = await newestEvent();
    if (first === undefined) throw new Error('the event store is empty');
    const seen = new Map<string, Set<number>>();

    // A decline changes state: the intent keeps it, and waits for another card.
    const mayDecline = ({ aim }: FuzzRequest): boolean =>
      ['confirmPayment', 'createPaymentIntent', 'confirmSetupIntent', 'createSetupIntent'].includes(
        aim,
      );

    const property = fc.asyncProperty(
      arbitraryRequest({ plausible, webhookSecret, now }),
      async (sent) => {
        const newest = (await newestEvent())?.id;
        const answer = await send(sent);
        const shown = `${answer.status} ${answer.text.slice(0, 500)}`;
        expect(answer.status, shown).to.be.within(200, 499);
        if (sent.aim !== 'challenge page' || !answer.type.startsWith('text/html')) {
          expect(isEnvelope(answer), `the envelope: ${shown}`).to.equal(true);
        }
        const declined = answer.status === 402 && mayDecline(sent);
        if (answer.status >= 400 && !declined) {
          expect(
            isDeepStrictEqual(controls.snapshot(), unchanged),
            `state changed: ${shown}`,
          ).to.equal(true);
          expect((await newestEvent())?.id, `event stored: ${shown}`).to.equal(newest);
        } else {
          controls.restore(base);
          unchanged = controls.snapshot();
          // A reset empties the event store, too.
          await service.eventStore.store(first.event, first.received_at, 'no handler')();
        }
        const statuses = seen.get(sent.aim) ?? new Set();
        seen.set(sent.aim, statuses.add(answer.status));
      },
    );
    await fc.assert(property, { numRuns: requests, seed });

    // Some requests were refused after the first check, and some succeeded.
    for (const aim of Object.keys(api)) {
      const statuses = [...(seen.get(aim) ?? [])].toSorted((one, other) => one - other);
      expect(statuses.at(0), `${aim}: ${statuses.join(', ')}`).to.be.within(200, 201);
      expect(statuses.at(-1), `${aim}: ${statuses.join(', ')}`).to.be.within(400, 499);
    }
  });
});
