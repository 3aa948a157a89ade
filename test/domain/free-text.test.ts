import { expect } from 'chai';
import * as fc from 'fast-check';
import { eventOf, thinEventOf } from '../../src/contract/stores/event-store/event-of.js';
import {
  eventWithoutCardData,
  textsWithCardNumber,
  withoutCardData,
} from '../../src/domain/free-text.js';
import { seed } from '../support/inputs/seed.js';

const number = '4539578763621486';
const told = `phone order, card ${number} cvc 123`;
const shown = 'phone order, card [number] cvc [code]';

/** Objects of JSON with names of free texts and of others, and any texts that a generator makes. */
const arbitraryObject = (texts: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false),
      fc.integer(),
      texts,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.constantFrom('id', 'description', 'name', 'line1', 'metadata', 'amount', '__proto__'),
        tie('value'),
        { maxKeys: 5, noNullPrototype: true },
      ),
    ),
  })).value;

const sortedStrings = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll(number, '[number]') : inner,
  );

describe('withoutCardData', () => {
  for (const field of [
    'description',
    'name',
    'line1',
    'city',
    'statement_descriptor_suffix',
    'calculated_statement_descriptor',
    'message',
    'uncategorized_text',
  ]) {
    it(`hides the card in ${field}, at any depth`, () => {
      expect(withoutCardData({ a: [{ [field]: told }] })).to.deep.equal({
        a: [{ [field]: shown }],
      });
    });
  }

  for (const field of [
    'email',
    'receipt_email',
    'phone',
    'carrier',
    'tracking_number',
    'return_url',
    'customer_email',
  ]) {
    it(`hides the card in ${field}, and leaves other numbers`, () => {
      const of = (value: string) => ({ a: { [field]: value } });
      expect(withoutCardData(of(`4539-5787-6362-1486 cvc 123`))).to.deep.equal(
        of('[number] cvc [code]'),
      );
      expect(withoutCardData(of(`https://x.example/?a=${number}`))).to.deep.equal(
        of('https://x.example/?a=[number]'),
      );
      for (const other of ['+5511987654326', '961290000000008', 'csc123@example.com']) {
        expect(withoutCardData(of(other))).to.deep.equal(of(other));
      }
    });
  }

  it('hides the cards of texts that stand in an array', () => {
    expect(
      withoutCardData({
        description: [told, [told]],
        phone: [number],
        ids: [number],
        metadata: { a: [number] },
      }),
    ).to.deep.equal({
      description: [shown, [shown]],
      phone: ['[number]'],
      ids: [number],
      metadata: { a: [number] },
    });
  });

  it('changes only texts, and no ids or metadata', () => {
    const kept = {
      id: `ch_${number}`,
      object: 'charge',
      amount: 4_539_578_763_621,
      created: 1_700_000_000,
      fingerprint: number,
      number,
      phone: '+34 600 000 000 000 000',
      receipt_number: '2026-0115-1234-5678',
      transfer_group: number,
      iban: 'ES9121000418450200051332',
      client_reference_id: number,
      custom_fields: [{ key: 'order', text: { value: number } }],
      metadata: { description: told, order: number, nested: { name: told } },
    };
    const result = withoutCardData({
      ...kept,
      description: told,
      shipping: { name: told },
    });
    expect(result).to.deep.equal({
      ...kept,
      description: shown,
      shipping: { name: shown },
    });
  });

  it('hides a security code without a number', () => {
    expect(withoutCardData({ description: 'CVV: 123' })).to.deep.equal({
      description: 'CVV: [code]',
    });
  });

  it('returns the same object when it has no card data, whatever else it has', () => {
    const texts = fc.oneof(
      fc.stringMatching(/^[a-zñ€ .,:/@-]{0,20}[0-9]{0,8}$/),
      fc.constantFrom('Order 2026-01-15', 'Pedido nº 12345', 'Bearer abc123', 'sk_… 12'),
    );
    fc.assert(
      fc.property(arbitraryObject(texts), (inner) => {
        const value = { inner };
        const before = JSON.stringify(value);
        expect(withoutCardData(value)).to.equal(value);
        expect(JSON.stringify(value)).to.equal(before);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('changes nothing but the card numbers of free texts, and stays JSON', () => {
    const texts = fc.constantFrom(told, `${number}`, 'no card', `"${number}"\n\\`);
    fc.assert(
      fc.property(arbitraryObject(texts), (inner) => {
        const value = { inner };
        const before = JSON.stringify(value);
        const result = withoutCardData(value);
        const known = (text: string): string =>
          text.replaceAll(number, '[number]').replaceAll('cvc 123', 'cvc [code]');
        expect(JSON.parse(JSON.stringify(result))).to.deep.equal(result);
        expect(known(sortedStrings(result))).to.equal(known(sortedStrings(value)));
        expect(JSON.stringify(value)).to.equal(before);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('freezes what it makes of a frozen object, as it was', () => {
    const frozen = Object.freeze({ description: told, inner: Object.freeze({ name: 'Ada' }) });
    expect(withoutCardData(frozen)).to.be.frozen;
    expect(withoutCardData({ description: told })).not.to.be.frozen;
  });
});

describe('eventWithoutCardData', () => {
  const { data, ...event } = eventOf('evt_1');

  it('hides the card in the object, and in what it was before', () => {
    const changed = {
      object: { id: 'ch_1', description: told },
      previous_attributes: { name: told },
    };
    expect(eventWithoutCardData({ ...event, data: changed })).to.deep.equal({
      ...event,
      data: { object: { id: 'ch_1', description: shown }, previous_attributes: { name: shown } },
    });
    const named = { object: data.object, previous_attributes: { name: 'Ada' } };
    const before = { ...event, data: named };
    expect(eventWithoutCardData(before)).to.equal(before);
  });

  it('returns the same event without card data, and every thin event', () => {
    const whole = { ...event, data };
    const thin = thinEventOf('evt_2', '2026-09-18T19:56:56.947Z');
    expect(eventWithoutCardData(whole)).to.equal(whole);
    expect(eventWithoutCardData(thin)).to.equal(thin);
  });
});

// The names of the texts that callers write, by hand: the check reads all others too.
const writtenTexts = [
  'description',
  'email',
  'metadata.note',
  'name',
  'phone',
  'receipt_email',
  'return_url',
  'shipping.address.city',
  'shipping.address.country',
  'shipping.address.line1',
  'shipping.address.line2',
  'shipping.address.postal_code',
  'shipping.address.state',
  'shipping.carrier',
  'shipping.name',
  'shipping.phone',
  'shipping.tracking_number',
  'statement_descriptor_suffix',
  'type',
  'a_field_of_tomorrow.in.it',
];

const nestedAt = (path: string, value: unknown): { readonly [name: string]: unknown } => {
  const [name = '', ...rest] = path.split('.');
  return { [name]: rest.length === 0 ? value : nestedAt(rest.join('.'), value) };
};

describe('textsWithCardNumber', () => {
  it('names the texts and the metadata, never their values', () => {
    const input = {
      customer: number,
      amount: 42,
      phone: number,
      description: told,
      shipping: { name: 'Ada', phone: number, address: { line1: number, country: 'ES' } },
      metadata: { order: number, other: 42, [number]: 'key', note: 'none' },
    };
    expect(textsWithCardNumber(input)).to.deep.equal([
      'phone',
      'description',
      'shipping.phone',
      'shipping.address.line1',
      'metadata.order',
      'metadata.[number]',
    ]);
  });

  for (const path of writtenTexts) {
    it(`finds a pasted card in ${path}, alone and in an array`, () => {
      const groups = number.match(/.{4}/g) ?? [];
      const pastes = [number, ...[' ', '-', '       ', '\n'].map((gap) => groups.join(gap))];
      for (const paste of pastes) {
        expect(textsWithCardNumber(nestedAt(path, paste))).to.deep.equal([path]);
        expect(textsWithCardNumber(nestedAt(path, ['x', [`card: ${paste}!`]]))).to.deep.equal([
          path,
        ]);
      }
    });
  }

  for (const exempt of [
    { number, cvc: '123' },
    { customer: number, payment_method: number },
    { payment_intent: number, setup_intent: number, charge: number },
    { card: number, source: number, default_source: number, event: number },
  ]) {
    it(`accepts the numbers of ${Object.keys(exempt).join(', ')}`, () => {
      expect(textsWithCardNumber(exempt)).to.deep.equal([]);
    });
  }

  it('names no number without a correct check digit', () => {
    expect(
      textsWithCardNumber({
        description: 'order 2026011512345678',
        metadata: { order: '2026011512345678' },
      }),
    ).to.deep.equal([]);
  });

  it('finds a pasted card in any field, at any depth, and in no field without one', () => {
    const names = fc.stringMatching(/^[b-h]{1,12}$/);
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 4 }), (path) => {
        const at = ['a', ...path].join('.');
        expect(textsWithCardNumber(nestedAt(at, `card ${number}`))).to.deep.equal([at]);
        expect(textsWithCardNumber(nestedAt(at, 'card 4539578763621'))).to.deep.equal([]);
      }),
      { seed, numRuns: 300 },
    );
  });
});
