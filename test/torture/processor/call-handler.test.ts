import { expect } from 'chai';
import { until } from '../../support/time/until.js';
import { anOrder, useProcessors } from './support/processors.js';

const card = { payment_method: 'pm_card_visa', confirm: true, return_url: 'https://shop.example/' };

const payment = (number: number) => ({
  amount: String(1000 + number),
  currency: 'eur',
  payment_method: 'pm_card_visa',
  confirm: 'true',
  return_url: 'https://shop.example/',
});

describe('the calls of a shop in a torture test', () => {
  const start = useProcessors();

  it('reach the processor and are written into the journal with their orders', async () => {
    const test = await start({ orders: [anOrder(1), anOrder(2)] });
    const stripe = test.stripe();
    const intent = await stripe.paymentIntents.create(
      { amount: 1002, currency: 'eur', ...card },
      { idempotencyKey: 'a key' },
    );
    await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
    await stripe.paymentIntents.retrieve(intent.id);
    const [created, refunded, read] = test.of('call');
    expect(created).to.deep.include({
      order: 2,
      call: 1,
      method: 'POST',
      path: '/v1/payment_intents',
      key: 'a key',
      done: true,
      status: 200,
      processorStatus: 200,
      replayed: false,
      object: intent.id,
      state: 'succeeded',
      error: null,
      amount: 1002,
    });
    expect(refunded).to.deep.include({ order: 2, call: 2, path: '/v1/refunds', amount: 100 });
    expect(read).to.deep.include({ order: 2, call: null, method: 'GET', done: true });
    expect(test.processor.orderOf(intent.id)).to.equal(2);
    expect(test.processor.orderOf(String(intent.latest_charge))).to.equal(2);
    expect(test.processor.busy()).to.equal(0);
  });

  it('are written with the error that the processor answers', async () => {
    const test = await start({ orders: [anOrder(1)] });
    const declined = test.stripe().paymentIntents.create({
      amount: 1001,
      currency: 'eur',
      ...card,
      payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    });
    expect(await declined.catch((error: unknown) => error)).to.include({ statusCode: 402 });
    expect(test.of('call')[0]).to.deep.include({
      done: true,
      status: 402,
      error: 'insufficient_funds',
      state: 'requires_payment_method',
    });
  });

  it('are lost before the work: the SDK repeats the request, and one payment is made', async () => {
    const test = await start({ orders: [anOrder(1, [{ kind: 'request_lost', call: 1 }])] });
    await test.stripe().paymentIntents.create({ amount: 1001, currency: 'eur', ...card });
    const [lost, repeated] = test.of('call');
    expect(lost).to.deep.include({ call: 1, done: false, status: null, processorStatus: null });
    expect(repeated).to.deep.include({ call: 1, attempt: 2, done: true, status: 200 });
    expect(lost?.key).to.equal(repeated?.key);
    expect(test.of('incident')).to.have.lengthOf(1);
    expect(test.processor.payments()).to.have.lengthOf(1);
  });

  for (const kind of ['answer_lost', 'answer_cut'] as const) {
    it(`have their work done and no answer: ${kind}`, async () => {
      const test = await start({ orders: [anOrder(1, [{ kind, call: 1 }])] });
      const pay = () => test.post('payment_intents', payment(1), 'same');
      expect([await pay(), await pay()]).to.deep.equal([0, 200]);
      const [lost, repeated] = test.of('call');
      expect(lost).to.deep.include({ call: 1, done: true, status: null, processorStatus: 200 });
      expect(repeated).to.deep.include({ call: 1, attempt: 2, status: 200, replayed: true });
      expect(test.processor.payments()).to.have.lengthOf(1);
      expect(test.processor.payments()[0]).to.deep.include({ order: 1, captured: 1001 });
    });
  }

  for (const status of [409, 429, 500] as const) {
    it(`are refused with Stripe's ${status}, and nothing is done`, async () => {
      const test = await start({ orders: [anOrder(1, [{ kind: 'refused', call: 1, status }])] });
      const stripe = test.stripe({ maxNetworkRetries: 0 });
      const pay = () =>
        stripe.paymentIntents.create(
          { amount: 1001, currency: 'eur', ...card },
          { idempotencyKey: 'same' },
        );
      const error: unknown = await pay().catch((problem: unknown) => problem);
      expect(error).to.include({ statusCode: status });
      expect(error).to.have.property('requestId').that.matches(/^req_/);
      expect(test.processor.payments()).to.have.lengthOf(0);
      await pay();
      expect(
        test.of('call').map(({ done, processorStatus }) => [done, processorStatus]),
      ).to.deep.equal([
        [false, status],
        [true, 200],
      ]);
    });
  }

  it('without a key are not refused because of their key', async () => {
    const refused = (status: 409 | 429) => ({ kind: 'refused', call: 1, status }) as const;
    const test = await start({ orders: [anOrder(1, [refused(409)]), anOrder(2, [refused(429)])] });
    const pay = (number: number) => test.post('payment_intents', payment(number));
    expect([await pay(1), await pay(2), await pay(2)]).to.deep.equal([200, 429, 200]);
    expect(test.of('incident').map(({ order }) => order)).to.deep.equal([2]);
  });

  it('are passed on with a key, a path or a form that nobody can read', async () => {
    const test = await start({ orders: [anOrder(1)] });
    const { status } = await fetch(`${test.processor.url}/v1/payment_intents/%zz`, {
      headers: { authorization: 'Bearer nonsense' },
    });
    expect(status).to.equal(401);
    expect(test.of('call')[0]).to.include({ order: 1, call: null, status: 401 });
  });

  it('are answered late, or at once when incidents end', async () => {
    const late = { kind: 'answer_late', call: 1, ms: 60_000 } as const;
    const test = await start({ orders: [anOrder(1, [late])] });
    const answer = test.post('payment_intents', payment(1));
    await until(() => test.of('incident').length === 1);
    expect(test.processor.payments()).to.have.lengthOf(1);
    expect(test.processor.busy()).to.equal(1);
    test.processor.endIncidents();
    expect(await answer).to.equal(200);
  });

  it('are done and without an answer for a shop that does not wait', async () => {
    const late = { kind: 'answer_late', call: 1, ms: 60_000 } as const;
    const test = await start({ orders: [anOrder(1, [late])] });
    const leaving = new AbortController();
    const left = fetch(`${test.processor.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test.processor.apiKey}` },
      body: new URLSearchParams({ amount: '1001', currency: 'eur' }),
      signal: leaving.signal,
    }).catch(() => 'left');
    await until(() => test.of('incident').length === 1);
    leaving.abort();
    expect(await left).to.equal('left');
    // The end of the connection has arrived before a later request.
    await test.post('tokens', {});
    test.processor.endIncidents();
    await until(() => test.processor.busy() === 0);
    expect(test.of('call').find(({ path }) => path === '/v1/payment_intents')).to.deep.include({
      done: true,
      status: null,
      processorStatus: 200,
    });
  });

  it('are lost as often as the plan says, and then anew only when the button is pressed again', async () => {
    const lost = { kind: 'request_lost', call: 1, times: 2 } as const;
    const test = await start({ orders: [anOrder(1, [lost])] });
    const pay = () => test.post('payment_intents', payment(1), 'same');
    expect([await pay(), await pay(), await pay()]).to.deep.equal([0, 0, 200]);
    expect(test.of('call').map(({ call, nth, attempt }) => [call, nth, attempt])).to.deep.equal([
      [1, 1, 1],
      [1, 1, 2],
      [1, 1, 3],
    ]);
    expect(test.of('incident')).to.have.lengthOf(1);
  });

  it('are other calls once the customer has pressed again, with the same key too', async () => {
    const lost = { kind: 'request_lost', call: 1, times: 9 } as const;
    const test = await start({ orders: [anOrder(1, [lost])] });
    const pay = () => test.post('payment_intents', payment(1), 'same');
    expect(await pay()).to.equal(0);
    test.journal.add(1, { kind: 'pays', attempt: 2, key: 'same', card: '', why: 'retries' });
    expect(await pay()).to.equal(200);
    expect(test.of('call').map(({ call, attempt }) => [call, attempt])).to.deep.equal([
      [1, 1],
      [2, 1],
    ]);
  });

  it('are other calls when the shop had given up before, and tries an event again', async () => {
    const lost = { kind: 'request_lost', call: 1, times: 9 } as const;
    let later = 0;
    const now = () => performance.now() + later;
    const test = await start({ orders: [anOrder(1, [lost])], now });
    const pay = () => test.post('payment_intents', payment(1), 'same');
    expect(await pay()).to.equal(0);
    later = 5000;
    expect(await pay()).to.equal(200);
    expect(test.of('call').map(({ call, attempt }) => [call, attempt])).to.deep.equal([
      [1, 1],
      [2, 1],
    ]);
  });

  it('are found by their method and path, reads too', async () => {
    const test = await start({
      orders: [
        anOrder(1, [
          // The SDK tries once more by itself when a connection that it kept is broken.
          { kind: 'answer_lost', call: 2, to: 'GET /v1/payment_intents/{id}', times: 9 },
          { kind: 'refused', call: 1, to: 'POST /v1/payment_intents/{id}/confirm', status: 500 },
        ]),
      ],
    });
    const stripe = test.stripe({ maxNetworkRetries: 0 });
    const { id } = await stripe.paymentIntents.create({ amount: 1001, currency: 'eur' });
    const outcome = (call: Promise<unknown>) =>
      call.then(
        () => 'answered',
        (error: unknown) => (error instanceof Error ? error.constructor.name : 'unknown'),
      );
    const read = () => outcome(stripe.paymentIntents.retrieve(id));
    expect([
      await read(),
      await read(),
      await outcome(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })),
    ]).to.deep.equal(['answered', 'StripeConnectionError', 'StripeAPIError']);
    const first = test.of('call').filter(({ attempt }) => attempt === 1);
    expect(first.map(({ name, nth }) => [name, nth])).to.deep.equal([
      ['POST /v1/payment_intents', 1],
      ['GET /v1/payment_intents/{id}', 1],
      ['GET /v1/payment_intents/{id}', 2],
      ['POST /v1/payment_intents/{id}/confirm', 1],
    ]);
  });

  it('kill the shop right after their answer, which the shop has got', async () => {
    const killed = { kind: 'killed', call: 1, when: 'answered' } as const;
    const test = await start({ orders: [anOrder(1, [killed])] });
    expect(await test.post('payment_intents', payment(1))).to.equal(200);
    await until(() => test.done.length > 0);
    expect(test.done).to.deep.equal(['restart']);
    expect(test.of('call').map(({ status }) => status)).to.deep.equal([200]);
  });

  it('kill the shop before the work', async () => {
    const killed = { kind: 'killed', call: 1, when: 'before' } as const;
    const test = await start({ orders: [anOrder(1, [killed])] });
    const pay = () => test.post('payment_intents', payment(1), 'same');
    expect([await pay(), await pay()]).to.deep.equal([0, 200]);
    expect(test.done).to.deep.equal(['restart']);
    expect(test.of('call').map(({ done }) => done)).to.deep.equal([false, true]);
  });

  it('kill the shop after the work', async () => {
    const killed = { kind: 'killed', call: 1, when: 'after' } as const;
    const test = await start({ orders: [anOrder(1, [killed])] });
    const pay = () => test.post('payment_intents', payment(1), 'same');
    expect([await pay(), await pay()]).to.deep.equal([0, 200]);
    expect(test.done).to.deep.equal(['restart']);
    expect(
      test.of('call').map(({ done, status, replayed }) => [done, status, replayed]),
    ).to.deep.equal([
      [true, null, false],
      [true, 200, true],
    ]);
  });

  it('are answered while the shop starts again, which may need them for that', async () => {
    const incidents = [1, 2, 3].map((call) => ({ kind: 'killed', call, when: 'before' }) as const);
    const pay = () => test.post('payment_intents', payment(1));
    const answers: Array<number> = [];
    const test = await start({
      orders: [anOrder(1, incidents)],
      shop: {
        restart: async () => {
          answers.push(await pay());
        },
      },
    });
    expect(await pay()).to.equal(0);
    expect(answers).to.deep.equal([200]);
    expect(test.done).to.have.lengthOf(1);
    expect(test.of('incident')).to.have.lengthOf(1);
  });

  it('of other orders get no answer from a processor whose shop is killed meanwhile', async () => {
    let restarted = (): void => undefined;
    const test = await start({
      orders: [
        anOrder(1, [{ kind: 'answer_late', call: 1, ms: 60_000 }]),
        anOrder(2, [{ kind: 'killed', call: 1, when: 'before' }]),
      ],
      shop: {
        restart: () =>
          new Promise((resolve) => {
            restarted = resolve;
          }),
      },
    });
    const late = test.post('payment_intents', payment(1));
    await until(() => test.of('incident').length === 1);
    const killed = test.post('payment_intents', payment(2));
    await until(() => test.done.length === 1);
    test.processor.endIncidents();
    await late;
    restarted();
    await killed;
    expect(test.of('call')[0]).to.include({ order: 1, done: true, status: null });
  });

  it('tell of a shop that does not start again', async () => {
    const killed = { kind: 'killed', call: 1, when: 'before' } as const;
    const broken = new Error('it does not start');
    const test = await start({
      orders: [anOrder(1, [killed])],
      shop: { restart: () => Promise.reject(broken) },
    });
    expect(await test.post('payment_intents', payment(1))).to.equal(0);
    expect(test.problems).to.deep.equal([broken]);
  });

  for (const when of ['before', 'after'] as const) {
    it(`freeze the shop ${when} the work`, async () => {
      const made: Array<number> = [];
      const test = await start({
        orders: [anOrder(1, [{ kind: 'frozen', call: 1, when, ms: 5 }])],
        shop: {
          freeze: () => {
            made.push(test.processor.payments().length);
            return Promise.resolve();
          },
        },
      });
      await test.stripe().paymentIntents.create({ amount: 1001, currency: 'eur', ...card });
      expect(test.done).to.deep.equal(['freeze 5']);
      expect(made).to.deep.equal([when === 'before' ? 0 : 1]);
    });
  }

  it('are cut off until a day has passed, so that nobody tries again before', async () => {
    const test = await start({ orders: [anOrder(1, [{ kind: 'day_passes', call: 1 }])] });
    const pay = () => test.post('payment_intents', payment(1), 'same');
    expect(await pay()).to.equal(0);
    test.processor.endIncidents();
    expect(await pay()).to.equal(0);
    expect((await test.stripe().paymentIntents.list()).data).to.have.lengthOf(1);
    test.processor.advance(90_000);
    expect(await pay()).to.equal(200);
    expect(test.of('clock').map(({ seconds }) => seconds)).to.deep.equal([90_000]);
    expect(test.processor.payments().map(({ captured }) => captured)).to.deep.equal([1001, 1001]);
  });

  it('are numbered one after the other when they come at once', async () => {
    const test = await start({ orders: [anOrder(1), anOrder(2)] });
    const stripe = test.stripe();
    await Promise.all(
      [1, 2, 1, 2, 1].map((number) =>
        stripe.paymentIntents.create({ amount: 1000 + number, currency: 'eur' }),
      ),
    );
    const numbers = (of: number) =>
      test
        .of('call')
        .filter(({ order }) => order === of)
        .map(({ call }) => call)
        .toSorted((a, b) => Number(a) - Number(b));
    expect([numbers(1), numbers(2)]).to.deep.equal([
      [1, 2, 3],
      [1, 2],
    ]);
  });

  it('have no more incidents once those have ended', async () => {
    const test = await start({ orders: [anOrder(1, [{ kind: 'request_lost', call: 1 }])] });
    test.processor.endIncidents();
    await test.stripe().paymentIntents.create({ amount: 1001, currency: 'eur', ...card });
    expect(test.of('call')).to.have.lengthOf(1);
    expect(test.of('incident')).to.have.lengthOf(0);
  });

  it('wait before the work while another request about the order runs', async () => {
    const overtaken = {
      kind: 'overtaken',
      call: 1,
      when: 'before',
      by: 'click',
      ms: 60_000,
    } as const;
    const test = await start({ orders: [anOrder(1, [overtaken])] });
    const first = test.post('payment_intents', payment(1));
    await until(() => test.of('held').length === 1);
    expect(await test.post('payment_intents', payment(1))).to.equal(200);
    const answer = { outcome: 'paid' } as const;
    test.journal.add(1, { kind: 'answered', attempt: 2, answer, problem: null });
    expect(await first).to.equal(200);
    expect(test.of('call').map(({ call }) => call)).to.deep.equal([2, 1]);
    expect(test.of('incident')).to.have.lengthOf(1);
  });

  it('are new calls after a kill, and not repetitions', async () => {
    const killed = { kind: 'killed', call: 1, when: 'after' } as const;
    const test = await start({ orders: [anOrder(1, [killed])] });
    expect(await test.post('payment_intents', payment(1), 'a key')).to.equal(0);
    expect(await test.post('payment_intents', payment(1), 'a key')).to.equal(200);
    expect(test.of('call').map(({ nth, attempt }) => [nth, attempt])).to.deep.equal([
      [1, 1],
      [2, 1],
    ]);
  });
});
