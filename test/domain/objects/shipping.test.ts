import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { ShippingField } from '../../../src/domain/objects/shipping.js';

const whole = {
  name: 'Ana García',
  phone: '+34600000000',
  carrier: 'Correos',
  tracking_number: 'PQ4A',
  address: {
    line1: 'Calle Mayor 1',
    line2: '2º B',
    city: 'Madrid',
    state: 'Madrid',
    postal_code: '28013',
    country: 'ES',
  },
};

const within = (path: string, refusal: object) => E.left({ _tag: 'Within', path, refusal });
const notText = { _tag: 'NotA', expected: 'text' };

describe('shipping (decision P15)', () => {
  for (const taken of [whole, { name: 'Ana', address: {} }, { name: '', address: { city: '' } }]) {
    it(`accepts ${JSON.stringify(taken).slice(0, 60)}`, () => {
      expect(ShippingField.refine(taken)).to.deep.equal(E.right(taken));
    });
  }

  it('treats a field that is undefined as absent', () => {
    const given = { name: 'Ana', phone: undefined, address: { city: undefined, country: 'ES' } };
    expect(ShippingField.refine(given)).to.deep.equal(
      E.right({ name: 'Ana', address: { country: 'ES' } }),
    );
  });

  for (const value of [undefined, null, '', 'Calle Mayor', 7, [], new Map()]) {
    it(`refuses ${String(value)} (${typeof value})`, () => {
      expect(ShippingField.refine(value)).to.deep.equal(
        E.left({ _tag: 'NotA', expected: 'shipping' }),
      );
    });
  }

  const parts: ReadonlyArray<readonly [object, ReturnType<typeof within>]> = [
    [{ address: {} }, within('name', notText)],
    [{ ...whole, name: null }, within('name', notText)],
    [{ ...whole, phone: 600_000_000 }, within('phone', notText)],
    [{ name: 'Ana' }, within('address', { _tag: 'NotA', expected: 'address' })],
    [{ ...whole, address: 'Mayor 1' }, within('address', { _tag: 'NotA', expected: 'address' })],
    [{ ...whole, address: { postal_code: 28_013 } }, within('address.postal_code', notText)],
    [
      { ...whole, address: { zip: '28013' } },
      within('address.zip', { _tag: 'Unknown', nearest: null }),
    ],
    [{ ...whole, method: 'fast' }, within('method', { _tag: 'Unknown', nearest: null })],
    [{ ...whole, adress: {} }, within('adress', { _tag: 'Unknown', nearest: 'address' })],
    [
      { ...whole, address: { contry: 'ES' } },
      within('address.contry', { _tag: 'Unknown', nearest: 'country' }),
    ],
    [
      { ...whole, ['x'.repeat(1_000)]: '' },
      within(`${'x'.repeat(60)}…`, { _tag: 'Unknown', nearest: null }),
    ],
    [
      { ...whole, [`${'x'.repeat(50)}4242424242424242`]: '' },
      within(`${'x'.repeat(50)}[number]`, { _tag: 'Unknown', nearest: null }),
    ],
  ];
  for (const [value, refusal] of parts) {
    it(`refuses ${JSON.stringify(value).slice(-40)} and names the part`, () => {
      expect(ShippingField.refine(value)).to.deep.equal(refusal);
    });
  }
});
