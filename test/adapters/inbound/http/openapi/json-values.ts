import * as fc from 'fast-check';

/** JSON values at the limits of the fields. */
const near = {
  words: ['', ' ', '\t\u00a0\ufeff', 'Ana', 'ana@example.com', 'é', '\n', 'true', 'null'],
  ids: ['cus_1', 'card_1', 'A-z_9', 'cus 1', 'cus/1', '../cus_1', 'cus_1\n', 'cüs_1', 'cus_1%2F'],
  digits: [
    '0',
    '00',
    '7',
    '12',
    '012',
    '+1',
    '-1',
    ' 1',
    '1.0',
    '999999999999999',
    '9999999999999999',
  ],
  euros: [
    '0.00',
    '0.0',
    '0.01',
    '19.9',
    '19.99',
    '1.005',
    '01.00',
    '.5',
    '1.',
    '1e3',
    '6,95',
    '-0.01',
  ],
  urls: [
    'https://a.example',
    'http://a',
    'https://',
    'https:///x',
    'https://?x',
    'app://',
    'app://x y',
    'file:///x',
    'https://a.example/{CHECKOUT_SESSION_ID}',
    'https://a.example/%7BCHECKOUT_SESSION_ID%7D',
  ],
  moreUrls: [
    'javascript:alert(1)',
    'javascript://a',
    '//a.example',
    '/orders',
    'HTTPS://a.example',
    'a://\u2028',
  ],
  choices: [
    'duplicate',
    'fraudulent',
    'requested_by_customer',
    'abandoned',
    'Duplicate',
    'duplicate ',
    'pending',
    'succeeded',
    'canceled',
    'processing',
    'unconfirmed',
    'unknown_outcome',
    'dead',
    'Dead',
    'handled',
    'ignored',
    'manual',
    'payment',
    'setup',
    'always',
    'if_required',
    'auto',
    'en-GB',
    'automatic_async',
    'on_session',
    'off_session',
    'eur',
    'USD',
    'euro',
  ],
  metadata: [
    { order: '42' },
    { order: '' },
    { order: 42 },
    { order: 'v'.repeat(500), é: 'v' },
    { order: '💳'.repeat(500) },
    { order: 'v'.repeat(501) },
    { ['💳'.repeat(40)]: 'v' },
    { ['k'.repeat(41)]: 'v' },
    { '': 'v' },
    { 'a[b]': 'v' },
    { pasarela_key: 'v' },
    { pasarela_key: '' },
    ...[49, 50, 51].map((count) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v'])),
    ),
  ],
  shipping: [
    { name: 'Ana', address: {} },
    { name: 'Ana', address: { line1: 'Mayor 1', country: 'ES' }, phone: '1' },
    { name: 'Ana', address: { line1: 1 } },
    { name: 'Ana', address: { street: 'Mayor' } },
    { name: 'Ana', address: null },
    { name: 'Ana' },
    { address: {} },
    { name: 'Ana', address: {}, carrier: null },
    { name: 'Ana', address: {}, method: 'fast' },
    { shipping_carrier: 'Correos', uncategorized_text: '' },
    { shipping_carrier: 5 },
    { shiping_carrier: 'Correos' },
  ],
  lineItems: [
    [{ name: 'A', amount: '19.99' }],
    [{ name: 'A', amount_minor: 1999, quantity: 2, description: '' }],
    [{ name: ' ', amount: '19.99' }],
    [{ name: 'A', amount: '0' }],
    [{ name: 'A', amount: 19.99 }],
    [{ name: 'A', amount_minor: 0.5 }],
    [{ name: 'A', amount: '1', quantity: 0 }],
    [{ name: 'A', amount: '1', amount_minor: 100 }],
    [{ name: 'A' }],
    [{ amount: '1' }],
    [{ name: 'A', amount: '1', price: 'price_1' }],
    Array.from({ length: 101 }, () => ({ name: 'A', amount: '1' })),
  ],
  methods: [
    'automatic',
    ['card'],
    ['card', 'bizum'],
    ['card', 'card'],
    ['Card'],
    ['automatic', 1],
    { ip_address: '203.0.113.7', user_agent: 'Firefox' },
    { user_agent: 'Chrome/1', ip_address: '::1' },
    { ip_address: '198.51.100.1', user_agent: 'é' },
    { ip_address: '203.0.113.7', user_agent: ' ' },
    { ip_address: '203.0.113.7' },
    { ip_address: '203.0.113.7', user_agent: 'Firefox', date: 1 },
  ],
  numbers: [
    0, -0, 1, -1, 12, 2034, 0.5, 0.01, 0.001, 19.99, 78.4, 1.005, -19.99, 999_999.99, 1_000_000,
  ],
  bigNumbers: [
    Number.MAX_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER + 1,
    -Number.MAX_SAFE_INTEGER,
    1e21,
    1e300,
  ],
  others: [true, false, null, [], {}, ['cus_1'], [1], { a: 1 }, { length: 1 }],
};

const borders: ReadonlyArray<unknown> = Object.values(near).flat();

/** Any JSON value, mostly one near the limit of a field. */
export const jsonValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...borders) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: -200, max: 99_999_999 }).map((cents) => cents / 100),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: -200, max: 99_999_999 }).map((mills) => mills / 1000),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^-?[0-9]{0,3}(\.[0-9]{0,3})?$/) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** The limit values that `takes` accepts: without them hardly any generated object would be valid. */
export const bordersThat = (takes: (value: unknown) => boolean): ReadonlyArray<unknown> =>
  borders.filter(takes);

type Change = { readonly picks: ReadonlyArray<number>; readonly value: unknown };

const isBranch = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const rebuild = (
  original: { readonly [key: string]: unknown },
  key: string,
  inner: unknown,
): unknown => {
  if (Array.isArray(original)) {
    const items: ReadonlyArray<unknown> = original;
    return items
      .map((item, index) => (String(index) === key ? inner : item))
      .filter((item) => item !== undefined);
  }
  return Object.fromEntries(
    Object.entries({ ...original, [key]: inner }).filter(([, value]) => value !== undefined),
  );
};

const change = (json: unknown, { picks, value }: Change): unknown => {
  const [pick, ...deeper] = picks;
  if (pick === undefined || !isBranch(json)) return value;
  const keys = Object.keys(json);
  const key = keys[pick % keys.length] ?? '';
  return rebuild(json, key, change(json[key], { picks: deeper, value }));
};

/** A JSON value with one part, at any depth, replaced by another value or left out. */
export const withOnePartChanged = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      values,
      fc.record({
        picks: fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 5 }),
        value: fc.oneof(
          { weight: 3, arbitrary: jsonValue },
          { weight: 1, arbitrary: fc.constant(undefined) },
        ),
      }),
    )
    .map(([json, made]) => change(json, made));
