import { expect } from 'chai';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import {
  ok,
  type Reply,
  refuse,
  useScriptedStripe,
} from '../adapters/outbound/stripe/support/use-scripted-stripe.js';
import { wire } from '../adapters/outbound/stripe/support/wire.js';

const dependencyFailed = refuse(424, { type: 'api_error', message: 'The network failed.' });

const temporary: ReadonlyArray<readonly [what: string, reply: Reply]> = [
  ['a 424', dependencyFailed],
  ['a 424 of type invalid_request_error', refuse(424, {})],
  ['a 400 of type api_error', refuse(400, { type: 'api_error' })],
  ['a 400 with lock_timeout', refuse(400, { code: 'lock_timeout' })],
  ['a 425', refuse(425, {})],
];

describe('a refusal of Stripe that decides nothing, under an idempotency key', () => {
  const stripe = useScriptedStripe();

  const shopWith = (...replies: ReadonlyArray<Reply>) => {
    const { withIdempotencyKey } = createPayments({
      processor: stripe.processor(replies, { maxRetries: 0 }),
    });
    return () =>
      withIdempotencyKey('order 42')
        .refundCharge({ charge: 'ch_1', amount_minor: 500 })
        .catch(String);
  };

  const lists = wire.list();

  for (const [what, reply] of temporary) {
    it(`${what} is not kept: the repetition is sent again, under the same key`, async () => {
      // The look-ups of unknown outcomes read lists, which are empty.
      const looksUp = what.includes('424') || what.includes('api_error');
      const refund = shopWith(reply, ...(looksUp ? [ok(lists)] : []), ok(wire.refund));
      await refund();
      const sent = () => stripe.seen().filter(({ method }) => method === 'POST');
      expect(await refund()).to.deep.include({ id: wire.refund.id });
      expect(sent()).to.have.lengthOf(2);
      const keys = new Set(sent().map(({ headers }) => headers['idempotency-key']));
      expect(keys).to.have.property('size', 1);
    });
  }

  it('a 400 about the request is kept', async () => {
    const refund = shopWith(refuse(400, { code: 'charge_already_refunded' }), ok(wire.refund));
    await refund();
    expect(await refund()).to.be.a('string');
    expect(stripe.seen()).to.have.lengthOf(1);
  });
});
