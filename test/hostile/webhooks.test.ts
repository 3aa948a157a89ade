import { expect } from 'chai';
import { signatureOf } from '../support/http/signature-of.js';
import { at, listAt } from '../support/json/at.js';
import { type Attack, sent } from './support/attack.js';
import { type Case, describeAttacks } from './support/describe-attacks.js';
import { exchange } from './support/exchange.js';
import { useTarget, webhookSecret } from './support/use-target.js';

const now = 1_800_000_000;
const receive = 'POST /api/webhooks';

type Event = { readonly [field: string]: unknown };

const event = (id: string, more: Event = {}): Event => ({
  id,
  object: 'event',
  type: 'charge.succeeded',
  created: now,
  livemode: false,
  data: { object: { id: 'ch_1', object: 'charge' } },
  ...more,
});

const header = (body: string, at_ = now, secret = webhookSecret): string =>
  `Stripe-Signature: ${signatureOf(body, secret, at_)}`;

/** A call with a body that is not what was signed. */
const swapped = (signed: string, body: string): Attack =>
  sent(receive, body, 'Authorization:', header(signed));

const textOf = (body: Event | string): string =>
  typeof body === 'string' ? body : JSON.stringify(body);

const signed = (body: Event | string, ...headers: ReadonlyArray<string>): Attack =>
  sent(receive, textOf(body), 'Authorization:', header(textOf(body)), ...headers);

const signedAt = (seconds: number): Attack => {
  const body = textOf(event(`evt_at_${seconds}`));
  return sent(receive, body, 'Authorization:', header(body, now + seconds));
};

const one = textOf(event('evt_one'));
const [time = '', proof = ''] = signatureOf(one, webhookSecret, now).split(',');
const withHeader = (...headers: ReadonlyArray<string>): Attack =>
  sent(receive, one, 'Authorization:', ...headers);
const with_ = (value: string): Attack => withHeader(`Stripe-Signature: ${value}`);

const signatures: ReadonlyArray<Case> = [
  ['no signature', withHeader(), 400, 'webhook_signature_missing'],
  ['an empty signature', with_(''), 400, 'webhook_signature_missing'],
  ['commas', with_(',,,===,'), 400, 'webhook_signature_invalid'],
  ['a time alone', with_(time), 400, 'webhook_signature_invalid'],
  ['a proof alone', with_(proof), 400, 'webhook_signature_invalid'],
  ['an empty proof', with_(`${time},v1=`), 400, 'webhook_signature_invalid'],
  ['half a proof', with_(`${time},${proof.slice(0, -2)}`), 400, 'webhook_signature_invalid'],
  ['a proof with one digit more', with_(`${time},${proof}0`), 400, 'webhook_signature_invalid'],
  [
    'a proof in capitals',
    with_(`${time},v1=${proof.slice(3).toUpperCase()}`),
    400,
    'webhook_signature_invalid',
  ],
  [
    'a proof of an older scheme',
    with_(`${time},v0=${proof.slice(3)}`),
    400,
    'webhook_signature_invalid',
  ],
  ['a proof above ASCII', with_(`${time},v1=\xe9`), 400, 'webhook_signature_invalid'],
  [
    'another secret',
    sent(receive, one, header(one, now, 'whsec_other')),
    400,
    'webhook_signature_invalid',
  ],
  ['an empty secret', sent(receive, one, header(one, now, '')), 400, 'webhook_signature_invalid'],
  [
    'a proof of the body alone',
    with_(`${time},v1=${'0'.repeat(64)}`),
    400,
    'webhook_signature_invalid',
  ],
  [
    'a body that lost its last byte',
    swapped(one, one.slice(0, -1)),
    400,
    'webhook_signature_invalid',
  ],
  ['a body with one byte more', swapped(one, `${one} `), 400, 'webhook_signature_invalid'],
  [
    'a body with another digit',
    swapped(one, one.replace('ch_1', 'ch_2')),
    400,
    'webhook_signature_invalid',
  ],
  [
    'a body in other spaces',
    swapped(one, JSON.stringify(JSON.parse(one), null, 1)),
    400,
    'webhook_signature_invalid',
  ],
  ['an empty body', swapped(one, ''), 400, 'webhook_signature_invalid'],
  ['a signature of nothing for an empty body', swapped('', ''), 400, 'webhook_payload_invalid'],
  ['301 seconds ago', signedAt(-301), 400, 'webhook_signature_invalid'],
  ['301 seconds ahead', signedAt(301), 400, 'webhook_signature_invalid'],
  ['300 seconds ago', signedAt(-300), 200],
  ['300 seconds ahead', signedAt(300), 200],
  ['a time of zero', sent(receive, one, header(one, 0)), 400, 'webhook_signature_invalid'],
  ['a negative time', with_(`t=-${now},${proof}`), 400, 'webhook_signature_invalid'],
  ['a time with a fraction', with_(`t=${now}.0,${proof}`), 400, 'webhook_signature_invalid'],
  ['a time with an exponent', with_(`t=18e8,${proof}`), 400, 'webhook_signature_invalid'],
  [
    'a time in milliseconds',
    sent(receive, one, header(one, now * 1000)),
    400,
    'webhook_signature_invalid',
  ],
  [
    'a time of 5 000 digits',
    with_(`t=${'1'.repeat(5000)},${proof}`),
    400,
    'webhook_signature_invalid',
  ],
  [
    'two times, the right one last',
    with_(`t=1,${time},${proof}`),
    400,
    'webhook_signature_invalid',
  ],
  [
    '200 proofs without the right one',
    with_(`${time}${`,v1=${'0'.repeat(64)}`.repeat(200)}`),
    400,
    'webhook_signature_invalid',
  ],
  [
    '200 proofs and the right one',
    with_(`${time}${`,v1=${'0'.repeat(64)}`.repeat(200)},${proof}`),
    200,
  ],
  [
    'two signature headers',
    withHeader(`Stripe-Signature: ${time},${proof}`, `Stripe-Signature: ${time},v1=00`),
    200,
  ],
  [
    'both names, one wrong',
    withHeader(`Processor-Signature: ${time},v1=00`, `Stripe-Signature: ${time},${proof}`),
    400,
    'webhook_signature_invalid',
  ],
  [
    'the signature in the query',
    sent(`${receive}?stripe-signature=${time},${proof}`, one),
    400,
    'webhook_signature_missing',
  ],
];

const nested = (levels: number): string =>
  textOf(event('evt_deep')).replace('"ch_1"', `${'['.repeat(levels)}${']'.repeat(levels)}`);

const bodies: ReadonlyArray<Case> = [
  ['no JSON', signed('x'), 400, 'webhook_payload_invalid'],
  ['a list', signed('[]'), 400, 'webhook_payload_invalid'],
  ['null', signed('null'), 400, 'webhook_payload_invalid'],
  ['an empty object', signed('{}'), 400, 'webhook_payload_invalid'],
  ['no id', signed(event('x', { id: undefined })), 400, 'webhook_payload_invalid'],
  ['an empty id', signed(event('')), 400, 'webhook_payload_invalid'],
  ['a number as an id', signed(event('x', { id: 7 })), 400, 'webhook_payload_invalid'],
  ['an id with a slash', signed(event('evt/../x')), 400, 'webhook_payload_invalid'],
  ['an id with a space', signed(event('evt x')), 400, 'webhook_payload_invalid'],
  ['an id with a percent sign', signed(event('evt%2e')), 400, 'webhook_payload_invalid'],
  ['an id with a question mark', signed(event('evt?x')), 400, 'webhook_payload_invalid'],
  ['an id with a NUL', signed(event('evt\0')), 400, 'webhook_payload_invalid'],
  ['an id with a line break', signed(event('evt\nx')), 400, 'webhook_payload_invalid'],
  ['an id above ASCII', signed(event('evt_ñ')), 400, 'webhook_payload_invalid'],
  ['an id of dots', signed(event('..')), 400, 'webhook_payload_invalid'],
  [
    'an id of 5 000 characters',
    signed(event(`evt_${'a'.repeat(5000)}`)),
    400,
    'webhook_payload_invalid',
  ],
  ['an id with the name of a prototype', signed(event('__proto__')), 200],
  [
    'a type with a NUL',
    signed(event('evt_type', { type: 'a\0b' })),
    400,
    'webhook_payload_invalid',
  ],
  [
    'a type of 90 000 characters',
    signed(event('evt_long_type', { type: 'a'.repeat(90_000) })),
    400,
    'webhook_payload_invalid',
  ],
  [
    'a time that is a text',
    signed(event('evt_text', { created: 'now' })),
    400,
    'webhook_payload_invalid',
  ],
  ['a negative time', signed(event('evt_minus', { created: -1 })), 200],
  [
    'a time of 1e300',
    signed(event('evt_huge', { created: 1e300 })),
    400,
    'webhook_payload_invalid',
  ],
  [
    'an object that is a list',
    signed(event('evt_list', { data: { object: [] } })),
    400,
    'webhook_payload_invalid',
  ],
  ['no object', signed(event('evt_none', { data: {} })), 400, 'webhook_payload_invalid'],
  ['101 levels', signed(nested(101)), 400, 'webhook_payload_invalid'],
  ['50 000 levels', signed(nested(50_000)), 400, 'webhook_payload_invalid'],
  [
    'a prototype in the object',
    signed(textOf(event('evt_proto')).replace('"ch_1"', '"ch_1","__proto__":{"admin":true}')),
    200,
  ],
  [
    'a NUL in the object',
    signed(event('evt_nul', { data: { object: { id: 'ch_1', note: 'a\0b' } } })),
    200,
  ],
  [
    'a lone surrogate in the object',
    signed(textOf(event('evt_surrogate')).replace('"ch_1"', '"ch_1","x":"\\ud800"')),
    200,
  ],
  [
    '900 000 bytes',
    signed(event('evt_large', { data: { object: { id: 'ch_1', note: 'x'.repeat(900_000) } } })),
    200,
  ],
  [
    '1 100 000 bytes',
    signed(event('evt_larger', { data: { object: { id: 'ch_1', note: 'x'.repeat(1_100_000) } } })),
    413,
    'body_too_large',
  ],
  ['the same event again', signed(event('evt_at_-300')), 200],
  [
    'the same id with another content',
    signed(event('evt_at_-300', { type: 'charge.refunded' })),
    200,
  ],
  [
    'a form',
    signed('payload=x', 'Content-Type: application/x-www-form-urlencoded'),
    400,
    'webhook_payload_invalid',
  ],
  ['a wrong type of body', signed(event('evt_plain'), 'Content-Type: text/plain'), 200],
  ['an encoding that it does not have', signed(event('evt_gzip'), 'Content-Encoding: gzip'), 200],
];

describe('hostile webhooks', () => {
  const { target, service } = useTarget({ clock: () => now });
  describeAttacks('signatures', target, signatures);
  describeAttacks('bodies', target, bodies);

  it('leave only events that can be listed and asked for', async () => {
    const { address, world } = target();
    const page = await service.call('GET', '/api/events?limit=100', {
      headers: { authorization: `Bearer ${world['key']}` },
    });
    expect(page.status).to.equal(200);
    for (const listed of listAt(page.body, 'data.data')) {
      const id = String(at(listed, 'id'));
      const ask = `GET /api/events/${id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${world['key']}\r\nConnection: close\r\n\r\n`;
      const { responses } = await exchange(address, Buffer.from(ask, 'latin1'));
      expect(responses[0]?.status, id).to.equal(200);
    }
  });
});
