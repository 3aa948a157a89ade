import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { eventTypes, noon, openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const card = { number: '4242424242424242', exp_month: '08', exp_year: '2030', cvc: '123' };

describe('a confirmation token', () => {
  it('shows what the customer has entered, but neither a payment method nor the number', () => {
    const { engine } = openShop();
    const form: WireHash = {
      payment_method_data: {
        type: 'card',
        card,
        billing_details: { name: 'Eva', address: { postal_code: '27001' } },
        allow_redisplay: 'limited',
      },
      return_url: 'https://shop.example/back',
      setup_future_usage: 'off_session',
      shipping: { name: 'Ana', address: { line1: 'Calle Mayor 7', city: 'Lugo' } },
    };
    const made: Array<unknown> = [];
    const types = eventTypes(engine, () => {
      made.push(right(ask(engine, engineOperations.createConfirmationToken, form)));
    });
    expect(types).to.deep.equal([]);
    const [token] = made;
    // https://docs.stripe.com/api/confirmation_tokens/object
    expect(token).to.deep.include({
      object: 'confirmation_token',
      created: noon,
      expires_at: noon + 12 * 60 * 60,
      livemode: false,
      mandate_data: null,
      payment_intent: null,
      payment_method_options: null,
      return_url: 'https://shop.example/back',
      setup_future_usage: 'off_session',
      setup_intent: null,
      shipping: {
        address: {
          city: 'Lugo',
          country: null,
          line1: 'Calle Mayor 7',
          line2: null,
          postal_code: null,
          state: null,
        },
        name: 'Ana',
        phone: null,
      },
      use_stripe_sdk: true,
    });
    expect(token)
      .to.have.property('id')
      .that.matches(/^ctoken_[0-9A-Za-z]{24}$/);
    expect(token)
      .to.have.property('payment_method_preview')
      .that.has.all.keys(
        'allow_redisplay',
        'billing_details',
        'card',
        'customer',
        'customer_account',
        'type',
      );
    expect(token).to.have.nested.include({
      'payment_method_preview.allow_redisplay': 'limited',
      'payment_method_preview.billing_details.name': 'Eva',
      'payment_method_preview.billing_details.address.postal_code': '27001',
      'payment_method_preview.card.brand': 'visa',
      'payment_method_preview.card.exp_month': 8,
      'payment_method_preview.card.last4': '4242',
      'payment_method_preview.customer': null,
      'payment_method_preview.type': 'card',
    });
    expect(token).not.to.have.nested.property('payment_method_preview.card.fingerprint');
    expect(JSON.stringify(token)).not.to.contain('pm_');
    expect(JSON.stringify(engine.snapshot())).not.to.contain(card.number);
  });

  it('is retrieved as it was created', () => {
    const { engine } = openShop();
    const token = right(
      ask(engine, engineOperations.createTestConfirmationToken, {
        payment_method: 'pm_card_mastercard',
      }),
    );
    const { retrieveConfirmationToken } = engineOperations;
    expect(
      right(ask(engine, retrieveConfirmationToken, { confirmation_token: String(token['id']) })),
    ).to.deep.equal(token);
    expect(
      refusal(ask(engine, retrieveConfirmationToken, { confirmation_token: 'ctoken_none' })),
    ).to.deep.include({
      status: 404,
      code: 'resource_missing',
      message: "No such confirmation_token: 'ctoken_none'",
    });
  });

  it('can be for a saved payment method, and shows its customer', () => {
    const { engine, customer } = openShop();
    const { id } = right(
      engine.call(engineOperations.attachPaymentMethod, {
        payment_method: 'pm_card_visa',
        customer,
      }),
    );
    expect(
      right(ask(engine, engineOperations.createTestConfirmationToken, { payment_method: id })),
    ).to.have.nested.property('payment_method_preview.customer', customer);
  });

  it('is created once for an idempotency key, which does not remember the card number', () => {
    const { engine } = openShop();
    const create = (number: string) =>
      ask(
        engine,
        engineOperations.createTestConfirmationToken,
        { payment_method_data: { type: 'card', card: { ...card, number } } },
        { idempotencyKey: 'checkout 7' },
      );
    expect(right(create(card.number))).to.deep.equal(right(create(card.number)));
    expect(refusal(create('5555555555554444'))).to.include({ type: 'idempotency_error' });
    const byId = () =>
      ask(
        engine,
        engineOperations.createTestConfirmationToken,
        { payment_method: 'pm_card_visa' },
        { idempotencyKey: 'checkout 8' },
      );
    expect(right(byId())).to.deep.equal(right(byId()));
  });

  const refused: ReadonlyArray<readonly [WireHash, object]> = [
    [{}, { code: 'parameter_missing', param: 'payment_method_data' }],
    [
      { payment_method: 'pm_card_visa', payment_method_data: { type: 'card', card } },
      {
        param: 'payment_method',
        message:
          'You may only specify one of these parameters: payment_method, payment_method_data.',
      },
    ],
    [{ payment_method: 'pm_none' }, { code: 'resource_missing', param: 'payment_method' }],
    [{ payment_method: 'pm_card_visa', return_url: 'nowhere' }, { param: 'return_url' }],
    [
      { payment_method: 'pm_card_visa', payment_method_options: { card: { cvc_token: 'a' } } },
      {
        message:
          'This simulator does not simulate the parameter: payment_method_options[card][cvc_token]',
      },
    ],
    [{ payment_method: 'pm_card_visa', colour: 'blue' }, { code: 'parameter_unknown' }],
  ];
  for (const [form, expected] of refused) {
    it(`is refused with ${JSON.stringify(expected)}`, () => {
      expect(
        refusal(ask(openShop().engine, engineOperations.createTestConfirmationToken, form)),
      ).to.include({ status: 400, type: 'invalid_request_error', ...expected });
    });
  }
});
