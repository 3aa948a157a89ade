import { expect } from 'chai';
import type { SetupAttemptObject } from '../../../../src/simulator/engine/objects/setup-attempt.js';
import type { SetupIntentObject } from '../../../../src/simulator/engine/objects/setup-intent.js';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import {
  eventTypes,
  openShop,
  pay,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const challenged = 'pm_card_threeDSecure2Required';

const created = ({ engine, customer }: Shop, extra: object = {}): SetupIntentObject =>
  right(
    engine.call(engineOperations.createSetupIntent, {
      customer,
      payment_method: 'pm_card_visa',
      ...extra,
    }),
  );

const confirm = ({ engine }: Shop, { id }: SetupIntentObject, extra: object = {}) =>
  engine.call(engineOperations.confirmSetupIntent, { setup_intent: id, ...extra });

const retrieved = ({ engine }: Shop, { id }: SetupIntentObject): SetupIntentObject =>
  right(engine.call(engineOperations.retrieveSetupIntent, { setup_intent: id }));

/** The attempts of an intent, newest first. */
const attempts = ({ engine }: Shop, { id }: SetupIntentObject): ReadonlyArray<SetupAttemptObject> =>
  right(engine.call(engineOperations.listSetupAttempts, { setup_intent: id })).data;

const ownerOf = ({ engine }: Shop, payment_method: string | null): string | null =>
  right(
    engine.call(engineOperations.retrievePaymentMethod, { payment_method: payment_method ?? '' }),
  ).customer;

describe('an attempt to set up a card', () => {
  it('attaches the card to the customer, and tells so in this order', () => {
    const shop = openShop();
    const types = eventTypes(shop.engine, () => {
      const intent = created(shop, { confirm: true });
      expect(intent).to.include({ status: 'succeeded', customer: shop.customer });
      expect(ownerOf(shop, intent.payment_method)).to.equal(shop.customer);
      const [attempt] = attempts(shop, intent);
      expect(attempt).to.deep.include({
        id: intent.latest_attempt,
        object: 'setup_attempt',
        customer: shop.customer,
        payment_method: intent.payment_method,
        setup_error: null,
        setup_intent: intent.id,
        status: 'succeeded',
        usage: 'off_session',
      });
      expect(attempt?.payment_method_details).to.have.nested.include({
        type: 'card',
        'card.brand': 'visa',
        'card.last4': '4242',
        'card.checks.cvc_check': 'pass',
        'card.three_d_secure': null,
      });
    });
    expect(types).to.deep.equal([
      'setup_intent.created',
      'payment_method.attached',
      'setup_intent.succeeded',
    ]);
  });

  it('waits for the customer if the bank wants a challenge, and is charged nothing', () => {
    const shop = openShop();
    const intent = created(shop, { payment_method: challenged });
    const types = eventTypes(shop.engine, () => {
      const waiting = right(confirm(shop, intent, { return_url: 'https://shop.example/cards' }));
      expect(waiting.next_action).to.deep.equal({
        type: 'redirect_to_url',
        redirect_to_url: {
          return_url: 'https://shop.example/cards',
          url: `https://bank.example/${intent.id}`,
        },
      });
      expect(attempts(shop, intent)[0]).to.include({ status: 'requires_action' });
      expect(ownerOf(shop, waiting.payment_method)).to.equal(null);
      const done = right(
        shop.engine.control(controls.completeSetupChallenge, { setup_intent: intent.id }),
      );
      expect(done).to.deep.equal({ ...waiting, next_action: null, status: 'succeeded' });
      expect(attempts(shop, intent)).to.have.lengthOf(1);
      expect(attempts(shop, intent)[0]).to.have.nested.include({
        id: done.latest_attempt,
        status: 'succeeded',
        'payment_method_details.card.three_d_secure.result': 'authenticated',
      });
    });
    expect(types).to.deep.equal([
      'setup_intent.requires_action',
      'payment_method.attached',
      'setup_intent.succeeded',
    ]);
    expect(right(shop.engine.call(engineOperations.listCharges, {})).data).to.deep.equal([]);
  });

  it('leaves the challenge to the library of the client without a return_url', () => {
    const shop = openShop();
    const intent = created(shop, { payment_method: challenged, confirm: true });
    expect(intent.next_action).to.deep.equal({
      type: 'use_stripe_sdk',
      use_stripe_sdk: {
        type: 'three_d_secure_redirect',
        stripe_js: `https://bank.example/${intent.id}`,
      },
    });
  });

  it('has no microdeposits to verify', () => {
    const shop = openShop();
    const { id } = created(shop, { payment_method: challenged, confirm: true });
    const refused = refusal(
      shop.engine.call(engineOperations.verifySetupMicrodeposits, { setup_intent: id }),
    );
    expect(refused).to.include({ status: 400, code: 'intent_invalid_state' });
    expect(refused.setup_intent?.status).to.equal('requires_action');
  });

  // The message: https://github.com/stripe/stripe-node/issues/1904
  it('fails if the customer does not authenticate', () => {
    const shop = openShop();
    const intent = created(shop, { payment_method: challenged, confirm: true });
    const types = eventTypes(shop.engine, () => {
      const failed = right(
        shop.engine.control(controls.failSetupChallenge, { setup_intent: intent.id }),
      );
      expect(failed).to.include({ status: 'requires_payment_method', payment_method: null });
      expect(failed.last_setup_error).to.include({
        type: 'invalid_request_error',
        code: 'setup_intent_authentication_failure',
        message:
          'The latest attempt to set up the payment method has failed because authentication failed.',
      });
      expect(failed.last_setup_error?.payment_method?.id).to.equal(intent.payment_method);
      expect(attempts(shop, intent)[0]).to.deep.include({
        status: 'failed',
        setup_error: failed.last_setup_error,
      });
    });
    expect(types).to.deep.equal(['setup_intent.setup_failed']);
    expect(ownerOf(shop, intent.payment_method)).to.equal(null);
    const again = shop.engine.control(controls.failSetupChallenge, { setup_intent: intent.id });
    expect(refusal(again)).to.include({
      status: 400,
      message:
        'This SetupIntent has a status of requires_payment_method, but it would have to be in requires_action.',
    });
  });

  it('clears the error of the attempt before', () => {
    const shop = openShop();
    const intent = created(shop, { payment_method: 'pm_card_visa_chargeDeclined' });
    expect(refusal(confirm(shop, intent))).to.include({ status: 402, code: 'card_declined' });
    expect(retrieved(shop, intent).last_setup_error).not.to.equal(null);
    const done = right(confirm(shop, intent, { payment_method: 'pm_card_visa' }));
    expect(done).to.include({ status: 'succeeded', last_setup_error: null });
    expect(attempts(shop, intent).map(({ status }) => status)).to.deep.equal([
      'succeeded',
      'failed',
    ]);
  });

  it('is abandoned when another attempt, another card or a cancellation takes its place', () => {
    const shop = openShop();
    const { engine } = shop;
    for (const act of [
      (intent: SetupIntentObject) => confirm(shop, intent, { payment_method: 'pm_card_visa' }),
      ({ id }: SetupIntentObject) =>
        engine.call(engineOperations.updateSetupIntent, {
          setup_intent: id,
          payment_method: 'pm_card_visa',
        }),
      ({ id }: SetupIntentObject) =>
        engine.call(engineOperations.cancelSetupIntent, { setup_intent: id }),
    ]) {
      const intent = created(shop, { payment_method: challenged, confirm: true });
      expect(right(act(intent)).next_action).to.equal(null);
      expect(attempts(shop, intent).at(-1)?.status).to.equal('abandoned');
    }
  });

  it('is declined as planned, and only by a plan that declines', () => {
    const shop = openShop();
    const { controls: plans } = shop.processor;
    plans.failNext({ on: 'confirm', with: { decline: 'insufficient_funds' } });
    const intent = created(shop);
    expect(refusal(confirm(shop, intent))).to.include({ code: 'card_declined' });
    expect(attempts(shop, intent)[0]?.status).to.equal('failed');
    plans.failNext({ on: 'any', with: 'processing' });
    expect(created(shop, { confirm: true }).status).to.equal('succeeded');
    expect(pay(shop).status).to.equal('processing');
  });

  it('does not take a card that another customer has got meanwhile', () => {
    const shop = openShop();
    const { engine } = shop;
    const other = right(engine.call(engineOperations.createCustomer, {})).id;
    for (const [form, act] of [
      [{}, (intent: SetupIntentObject) => confirm(shop, intent)],
      [
        { payment_method: challenged, confirm: true },
        ({ id }: SetupIntentObject) =>
          engine.control(controls.completeSetupChallenge, { setup_intent: id }),
      ],
    ] as const) {
      const intent = created(shop, form);
      const payment_method = intent.payment_method ?? '';
      right(engine.call(engineOperations.attachPaymentMethod, { payment_method, customer: other }));
      expect(refusal(act(intent))).to.include({ status: 400, param: 'payment_method' });
      expect(retrieved(shop, intent)).to.deep.equal(intent);
      expect(ownerOf(shop, payment_method)).to.equal(other);
    }
  });
});
