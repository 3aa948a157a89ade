import type { Dice } from '../../../src/torture/plan/dice.js';
import { signatureOf } from '../../support/http/signature-of.js';
import { expectedCents } from './expected-cents.js';

/** A request as it is meant, before anything is broken in it. */
export type GeneratedRequest = {
  readonly bytes: Buffer;
  /** Its idempotency key. */
  readonly key?: string;
  /** For a payment whose other fields are valid: its cents, or `null` when it must be refused. */
  readonly cents?: number | null;
  /** Whether bytes of it were changed. */
  readonly isBroken: boolean;
};

/** The names for requests: the ids that the service has answered, by kind. */
export type Known = {
  readonly customer: Array<string>;
  readonly payment: Array<string>;
  readonly charge: Array<string>;
};

export type Surroundings = {
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly known: Known;
  /** The beginning of all idempotency keys. */
  readonly keys: string;
};

const cardNumber = '4242'.repeat(4);

const amounts = [
  '10',
  '19.99',
  '"19.99"',
  '0.5',
  '0.50',
  '999999.99',
  '78.4',
  '1e2',
  '1.50e1',
  '100.000',
  '"100.00"',
  '50',
  '7',
  '1000000',
  '0.49',
  '0',
  '-0',
  '-1',
  '"-1"',
  '1.005',
  '0.999999999999999999',
  '10.00000000000000001',
  '9007199254740993',
  '1e400',
  '1e-400',
  '"1e2"',
  '"10,00"',
  '" 10"',
  '"１０"',
  '""',
  'null',
  'true',
  '[10]',
  '{}',
  '"NaN"',
  '999999.990000000000001',
  '4.35',
  '1.1',
  '2.2',
  '0.57',
  '8.2',
  '64.1',
  '1.15',
  '1234567890123456789',
] as const;

const texts = [
  '',
  ' ',
  '\0',
  'null',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '\u202Eabc',
  '\uFEFF',
  '💳',
  'a'.repeat(5000),
  'eur',
  'true',
  '-1',
  'ana@example.com',
  'https://shop.example/',
  'javascript:1',
] as const;

const values = [
  null,
  true,
  false,
  0,
  -1,
  1e21,
  0.1,
  [],
  {},
  [[]],
  { a: { b: [] } },
  ['x'],
  { id: 'x' },
] as const;

const targets = [
  '/',
  '/api',
  '/api/customers',
  '/api/payments',
  '/api/cards',
  '/api/events',
  '/health',
  '/ready',
  '/doc',
  '/doc/openapi.json',
  '/metrics',
  '/_processor/challenges/pi_x',
  '/_processor/clock',
  '/api/payments/..%2f',
  '/api//payments',
  '*',
  '//',
  '/%',
  '/%00',
  '/%zz',
  '?',
  '#',
  'http://[/',
  'http://a:b/api',
  'http://localhost/api/payments',
  '/api/payments/%F0%9F%92%B3',
  `/${'a'.repeat(9000)}`,
  '/api/webhooks',
  `/api/x/${cardNumber}`,
] as const;

const methods = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'LINK',
  'get',
  'X',
] as const;

const odd = [
  'Content-Type: text/plain',
  'Content-Type: application/json; charset=latin1',
  'Content-Type: ;',
  'Content-Encoding: gzip',
  'Content-Encoding: nonsense',
  'Accept: image/png',
  'Range: bytes=0-1',
  'X-HTTP-Method-Override: DELETE',
  'Cookie: a=b',
  'Idempotency-Key: \xff',
  'Authorization: Basic eDp5',
  'Authorization: Bearer x',
  'Expect: 100-continue',
  'Upgrade: h2c',
  'Host: evil.example',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Content-Length: 0',
  'Content-Length: 5',
  'X-Request-Id: <script>',
  'traceparent: 00-x',
  `X-Long: ${'a'.repeat(9000)}`,
  'Origin: https://evil.example',
  'Sec-Fetch-Site: cross-site',
  'Forwarded: for=x',
] as const;

const paymentMethods = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa_chargeDeclined',
  'pm_card_threeDSecure2Required',
] as const;

type Draft = {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: ReadonlyArray<string>;
  readonly cents?: number | null;
};

/** Draws requests to the service, from valid ones to nonsense. */
export const createRequests = (
  dice: Dice,
  { apiKey, webhookSecret, known, keys }: Surroundings,
) => {
  let made = 0;

  const idOf = (kind: keyof Known): string =>
    dice.chance(0.95) && known[kind].length > 0
      ? dice.one(known[kind])
      : dice.one([...texts, cardNumber]);

  const value = (): unknown => (dice.chance(0.6) ? dice.one(texts) : dice.one(values));

  /** Replaces, adds or doubles fields of a JSON object. */
  const spoiled = (fields: object, raw = ''): string => {
    const entries = Object.entries(fields);
    const index = dice.below(entries.length + 1);
    const [name] = entries[index] ?? [
      dice.one(['amount', 'x', '__proto__', 'metadata', 'constructor']),
    ];
    const changed = JSON.stringify({ ...fields, [name]: value() });
    const with_ = raw === '' ? changed : `${changed.slice(0, -1)},${raw}}`;
    return dice.chance(0.1) ? `${with_.slice(0, -1)},${with_.slice(1)}` : with_;
  };

  const json = (method: string, path: string, fields: object): Draft => ({
    method,
    path,
    body: dice.chance(0.75) ? JSON.stringify(fields) : spoiled(fields),
  });

  const payment = (): Draft => {
    const amount = dice.chance(0.5)
      ? `${1 + dice.below(500)}.${10 + dice.below(90)}`
      : dice.one(amounts);
    const fields = {
      customer_id: idOf('customer'),
      payment_method: dice.one(paymentMethods),
      ...(dice.chance(0.7) ? { confirm: true } : {}),
      ...(dice.chance(0.1) ? { capture_method: 'manual' } : {}),
    };
    if (dice.chance(0.2)) {
      return { method: 'POST', path: '/api/payments', body: spoiled(fields, `"amount":${amount}`) };
    }
    return {
      method: 'POST',
      path: dice.one(['/api/payments', '/api/payments/create']),
      body: `{"amount":${amount},${JSON.stringify(fields).slice(1)}`,
      ...(known.customer.includes(fields.customer_id) ? { cents: expectedCents(amount) } : {}),
    };
  };

  const webhook = (): Draft => {
    const event = {
      id: dice.chance(0.8) ? `evt_${dice.below(1000)}` : dice.one(texts),
      object: 'event',
      type: dice.chance(0.8) ? 'charge.succeeded' : dice.one(texts),
      created: dice.chance(0.8) ? 1_800_000_000 : value(),
      livemode: false,
      data: dice.chance(0.8) ? { object: { id: 'ch_1', object: 'charge' } } : value(),
    };
    const body = dice.chance(0.8) ? JSON.stringify(event) : spoiled(event);
    const now = Math.floor(Date.now() / 1000);
    const signature = signatureOf(body, webhookSecret, dice.chance(0.9) ? now : now - 400);
    return {
      method: 'POST',
      path: '/api/webhooks',
      body,
      headers: [`Stripe-Signature: ${dice.chance(0.9) ? signature : `${signature},v1=\xe9`}`],
    };
  };

  const kinds: ReadonlyArray<() => Draft> = [
    payment,
    payment,
    payment,
    () => json('POST', '/api/customers', { email: 'ana@example.com', name: 'Ana', phone: '1' }),
    () => json('PUT', '/api/customers/update', { userId: idOf('customer'), name: 'Eva' }),
    () =>
      json('POST', '/api/cards', { number: cardNumber, exp_month: 12, exp_year: 2040, cvc: '314' }),
    () => json('POST', '/api/payments/confirm', { paymentId: idOf('payment') }),
    () =>
      json('POST', '/api/payments/confirm', {
        paymentId: idOf('payment'),
        payment_method: dice.one(paymentMethods),
      }),
    () => json('POST', '/api/payments/capture', { paymentId: idOf('payment') }),
    () => json('POST', '/api/payments/cancel', { paymentId: idOf('payment') }),
    () =>
      json('POST', '/api/payments/refund', {
        chargeId: idOf('charge'),
        ...(dice.chance(0.7) ? { amount: 1 + dice.below(60) } : {}),
      }),
    () =>
      json('POST', '/api/setup-intents', {
        customer_id: idOf('customer'),
        payment_method: dice.one(paymentMethods),
      }),
    () =>
      json('POST', '/_processor/challenge', {
        id: idOf('payment'),
        outcome: dice.one(['approve', 'refuse']),
      }),
    () => ({ method: 'GET', path: `/api/payments/${encodeURIComponent(idOf('payment'))}` }),
    () => ({
      method: 'GET',
      path: `/api/payments?userId=${encodeURIComponent(idOf('customer'))}&limit=${dice.one(['1', '5', '0', '-1', 'x', '1e9'])}`,
    }),
    () => ({
      method: 'GET',
      path: `/api/events?limit=5&type=${encodeURIComponent(dice.one(['', 'charge.succeeded', '%', '\0']))}`,
    }),
    () => ({
      method: dice.one(methods),
      path: dice.one(targets),
      ...(dice.chance(0.3) ? { body: dice.one(texts) } : {}),
    }),
    webhook,
  ];

  const keyFor = (draft: Draft): string | undefined =>
    draft.method === 'POST' && draft.path.startsWith('/api/payments') && dice.chance(0.5)
      ? `${keys}-${dice.chance(0.9) ? made : dice.below(made)}`
      : undefined;

  const rendered = (draft: Draft, key: string | undefined, keepAlive: boolean): Buffer => {
    const body = Buffer.from(draft.body ?? '');
    const lines = [
      `${draft.method} ${draft.path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${apiKey}`,
      `Connection: ${keepAlive ? 'keep-alive' : 'close'}`,
      ...(draft.body === undefined
        ? []
        : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
      ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]),
      ...(draft.headers ?? []),
    ];
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
  };

  const insertions = [
    '\r',
    '\n',
    '\r\n',
    '\0',
    ' ',
    '\t',
    ':',
    ',',
    '"',
    '{',
    '}',
    '\xff',
    '%',
    '0',
    '9',
    '\\',
    '[',
    ']',
  ] as const;

  /** Changes a few bytes: inserted, removed, replaced, doubled or cut off. */
  const broken = (bytes: Buffer): Buffer => {
    const at = dice.below(bytes.length);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    const length = dice.below(12);
    switch (dice.below(6)) {
      case 0:
        return Buffer.concat([before, Buffer.from(dice.one(insertions), 'latin1'), after]);
      case 1:
        return Buffer.concat([before, after.subarray(1 + length)]);
      case 2:
        return Buffer.concat([before, Buffer.from([dice.below(256)]), after.subarray(1)]);
      case 3:
        return Buffer.concat([before, after.subarray(0, length), after]);
      case 4:
        return before;
      default:
        return Buffer.from(
          bytes.toString('latin1').replace('\r\n', `\r\n${dice.one(odd)}\r\n`),
          'latin1',
        );
    }
  };

  return {
    /** The next request. `keepAlive`: another one follows on its connection. */
    next: (keepAlive = false): GeneratedRequest => {
      made += 1;
      const draft = dice.one(kinds)();
      const key = keyFor(draft);
      const whole = rendered(draft, key, keepAlive);
      if (!keepAlive && dice.chance(0.35)) {
        const once = broken(whole);
        return {
          bytes: dice.chance(0.3) ? broken(once.length > 0 ? once : whole) : once,
          isBroken: true,
        };
      }
      return {
        bytes: whole,
        isBroken: false,
        ...(key === undefined ? {} : { key }),
        // A key that was used before is answered with what it was used for.
        ...(draft.cents === undefined || (key !== undefined && key !== `${keys}-${made}`)
          ? {}
          : { cents: draft.cents }),
      };
    },
  };
};
