import * as fc from 'fast-check';

/** JSON values at the borders of what the fields take. */
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
    'dead',
    'Dead',
    'handled',
    'ignored',
    'manual',
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

/** Any JSON value, mostly one near a border of what fields take. */
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

/** Those of the border values that `takes` takes: without them hardly any generated object would be accepted. */
export const bordersThat = (takes: (value: unknown) => boolean): ReadonlyArray<unknown> =>
  borders.filter(takes);
