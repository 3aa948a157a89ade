import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { sent } from './attack.js';
import type { Case } from './describe-attacks.js';

const customer = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };
const create = 'POST /api/customers';
const json = JSON.stringify(customer);

const deep = (levels: number, open: string, close: string): string =>
  open.repeat(levels) + close.repeat(levels);

const shapes: ReadonlyArray<Case> = [
  ['no body', sent(create, ''), 400, 'missing_fields'],
  ['an empty object', sent(create, '{}'), 400, 'missing_fields'],
  ['a list', sent(create, '[]'), 400, 'invalid_json'],
  ['a list with the object', sent(create, [customer]), 400, 'invalid_json'],
  ['null', sent(create, 'null'), 400, 'invalid_json'],
  ['a number', sent(create, '7'), 400, 'invalid_json'],
  ['a text', sent(create, '"x"'), 400, 'invalid_json'],
  ['a truth', sent(create, 'true'), 400, 'invalid_json'],
  ['half an object', sent(create, json.slice(0, -1)), 400, 'invalid_json'],
  ['an object and a brace', sent(create, `${json}}`), 400, 'invalid_json'],
  ['two objects', sent(create, `${json}\n${json}`), 400, 'invalid_json'],
  ['a comment', sent(create, `/* x */${json}`), 400, 'invalid_json'],
  ['a comma at the end', sent(create, '{"email":"a@example.com",}'), 400, 'invalid_json'],
  ['single quotes', sent(create, "{'email':'a@example.com'}"), 400, 'invalid_json'],
  ['NaN', sent(create, '{"email":NaN}'), 400, 'invalid_json'],
  ['a NUL between the tokens', sent(create, '{\0}'), 400, 'invalid_json'],
  ['a NUL in a text', sent(create, '{"email":"a\0@example.com"}'), 400, 'invalid_json'],
  ['a line break in a text', sent(create, '{"email":"a\n@example.com"}'), 400, 'invalid_json'],
  ['a byte order mark', sent(create, `\uFEFF${json}`), 201],
  ['two byte order marks', sent(create, `\uFEFF\uFEFF${json}`), 400, 'invalid_json'],
  ['spaces of Unicode', sent(create, `\u00a0${json}`), 400, 'invalid_json'],
  [
    'a form',
    sent(create, 'email=a', 'Content-Type: application/x-www-form-urlencoded'),
    415,
    'unsupported_media_type',
  ],
  [
    'XML',
    sent(
      create,
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      'Content-Type: application/xml',
    ),
    415,
    'unsupported_media_type',
    'root:',
  ],
  ['XML that is called JSON', sent(create, '<a/>'), 400, 'invalid_json', '<a/>'],
  [
    'parts',
    sent(
      create,
      '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n--x--',
      'Content-Type: multipart/form-data; boundary=x',
    ),
    415,
    'unsupported_media_type',
  ],
  [
    'YAML',
    sent(create, 'email: a', 'Content-Type: application/yaml'),
    415,
    'unsupported_media_type',
  ],
  ['no type', sent(create, json, 'Content-Type:'), 415, 'unsupported_media_type'],
  ['a broken type', sent(create, json, 'Content-Type: ;;;'), 415, 'unsupported_media_type'],
  [
    'a type of JSON lines',
    sent(create, json, 'Content-Type: application/x-ndjson'),
    415,
    'unsupported_media_type',
  ],
  [
    'a type with another ending',
    sent(create, json, 'Content-Type: application/jsonp'),
    415,
    'unsupported_media_type',
  ],
  [
    'a type that hides JSON',
    sent(create, json, 'Content-Type: text/plain; application/json'),
    415,
    'unsupported_media_type',
  ],
  [
    'another character set',
    sent(create, json, 'Content-Type: application/json; charset=latin1'),
    415,
    'unsupported_media_type',
  ],
  [
    'UTF-16',
    sent(
      create,
      Buffer.from(`\uFEFF${json}`, 'utf16le'),
      'Content-Type: application/json; charset=utf-16',
    ),
    415,
    'unsupported_media_type',
  ],
  [
    'UTF-16 that is called UTF-8',
    sent(create, Buffer.from(`\uFEFF${json}`, 'utf16le')),
    400,
    'invalid_json',
  ],
  [
    'UTF-7',
    sent(create, '+AHsAfQ-', 'Content-Type: application/json; charset=utf-7'),
    415,
    'unsupported_media_type',
  ],
  [
    'a type in capitals',
    sent(create, json, 'CONTENT-TYPE: APPLICATION/JSON; CHARSET="UTF-8"'),
    201,
  ],
];

const sizes: ReadonlyArray<Case> = [
  ['100 000 bytes of spaces', sent(create, json.padEnd(100_000)), 201],
  ['150 000 bytes', sent(create, json.padEnd(150_000)), 413, 'body_too_large'],
  ['2 000 000 bytes', sent(create, json.padEnd(2_000_000)), 413, 'body_too_large'],
  [
    'a name of 90 000 characters',
    sent(create, { ...customer, name: 'n'.repeat(90_000) }),
    400,
    'parameter_invalid_string',
  ],
  ['45 000 levels of lists', sent(create, deep(45_000, '[', ']')), 400, 'invalid_json'],
  [
    '20 000 levels of objects',
    sent(create, `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`),
    400,
    'missing_fields',
  ],
  [
    '15 000 levels inside a field',
    sent(create, `{"email":${deep(15_000, '[', ']')}}`),
    400,
    'missing_fields',
  ],
  ['15 000 levels that do not end', sent(create, '['.repeat(90_000)), 400, 'invalid_json'],
  [
    '9 000 fields',
    sent(create, Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`f${index}`, 1]))),
    400,
    'missing_fields',
  ],
  [
    'a number of 90 000 digits',
    sent(create, `{"email":${'9'.repeat(90_000)}}`),
    400,
    'missing_fields',
  ],
  [
    'an exponent of 80 000 digits',
    sent(create, `{"email":1e${'9'.repeat(80_000)}}`),
    400,
    'missing_fields',
  ],
  [
    '90 000 escapes',
    sent(create, `{"email":"${'\\u0041'.repeat(15_000)}"}`),
    400,
    'missing_fields',
    'A'.repeat(15_000),
  ],
];

const gzip = 'Content-Encoding: gzip';
const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
const encodings: ReadonlyArray<Case> = [
  ['gzip', sent(create, gzipSync(json), gzip), 201],
  ['deflate', sent(create, deflateSync(json), 'Content-Encoding: deflate'), 201],
  ['brotli', sent(create, brotliCompressSync(json), 'Content-Encoding: br'), 201],
  [
    'deflate without its header',
    sent(create, deflateRawSync(json), 'Content-Encoding: deflate'),
    400,
    'invalid_json',
  ],
  ['gzip that is none', sent(create, json, gzip), 400, 'invalid_json'],
  ['gzip that is cut', sent(create, gzipSync(json).subarray(0, -4), gzip), 400, 'invalid_json'],
  [
    'gzip with bytes behind',
    sent(create, Buffer.concat([gzipSync(json), Buffer.from('x')]), gzip),
    400,
    'invalid_json',
  ],
  ['gzip in gzip', sent(create, gzipSync(gzipSync(json)), gzip), 400, 'invalid_json'],
  [
    'gzip in gzip, named twice',
    sent(create, gzipSync(gzipSync(json)), 'Content-Encoding: gzip, gzip'),
    415,
    'unsupported_media_type',
  ],
  ['50 kB that become 50 MB', sent(create, bomb, gzip), 413, 'body_too_large'],
  ['brotli that is none', sent(create, 'x', 'Content-Encoding: br'), 400, 'invalid_json'],
  [
    'an unknown encoding',
    sent(create, json, 'Content-Encoding: zstd'),
    415,
    'unsupported_media_type',
  ],
  [
    'an encoding of nonsense',
    sent(create, json, 'Content-Encoding: \xff'),
    415,
    'unsupported_media_type',
  ],
  ['the encoding of no encoding', sent(create, json, 'Content-Encoding: identity'), 201],
];

const fields: ReadonlyArray<Case> = [
  ['a prototype', sent(create, `{"__proto__":${json}}`), 400, 'invalid_json'],
  ['a constructor', sent(create, `{"constructor":{"prototype":${json}}}`), 400, 'missing_fields'],
  [
    'a prototype beside the fields',
    sent(create, `{"__proto__":{"admin":true},${json.slice(1)}`),
    400,
    'invalid_json',
  ],
  ['a method as a field', sent(create, { ...customer, toString: 'x', hasOwnProperty: 'y' }), 201],
  ['a toJSON', sent(create, { ...customer, toJSON: 'x' }), 201],
  [
    'a field in capitals',
    sent(create, { EMAIL: 'a@example.com', Name: 'x', PHONE: '1' }),
    400,
    'missing_fields',
  ],
  ['an object for a text', sent(create, { ...customer, email: { $gt: '' } }), 400, 'invalid_field'],
  [
    'a list for a text',
    sent(create, { ...customer, email: ['a@example.com'] }),
    400,
    'invalid_field',
  ],
  ['a number for a text', sent(create, { ...customer, name: 42 }), 400, 'invalid_field'],
  [
    'a card number as an email address',
    sent(create, { ...customer, email: '4242'.repeat(4) }),
    400,
    'email_invalid',
    '4242'.repeat(4),
  ],
  [
    'a card number with spaces as an email address',
    sent(create, { ...customer, email: '4242 4242 4242 4242' }),
    400,
    'email_invalid',
    '4242 4242 4242 4242',
  ],
  [
    'a card number with dots as an email address',
    sent(create, { ...customer, email: '4242.4242.4242.4242' }),
    400,
    'email_invalid',
    '4242.4242.4242.4242',
  ],
  [
    'a client secret as an email address',
    sent(create, { ...customer, email: 'pi_1_secret_abcdef' }),
    400,
    'email_invalid',
    'secret_abcdef',
  ],
  [
    'a processor key as an email address',
    sent(create, { ...customer, email: ['sk', 'live', 'abcdef'].join('_') }),
    400,
    'email_invalid',
    ['live', 'abcdef'].join('_'),
  ],
  ['a lone surrogate', sent(create, `{"email":"a@example.com","name":"\\ud800","phone":"1"}`), 201],
  ['a NUL', sent(create, `{"email":"a@example.com","name":"a\\u0000b","phone":"1"}`), 201],
  ['a text from right to left', sent(create, { ...customer, name: '\u202Egnp.exe' }), 201],
  ['a line break', sent(create, { ...customer, name: 'a\r\nSet-Cookie: x=1' }), 201],
  ['a script', sent(create, { ...customer, name: '<script>alert(1)</script>' }), 201],
  [
    'a template',
    sent(create, { ...customer, name: '${1234*5678}{{1234*5678}}<%= 1234*5678 %>' }),
    201,
    undefined,
    '7006652',
  ],
  ['a formula', sent(create, { ...customer, name: '=cmd|calc' }), 201],
  [
    'an email address with a line break',
    sent(create, { ...customer, email: 'a@example.com\nBcc: b@example.com' }),
    400,
    'email_invalid',
  ],
  ['a blank name', sent(create, { ...customer, name: '   ' }), 400, 'missing_fields'],
  ['an update without a customer', sent('PUT /api/customers/update', {}), 400, 'missing_fields'],
  [
    'an update of two customers',
    sent('PUT /api/customers/$customer', { userId: 'cus_other', name: 'B' }),
    200,
  ],
  [
    'a deletion without a customer',
    sent('DELETE /api/customers/delete', {}),
    400,
    'missing_fields',
  ],
  [
    'a deletion of an object',
    sent('DELETE /api/customers/delete', { userId: { id: '$customer' } }),
    400,
    'invalid_field',
  ],
];

/** Attacks by the body of a request, by kind. */
export const bodyAttacks: Readonly<Record<string, ReadonlyArray<Case>>> = {
  shapes,
  sizes,
  encodings,
  fields,
};
