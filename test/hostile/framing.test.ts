import { expect } from 'chai';
import { listAt } from '../support/json/at.js';
import { type Attack, bare, raw, sent } from './support/attack.js';
import { envelopeProblem } from './support/envelope.js';
import { exchange } from './support/exchange.js';
import { useTarget } from './support/use-target.js';

/** The bytes that are sent on one connection, and the statuses of all responses until it closes. */
type Case = readonly [
  title: string,
  attack: Attack,
  statuses: ReadonlyArray<number>,
  hangUp?: 'hangs up',
];

const host = 'Host: localhost';
const key = 'Authorization: Bearer $key';
const json = 'Content-Type: application/json';
const body = '{"amount":5,"customer_id":"$customer","payment_method":"$card"}';

/** The request that must not be smuggled in: it would create a payment. */
const payment: Attack = sent('POST /api/payments', body);

const joined =
  (...attacks: ReadonlyArray<Attack>): Attack =>
  (world) =>
    Buffer.concat(attacks.map((attack) => attack(world)));

const bytes =
  (text: string): Attack =>
  () =>
    Buffer.from(text, 'latin1');

const cut =
  (attack: Attack, share: number): Attack =>
  (world) => {
    const whole = attack(world);
    return whole.subarray(0, Math.floor(whole.length * share));
  };

const post = (...headers: ReadonlyArray<string>): ReadonlyArray<string> => [
  'POST /api/customers HTTP/1.1',
  host,
  key,
  json,
  ...headers,
];

const smuggled: ReadonlyArray<Case> = [
  [
    'both a length and chunks',
    joined(raw(post('Content-Length: 4', 'Transfer-Encoding: chunked'), '0\r\n\r\n'), payment),
    [400],
  ],
  [
    'chunks and then a length',
    joined(raw(post('Transfer-Encoding: chunked', 'Content-Length: 4'), '0\r\n\r\n'), payment),
    [400],
  ],
  [
    'two lengths',
    joined(raw(post('Content-Length: 0', 'Content-Length: 2'), '{}'), payment),
    [400],
  ],
  [
    'the same length twice',
    joined(raw(post('Content-Length: 2', 'Content-Length: 2'), '{}'), payment),
    [400],
  ],
  ['two lengths in one header', joined(raw(post('Content-Length: 2, 2'), '{}'), payment), [400]],
  ['a negative length', joined(raw(post('Content-Length: -1'), '{}'), payment), [400]],
  ['a length with a plus', joined(raw(post('Content-Length: +2'), '{}'), payment), [400]],
  ['a hexadecimal length', joined(raw(post('Content-Length: 0x2'), '{}'), payment), [400]],
  ['a length with a space', joined(raw(post('Content-Length: 1 0'), '{}'), payment), [400]],
  ['a length with a fraction', joined(raw(post('Content-Length: 2.0'), '{}'), payment), [400]],
  ['a length of words', joined(raw(post('Content-Length: two'), '{}'), payment), [400]],
  ['an empty length', joined(raw(post('Content-Length: '), '{}'), payment), [400]],
  [
    'a length of 30 digits',
    joined(raw(post(`Content-Length: ${'9'.repeat(30)}`), '{}'), payment),
    [400],
  ],
  ['a folded length', joined(raw(post('Content-Length:', ' 2'), '{}'), payment), [400]],
  [
    'a space before the colon of a length',
    joined(raw(post('Content-Length : 2'), '{}'), payment),
    [400],
  ],
  [
    'gzip and chunks',
    joined(raw(post('Transfer-Encoding: gzip, chunked'), '2\r\n{}\r\n0\r\n\r\n'), payment),
    [400],
  ],
  [
    'chunks and gzip',
    joined(raw(post('Transfer-Encoding: chunked, gzip'), '2\r\n{}\r\n0\r\n\r\n'), payment),
    [400],
  ],
  [
    'chunks twice',
    joined(raw(post('Transfer-Encoding: chunked, chunked'), '2\r\n{}\r\n0\r\n\r\n'), payment),
    [400],
  ],
  [
    'chunks in two headers',
    joined(
      raw(post('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'), '2\r\n{}\r\n0\r\n\r\n'),
      payment,
    ),
    [400],
  ],
  [
    'identity and chunks',
    joined(
      raw(post('Transfer-Encoding: identity', 'Transfer-Encoding: chunked'), '0\r\n\r\n'),
      payment,
    ),
    [400],
  ],
  [
    'an unknown coding',
    joined(raw(post('Transfer-Encoding: xchunked'), '0\r\n\r\n'), payment),
    [400],
  ],
  [
    'a coding with a tab',
    joined(raw(post('Transfer-Encoding:\x0bchunked'), '0\r\n\r\n'), payment),
    [400],
  ],
  [
    'a folded coding',
    joined(raw(post('Transfer-Encoding:', ' chunked'), '0\r\n\r\n'), payment),
    [400],
  ],
  [
    'a coding in quotes',
    joined(raw(post('Transfer-Encoding: "chunked"'), '0\r\n\r\n'), payment),
    [400],
  ],
  [
    'a space before the colon of a coding',
    joined(raw(post('Transfer-Encoding : chunked'), '0\r\n\r\n'), payment),
    [400],
  ],
  [
    'chunks for HTTP/1.0',
    joined(raw(['POST /nowhere HTTP/1.0', 'Transfer-Encoding: chunked'], '0\r\n\r\n'), payment),
    [400],
  ],
  [
    'line feeds alone',
    bytes('POST /api/customers HTTP/1.1\nHost: localhost\nContent-Length: 0\n\n'),
    [400],
  ],
  [
    'a line feed alone before the end',
    joined(raw(post('Content-Length: 0', 'X: y\n'), ''), payment),
    [400],
  ],
  [
    'a chunk size with a sign',
    joined(raw(post('Transfer-Encoding: chunked'), '+2\r\n{}\r\n0\r\n\r\n'), payment),
    [400],
  ],
  [
    'a hexadecimal prefix of a chunk size',
    joined(raw(post('Transfer-Encoding: chunked'), '0x2\r\n{}\r\n0\r\n\r\n'), payment),
    [400],
  ],
  [
    'a chunk size of words',
    joined(raw(post('Transfer-Encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n'), payment),
    [400],
  ],
  [
    'a chunk size of 17 digits',
    joined(
      raw(post('Transfer-Encoding: chunked'), '10000000000000002\r\n{}\r\n0\r\n\r\n'),
      payment,
    ),
    [400],
  ],
  [
    'a chunk longer than its size',
    joined(raw(post('Transfer-Encoding: chunked'), '1\r\n{}\r\n0\r\n\r\n'), payment),
    [400],
  ],
  [
    'a chunk that ends with a line feed',
    joined(raw(post('Transfer-Encoding: chunked'), '2\r\n{}\n0\r\n\r\n'), payment),
    [400],
  ],
  [
    'a chunk extension of 20 000 characters',
    joined(
      raw(post('Transfer-Encoding: chunked'), `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
      payment,
    ),
    [400],
  ],
];

const connections: ReadonlyArray<Case> = [
  ['nothing', bytes(''), [], 'hangs up'],
  ['CONNECT', raw(['CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example:443']), [400]],
  ['a line break alone', bytes('\r\n'), [], 'hangs up'],
  ['line breaks before a request', joined(bytes('\r\n\r\n\r\n'), bare('GET /nowhere')), [404]],
  ['half a method', bytes('GE'), [400], 'hangs up'],
  ['half a head', bytes('GET / HTTP/1.1\r\nHost: loc'), [400], 'hangs up'],
  ['a head without its end', bytes('GET / HTTP/1.1\r\nHost: localhost\r\n'), [400], 'hangs up'],
  ['a body that is cut', cut(payment, 0.95), [400], 'hangs up'],
  ['a head without its body', raw(post('Content-Length: 10')), [400], 'hangs up'],
  [
    'chunks that are cut',
    raw(post('Transfer-Encoding: chunked'), '2\r\n{}\r\n'),
    [400],
    'hangs up',
  ],
  ['a chunk that is cut', raw(post('Transfer-Encoding: chunked'), '20\r\n{}'), [400], 'hangs up'],
  [
    'two requests at once',
    joined(bare('GET /nowhere', 'Connection: keep-alive'), bare('GET /nowhere')),
    [404, 404],
  ],
  ['a request behind the one that closes', joined(bare('GET /nowhere'), payment), [404]],
  [
    '100 requests at once',
    joined(
      ...Array.from({ length: 99 }, () => bare('GET /health', 'Connection: keep-alive')),
      bare('GET /health'),
    ),
    Array.from({ length: 100 }, () => 200),
  ],
  [
    'a request and garbage',
    joined(bare('GET /nowhere', 'Connection: keep-alive'), bytes('\x00\xff\r\n\r\n')),
    [404],
  ],
  [
    'a refused body and another request',
    joined(
      sent('POST /api/customers', 'x'.repeat(150_000), 'Connection: keep-alive'),
      bare('GET /nowhere'),
    ),
    [413, 404],
  ],
  [
    'a body for a request without one, and another request',
    joined(sent('GET /nowhere', '{}', 'Connection: keep-alive'), bare('GET /nowhere')),
    [404, 404],
  ],
  [
    'an upgrade and bytes of another protocol',
    joined(
      bare('GET /nowhere', 'Connection: Upgrade, close', 'Upgrade: websocket'),
      bytes('\x81\x05hello'),
    ),
    [404],
  ],
];

describe('hostile framing', () => {
  const { target, service } = useTarget();

  const countPayments = async (): Promise<number> => {
    const { world } = target();
    const page = await service.call('GET', `/api/payments?userId=${world['customer']}&limit=100`, {
      headers: { authorization: `Bearer ${world['key']}` },
    });
    return listAt(page.body, 'data.data').length;
  };

  const describeFraming = (title: string, cases: ReadonlyArray<Case>): void => {
    describe(title, () => {
      for (const [name, attack, statuses, hangUp] of cases) {
        it(`${statuses.slice(0, 3).join(', ') || 'nothing'}: ${name}`, async () => {
          const { address, world } = target();
          const before = await countPayments();
          const { responses, rest } = await exchange(address, attack(world), {
            hangUp: hangUp !== undefined,
          });
          const shown = responses.map(({ status, text }) => `${status} ${text.slice(0, 200)}`);
          expect(
            responses.map(({ status }) => status),
            shown.join('\n'),
          ).to.deep.equal(statuses);
          expect(rest).to.equal('');
          for (const response of responses.filter(({ status }) => status >= 400)) {
            expect(envelopeProblem(response), shown.join('\n')).to.equal(null);
          }
          expect(await countPayments(), 'payments that were smuggled in').to.equal(before);
        });
      }
    });
  };
  describeFraming('smuggling', smuggled);
  describeFraming('connections', connections);

  it('answer a valid payment before a stray byte ends the connection', async () => {
    const { address, world } = target();
    const before = await countPayments();
    const sentAsOne = joined(
      sent('POST /api/payments', body, 'Connection: keep-alive'),
      bytes('\x00'),
    );
    const { responses } = await exchange(address, sentAsOne(world));
    expect(responses.map(({ status }) => status)).to.deep.equal([201]);
    expect(responses[0]?.headers.get('connection')).to.equal('close');
    expect(await countPayments()).to.equal(before + 1);
  });
});
