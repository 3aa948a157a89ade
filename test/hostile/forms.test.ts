import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { type Attack, bare, sent } from './support/attack.js';
import { type Case, describeWireAttacks } from './support/describe-attacks.js';

const form = (line: string, body: string | Buffer, ...headers: ReadonlyArray<string>): Attack =>
  sent(line, body, 'Content-Type: application/x-www-form-urlencoded', ...headers);

const customers = 'POST /v1/customers';
const invalid = 'invalid_request_error';

const requests: ReadonlyArray<Case> = [
  ['a URL with an invalid port', bare('GET http://a:b/v1/customers'), 400, invalid],
  ['a URL with a broken address', bare('GET http://[::1/v1'), 400, invalid],
  ['a URL with a bracket for a host', bare('GET http://[/'), 400, invalid],
  ['two Hosts', bare('GET /v1/customers', 'Host: localhost', 'Host: evil.example'), 400, invalid],
  [
    'two Authorizations',
    bare('GET /v1/customers', 'Authorization: Bearer $key', 'Authorization: Bearer x'),
    400,
    invalid,
  ],
  [
    '2 100 headers',
    bare('GET /v1/customers', ...Array.from({ length: 2100 }, (_, index) => `X-${index}: y`)),
    431,
    invalid,
  ],
  ['no key', bare('GET /v1/customers', 'Authorization:'), 401, invalid],
  [
    'a live key',
    bare('GET /v1/customers', `Authorization: Bearer ${['sk', 'live', 'abcdefghijkl'].join('_')}`),
    401,
    invalid,
    'abcdefghijkl',
  ],
  [
    'a key with a script',
    bare('GET /v1/customers', 'Authorization: Bearer <script>'),
    401,
    invalid,
    '<script>',
  ],
  ['Basic that is none', bare('GET /v1/customers', 'Authorization: Basic !!!'), 401, invalid],
  [
    'an account with a path',
    bare('GET /v1/customers', 'Stripe-Account: acct_../x'),
    403,
    'account_invalid',
  ],
  [
    'a card number for an account',
    bare('GET /v1/customers', `Stripe-Account: ${'4242'.repeat(4)}`),
    403,
    'account_invalid',
    '4242'.repeat(4),
  ],
  ['an unknown path', bare('GET /v1/nowhere'), 404, invalid],
  ['a path that climbs', bare('GET /v1/customers/../charges'), 404, invalid],
  ['a broken escape in an id', bare('GET /v1/customers/%zz'), 404, 'resource_missing'],
  ['an encoded slash in an id', bare('GET /v1/customers/cus%2F..'), 404, 'resource_missing'],
  ['an encoded NUL in an id', bare('GET /v1/customers/cus%00'), 404, 'resource_missing'],
  [
    'a version that does not exist',
    bare('GET /v1/customers', 'Stripe-Version: 9999-99-99'),
    400,
    invalid,
  ],
  [
    'a version that is a script',
    bare('GET /v1/customers', 'Stripe-Version: <script>'),
    400,
    invalid,
  ],
  [
    'a prototype as a version',
    bare('GET /v1/customers', 'Stripe-Version: __proto__'),
    400,
    invalid,
  ],
  [
    'an idempotency key of 300 characters',
    form(customers, 'name=a', `Idempotency-Key: ${'k'.repeat(300)}`),
    400,
    invalid,
  ],
  ['TRACE', bare('TRACE /v1/customers', 'X-Secret: echo-me'), 404, invalid, 'echo-me'],
  ['JSON', sent(customers, { name: 'a' }), 400, invalid],
];

const expandable = (count: number): string => 'expand[]=a&'.repeat(count);

const forms: ReadonlyArray<Case> = [
  ['expand[] 5 000 times', form(customers, expandable(5000)), 400, invalid],
  ['expand[] 90 000 times', form(customers, expandable(90_000)), 400, invalid],
  [
    'a list of 90 000 indexes',
    form(customers, Array.from({ length: 60_000 }, (_, index) => `expand[${index}]=a`).join('&')),
    400,
    invalid,
  ],
  ['an index of a million', form(customers, 'expand[1000000]=a'), 400, invalid],
  [
    '60 000 names',
    form(customers, Array.from({ length: 60_000 }, (_, index) => `n${index}=a`).join('&')),
    400,
    invalid,
  ],
  ['1 000 levels', form(customers, `metadata${'[a]'.repeat(1000)}=x`), 400, invalid],
  ['100 000 levels', form(customers, `metadata${'[a]'.repeat(100_000)}=x`), 400, invalid],
  [
    '100 000 brackets that open',
    form(customers, `metadata${'['.repeat(100_000)}=x`),
    400,
    'parameter_invalid_string',
  ],
  [
    '100 000 brackets that close',
    form(customers, `metadata${']'.repeat(100_000)}=x`),
    400,
    'parameter_unknown',
  ],
  ['100 000 ampersands', form(customers, '&'.repeat(100_000)), 400, invalid],
  [
    '100 000 equal signs',
    form(customers, `name${'='.repeat(100_000)}`),
    400,
    'parameter_invalid_string',
  ],
  ['a prototype', form(customers, '__proto__[admin]=1'), 200],
  ['a prototype in a list', form(customers, 'metadata[__proto__][x]=1'), 200],
  ['a constructor', form(customers, 'constructor[prototype][x]=1'), 400, 'parameter_unknown'],
  ['a broken escape', form(customers, 'name=%zz'), 400, invalid],
  ['a broken UTF-8 sequence', form(customers, 'name=%E0%A4%A'), 400, invalid],
  ['a text and an object of one name', form(customers, 'metadata=a&metadata[b]=c'), 400, invalid],
  ['a name twice', form(customers, 'name=a&name=b'), 200],
  ['a NUL in a name', form(customers, 'na%00me=a'), 400, 'parameter_unknown'],
  ['no name', form(customers, '=a'), 200],
  ['a script in a name', form(customers, '<script>=a'), 400, 'parameter_unknown'],
  ['a card number for a name', form(customers, `${'4242'.repeat(4)}=a`), 400, 'parameter_unknown'],
  [
    'a card number for an email address',
    form(customers, `email=${'4242'.repeat(4)}`),
    400,
    'email_invalid',
  ],
  ['2 000 000 bytes', form(customers, `name=${'a'.repeat(2_000_000)}`), 400, invalid],
  ['gzip', form(customers, 'name=a', 'Content-Encoding: gzip'), 400, invalid],
  [
    'parts',
    sent(customers, '--x\r\n\r\na\r\n--x--', 'Content-Type: multipart/form-data; boundary=x'),
    400,
    invalid,
  ],
  [
    'an amount of 1e3',
    form('POST /v1/payment_intents', 'amount=1e3&currency=eur'),
    400,
    'parameter_invalid_integer',
  ],
  [
    'an amount of 0x10',
    form('POST /v1/payment_intents', 'amount=0x10&currency=eur'),
    400,
    'parameter_invalid_integer',
  ],
  [
    'an amount with a fraction',
    form('POST /v1/payment_intents', 'amount=10.5&currency=eur'),
    400,
    'parameter_invalid_integer',
  ],
  [
    'an amount with a space',
    form('POST /v1/payment_intents', 'amount=+10&currency=eur'),
    400,
    'parameter_invalid_integer',
  ],
  [
    'an amount of 30 digits',
    form('POST /v1/payment_intents', `amount=${'9'.repeat(30)}&currency=eur`),
    400,
    'parameter_invalid_integer',
  ],
  [
    'a negative amount',
    form('POST /v1/payment_intents', 'amount=-10&currency=eur'),
    400,
    'parameter_invalid_integer',
  ],
  [
    'a currency of a prototype',
    form('POST /v1/payment_intents', 'amount=1000&currency=__proto__'),
    400,
    invalid,
  ],
  [
    'an expansion of a prototype',
    form('POST /v1/payment_intents', 'amount=1000&currency=eur&expand[]=__proto__'),
    400,
    invalid,
  ],
  [
    'an expansion of 10 000 levels',
    form(
      'POST /v1/payment_intents',
      `amount=1000&currency=eur&expand[]=${'customer.'.repeat(10_000)}customer`,
    ),
    400,
    'parameter_invalid_string',
  ],
  [
    'a search of 9 000 characters',
    bare(`GET /v1/customers/search?query=${'('.repeat(9000)}`),
    400,
    'parameter_invalid_string',
  ],
  [
    'a search that backtracks',
    bare(`GET /v1/customers/search?query=name~"${'a'.repeat(5000)}`),
    400,
    'parameter_invalid_string',
  ],
];

describe('hostile forms', () => {
  const opened: { fake?: FakeServer } = {};
  before(async () => {
    opened.fake = await startFakeServer({ seed: 'hostile' });
  });
  after(() => opened.fake?.close());
  const target = () => ({
    address: opened.fake?.url ?? '',
    world: { key: opened.fake?.apiKey ?? '' },
    logged: () => '',
  });
  describeWireAttacks('requests', target, requests);
  describeWireAttacks('bodies', target, forms);
});
