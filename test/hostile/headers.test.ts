import { bare, raw, sent } from './support/attack.js';
import { type Case, describeAttacks } from './support/describe-attacks.js';
import { clientKey, useTarget } from './support/use-target.js';

const payment = { amount: 10, customer_id: '$customer', payment_method: '$card' };
const known = 'GET /api/payments/$payment';
const key = `Authorization: Bearer ${clientKey}`;

const hosts: ReadonlyArray<Case> = [
  ['no Host', raw(['GET /health HTTP/1.1', 'Connection: close']), 400, 'invalid_http'],
  ['two Hosts', bare(known, 'Host: localhost', 'Host: evil.example'), 400, 'invalid_http'],
  ['the same Host twice', bare(known, 'Host: localhost', 'Host: localhost'), 400, 'invalid_http'],
  ['a Host with a path', bare(known, 'Host: localhost/evil'), 400, 'invalid_http'],
  ['a Host with a user', bare(known, 'Host: user@localhost'), 400, 'invalid_http'],
  ['a Host with a space', bare(known, 'Host: local host'), 400, 'invalid_http'],
  ['a Host with a comma', bare(known, 'Host: localhost, evil.example'), 400, 'invalid_http'],
  ['a Host with an invalid port', bare(known, 'Host: localhost:99999'), 400, 'invalid_http'],
  ['a Host with a word as port', bare(known, 'Host: localhost:http'), 400, 'invalid_http'],
  ['a Host with half an IPv6 address', bare(known, 'Host: [::1'), 400, 'invalid_http'],
  ['a Host with a script', bare(known, 'Host: <script>'), 400, 'invalid_http', '<script>'],
  ['a Host with bytes above ASCII', bare(known, 'Host: caf\xe9'), 400, 'invalid_http'],
  ['a Host of 5 000 characters', bare(known, `Host: ${'a'.repeat(5000)}`), 200],
  ['a Host that is an IPv6 address', bare(known, 'Host: [::1]:3000'), 200],
  ['a Host with a port', bare(known, 'Host: 127.0.0.1:3000'), 200],
];

const authorizations: ReadonlyArray<Case> = [
  ['no Authorization', bare(known, 'Authorization:'), 401, 'unauthorized'],
  ['a wrong key', bare(known, 'Authorization: Bearer wrong'), 401, 'unauthorized'],
  [
    'a part of the key',
    bare(known, `Authorization: Bearer ${clientKey.slice(0, -1)}`),
    401,
    'unauthorized',
  ],
  ['the key and one character more', bare(known, `${key}x`), 401, 'unauthorized'],
  [
    'the key in capitals',
    bare(known, `Authorization: Bearer ${clientKey.toUpperCase()}`),
    401,
    'unauthorized',
  ],
  [
    'the entry with its name',
    bare(known, `Authorization: Bearer shop:${clientKey}`),
    401,
    'unauthorized',
  ],
  ['the name alone', bare(known, 'Authorization: Bearer shop'), 401, 'unauthorized'],
  ['the key in quotes', bare(known, `Authorization: Bearer "${clientKey}"`), 401, 'unauthorized'],
  ['the key with a comma', bare(known, `${key},`), 401, 'unauthorized'],
  ['two keys in one header', bare(known, `${key}, Bearer wrong`), 401, 'unauthorized'],
  [
    'two Authorizations, the right one first',
    bare(known, key, 'Authorization: Bearer wrong'),
    400,
    'invalid_http',
  ],
  [
    'two Authorizations, the right one last',
    bare(known, 'Authorization: Bearer wrong', key),
    400,
    'invalid_http',
  ],
  ['the same Authorization twice', bare(known, key, key), 400, 'invalid_http'],
  ['the scheme alone', bare(known, 'Authorization: Bearer'), 401, 'unauthorized'],
  ['the key alone', bare(known, `Authorization: ${clientKey}`), 401, 'unauthorized'],
  [
    'Basic with the key as user',
    bare(known, `Authorization: Basic ${Buffer.from(`${clientKey}:`).toString('base64')}`),
    401,
    'unauthorized',
  ],
  ['Digest', bare(known, 'Authorization: Digest username="shop"'), 401, 'unauthorized'],
  ['the scheme in lower case', bare(known, `authorization: bearer ${clientKey}`), 200],
  ['a tab before the key', bare(known, `Authorization: Bearer\t${clientKey}`), 401, 'unauthorized'],
  ['three spaces before the key', bare(known, `Authorization:   Bearer   ${clientKey}  `), 200],
  [
    'the key in a query',
    bare(`GET /api/payments/$payment?api_key=${clientKey}`, 'Authorization:'),
    401,
    'unauthorized',
  ],
  [
    'the key in a cookie',
    bare(known, 'Authorization:', `Cookie: key=${clientKey}`),
    401,
    'unauthorized',
  ],
  [
    'the key in another header',
    bare(known, 'Authorization:', `X-Api-Key: ${clientKey}`),
    401,
    'unauthorized',
  ],
  [
    'the key in the header for proxies',
    bare(known, 'Authorization:', `Proxy-Authorization: Bearer ${clientKey}`),
    401,
    'unauthorized',
  ],
  [
    'the key in the user information of a URL',
    bare(`GET http://x:${clientKey}@localhost/api/payments/$payment`, 'Authorization:'),
    400,
    'invalid_http',
  ],
  [
    'a key of 7 000 characters',
    bare(known, `Authorization: Bearer ${'k'.repeat(7000)}`),
    401,
    'unauthorized',
  ],
  ['7 000 spaces', bare(known, `Authorization: Bearer${' '.repeat(7000)}x x`), 401, 'unauthorized'],
  ['a key above ASCII', bare(known, 'Authorization: Bearer cl\xe9'), 401, 'unauthorized'],
  [
    'an authorization of the processor',
    bare(known, `Authorization: Bearer ${['sk', 'test', 'pasarela'].join('_')}`),
    401,
    'unauthorized',
  ],
  ['no key for an unknown path', bare('GET /api/nowhere', 'Authorization:'), 404, null],
  [
    'no key for a control',
    sent('POST /_processor/reset', {}, 'Authorization:'),
    401,
    'unauthorized',
  ],
  ['no key for the stored events', bare('GET /api/events', 'Authorization:'), 401, 'unauthorized'],
  [
    'no key for a replay of all events',
    sent('POST /api/events/replay', {}, 'Authorization:'),
    401,
    'unauthorized',
  ],
  [
    'no key for an erasure',
    bare('DELETE /api/events?customer=$customer', 'Authorization:'),
    401,
    'unauthorized',
  ],
  [
    'no key and a body that is too large',
    sent('POST /api/payments', 'x'.repeat(150_000), 'Authorization:'),
    401,
    'unauthorized',
  ],
  [
    'no key and an idempotency key',
    sent('POST /api/payments', payment, 'Authorization:', 'Idempotency-Key: $payment'),
    401,
    'unauthorized',
  ],
];

const many = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `X-${index}: y`);

const sizes: ReadonlyArray<Case> = [
  ['90 headers', bare(known, ...many(90)), 200],
  ['2 100 headers', bare(known, ...many(2100)), 431, 'invalid_http'],
  [
    'an idempotency key behind 2 100 headers',
    sent('POST /api/payments', payment, ...many(2100), 'Idempotency-Key: behind'),
    431,
    'invalid_http',
  ],
  ['a header of 12 000 characters', bare(known, `X-Long: ${'a'.repeat(12_000)}`), 200],
  [
    'a header of 20 000 characters',
    bare(known, `X-Long: ${'a'.repeat(20_000)}`),
    431,
    'invalid_http',
  ],
  [
    'a header name of 20 000 characters',
    bare(known, `${'a'.repeat(20_000)}: x`),
    431,
    'invalid_http',
  ],
  ['cookies of 12 000 characters', bare(known, `Cookie: ${'a=b; '.repeat(2400)}`), 200],
];

const fields: ReadonlyArray<Case> = [
  ['a header without a colon', bare(known, 'broken'), 400, 'invalid_http'],
  ['a header without a name', bare(known, ': x'), 400, 'invalid_http'],
  ['a space before the colon', bare(known, 'X-Evil : x'), 400, 'invalid_http'],
  ['a space before the name', bare(known, ' X-Evil: x'), 400, 'invalid_http'],
  ['a folded header', bare(known, 'X-Folded: a', ' b'), 400, 'invalid_http'],
  ['a NUL in a value', bare(known, 'X-Evil: a\0b'), 400, 'invalid_http'],
  ['a NUL in a name', bare(known, 'X-\0Evil: a'), 400, 'invalid_http'],
  ['a lone carriage return in a value', bare(known, 'X-Evil: a\rb'), 400, 'invalid_http'],
  ['a lone line feed in a value', bare(known, 'X-Evil: a\nX-Other: b'), 400, 'invalid_http'],
  ['a name with a script', bare(known, '<script>: x'), 400, 'invalid_http', '<script>'],
  ['a name of a prototype', bare(known, '__proto__: x', 'constructor: y'), 200],
  ['a value above ASCII', bare(known, 'X-Name: Jos\xe9 \xf0\x9f\x92\xb3'), 200],
  [
    'Expect: 100-continue',
    sent('POST /api/payments', payment, 'Expect: 100-continue', 'Idempotency-Key: continue'),
    201,
  ],
  ['another expectation', sent('POST /api/payments', payment, 'Expect: something'), 201],
  ['Range', bare(known, 'Range: bytes=0-1'), 200],
  ['If-None-Match', bare(known, 'If-None-Match: *'), 200],
  ['Accept of another type', bare(known, 'Accept: image/png'), 200],
  ['Accept-Encoding of all', bare(known, 'Accept-Encoding: gzip, br, *'), 200],
  [
    'Forwarded',
    bare(known, 'Forwarded: for="_evil";host=evil.example;proto=https'),
    200,
    undefined,
    'evil',
  ],
  [
    'X-Forwarded headers',
    bare(
      known,
      'X-Forwarded-For: 1.2.3.4',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
    ),
    200,
    undefined,
    'evil.example',
  ],
  [
    'X-Original-URL',
    bare(known, 'X-Original-URL: /_processor/reset', 'X-Rewrite-URL: /api/events'),
    200,
  ],
  [
    'a request id with a card number',
    bare(known, `X-Request-Id: ${'4242'.repeat(4)}`),
    200,
    undefined,
    '4242'.repeat(4),
  ],
  [
    'a request id with a script',
    bare(known, 'X-Request-Id: <script>alert(1)</script>'),
    200,
    undefined,
    '<script>',
  ],
  [
    'a request id of 5 000 characters',
    bare(known, `X-Request-Id: ${'a'.repeat(5000)}`),
    200,
    undefined,
    'a'.repeat(300),
  ],
  [
    'a traceparent that is none',
    bare(known, 'traceparent: 00-zz-zz-zz', 'tracestate: <x>'),
    200,
    undefined,
    '<x>',
  ],
  [
    'a foreign origin, with a key',
    bare(known, 'Origin: https://evil.example', 'Sec-Fetch-Site: cross-site'),
    200,
    undefined,
    'access-control',
    'evil.example',
  ],
];

const same = sent('POST /api/payments', { ...payment, amount: 7 }, 'Idempotency-Key: same');
const idempotencyKeys: ReadonlyArray<Case> = [
  [
    'an empty key',
    sent('POST /api/payments', payment, 'Idempotency-Key:'),
    400,
    'invalid_idempotency_key',
  ],
  [
    'spaces',
    sent('POST /api/payments', payment, 'Idempotency-Key:     '),
    400,
    'invalid_idempotency_key',
  ],
  [
    '255 characters',
    sent('POST /api/payments', payment, `Idempotency-Key: ${'k'.repeat(255)}`),
    201,
  ],
  [
    '256 characters',
    sent('POST /api/payments', payment, `Idempotency-Key: ${'k'.repeat(256)}`),
    400,
    'invalid_idempotency_key',
  ],
  [
    '12 000 characters',
    sent('POST /api/payments', payment, `Idempotency-Key: ${'k'.repeat(12_000)}`),
    400,
    'invalid_idempotency_key',
  ],
  [
    'a character above ASCII',
    sent('POST /api/payments', payment, 'Idempotency-Key: k\xe9y'),
    400,
    'invalid_idempotency_key',
  ],
  [
    'a tab',
    sent('POST /api/payments', payment, 'Idempotency-Key: a\tb'),
    400,
    'invalid_idempotency_key',
  ],
  [
    'a delete character',
    sent('POST /api/payments', payment, 'Idempotency-Key: a\x7fb'),
    400,
    'invalid_http',
  ],
  [
    'two keys',
    sent('POST /api/payments', payment, 'Idempotency-Key: one', 'Idempotency-Key: two'),
    400,
    'invalid_idempotency_key',
  ],
  [
    'the same key twice',
    sent('POST /api/payments', payment, 'Idempotency-Key: one', 'idempotency-key: one'),
    400,
    'invalid_idempotency_key',
  ],
  ['a key with a space inside', sent('POST /api/payments', payment, 'Idempotency-Key: a b'), 201],
  [
    'a key that is SQL',
    sent('POST /api/payments', payment, "Idempotency-Key: '; DROP TABLE idempotency_keys; --"),
    201,
  ],
  [
    'a key that is a prototype',
    sent('POST /api/payments', payment, 'Idempotency-Key: __proto__'),
    201,
  ],
  [
    'a key that is a card number',
    sent('POST /api/payments', payment, `Idempotency-Key: ${'4242'.repeat(4)}`),
    201,
    undefined,
    '4242'.repeat(4),
  ],
  ['a key for the first time', same, 201],
  ['the same key for the same', same, 201],
  [
    'the same key for another amount',
    sent('POST /api/payments', { ...payment, amount: 8 }, 'Idempotency-Key: same'),
    422,
    'idempotency_key_reuse',
  ],
  [
    'the same key for another operation',
    sent(
      'POST /api/customers',
      { email: 'a@example.com', name: 'A', phone: '1' },
      'Idempotency-Key: same',
    ),
    422,
    'idempotency_key_reuse',
  ],
  [
    'the same key in capitals',
    sent('POST /api/payments', { ...payment, amount: 9 }, 'Idempotency-Key: SAME'),
    201,
  ],
];

describe('hostile headers', () => {
  const { target } = useTarget();
  describeAttacks('hosts', target, hosts);
  describeAttacks('authorizations', target, authorizations);
  describeAttacks('sizes', target, sizes);
  describeAttacks('fields', target, fields);
  describeAttacks('idempotency keys', target, idempotencyKeys);
});
