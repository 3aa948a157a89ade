import { expect } from 'chai';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop, type Shop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const return_url = 'https://shop.example/back';

const tokenFor = ({ engine }: Shop, payment_method: string, extra: WireHash = {}): string =>
  String(
    right(
      ask(engine, engineOperations.createTestConfirmationToken, {
        payment_method,
        return_url,
        ...extra,
      }),
    )['id'],
  );

const retrieved = ({ engine }: Shop, confirmation_token: string) =>
  right(ask(engine, engineOperations.retrieveConfirmationToken, { confirmation_token }));

const create = ({ engine, customer }: Shop, form: WireHash) =>
  ask(engine, engineOperations.createIntent, {
    amount: '2000',
    currency: 'eur',
    customer,
    ...form,
  });

const confirm = ({ engine }: Shop, payment_intent: unknown, form: WireHash) =>
  ask(engine, engineOperations.confirmIntent, {
    payment_intent: String(payment_intent),
    ...form,
  });

describe('an intent that is confirmed with a confirmation token', () => {
  it('takes the payment method, the shipping and the future usage of the token', () => {
    const shop = openShop();
    const token = tokenFor(shop, 'pm_card_visa', {
      setup_future_usage: 'off_session',
      shipping: { name: 'Ana', phone: '1', address: { line1: 'Calle Mayor 7' } },
    });
    const paid = right(create(shop, { confirm: 'true', confirmation_token: token }));
    expect(paid).to.deep.include({
      status: 'succeeded',
      setup_future_usage: 'off_session',
      shipping: {
        address: {
          city: null,
          country: null,
          line1: 'Calle Mayor 7',
          line2: null,
          postal_code: null,
          state: null,
        },
        carrier: null,
        name: 'Ana',
        phone: '1',
        tracking_number: null,
      },
    });
    const method = right(
      ask(shop.engine, engineOperations.retrievePaymentMethod, {
        payment_method: String(paid['payment_method']),
      }),
    );
    expect(method, 'attached for later payments').to.include({ customer: shop.customer });
    expect(retrieved(shop, token)).to.include({ payment_intent: paid['id'] });
  });

  it('prefers the parameters of the request', () => {
    const shop = openShop();
    const intent = right(create(shop, {}));
    const token = tokenFor(shop, 'pm_card_visa', { setup_future_usage: 'off_session' });
    const paid = right(
      confirm(shop, intent['id'], {
        confirmation_token: token,
        payment_method_data: { type: 'card', card: { token: 'tok_mastercard' } },
        setup_future_usage: 'on_session',
      }),
    );
    expect(paid).to.include({ status: 'succeeded', setup_future_usage: 'on_session' });
    const method = right(
      ask(shop.engine, engineOperations.retrievePaymentMethod, {
        payment_method: String(paid['payment_method']),
      }),
    );
    expect(method).to.have.nested.property('card.brand', 'mastercard');
  });

  it('leaves the challenge to the library of the browser, unless the request does not', () => {
    const shop = openShop();
    const challenged = (extra: WireHash) =>
      right(
        create(shop, {
          confirm: 'true',
          confirmation_token: tokenFor(shop, 'pm_card_threeDSecure2Required'),
          ...extra,
        }),
      );
    const byLibrary = challenged({});
    expect(byLibrary).to.have.nested.property('next_action.type', 'use_stripe_sdk');
    const { completeChallenge } = controls;
    const payment_intent = String(byLibrary['id']);
    expect(right(shop.engine.control(completeChallenge, { payment_intent }))).to.include({
      status: 'succeeded',
    });
    expect(challenged({ use_stripe_sdk: 'false' })).to.have.nested.include({
      'next_action.type': 'redirect_to_url',
      'next_action.redirect_to_url.return_url': return_url,
    });
  });

  it('uses up the token, also when the card is declined', () => {
    const shop = openShop();
    const intent = right(create(shop, {}));
    const token = tokenFor(shop, 'pm_card_visa_chargeDeclined');
    const first = refusal(confirm(shop, intent['id'], { confirmation_token: token }));
    expect(first).to.include({ status: 402, code: 'card_declined' });
    expect(retrieved(shop, token)).to.include({ payment_intent: intent['id'] });
    const second = refusal(confirm(shop, intent['id'], { confirmation_token: token }));
    expect(second).to.include({
      status: 400,
      type: 'invalid_request_error',
      param: 'confirmation_token',
      message: `The ConfirmationToken ${token} has already been used. Create a new ConfirmationToken and try again.`,
    });
    expect(refusal(create(shop, { confirm: 'true', confirmation_token: token })).message).to.equal(
      second.message,
    );
  });

  it('does not use up the token when the request is refused', () => {
    const shop = openShop();
    const token = tokenFor(shop, 'pm_card_visa');
    const refused = [
      confirm(shop, 'pi_none', { confirmation_token: token }),
      create(shop, { confirm: 'true', confirmation_token: token, customer: 'cus_none' }),
      create(shop, { confirmation_token: token }),
    ].map((outcome) => refusal(outcome).message);
    expect(refused).to.deep.equal([
      "No such payment_intent: 'pi_none'",
      "No such customer: 'cus_none'",
      'The parameter `confirmation_token` cannot be passed when creating a PaymentIntent unless `confirm` is set to true.',
    ]);
    expect(retrieved(shop, token)).to.include({ payment_intent: null });
    expect(right(create(shop, { confirm: 'true', confirmation_token: token }))).to.include({
      status: 'succeeded',
    });
  });

  it('refuses a token that is unknown, or older than twelve hours', () => {
    const shop = openShop();
    const token = tokenFor(shop, 'pm_card_visa');
    expect(
      refusal(create(shop, { confirm: 'true', confirmation_token: 'ctoken_none' })),
    ).to.include({
      status: 400,
      code: 'resource_missing',
      param: 'confirmation_token',
      message: "No such confirmation_token: 'ctoken_none'",
    });
    shop.engine.clock.advance(12 * 60 * 60 - 1);
    const lastMoment = tokenFor(shop, 'pm_card_visa');
    expect(retrieved(shop, lastMoment)).to.include({ payment_intent: null });
    shop.engine.clock.advance(1);
    expect(refusal(create(shop, { confirm: 'true', confirmation_token: token }))).to.include({
      status: 400,
      param: 'confirmation_token',
      message: `The ConfirmationToken ${token} has expired. Create a new ConfirmationToken and try again.`,
    });
    expect(right(create(shop, { confirm: 'true', confirmation_token: lastMoment }))).to.include({
      status: 'succeeded',
    });
  });

  it('refuses the payment method of another customer', () => {
    const shop = openShop();
    const { engine } = shop;
    const other = right(engine.call(engineOperations.createCustomer, {}));
    const { id } = right(
      engine.call(engineOperations.attachPaymentMethod, {
        payment_method: 'pm_card_visa',
        customer: other.id,
      }),
    );
    const token = tokenFor(shop, id);
    expect(refusal(create(shop, { confirm: 'true', confirmation_token: token })).message).to.match(
      /does not belong to the Customer/,
    );
  });
});

describe('a snapshot', () => {
  it('holds confirmation tokens, and may come from a version without them', () => {
    const shop = openShop();
    const token = tokenFor(shop, 'pm_card_visa');
    const { snapshot, restore } = shop.processor.controls;
    const saved = snapshot();
    const { confirmationTokens: _tokens, ...olderState } = saved.state;
    restore({ ...saved, state: olderState });
    expect(
      refusal(
        ask(shop.engine, engineOperations.retrieveConfirmationToken, {
          confirmation_token: token,
        }),
      ).status,
    ).to.equal(404);
    restore(saved);
    expect(retrieved(shop, token)).to.include({ id: token });
  });
});
