import { expect } from 'chai';
import { calls, cardNumber } from './support/calls.js';
import { left } from './support/left.js';
import { refuse } from './support/replies.js';
import { secretKey } from './support/secret-key.js';
import { type Reply, useScriptedStripe } from './support/use-scripted-stripe.js';
import { written } from './support/written.js';

const telling = `You sent ${secretKey} and ${cardNumber}.`;

const page = (status: number): Reply => ({
  status,
  body: '<html>secret page</html>',
  headers: { 'content-type': 'text/html' },
});

const json = (status: number, body: string): Reply => ({ status, body });

const told: ReadonlyArray<readonly [what: string, reply: Reply]> = [
  ['400', refuse(400, { message: telling })],
  ['401', refuse(401, { message: telling })],
  ['402', refuse(402, { message: telling, type: 'card_error', payment_intent: { id: telling } })],
  ['403', refuse(403, { message: telling })],
  ['404', refuse(404, { message: telling })],
  ['409', refuse(409, { message: telling })],
  ['429', refuse(429, { message: telling })],
  ['500', refuse(500, { message: telling })],
  ['a page of somebody else', { status: 502, body: telling }],
  ['an answer that is not what it should be', { status: 200, body: JSON.stringify({ telling }) }],
  ['an answer cut short', 'cut'],
  ['a reset connection', 'reset'],
];

const rawCardRefusal =
  'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.';

describe('failures of the Stripe adapter', () => {
  const stripe = useScriptedStripe();

  const fail = async (name: keyof typeof calls, ...replies: ReadonlyArray<Reply>) =>
    left(await calls[name].run(stripe.processor(replies, { maxRetries: 0 }))());

  it('a decline keeps what the bank said', async () => {
    const error = await fail(
      'confirmPaymentIntent',
      refuse(402, {
        type: 'card_error',
        message: 'Your card has insufficient funds.',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        charge: 'ch_1',
        payment_intent: { id: 'pi_1', object: 'payment_intent' },
      }),
    );
    expect(error).to.deep.equal({
      _tag: 'CardError',
      message: 'Your card has insufficient funds.',
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      param: null,
      charge: 'ch_1',
      paymentIntent: 'pi_1',
    });
    expect(stripe.seen(), 'a decline is not tried again').to.have.lengthOf(1);
  });

  it('a missing object is the 404 of the processor', async () => {
    const error = await fail(
      'retrieveCustomer',
      refuse(404, { code: 'resource_missing', message: "No such customer: 'cus_1'", param: 'id' }),
    );
    expect(error).to.deep.equal({
      _tag: 'ProcessorRefused',
      status: 404,
      message: "No such customer: 'cus_1'",
      code: 'resource_missing',
      param: 'id',
    });
  });

  for (const [what, reply] of told) {
    it(`${what} shows neither the secret key nor the card number`, async () => {
      const shown = written(await fail('createCardToken', reply));
      expect(shown).not.to.include(secretKey).and.not.to.include(cardNumber);
    });
  }

  for (const status of [400, 402]) {
    it(`an account without raw card numbers is told with its ${status} what to do instead`, async () => {
      const error = await fail('createCardToken', refuse(status, { message: rawCardRefusal }));
      expect(error).to.deep.include({ _tag: 'ProcessorRefused', status, code: null, param: null });
      expect(error)
        .to.have.property('message')
        .that.matches(/^Sending credit card numbers .* tokenice la tarjeta en el cliente .*tok_/);
    });
  }

  it('the same refusal elsewhere stays as it is', async () => {
    const error = await fail('createCard', refuse(402, { message: rawCardRefusal }));
    expect(error).to.have.property('message', rawCardRefusal);
  });

  for (const type of ['card_error', 'invalid_request_error']) {
    it(`another refusal of a card number (${type}) stays as it is`, async () => {
      const message = 'Your card number is incorrect.';
      const error = await fail('createCardToken', refuse(402, { type, message }));
      expect(error).to.have.property('message', message);
    });
  }

  const notStripe: ReadonlyArray<readonly [what: string, reply: Reply, expected: object]> = [
    ['a gateway page with 502', page(502), { _tag: 'ProcessorFailed', status: 502 }],
    ['a page with 404', page(404), { _tag: 'ProcessorRefused', status: 404 }],
    ['a page with 200', page(200), { _tag: 'ProcessorUnavailable', outcome: 'unknown' }],
    ['a page with 302', page(302), { _tag: 'ProcessorUnavailable', outcome: 'unknown' }],
    ['JSON that is no object', json(200, '"fine"'), { _tag: 'ProcessorUnavailable' }],
    ['JSON null', json(200, 'null'), { _tag: 'ProcessorUnavailable' }],
    ['an empty body', json(200, ''), { _tag: 'ProcessorUnavailable' }],
    ['a 503 without error', json(503, '{"message":"x"}'), { _tag: 'ProcessorFailed', status: 503 }],
    ['a 400 whose error is text', json(400, '{"error":"x"}'), { _tag: 'ProcessorRefused' }],
    ['a 200 with an error', json(200, '{"error":"x"}'), { _tag: 'ProcessorUnavailable' }],
  ];

  for (const [what, reply, expected] of notStripe) {
    it(`${what}, which Stripe never sends, is no success`, async () => {
      const error = await fail('createCustomer', reply);
      expect(error).to.deep.include(expected);
      expect(written(error)).to.include('does not come from Stripe').and.not.include('secret page');
    });
  }
});
