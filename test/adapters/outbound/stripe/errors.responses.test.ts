import { expect } from 'chai';
import { calls, cardNumber } from './support/calls.js';
import { left } from './support/outcomes.js';
import { type Reply, refuse, secretKey, useScriptedStripe } from './support/use-scripted-stripe.js';
import { written } from './support/written.js';

const telling = `You sent ${secretKey} and ${cardNumber}.`;

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
  ['a page of a gateway', { status: 502, body: telling }],
  ['an invalid response', { status: 200, body: JSON.stringify({ telling }) }],
  ['a truncated response', 'cut'],
  ['a reset connection', 'reset'],
];

const rawCardRefusal =
  'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.';

describe('error responses of Stripe', () => {
  const stripe = useScriptedStripe();

  const fail = async (name: keyof typeof calls, ...replies: ReadonlyArray<Reply>) =>
    left(await calls[name].run(stripe.processor(replies, { maxRetries: 0 }))());

  it("a decline keeps the bank's reasons", async () => {
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
      decline_code: 'insufficient_funds',
      param: null,
      charge: 'ch_1',
      payment_intent: 'pi_1',
    });
    expect(stripe.seen(), 'a decline is not retried').to.have.lengthOf(1);
  });

  it('a missing object is a 404', async () => {
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
    it(`a ${status} for raw card numbers advises what to do instead`, async () => {
      const error = await fail('createCardToken', refuse(status, { message: rawCardRefusal }));
      expect(error).to.deep.include({ _tag: 'ProcessorRefused', status, code: null, param: null });
      expect(error).to.have.property('message', rawCardRefusal);
      expect(error).to.have.property('advice', 'tokenize_on_client');
    });
  }

  it('the same refusal of another call is unchanged', async () => {
    const error = await fail('createCard', refuse(402, { message: rawCardRefusal }));
    expect(error).to.have.property('message', rawCardRefusal);
  });

  for (const type of ['card_error', 'invalid_request_error']) {
    it(`another refusal of a card number (${type}) is unchanged`, async () => {
      const message = 'Your card number is incorrect.';
      const error = await fail('createCardToken', refuse(402, { type, message }));
      expect(error).to.have.property('message', message);
    });
  }

  const statuses = [
    200, 201, 204, 300, 302, 307, 400, 401, 402, 403, 404, 407, 408, 409, 410, 413, 425, 429, 451,
    500, 502, 503, 504, 520, 600, 999,
  ];
  const bodies: ReadonlyArray<readonly [what: string, body: string]> = [
    ['a page', '<html>secret page</html>'],
    ['nothing', ''],
    ['text', 'no healthy upstream'],
    ['JSON that is not an object', '"fine"'],
    ['JSON null', 'null'],
    ['half of a JSON text', '{"error":'],
    ['an object of a gateway', '{"message":"secret page","status":"UP"}'],
    ['an error that is a text', '{"error":"secret page"}'],
    ['an error of a gateway', '{"error":{"code":502,"message":"secret page"}}'],
    ['an error of an unknown type', '{"error":{"type":"gateway_error","message":"secret page"}}'],
  ];

  for (const [what, body] of bodies) {
    it(`${what} with any status does not come from Stripe, so a change may have been done`, async () => {
      for (const status of statuses) {
        const error = await fail('createCustomer', { status, body });
        const outcome = { _tag: 'ProcessorUnavailable', outcome: 'unknown' };
        expect(error, `HTTP ${status}`).to.deep.include(outcome);
        expect(written(error))
          .to.include(`The response (HTTP ${status}) does not come from Stripe`)
          .and.not.include('secret page');
      }
    });

    it(`${what} with any status means for a read that nothing was done`, async () => {
      for (const status of statuses) {
        const error = await fail('retrieveCustomer', { status, body });
        const outcome = { _tag: 'ProcessorUnavailable', outcome: 'not_done' };
        expect(error, `HTTP ${status}`).to.deep.include(outcome);
      }
    });
  }

  it('a success with an error does not come from Stripe', async () => {
    const error = await fail('createCustomer', json(200, '{"object":"customer","error":"x"}'));
    expect(error).to.deep.include({ _tag: 'ProcessorUnavailable', outcome: 'unknown' });
  });

  it("an error of Stripe's kind with a status above 599 does not come from Stripe", async () => {
    const error = await fail('createCustomer', refuse(600, { type: 'api_error' }));
    expect(error).to.deep.include({ _tag: 'ProcessorUnavailable', outcome: 'unknown' });
  });

  it('an error without a type comes from Stripe if it has a request id', async () => {
    const body = JSON.stringify({ error: { code: 'not_found', message: 'No.' } });
    const reply = { status: 404, body, headers: { 'request-id': 'req_1' } };
    expect(await fail('retrieveCustomer', reply)).to.deep.include({
      _tag: 'ProcessorRefused',
      status: 404,
    });
  });

  it('a change whose response is invalid may have been done', async () => {
    const error = await fail('createCustomer', json(200, '{"object":"customer","id":7}'));
    expect(error._tag).to.equal('Unexpected');
    expect(written(error)).to.include(
      'the change was made, but the response is not a valid Customer',
    );
    const asked = stripe.lines().filter((line) => line === calls.createCustomer.line);
    expect(asked, 'Stripe would repeat its answer').to.have.lengthOf(1);
  });
});
