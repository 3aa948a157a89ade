import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { CustomerId, cursorOf } from '../../../src/domain/ids.js';
import { decodeInput, input } from '../../../src/domain/input/input.js';
import { flag } from '../../../src/domain/input/primitives.js';
import { Euros, MinorUnits } from '../../../src/domain/money/money.js';
import { arbitraryJson } from '../../support/inputs/arbitraries.js';
import { seed } from '../../support/inputs/seed.js';

const Order = input(
  { customer: CustomerId, amount: Euros },
  { confirm: flag('At once'), refund: MinorUnits, after: cursorOf('customer', 'From here') },
);

const wire: Readonly<Record<string, string>> = { customer: 'userId', amount: 'importe' };

const decode = decodeInput(Order, (field) => wire[field] ?? field);

const complete = { customer: 'cus_1', amount: '19.99' };

const without = (...fields: ReadonlyArray<string>) =>
  E.left({ _tag: 'MissingInput', required: ['userId', 'importe'], fields });

describe('decodeInput', () => {
  it('decodes every field, and drops unknown ones', () => {
    expect(
      decode({ ...complete, confirm: true, refund: 5, after: 'cus_0', other: 1, currency: 'usd' }),
    ).to.deep.equal(
      E.right({ customer: 'cus_1', amount: 1999, confirm: true, refund: 5, after: 'cus_0' }),
    );
  });

  it('leaves out absent optional fields', () => {
    const decoded = decode({ ...complete, confirm: undefined });
    expect(decoded).to.deep.equal(E.right({ customer: 'cus_1', amount: 1999 }));
    expect(E.isRight(decoded) && Object.keys(decoded.right)).to.deep.equal(['customer', 'amount']);
  });

  for (const absent of [undefined, null, '', ' ', '\t\n']) {
    it(`treats a required field that is ${JSON.stringify(absent)} as missing, and names all required fields`, () => {
      expect(decode({ ...complete, customer: absent })).to.deep.equal(without('userId'));
      expect(decode({ ...complete, amount: absent })).to.deep.equal(without('importe'));
    });
  }

  it('treats zero and false as present', () => {
    expect(decode({ ...complete, amount: 0 })).to.deep.equal(
      E.left({
        _tag: 'InvalidInput',
        field: 'importe',
        refusal: { _tag: 'NotPositive', read: { unit: 'whole', given: '0', currency: 'eur' } },
      }),
    );
    expect(decode({ ...complete, confirm: false })).to.deep.equal(
      E.right({ customer: 'cus_1', amount: 1999, confirm: false }),
    );
  });

  for (const refund of [null, undefined]) {
    it(`refuses an amount that is ${String(refund)} where no amount means all`, () => {
      expect(decode({ ...complete, refund })).to.deep.equal(
        E.left({
          _tag: 'InvalidInput',
          field: 'refund',
          refusal: {
            _tag: 'NotPositive',
            read: {
              unit: 'minor',
              given: null,
              currency: null,
              received: { type: 'other', shown: String(refund) },
            },
          },
        }),
      );
    });
  }

  it('reports a missing field before an invalid one, in any order of the fields', () => {
    expect(decode({ customer: 42, amount: '' })).to.deep.equal(without('importe'));
    expect(decode({ confirm: 'yes' })).to.deep.equal(without('userId', 'importe'));
  });

  it('reports an unsafe id as not found, and an unsafe cursor as unknown', () => {
    expect(decode({ ...complete, customer: '../cus_1' })).to.deep.equal(
      E.left({ _tag: 'NotFound', resource: 'customer' }),
    );
    expect(decode({ ...complete, after: '../cus_1' })).to.deep.equal(
      E.left({ _tag: 'InvalidInput', field: 'after', refusal: { _tag: 'UnknownCursor' } }),
    );
  });

  it('names the fields by their own names by default', () => {
    expect(decodeInput(Order)({})).to.deep.equal(
      E.left({
        _tag: 'MissingInput',
        required: ['customer', 'amount'],
        fields: ['customer', 'amount'],
      }),
    );
  });

  it('names a missing field as errors do, and required ones as texts do', () => {
    const decodeNamed = decodeInput(
      input({ customer: CustomerId }),
      () => 'userId',
      () => 'id del usuario',
    );
    expect(decodeNamed({})).to.deep.equal(
      E.left({ _tag: 'MissingInput', required: ['id del usuario'], fields: ['userId'] }),
    );
  });

  it('decodes an input without fields to an empty object', () => {
    expect(decodeInput(input({}))({ any: 'thing' })).to.deep.equal(E.right({}));
  });

  it('decodes any object without an error, and never returns an unknown field', () => {
    const values = fc.dictionary(
      fc.constantFrom('customer', 'amount', 'confirm', 'refund', 'after', '__proto__', 'x'),
      fc.oneof(arbitraryJson(), fc.constantFrom('cus_1', '19.99', true, 5)),
    );
    fc.assert(
      fc.property(values, (raw) => {
        const decoded = decode(raw);
        if (E.isRight(decoded)) {
          expect(['customer', 'amount', 'confirm', 'refund', 'after']).to.include.members(
            Object.keys(decoded.right),
          );
        }
      }),
      { seed, numRuns: 2_000 },
    );
  });

  describe('of a field with a substitute', () => {
    const Either = input(
      { customer: CustomerId, amount: Euros },
      { cents: MinorUnits },
      { amount: 'cents' },
    );
    const decodeEither = decodeInput(Either);

    it('accepts exactly one of the two', () => {
      expect(decodeEither({ customer: 'cus_1', amount: '5' })).to.deep.equal(
        E.right({ customer: 'cus_1', amount: 500 }),
      );
      expect(decodeEither({ customer: 'cus_1', cents: 5 })).to.deep.equal(
        E.right({ customer: 'cus_1', cents: 5 }),
      );
    });

    it('refuses both', () => {
      for (const both of [
        { amount: 5, cents: 500 },
        { amount: 5, cents: null },
        { amount: null, cents: 500 },
      ]) {
        expect(decodeEither({ customer: 'cus_1', ...both })).to.deep.equal(
          E.left({
            _tag: 'InvalidInput',
            field: 'amount',
            refusal: { _tag: 'Excludes', other: 'cents' },
          }),
        );
      }
    });

    it('reports the required field as missing when neither is present', () => {
      for (const neither of [{}, { amount: null }, { cents: null }, { amount: ' ', cents: '' }]) {
        expect(decodeEither({ customer: 'cus_1', ...neither })).to.deep.equal(
          E.left({
            _tag: 'MissingInput',
            required: ['customer', 'amount'],
            fields: ['amount'],
          }),
        );
      }
    });
  });

  describe('of optional fields that exclude each other', () => {
    const decodePart = decodeInput(
      input({}, { part: MinorUnits, text: flag('Text'), cents: MinorUnits }, { part: 'cents' }),
    );

    it('accepts one of them, none, or one beside the other as undefined', () => {
      expect(decodePart({})).to.deep.equal(E.right({}));
      for (const part of [{ part: 5 }, { part: 5, cents: undefined }]) {
        expect(decodePart(part)).to.deep.equal(E.right({ part: 5 }));
      }
      expect(decodePart({ part: undefined, cents: 5 })).to.deep.equal(E.right({ cents: 5 }));
    });

    it('refuses both, and both as undefined', () => {
      expect(decodePart({ part: 5, cents: 5 })).to.have.nested.property(
        'left.refusal._tag',
        'Excludes',
      );
      expect(decodePart({ part: undefined, cents: undefined })).to.have.property('_tag', 'Left');
    });
  });
});
