import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { packageVersion } from '../../../../src/adapters/package-version.js';
import { calls } from './support/calls.js';
import { ok, secretKey, useScriptedStripe } from './support/use-scripted-stripe.js';

describe('requests to Stripe', () => {
  const stripe = useScriptedStripe();

  for (const [name, { run, line, form, reply, result = reply }] of Object.entries(calls)) {
    it(`${name} sends ${line}, and returns the response`, async () => {
      const task = run(stripe.processor([ok(reply)]));
      expect(stripe.seen(), 'nothing before the task runs').to.deep.equal([]);
      expect(await task()).to.deep.equal(E.right(result));
      expect(stripe.lines()).to.deep.equal([line]);
      expect(stripe.seen()[0]?.form).to.deep.equal(form);
    });

    it(`${name} is sent twice when it runs twice`, async () => {
      const task = run(stripe.processor([ok(reply)]));
      await task();
      await task();
      const keys = stripe.seen().map(({ headers }) => headers['idempotency-key']);
      expect(keys).to.have.lengthOf(2);
      if (line.startsWith('POST')) {
        for (const key of keys) expect(key).to.match(/^[0-9a-f-]{36}$/);
        expect(keys[0]).not.to.equal(keys[1]);
      } else {
        expect(keys, 'Stripe takes keys with POST only').to.deep.equal([undefined, undefined]);
      }
    });

    if (line.startsWith('POST')) {
      it(`${name} carries the caller's idempotency key`, async () => {
        const processor = stripe.processor([ok(reply)]);
        await run(processor, { idempotencyKey: 'order 42/a' })();
        expect(stripe.seen()[0]?.headers['idempotency-key']).to.equal('order 42/a');
      });
    }
  }

  it("have the version of the API, the secret key and the package's name", async () => {
    await calls.createRefund.run(stripe.processor([ok(calls.createRefund.reply)]))();
    const { headers } = stripe.seen()[0] ?? {};
    expect(headers?.['stripe-version']).to.equal('2026-08-26.dahlia');
    expect(headers?.authorization).to.equal(`Bearer ${secretKey}`);
    expect(headers?.['content-type']).to.equal('application/x-www-form-urlencoded');
    expect(headers?.['user-agent']).to.include(`pasarela/${packageVersion}`);
  });

  it('contain nothing about this machine or earlier requests', async () => {
    const { run, reply } = calls.createRefund;
    const task = run(stripe.processor([ok(reply, { 'request-id': 'req_1' })]));
    await task();
    await task();
    for (const { headers } of stripe.seen()) {
      expect(headers).not.to.have.property('x-stripe-client-telemetry');
      const client: unknown = JSON.parse(String(headers['x-stripe-client-user-agent']));
      expect(client).not.to.have.any.keys('platform', 'telemetry_id');
    }
  });

  it('reuse the connection of the call before', async () => {
    const { run, reply } = calls.retrieveCustomer;
    const task = run(stripe.processor([ok(reply)]));
    await task();
    await task();
    expect(stripe.seen()).to.have.lengthOf(2);
    expect(new Set(stripe.seen().map(({ port }) => port)).size).to.equal(1);
  });

  for (const key of ['', 'naïve', 'two\nlines', '\u0000']) {
    it(`are not sent with the idempotency key ${JSON.stringify(key)}`, async () => {
      const task = calls.createRefund.run(stripe.processor([]), { idempotencyKey: key });
      expect(await task()).to.have.nested.include({
        'left._tag': 'ProcessorRefused',
        'left.status': 400,
      });
      expect(stripe.seen()).to.deep.equal([]);
    });
  }

  it('are not sent with text that cannot be encoded', async () => {
    const outcome = await stripe.processor([]).createCustomer({ name: 'half \uD83D' })();
    expect(outcome).to.have.nested.include({
      'left._tag': 'ProcessorRefused',
      'left.status': 400,
    });
    expect(stripe.seen()).to.deep.equal([]);
  });
});
