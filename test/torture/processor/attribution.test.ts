import { expect } from 'chai';
import {
  createAttribution,
  idsIn,
  type Traces,
} from '../../../src/torture/processor/attribution.js';
import { anOrder } from './support/processors.js';

const nothing: Traces = { ids: [], text: '', amount: null };
const made = (kind: string, name: string): string => `${kind}_${name.padEnd(24, '0')}`;

describe('the attribution of calls to orders', () => {
  const attribution = createAttribution();
  for (const number of [1, 2, 17]) attribution.expect(anOrder(number));
  attribution.expect({ number: 18, id: 'o18-k3x9', email: 'b-18@example.com', amount: 1017 });
  attribution.learn(1, [made('pi', 'A'), made('cus', 'A'), made('pm', 'both')]);
  attribution.learn(2, [made('pi', 'B'), made('cus', 'B'), made('pm', 'both')]);
  // A payment stays with its first order.
  attribution.learn(2, [made('pi', 'A')]);

  const cases: ReadonlyArray<readonly [string, Partial<Traces>, number | null]> = [
    ['a known payment', { ids: [made('pi', 'B')], text: 'o1-k3x9', amount: 1001 }, 2],
    ['a payment that another order names later', { ids: [made('pi', 'A')] }, 1],
    ['its id', { text: '/v1/payment_intents metadata[order]=o17-k3x9' }, 17],
    ['its id within a longer name', { text: 'cart_o1-k3x9_2' }, 1],
    ['its id in capitals', { text: 'O2-K3X9' }, 2],
    ['its address', { text: 'email=ana-2-k3x9@example.com' }, 2],
    ['its id rather than its customer', { ids: [made('cus', 'A')], text: 'o2-k3x9' }, 2],
    ['its customer', { ids: [made('cus', 'A')], amount: 1002 }, 1],
    ['a card of two orders', { ids: [made('pm', 'both')] }, null],
    ['its amount', { amount: 1002 }, 2],
    ['an amount of two orders', { amount: 1017 }, null],
    ['an unknown id', { ids: [made('pi', 'C')] }, null],
    ['nothing', {}, null],
  ];
  for (const [what, traces, order] of cases) {
    it(`goes by ${what}: ${order ?? 'none'}`, () => {
      expect(attribution.orderOf({ ...nothing, ...traces })).to.equal(order);
    });
  }

  it('gives everything to the only order', () => {
    const single = createAttribution();
    expect(single.orderOf(nothing)).to.equal(null);
    single.expect(anOrder(4));
    expect(single.orderOf(nothing)).to.equal(4);
  });

  it('knows the order of an id', () => {
    expect([made('cus', 'B'), made('pm', 'both'), 'pi_x'].map(attribution.orderOfId)).to.deep.equal(
      [2, null, null],
    );
  });

  it('finds ids in paths, forms and client secrets', () => {
    const intent = made('pi', 'A');
    const text = `/v1/payment_intents/${intent}/confirm?x=1 client_secret=${intent}_secret_${'b'.repeat(24)}&customer=${made('cus', 'C')} api_${'x'.repeat(20)}`;
    expect(idsIn(text)).to.deep.equal([intent, intent, made('cus', 'C')]);
  });
});
