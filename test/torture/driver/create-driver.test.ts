import { expect } from 'chai';
import { createDriver } from '../../../src/torture/driver/create-driver.js';
import type { Driver, OrderToPay } from '../../../src/torture/options/driver.js';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';

const order: OrderToPay = {
  id: 'o1-x',
  amount: 1999,
  currency: 'eur',
  email: 'o1-x@example.com',
  method: 'card',
  card: { number: '4242424242424242', paymentMethod: 'pm_card_visa', token: 'tok_visa' },
  key: 'k1',
};

const context = () => ({
  url: 'http://127.0.0.1:1',
  processor: 'http://127.0.0.1:2',
  publishableKey: 'pk_test_shop',
  folder: '/tmp',
  signal: new AbortController().signal,
});

const working: Driver = {
  pay: () => Promise.resolve({ outcome: 'paid' }),
  orders: () => Promise.resolve([]),
};

const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('no error'),
    (error: unknown) => error,
  );

describe('a driver of functions', () => {
  it('passes calls on, with its own object', async () => {
    const calls: Array<unknown> = [];
    const driver = await createDriver({
      ...working,
      name: 'driver',
      pay(this: { readonly name: string }, paid, { url }) {
        calls.push([this.name, paid.id, url]);
        return Promise.resolve({ outcome: 'pending' });
      },
      refund: ({ id }) => {
        calls.push(id);
        return Promise.resolve({ outcome: 'refunded' });
      },
      comeBack: ({ payment }) => {
        calls.push(payment);
        return Promise.resolve({ outcome: 'paid' });
      },
      advance: (seconds) => {
        calls.push(seconds);
        return Promise.resolve();
      },
      close: () => {
        calls.push('close');
        return Promise.resolve();
      },
    } as Driver);
    expect(await driver.pay(order, context())).to.deep.equal({ outcome: 'pending' });
    expect(await driver.orders(context())).to.deep.equal([]);
    await driver.refund?.(
      { id: 'r1', order: 'o1-x', shopOrder: '7', amount: 5, currency: 'eur' },
      context(),
    );
    await driver.comeBack?.({ order, payment: 'pi_1' }, context());
    await driver.advance?.(90_000, context());
    await driver.close?.();
    expect(calls).to.deep.equal([
      ['driver', 'o1-x', 'http://127.0.0.1:1'],
      'r1',
      'pi_1',
      90_000,
      'close',
    ]);
  });

  it('has only the functions that it was given', async () => {
    expect(await createDriver(working)).to.have.all.keys('pay', 'orders');
  });

  it('needs pay and orders', async () => {
    expect(await errorOf(createDriver({ pay: working.pay }))).to.be.instanceOf(TortureProblem);
  });

  it('passes errors on as missing answers, but mistakes in its code as problems', async () => {
    const messageFor = async (thrown: Error): Promise<string> => {
      const driver = await createDriver({ ...working, pay: () => Promise.reject(thrown) });
      const error = await errorOf(driver.pay(order, context()));
      expect(error).not.to.be.instanceOf(TortureProblem);
      return error instanceof Error ? error.message : '';
    };
    const refused = (message: string) =>
      Object.assign(new Error(message), { code: 'ECONNREFUSED' });
    expect(await messageFor(new Error('502 Bad Gateway'))).to.equal('502 Bad Gateway');
    expect(await messageFor(new TypeError('fetch failed', { cause: refused('no port') }))).to.equal(
      'fetch failed: no port',
    );
    expect(await messageFor(new TypeError('fetch failed', { cause: refused('') }))).to.equal(
      'fetch failed: ECONNREFUSED',
    );
    expect(await messageFor(new TypeError('no field'))).to.match(
      /^no field \(at .*create-driver\.test/,
    );

    const broken = await createDriver({
      ...working,
      pay: () => {
        throw new ReferenceError('fetchh is not defined');
      },
    });
    const error = await errorOf(broken.pay(order, context()));
    expect(error).to.be.instanceOf(TortureProblem);
    expect(String(error)).to.match(
      /pay\(\) of the driver is broken: fetchh is not defined \(at .*create-driver\.test/,
    );
  });

  it('has so much time, and no longer than the run', async () => {
    const signals: Array<AbortSignal> = [];
    const hanging = await createDriver({
      ...working,
      callMs: 5,
      pay: (_, { signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    expect(String(await errorOf(hanging.pay(order, context())))).to.equal(
      'Error: pay() did not respond within 0.005 s',
    );
    expect(signals[0]?.aborted).to.equal(true);
    const signal = AbortSignal.abort('enough');
    expect(String(await errorOf(hanging.pay(order, { ...context(), signal })))).to.equal(
      'Error: enough',
    );
  });

  it('is given up when it does not answer forty times in a row', async () => {
    let asked = 0;
    const hanging = await createDriver({
      ...working,
      callMs: 5,
      pay: () => {
        asked += 1;
        return asked === 2 ? Promise.resolve({ outcome: 'paid' }) : new Promise(() => undefined);
      },
    });
    const ask = () => errorOf(hanging.pay(order, context()));
    await ask();
    expect(await hanging.pay(order, context())).to.deep.equal({ outcome: 'paid' });
    const early = await Promise.all(Array.from({ length: 39 }, ask));
    expect(new Set(early.map(String))).to.deep.equal(
      new Set(['Error: pay() did not respond within 0.005 s']),
    );
    const last = await ask();
    expect(last).to.be.instanceOf(TortureProblem);
    expect(last).to.have.property(
      'message',
      'pay() did not respond within 0.005 s, 40 times in a row: the driver, or the shop, waits for something that does not come',
    );
  });

  for (const { title, close } of [
    { title: 'fails', close: () => Promise.reject(new Error('browser is gone')) },
    { title: 'hangs', close: () => new Promise<void>(() => undefined) },
  ]) {
    it(`has done its work when its close() ${title}`, async () => {
      const driver = await createDriver({ ...working, callMs: 5, close });
      expect(await driver.close?.()).to.equal(undefined);
    });
  }
});
