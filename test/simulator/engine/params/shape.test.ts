import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { address, shipping } from '../../../../src/simulator/engine/params/address.js';
import { metadataParam } from '../../../../src/simulator/engine/params/metadata.js';
import { createdRange } from '../../../../src/simulator/engine/params/page.js';
import type { WireHash, WireValue } from '../../../../src/simulator/engine/params/param.js';
import {
  booleanParam,
  enumParam,
  integerParam,
  listParam,
  textParam,
  unsettable,
} from '../../../../src/simulator/engine/params/primitives.js';
import {
  notSimulated,
  type ParamsOf,
  shape,
} from '../../../../src/simulator/engine/params/shape.js';
import { seed } from '../../../support/inputs/seed.js';

const Order = shape(
  { amount: integerParam, card: shape({ number: textParam }, { cvc: textParam }) },
  {
    address: unsettable(address),
    created: createdRange,
    items: listParam(shape({ sku: textParam }, { count: integerParam })),
    kind: enumParam('gift', 'sale'),
    locales: unsettable(listParam(textParam)),
    metadata: metadataParam,
    paid: booleanParam,
    shipping,
    ...notSimulated('coupon', 'tax'),
  },
);
type Order = ParamsOf<typeof Order>;

const whole = fc.maxSafeInteger().map((value) => value + 0);
const words = fc.string({ minLength: 1, maxLength: 30, unit: 'binary' });
const optionally = <T>(model: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T, never>({ ...model }, { requiredKeys: [] });
const line = fc.oneof(words, fc.constant('' as const));
const anyAddress = optionally({
  city: line,
  country: line,
  line1: line,
  line2: line,
  postal_code: line,
  state: line,
});

const order: fc.Arbitrary<Order> = fc.record(
  {
    amount: whole,
    card: fc.record({ number: words, cvc: words }, { requiredKeys: ['number'] }),
    address: fc.oneof(anyAddress, fc.constant('' as const)),
    created: fc.oneof(whole, optionally({ gt: whole, gte: whole, lt: whole, lte: whole })),
    items: fc.array(fc.record({ sku: words, count: whole }, { requiredKeys: ['sku'] }), {
      maxLength: 12,
    }),
    kind: fc.constantFrom('gift' as const, 'sale' as const),
    locales: fc.oneof(fc.array(words, { maxLength: 30 }), fc.constant('' as const)),
    metadata: fc.oneof(
      fc.dictionary(words, fc.string({ maxLength: 20 }), { noNullPrototype: true }),
      fc.constant('' as const),
    ),
    paid: fc.boolean(),
    shipping: fc.record(
      { address: anyAddress, name: words, carrier: line, phone: line, tracking_number: line },
      { requiredKeys: ['address', 'name'] },
    ),
  },
  { requiredKeys: ['amount', 'card'] },
);

/** Values in the notation of a form; lists with empty or with numbered brackets. */
const written = (value: unknown, numbered: boolean): WireValue => {
  const inner = (one: unknown): WireValue => written(one, numbered);
  if (Array.isArray(value)) {
    const items = value.map(inner);
    return numbered ? Object.fromEntries(Object.entries(items).toReversed()) : items;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]));
};

const refusalOf = (form: WireHash) => {
  const outcome = Order.read(form, '');
  if (E.isRight(outcome)) throw new Error(`taken: ${JSON.stringify(outcome.right)}`);
  return outcome.left.error;
};

const good = { amount: '5', card: { number: '4242' } };

describe('a shape of parameters', () => {
  it('reads back the values of a form', () => {
    fc.assert(
      fc.property(order, fc.boolean(), (values, numbered) => {
        expect(Order.read(written(values, numbered), '')).to.deep.equal(E.right(values));
      }),
      { seed, numRuns: 300 },
    );
  });

  it('reads only the given parameters', () => {
    expect(Order.read(good, '')).to.deep.equal(E.right({ amount: 5, card: { number: '4242' } }));
  });

  const cases: ReadonlyArray<
    readonly [
      title: string,
      form: WireHash,
      param: string,
      code: string | undefined,
      message: string,
    ]
  > = [
    [
      'what is missing',
      { card: { number: '4242' } },
      'amount',
      'parameter_missing',
      'Missing required param: amount.',
    ],
    [
      'what is missing inside',
      { ...good, card: { cvc: '123' } },
      'card[number]',
      'parameter_missing',
      'Missing required param: card[number].',
    ],
    [
      'what is missing in a list',
      { ...good, items: [{ sku: 'a' }, { count: '1' }] },
      'items[1][sku]',
      'parameter_missing',
      'Missing required param: items[1][sku].',
    ],
    [
      'what nobody knows',
      { ...good, amout: '5' },
      'amout',
      'parameter_unknown',
      'Received unknown parameter: amout',
    ],
    [
      'several that nobody knows',
      { ...good, amout: '5', colour: 'red' },
      'amout',
      'parameter_unknown',
      'Received unknown parameters: amout, colour',
    ],
    [
      'what nobody knows inside',
      { ...good, card: { number: '4242', pin: '1' } },
      'card[pin]',
      'parameter_unknown',
      'Received unknown parameter: card[pin]',
    ],
    [
      'a card number where a name was due',
      { ...good, '4242424242424242': 'x' },
      '[number]',
      'parameter_unknown',
      'Received unknown parameter: [number]',
    ],
    [
      'an empty text where names were due',
      { ...good, card: '' },
      'card',
      'parameter_invalid_empty',
      "You passed an empty string for 'card'. We assume empty values are an attempt to unset a parameter; however 'card' cannot be unset. You should remove 'card' from your request or supply a non-empty value.",
    ],
    ['text where names were due', { ...good, card: '4242' }, 'card', undefined, 'Invalid object'],
    [
      'a list where names were due',
      { ...good, card: ['4242'] },
      'card',
      undefined,
      'Invalid object',
    ],
    [
      'what is not simulated',
      { ...good, coupon: '20OFF' },
      'coupon',
      undefined,
      'This simulator does not simulate the parameter: coupon',
    ],
    [
      'the names that every object has',
      { ...good, constructor: 'x' },
      'constructor',
      'parameter_unknown',
      'Received unknown parameter: constructor',
    ],
  ];
  for (const [title, form, param, code, message] of cases) {
    it(`refuses ${title}: ${message.slice(0, 60)}`, () => {
      const error = refusalOf(form);
      expect(error).to.include({ type: 'invalid_request_error', message, param });
      expect(error.code).to.equal(code);
    });
  }
});
