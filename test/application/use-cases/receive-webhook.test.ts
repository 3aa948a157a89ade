import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventInbox } from '../../../src/application/ports/event-store.js';
import { silentTelemetry } from '../../../src/application/ports/telemetry.js';
import type { WebhookMessage } from '../../../src/application/ports/webhook-receiver.js';
import {
  type GivenWebhooks,
  receiveWebhook,
} from '../../../src/application/use-cases/receive-webhook.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const receiving = (message: WebhookMessage): GivenWebhooks => ({
  receive: () => TE.right(message),
});

const { event } = processorObjects;
const others = [
  { ...event, id: 'evt_2', type: 'charge.succeeded' },
  { ...event, id: 'evt_3', type: 'charge.updated' },
];
const verified = receiving({ events: [{ event, signedWith: 'ab12cd34' }] });

const receive = (webhooks: GivenWebhooks, eventStore: Pick<EventInbox, 'store'>) =>
  receiveWebhook({
    webhooks,
    eventStore,
    clock: () => 1_700_000_001,
    whyIgnored: () => undefined,
    telemetry: silentTelemetry,
  });

const call = { payload: '{}', signature: 't=1,v1=a' };

describe('receiveWebhook (decisions W3 to W5)', () => {
  it('replies after the event is stored', async () => {
    const order: Array<string> = [];
    const outcome = await receive(verified, {
      store: () =>
        TE.fromIO(() => {
          order.push('stored');
          return 'stored';
        }),
    })(call)();
    order.push('answered');
    expect(outcome).to.deep.equal(E.right({ received: true, type: 'payment_intent.succeeded' }));
    expect(order).to.deep.equal(['stored', 'answered']);
  });

  it('stores which secret signed the event', async () => {
    const given: Array<ReadonlyArray<unknown>> = [];
    await receive(verified, {
      store: (...stored) => {
        given.push(stored.slice(1));
        return TE.right('stored');
      },
    })(call)();
    expect(given).to.deep.equal([[1_700_000_001, undefined, 'ab12cd34']]);
  });

  it('reports that an event is a duplicate', async () => {
    expect(await receive(verified, { store: () => TE.right('duplicate') })(call)()).to.deep.equal(
      E.right({ received: true, type: 'payment_intent.succeeded', duplicate: true }),
    );
  });

  it('fails when the event cannot be stored, so that the processor sends it again', async () => {
    const { StoreUnavailable } = paymentErrors;
    expect(
      await receive(verified, { store: () => TE.left(StoreUnavailable) })(call)(),
    ).to.deep.equal(E.left(StoreUnavailable));
  });

  for (const error of [
    paymentErrors.WebhookSignatureMissing,
    paymentErrors.WebhookSecretMissing,
    paymentErrors.WebhookSignatureInvalid,
    paymentErrors.WebhookPayloadInvalid,
    paymentErrors.ProcessorUnavailable,
  ]) {
    it(`does not store the event on ${error._tag}`, async () => {
      const { eventStore } = explodingDependencies;
      expect(await receive({ receive: () => TE.left(error) }, eventStore)(call)()).to.deep.equal(
        E.left(error),
      );
    });
  }

  it('stores all events of a request, in their order', async () => {
    const stored: Array<string> = [];
    const outcome = await receive(receiving({ events: others.map((one) => ({ event: one })) }), {
      store: ({ id }) =>
        TE.fromIO(() => {
          stored.push(id);
          return id === 'evt_2' ? 'duplicate' : 'stored';
        }),
    })(call)();
    expect(stored).to.deep.equal(['evt_2', 'evt_3']);
    expect(outcome).to.deep.equal(E.right({ received: true }));
  });

  it('calls several events a duplicate when all of them are', async () => {
    const events = others.map((one) => ({ event: one }));
    expect(
      await receive(receiving({ events }), { store: () => TE.right('duplicate') })(call)(),
    ).to.deep.equal(E.right({ received: true, duplicate: true }));
  });

  it('fails when one of several events cannot be stored', async () => {
    const { StoreUnavailable } = paymentErrors;
    const answer = { body: '*ok*' };
    const outcome = await receive(
      receiving({ events: others.map((one) => ({ event: one })), answer }),
      { store: ({ id }) => (id === 'evt_3' ? TE.left(StoreUnavailable) : TE.right('stored')) },
    )(call)();
    expect(outcome).to.deep.equal(E.left(StoreUnavailable));
  });

  it('stores nothing for a request without events, and passes its answer on', async () => {
    const answer = { status: 204 };
    expect(
      await receive(receiving({ events: [], answer }), explodingDependencies.eventStore)({})(),
    ).to.deep.equal(E.right({ received: true, answer }));
  });

  for (const [input, asked] of [
    [{}, { headers: {}, body: '' }],
    [
      { payload: 'order=1', headers: { 'x-sign': 'a' } },
      { headers: { 'x-sign': 'a' }, body: 'order=1' },
    ],
    [
      { payload: 'é', headers: { 'x-sign': 'a' }, signature: 't=1' },
      { headers: { 'x-sign': 'a', 'processor-signature': 't=1' }, body: 'é' },
    ],
    [
      { payload: new TextEncoder().encode('{}'), signature: 't=1' },
      { headers: { 'processor-signature': 't=1' }, body: '{}' },
    ],
  ] as const) {
    it(`gives the receiver ${JSON.stringify(asked)}`, async () => {
      const calls: Array<unknown> = [];
      const webhooks: GivenWebhooks = {
        receive: ({ headers, body }) => {
          calls.push({ headers, body: Buffer.from(body).toString() });
          return TE.left(paymentErrors.WebhookSignatureMissing);
        },
      };
      await receive(webhooks, explodingDependencies.eventStore)(input)();
      expect(calls).to.deep.equal([asked]);
    });
  }
});
