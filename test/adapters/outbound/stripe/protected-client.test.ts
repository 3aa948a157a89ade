import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { StripeAnswer } from '../../../../src/adapters/outbound/stripe/client.js';
import { protectClient } from '../../../../src/adapters/outbound/stripe/protected-client.js';
import type { PaymentProcessor } from '../../../../src/application/ports/payment-processor.js';
import type { BreakerState } from '../../../../src/application/ports/telemetry.js';
import type { StripeProcessorOptions } from '../../../../src/stripe.js';
import { until } from '../../../support/time/until.js';
import { calls } from './support/calls.js';
import { left } from './support/outcomes.js';
import { ok, type Reply, refuse, useScriptedStripe } from './support/use-scripted-stripe.js';
import { wire } from './support/wire.js';

const customer = ok(wire.customer);
const failed = refuse(500, { type: 'api_error' });

describe('a processor that does not answer', () => {
  const stripe = useScriptedStripe();
  let states: Array<BreakerState>;

  const processorOf = (
    replies: ReadonlyArray<Reply>,
    options: Partial<StripeProcessorOptions> = {},
  ) => {
    states = [];
    return stripe.processor(replies, {
      maxRetries: 0,
      breakerFailures: 3,
      breakerPauseMs: 600_000,
      telemetry: { breakerChanged: (state) => states.push(state) },
      ...options,
    });
  };

  const fail = async (
    processor: PaymentProcessor,
    times: number,
    name: keyof typeof calls = 'retrieveCustomer',
  ): Promise<void> => {
    for (let time = 0; time < times; time += 1) left(await calls[name].run(processor)());
  };

  for (const [what, reply] of [
    ['a reset connection', 'reset'],
    ['a truncated response', 'cut'],
    ['a failure of Stripe', failed],
    ['a page of a gateway', { status: 502, body: '<html>' }],
  ] as const) {
    it(`is left alone after ${what}, three times: calls fail at once, and nothing was done`, async () => {
      const processor = processorOf([reply]);
      await fail(processor, 3);
      expect([states, stripe.seen().length]).to.deep.equal([['open'], 3]);
      for (const name of ['retrieveCustomer', 'createRefund'] as const) {
        const error = left(await calls[name].run(processor)());
        expect(error).to.include({
          _tag: 'ProcessorUnavailable',
          outcome: 'not_done',
          retry_after: 600,
        });
        expect(error).to.have.nested.property('cause.message').that.includes('circuit breaker');
      }
      expect(stripe.seen()).to.have.lengthOf(3);
    });
  }

  for (const [what, reply] of [
    ['declines', refuse(402, { type: 'card_error', code: 'card_declined' })],
    ['refusals', refuse(400, {})],
    ['refusals of too many requests', refuse(429, { code: 'rate_limit' })],
    ['refusals of our key', refuse(401, {})],
    ['unknown objects', refuse(404, { code: 'resource_missing' })],
    ['responses that are not as expected', ok({ object: 'customer' })],
  ] as const) {
    it(`is not assumed after ${what}`, async () => {
      await fail(processorOf([reply]), 20, 'createRefund');
      expect(states).to.deep.equal([]);
      expect(stripe.seen().length).to.be.at.least(20);
    });
  }

  it('is tried again after the pause, and the outcome of the call that tries is real', async () => {
    const processor = processorOf(['reset', 'reset', 'reset', customer], { breakerPauseMs: 1 });
    await fail(processor, 3);
    await until(async () => E.isRight(await calls.createCustomer.run(processor)()));
    await calls.createCustomer.run(processor)();
    await calls.createCustomer.run(processor)();
    expect(states).to.deep.equal(['open', 'half_open', 'closed']);
  });

  it('a change that tries it and gets no response has an unknown outcome', async () => {
    const processor = processorOf(['reset'], { breakerPauseMs: 1 });
    await fail(processor, 3);
    await until(async () => {
      const error = left(await calls.createRefund.run(processor)());
      return error._tag === 'ProcessorUnavailable' && error.outcome === 'unknown';
    });
    expect(states).to.include('half_open');
  });

  it('a change whose key is in use has an unknown outcome when its retry is not sent', async () => {
    const inUse = { delayMs: 50, reply: refuse(409, { code: 'idempotency_key_in_use' }) };
    const processor = processorOf([inUse, 'reset'], {
      maxRetries: 1,
      breakerFailures: 1,
      retryDelayMs: 50,
    });
    const change = calls.createRefund.run(processor)();
    await until(() => stripe.seen().length === 1);
    await until(async () => {
      await calls.retrieveCustomer.run(processor)();
      return states.includes('open');
    });
    expect(left(await change)).to.include({ _tag: 'ProcessorUnavailable', outcome: 'unknown' });
  });

  it('is not called again once its connections are closed: a change in progress is unknown, a new one not done', async () => {
    const processor = processorOf(['hang'], { maxRetries: 5, timeoutMs: 60_000, retryDelayMs: 0 });
    const inProgress = calls.createRefund.run(processor)();
    await until(() => stripe.seen().length === 1);
    await processor.close?.();
    expect(left(await inProgress)).to.include({ outcome: 'unknown' });
    const error = left(await calls.createRefund.run(processor)());
    expect(error).to.include({ outcome: 'not_done' });
    expect(error).to.have.nested.property('cause.message').that.includes('are closed');
  });

  describe('a call whose outcome is in doubt', () => {
    const inDoubt = { idempotencyKey: 'order-7', inDoubtSince: 1_700_000_000 };

    for (const name of ['createRefund', 'createPaymentIntent', 'deleteCustomer'] as const) {
      it(`stays in doubt when its repetition is not sent: ${name}`, async () => {
        const processor = processorOf(['reset']);
        await fail(processor, 3);
        const error = left(await calls[name].run(processor, inDoubt)());
        expect(error).to.include({ _tag: 'ProcessorUnavailable', outcome: 'unknown' });
        expect(stripe.seen(), 'nor is it looked up').to.have.lengthOf(3);
      });
    }

    for (const name of ['createRefund', 'deleteCustomer'] as const) {
      it(`stays in doubt when its retry is not sent: ${name}`, async () => {
        const processor = processorOf(['reset'], { maxRetries: 5 });
        const error = left(await calls[name].run(processor)());
        expect(error).to.include({ _tag: 'ProcessorUnavailable', outcome: 'unknown' });
        expect(stripe.seen()).to.have.lengthOf(3);
      });
    }
  });

  it('has so many calls in progress, so many wait, and others fail at once: nothing was done', async () => {
    const processor = processorOf(['hang'], { maxCalls: 2, maxWaitingCalls: 1, timeoutMs: 60_000 });
    const run = () => calls.createRefund.run(processor)();
    const inProgress = [run(), run()];
    await until(() => stripe.seen().length === 2);
    const waiting = run();
    expect(left(await run())).to.include({ outcome: 'not_done', retry_after: 1 });
    expect(left(await waiting), 'after a second').to.include({ outcome: 'not_done' });
    expect(stripe.seen()).to.have.lengthOf(2);
    await processor.close?.();
    for (const call of inProgress) expect(left(await call)).to.include({ outcome: 'unknown' });
  });

  it('a call that waits is sent when another one ends, unless the circuit breaker has opened', async () => {
    const later: Reply = { delayMs: 30, reply: customer };
    const processor = processorOf([later, later, 'reset'], { maxCalls: 1, breakerFailures: 1 });
    const run = () => calls.retrieveCustomer.run(processor)();
    const [first, second, third, fourth] = await Promise.all([run(), run(), run(), run()]);
    expect([first, second].every(E.isRight)).to.equal(true);
    expect(stripe.seen()).to.have.lengthOf(4);
    expect([third, fourth].every(E.isLeft)).to.equal(true);
  });
});

describe('a request to Stripe that hangs', () => {
  it('counts before its time-out, leaves its place to others, and is still answered', async () => {
    const states: Array<BreakerState> = [];
    const resolves: Array<(answer: StripeAnswer) => void> = [];
    const answer = { _tag: 'StripeObject', requestId: undefined, object: {} } as const;
    const client = protectClient(
      {
        send: () =>
          new Promise((resolve) => {
            resolves.push(resolve);
          }),
        close: async () => undefined,
      },
      {
        maxCalls: 2,
        maxWaitingCalls: 10,
        breakerFailures: 4,
        breakerFailuresInRow: 0,
        breakerPauseMs: 600_000,
      },
      (state) => states.push(state),
      1,
    );
    const send = () => client.send({ method: 'GET', path: '/v1/refunds' }, { apiVersion: 'x' });
    const sent = Array.from({ length: 5 }, send);
    await until(() => states.length === 1);
    expect([states, resolves.length]).to.deep.equal([['open'], 4]);
    expect(await send()).to.have.property('_tag', 'NotSent');
    for (const resolve of resolves) resolve(answer);
    expect(await Promise.all(sent.slice(0, 4))).to.deep.equal([answer, answer, answer, answer]);
    expect(await sent[4], 'it had no place before the breaker opened').to.have.property(
      '_tag',
      'NotSent',
    );
  });
});
