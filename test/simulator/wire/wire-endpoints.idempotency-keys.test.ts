import { expect } from 'chai';
import type { PlannedFailure } from '../../../src/simulator/engine/kernel/planned-failures.js';
import type { Answer } from '../../support/http/call.js';
import { listAt } from '../../support/json/at.js';
import { keyOf, useWire, withoutLogUrl } from '../support/use-wire.js';

const tenMinutes = 600_000;

const inUse = {
  error: {
    type: 'invalid_request_error',
    message:
      'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): order 7. Please try again later.',
    code: 'idempotency_key_in_use',
    doc_url: 'https://stripe.com/docs/error-codes/idempotency-key-in-use',
  },
};

describe('the idempotency key of a request in progress', () => {
  const wire = useWire();

  const create = (name: string, key = 'order 7'): Promise<Answer> =>
    wire().as(name)('POST', '/v1/customers', {
      form: 'name=Ana',
      headers: { 'idempotency-key': key },
    });

  const customers = async (name: string): Promise<number> =>
    listAt((await wire().as(name)('GET', '/v1/customers')).body, 'data').length;

  const plan = (name: string, fault: PlannedFailure): void =>
    wire().server.account(keyOf(name)).processor.controls.failNext({
      on: 'createCustomer',
      with: fault,
    });

  /** Starts a creation with a delayed response. Resolves once its work is done, with a function that disconnects the caller. */
  const begin = async (name: string): Promise<() => void> => {
    const { server } = wire();
    const done = new Promise<void>((resolve) => {
      const stop = server.account(keyOf(name)).processor.controls.onEvent(() => {
        stop();
        resolve();
      });
    });
    plan(name, { delay: tenMinutes });
    const patience = new AbortController();
    fetch(`${server.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keyOf(name)}`, 'idempotency-key': 'order 7' },
      body: new URLSearchParams({ name: 'Ana' }),
      signal: patience.signal,
    }).then(
      () => undefined,
      () => undefined,
    );
    await done;
    return () => patience.abort();
  };

  /** The response to a key once it is free. */
  const onceFree = async (name: string): Promise<Answer> => {
    const answer = await create(name);
    return answer.status === 409 ? onceFree(name) : answer;
  };

  it('is refused until its caller disconnects; the response is kept', async () => {
    const giveUp = await begin('waiting');
    const refused = await create('waiting');
    expect([refused.status, withoutLogUrl(refused)]).to.deep.equal([409, inUse]);
    expect(refused.headers.get('idempotency-key')).to.equal('order 7');
    expect(refused.headers.has('original-request')).to.equal(false);
    giveUp();
    const answer = await onceFree('waiting');
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('idempotent-replayed')).to.equal('true');
    expect(await customers('waiting')).to.equal(1);
  });

  it('does not block another key, the key of another account, or a GET', async () => {
    const giveUp = await begin('busy');
    expect((await create('busy', 'order 8')).status).to.equal(200);
    expect((await create('idle')).status).to.equal(200);
    const headers = { 'idempotency-key': 'order 7' };
    const read = await wire().as('busy')('GET', '/v1/customers', { headers });
    expect(read.status).to.equal(200);
    expect(read.headers.has('idempotency-key')).to.equal(false);
    giveUp();
  });

  it('is free once the response is sent', async () => {
    plan('slow', { delay: 1 });
    expect((await create('slow')).status).to.equal(200);
    expect((await create('slow')).headers.get('idempotent-replayed')).to.equal('true');
  });

  it('is free once the response is lost', async () => {
    plan('lost', 'timeout_after');
    expect(await create('lost').catch(() => 'lost')).to.equal('lost');
    expect((await onceFree('lost')).headers.get('idempotent-replayed')).to.equal('true');
  });
});

describe('an idempotency key of a request', () => {
  const wire = useWire();
  const create = (name: string, form: string): Promise<Answer> =>
    wire().as(name)('POST', '/v1/customers', { form, headers: { 'idempotency-key': 'k' } });

  it('is not kept when the request was refused before it began', async () => {
    const refused = await create('refused', 'colour=red');
    expect(refused.status).to.equal(400);
    expect(refused.headers.get('idempotency-key')).to.equal('k');
    expect(refused.headers.has('original-request')).to.equal(false);
    expect(refused.headers.has('stripe-should-retry')).to.equal(false);
    const other = await create('refused', 'name=Ana');
    expect(other.headers.has('idempotent-replayed')).to.equal(false);
    expect(other.status).to.equal(200);
  });

  it('is kept when the request failed, and the response tells clients not to retry', async () => {
    const { controls } = wire().server.account(keyOf('failed')).processor;
    controls.failNext({ on: 'createCustomer', with: 'server_error' });
    const failed = await create('failed', 'name=Ana');
    const again = await create('failed', 'name=Ana');
    expect([failed.status, withoutLogUrl(failed)]).to.deep.equal([
      500,
      { error: { type: 'api_error', message: 'An unknown error occurred' } },
    ]);
    expect(failed.headers.get('stripe-should-retry')).to.equal('false');
    expect([again.status, again.text]).to.deep.equal([500, failed.text]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
  });

  it('is refused for other parameters, another endpoint, and when it is too long', async () => {
    const send = wire().as('other');
    const headers = { 'idempotency-key': 'k' };
    await create('other', 'name=Ana');
    const advice = "Try using a key other than 'k' if you meant to execute a different request.";
    const parameters = await create('other', 'name=Eva');
    const endpoint = await send('POST', '/v1/payment_intents', {
      form: 'amount=100&currency=eur',
      headers,
    });
    const tooLong = await send('POST', '/v1/customers', {
      headers: { 'idempotency-key': 'k'.repeat(256) },
    });
    const type = 'idempotency_error';
    expect([parameters.status, withoutLogUrl(parameters)]).to.deep.equal([
      400,
      {
        error: {
          type,
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
        },
      },
    ]);
    expect([endpoint.status, withoutLogUrl(endpoint)]).to.deep.equal([
      400,
      {
        error: {
          type,
          message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('/v1/payment_intents' vs '/v1/customers'). ${advice}`,
        },
      },
    ]);
    expect(tooLong.status).to.equal(400);
  });

  it("is forgotten after a day of the processor's clock", async () => {
    const { controls } = wire().server.account(keyOf('later')).processor;
    await create('later', 'name=Ana');
    controls.clock.advance(86_399);
    expect((await create('later', 'name=Ana')).headers.get('idempotent-replayed')).to.equal('true');
    controls.clock.advance(1);
    expect((await create('later', 'name=Eva')).status).to.equal(200);
  });
});
