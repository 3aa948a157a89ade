import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { PaymentProcessor } from '../../../../src/application/ports/payment-processor.js';
import { calls } from './support/calls.js';
import { left } from './support/outcomes.js';
import { ok, type Reply, refuse, useScriptedStripe } from './support/use-scripted-stripe.js';
import { wire } from './support/wire.js';
import { written } from './support/written.js';

type Name = keyof PaymentProcessor;

const inUse = refuse(409, { code: 'idempotency_key_in_use' });
const shouldRetry = { 'stripe-should-retry': 'true' };
const shouldNot = { 'stripe-should-retry': 'false' };
const failed = refuse(500, { type: 'api_error' });

const again: ReadonlyArray<readonly [what: string, reply: Reply]> = [
  ['a reset connection', 'reset'],
  ['a truncated response', 'cut'],
  ['a response that stops', 'stall'],
  ['no response in time', 'hang'],
  ['an endless response', 'trickle'],
  ['endless response headers', 'trickle_head'],
  ['500', failed],
  ['503 of a gateway', { status: 503, body: 'busy' }],
  ['407 of a proxy', { status: 407, body: '<html>' }],
  ['404 of a gateway', { status: 404, body: '' }],
  ['403 of a gateway', { status: 403, body: '{"message":"Forbidden"}' }],
  [
    '500 of a gateway with stripe-should-retry: false',
    { status: 500, body: '', headers: { 'stripe-should-retry': 'false' } },
  ],
  ['200 of a gateway', { status: 200, body: 'welcome' }],
  ['409 of a key in use', inUse],
  ['429 with stripe-should-retry', refuse(429, { code: 'lock_timeout' }, shouldRetry)],
  ['400 with stripe-should-retry', refuse(400, {}, shouldRetry)],
];

const once: ReadonlyArray<readonly [what: string, reply: Reply]> = [
  ['429', refuse(429, { code: 'rate_limit' })],
  ['400', refuse(400, {})],
  ['401', refuse(401, {})],
  ['402', refuse(402, { type: 'card_error' })],
  ['403', refuse(403, {})],
  ['404', refuse(404, {})],
  ['409 of another kind', refuse(409, { code: 'lock_timeout' })],
  ['500 with stripe-should-retry: false', refuse(500, {}, shouldNot)],
  [
    '409 of a key in use with stripe-should-retry: false',
    refuse(409, { code: 'idempotency_key_in_use' }, shouldNot),
  ],
];

const changed = 'createCustomer';
const read = 'retrieveCustomer';

describe('retries of the Stripe adapter', () => {
  const stripe = useScriptedStripe();

  const run = (
    name: Name,
    replies: ReadonlyArray<Reply>,
    options: { readonly maxRetries?: number; readonly timeoutMs?: number } = {},
  ) => calls[name].run(stripe.processor(replies, { timeoutMs: 250, ...options }))();

  for (const name of [changed, read] as const) {
    it(`${name} ends with its whole time, however long an attempt may take`, async () => {
      const processor = stripe.processor(['hang', 'hang', 'hang'], {
        timeoutMs: 600_000,
        totalTimeoutMs: 300,
      });
      expect(await calls[name].run(processor)()).to.have.nested.property(
        'left._tag',
        'ProcessorUnavailable',
      );
    });

    it(`${name} is not retried when the pause would take longer than is left`, async () => {
      const processor = stripe.processor([failed, ok(wire.customer)], {
        retryDelayMs: 60_000,
        totalTimeoutMs: 59_000,
      });
      expect(E.isLeft(await calls[name].run(processor)())).to.equal(true);
    });

    for (const [what, reply] of again) {
      it(`${name} is retried after ${what}`, async () => {
        const answer = await run(name, [reply, ok(wire.customer)], { timeoutMs: 1000 });
        expect(answer).to.deep.equal(E.right(wire.customer));
        expect(stripe.lines()).to.deep.equal([calls[name].line, calls[name].line]);
      });
    }

    // The look-up after that is not an attempt.
    const attempts = () => stripe.lines().filter((line) => line === calls[name].line);

    for (const [what, reply] of once) {
      it(`${name} is not retried after ${what}`, async () => {
        left(await run(name, [reply]));
        expect(attempts()).to.have.lengthOf(1);
      });
    }

    for (const maxRetries of [0, 1, 3]) {
      it(`${name} is retried ${maxRetries} times, and no more`, async () => {
        left(await run(name, ['reset'], { maxRetries }));
        expect(attempts()).to.have.lengthOf(1 + maxRetries);
      });
    }
  }

  for (const key of [undefined, 'order-42']) {
    it(`every attempt has the same idempotency key, ${key === undefined ? 'a random one' : "the caller's"}`, async () => {
      const processor = stripe.processor(['reset', failed, ok(wire.refund)]);
      const options = key === undefined ? undefined : { idempotencyKey: key };
      await calls.createRefund.run(processor, options)();
      const keys = stripe.seen().map(({ headers }) => headers['idempotency-key']);
      expect(keys).to.have.lengthOf(3);
      expect(new Set(keys).size).to.equal(1);
      expect(keys[0]).to.match(key === undefined ? /^[0-9a-f-]{36}$/ : /^order-42$/);
    });
  }

  const outcomes: ReadonlyArray<
    readonly [what: string, replies: ReadonlyArray<Reply>, change: object, reading: object]
  > = [
    [
      'reset connections',
      ['reset'],
      { _tag: 'ProcessorUnavailable', outcome: 'unknown' },
      { _tag: 'ProcessorUnavailable', outcome: 'not_done' },
    ],
    [
      'no responses',
      ['hang'],
      { _tag: 'ProcessorUnavailable', outcome: 'unknown' },
      { _tag: 'ProcessorUnavailable', outcome: 'not_done' },
    ],
    [
      'truncated responses',
      ['cut'],
      { _tag: 'ProcessorUnavailable', outcome: 'unknown' },
      { _tag: 'ProcessorUnavailable', outcome: 'not_done' },
    ],
    [
      'one reset connection, and refused connections after it',
      ['reset_and_close'],
      { _tag: 'ProcessorUnavailable', outcome: 'unknown' },
      { _tag: 'ProcessorUnavailable', outcome: 'not_done' },
    ],
    [
      'failures of the processor',
      [failed],
      { _tag: 'ProcessorFailed', status: 500 },
      { _tag: 'ProcessorFailed', status: 500 },
    ],
    [
      'a lost response and then an authentication error',
      ['reset', refuse(401, {})],
      { _tag: 'ProcessorUnavailable', outcome: 'unknown' },
      { _tag: 'ProcessorAuthenticationFailed' },
    ],
    [
      'a lost response and then too many requests',
      ['reset', refuse(429, {})],
      { _tag: 'ProcessorUnavailable', outcome: 'unknown' },
      { _tag: 'ProcessorRefused', status: 429 },
    ],
    [
      'a lost response and then a page with 404',
      ['reset', { status: 404, body: 'not here' }],
      { _tag: 'ProcessorUnavailable', outcome: 'unknown' },
      { _tag: 'ProcessorUnavailable', outcome: 'not_done' },
    ],
    [
      'a page with 404 and then a refusal',
      [{ status: 404, body: 'not here' }, refuse(400, {})],
      { _tag: 'ProcessorRefused', status: 400 },
      { _tag: 'ProcessorRefused', status: 400 },
    ],
    [
      'a lost response and then a refusal',
      ['reset', refuse(400, {})],
      { _tag: 'ProcessorRefused', status: 400 },
      { _tag: 'ProcessorRefused', status: 400 },
    ],
    [
      'a lost response while the key stays in use',
      ['reset', inUse],
      { _tag: 'ProcessorUnavailable', outcome: 'unknown' },
      { _tag: 'ProcessorRefused', status: 409 },
    ],
    [
      'a key that stays in use by another request',
      [inUse],
      { _tag: 'ProcessorRefused', status: 409 },
      { _tag: 'ProcessorRefused', status: 409 },
    ],
  ];

  for (const [what, replies, change, reading] of outcomes) {
    it(`${what}: a change ends in ${JSON.stringify(change)}`, async () => {
      expect(left(await run(changed, replies))).to.deep.include(change);
    });

    it(`${what}: a read ends in ${JSON.stringify(reading)}`, async () => {
      expect(left(await run(read, replies))).to.deep.include(reading);
    });
  }

  for (const name of [changed, 'createPaymentIntent', 'createRefund', 'deleteCard'] as const) {
    it(`${name} is not done when every connection was refused`, async () => {
      const processor = stripe.processor([]);
      await stripe.close();
      const error = left(await calls[name].run(processor)());
      expect(error).to.deep.include({ _tag: 'ProcessorUnavailable', outcome: 'not_done' });
      expect(written(error)).to.include('ECONNREFUSED');
    });
  }

  it('the cause is the reason why there is no response', async () => {
    expect(written(left(await run(changed, ['reset'])))).to.include('ECONNRESET');
    expect(written(left(await run(changed, ['hang'])))).to.include('ETIMEDOUT');
  });
});
