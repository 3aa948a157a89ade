import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  openCheckout,
  shirtSession,
} from '../../../adapters/outbound/memory/support/open-checkout.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

describe('the payment intent of an open checkout session', () => {
  const open = () => {
    const shop = openCheckout({ payment_intent_data: { capture_method: 'manual' } });
    const { completeCheckout } = shop.processor.controls;
    const { payment_intent } = completeCheckout(shop.session, { card: '4000000000000002' });
    return { ...shop, completeCheckout, payment_intent: payment_intent ?? '' };
  };

  it('is canceled only with its session', () => {
    const { engine, payment_intent } = open();
    expect(refusal(ask(engine, engineOperations.cancelIntent, { payment_intent }))).to.include({
      status: 400,
      type: 'invalid_request_error',
      message:
        'You cannot perform this action on PaymentIntents created by Checkout. Try expiring the Checkout Session instead.',
    });
  });

  it('is confirmed only by its page', () => {
    const { engine, payment_intent } = open();
    const form = { payment_intent, payment_method: 'pm_card_visa' };
    expect(refusal(ask(engine, engineOperations.confirmIntent, form)).message).to.equal(
      'You cannot confirm PaymentIntents created by Checkout.',
    );
  });

  it('keeps its terms, and takes notes', () => {
    const { engine, payment_intent } = open();
    const update = (form: Record<string, string>) =>
      ask(engine, engineOperations.updateIntent, { payment_intent, ...form });
    expect(refusal(update({ amount: '100', description: 'a' })).message).to.equal(
      'Some of the parameters you provided (amount) cannot be used when modifying a PaymentIntent that was created by Checkout. You can try again without those parameters.',
    );
    expect(right(update({ description: 'Pedido 7' }))).to.include({ description: 'Pedido 7' });
  });

  it('is confirmed by nothing else after the bank declines it late', () => {
    const { engine, session, processor } = openCheckout();
    const { completeCheckout, failNext, fail } = processor.controls;
    failNext({ on: 'confirm', with: 'processing' });
    const payment_intent = completeCheckout(session).payment_intent ?? '';
    fail(payment_intent);
    const form = { payment_intent, payment_method: 'pm_card_visa' };
    expect(refusal(ask(engine, engineOperations.confirmIntent, form)).message).to.equal(
      'You cannot confirm PaymentIntents created by Checkout.',
    );
    expect(right(ask(engine, engineOperations.cancelIntent, { payment_intent }))).to.include({
      status: 'canceled',
    });
  });

  it('is free when the session is complete', () => {
    const { engine, session, completeCheckout, payment_intent } = open();
    expect(completeCheckout(session)).to.include({ status: 'complete' });
    expect(right(ask(engine, engineOperations.cancelIntent, { payment_intent }))).to.include({
      status: 'canceled',
    });
  });
});

describe('the setup intent of an open checkout session', () => {
  it('is left to the page', () => {
    const { engine } = openShop();
    const { line_items: _lines, ...form } = shirtSession;
    const session = right(
      ask(engine, engineOperations.createCheckoutSession, {
        ...form,
        mode: 'setup',
        currency: 'eur',
      }),
    );
    const setup_intent = String(session['setup_intent']);
    const { cancelSetupIntent, confirmSetupIntent, updateSetupIntent } = engineOperations;
    const payment_method = 'pm_card_visa';
    const refused = [
      ask(engine, cancelSetupIntent, { setup_intent }),
      ask(engine, confirmSetupIntent, { setup_intent, payment_method }),
      ask(engine, updateSetupIntent, { setup_intent, payment_method }),
    ].map((outcome) => refusal(outcome).message);
    expect(refused).to.deep.equal([
      'You cannot perform this action on SetupIntents created by Checkout. Try expiring the Checkout Session instead.',
      'You cannot confirm SetupIntents created by Checkout.',
      'Some of the parameters you provided (payment_method) cannot be used when modifying a SetupIntent that was created by Checkout. You can try again without those parameters.',
    ]);
  });
});
