import { expect } from 'chai';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import { cardWithNumber } from '../../../adapters/outbound/memory/support/card-payments.js';
import {
  eventTypes,
  openShop,
  pay,
  payWithNumber,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const created = ({ engine, customer }: Shop, extra: object = {}) =>
  right(
    engine.call(engineOperations.createIntent, {
      amount: 2000,
      currency: 'eur',
      customer,
      payment_method: 'pm_card_visa',
      confirmation_method: 'manual',
      ...extra,
    }),
  );

const retrieved = ({ engine }: Shop, payment_intent: string) =>
  right(engine.call(engineOperations.retrieveIntent, { payment_intent }));

describe('a payment intent', () => {
  it('requires a payment method, then a confirmation, and succeeds', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const intent = right(
      engine.call(engineOperations.createIntent, { amount: 2000, currency: 'EUR', customer }),
    );
    expect(intent).to.include({ status: 'requires_payment_method', currency: 'eur' });
    expect(intent.client_secret).to.match(new RegExp(`^${intent.id}_secret_[0-9A-Za-z]{24}$`));
    const confirm = (extra: object = {}) =>
      engine.call(engineOperations.confirmIntent, { payment_intent: intent.id, ...extra });
    expect(refusal(confirm())).to.include({
      status: 400,
      code: 'payment_intent_unexpected_state',
    });
    const types = eventTypes(engine, () => {
      const paid = right(confirm({ payment_method: 'pm_card_visa' }));
      expect(paid).to.include({ status: 'succeeded', amount_received: 2000 });
      expect(
        right(engine.call(engineOperations.retrieveCharge, { charge: paid.latest_charge ?? '' })),
      )
        .to.include({ amount: 2000, amount_captured: 2000, paid: true, captured: true })
        .and.include({ status: 'succeeded', payment_intent: intent.id, customer });
    });
    expect(types).to.deep.equal(['charge.succeeded', 'payment_intent.succeeded']);
    const again = refusal(confirm());
    expect(again).to.include({
      status: 400,
      code: 'payment_intent_unexpected_state',
      message:
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    });
    expect(again.payment_intent).to.deep.equal(retrieved(shop, intent.id));
  });

  it('refuses amounts outside the limits and unknown ids, and changes nothing', () => {
    const { engine, customer } = openShop();
    const before = engine.snapshot();
    const cases: ReadonlyArray<readonly [object, string, string | undefined, string]> = [
      [{ amount: 49 }, 'Amount must be at least 50 cents', 'amount_too_small', 'amount'],
      [
        { amount: 100_000_000 },
        'Amount must be no more than €999,999.99',
        'amount_too_large',
        'amount',
      ],
      [
        { amount: 7840.000000000001 },
        'Invalid integer: 7840.000000000001',
        'parameter_invalid_integer',
        'amount',
      ],
      [{ customer: 'cus_x' }, "No such customer: 'cus_x'", 'resource_missing', 'customer'],
      [
        { payment_method: 'pm_x' },
        "No such PaymentMethod: 'pm_x'",
        'resource_missing',
        'payment_method',
      ],
    ];
    for (const [change, message, code, param] of cases) {
      const error = refusal(
        engine.call(engineOperations.createIntent, {
          amount: 2000,
          currency: 'eur',
          customer,
          ...change,
        }),
      );
      expect(error).to.include({ status: 400, type: 'invalid_request_error', message, param });
      expect(error.code).to.equal(code);
    }
    const confirmed = engine.call(engineOperations.createIntent, {
      amount: 2000,
      currency: 'eur',
      confirm: true,
    });
    // https://github.com/Automattic/woocommerce-payments/issues/487
    expect(refusal(confirmed)).to.include({
      status: 400,
      code: 'payment_intent_unexpected_state',
      message:
        "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    });
    expect(engine.snapshot()).to.deep.equal(before);
    for (const amount of [50, 99_999_999]) {
      expect(
        right(engine.call(engineOperations.createIntent, { amount, currency: 'eur' })).amount,
      ).to.equal(amount);
    }
  });

  it('charges a payment method without a customer, and attaches it only for later payments (04.12)', () => {
    const { engine, customer } = openShop();
    const paidWith = (extra: object) => {
      const { id } = right(
        engine.call(engineOperations.createPaymentMethod, {
          type: 'card',
          card: { token: 'tok_visa' },
        }),
      );
      const paid = right(
        engine.call(engineOperations.createIntent, {
          amount: 2000,
          currency: 'eur',
          customer,
          payment_method: id,
          confirm: true,
          ...extra,
        }),
      );
      expect(paid).to.include({ status: 'succeeded', customer, payment_method: id });
      return right(engine.call(engineOperations.retrievePaymentMethod, { payment_method: id }))
        .customer;
    };
    expect(paidWith({})).to.equal(null);
    expect(paidWith({ setup_future_usage: 'off_session' })).to.equal(customer);
  });

  it('does not take a card that another customer has got meanwhile', () => {
    const { engine, customer } = openShop();
    const other = right(engine.call(engineOperations.createCustomer, {})).id;
    for (const [form, by] of [
      [{ payment_method: 'pm_card_visa' }, 'confirm'],
      [{ payment_method: 'pm_card_threeDSecure2Required', confirm: true }, 'authenticate'],
    ] as const) {
      const { id: payment_intent, payment_method } = right(
        engine.call(engineOperations.createIntent, {
          amount: 2000,
          currency: 'eur',
          customer,
          setup_future_usage: 'off_session',
          ...form,
        }),
      );
      const card = { payment_method: payment_method ?? '' };
      right(engine.call(engineOperations.attachPaymentMethod, { ...card, customer: other }));
      const refused = refusal(
        by === 'confirm'
          ? engine.call(engineOperations.confirmIntent, { payment_intent })
          : engine.control(controls.completeChallenge, { payment_intent }),
      );
      expect(refused).to.include({ status: 400, param: 'payment_method' });
      expect(
        right(engine.call(engineOperations.listCharges, { payment_intent })).data,
      ).to.deep.equal([]);
      expect(right(engine.call(engineOperations.retrievePaymentMethod, card)).customer).to.equal(
        other,
      );
    }
  });

  it('without a payment method cannot be confirmed (04.33, 04.36)', () => {
    const { engine, customer } = openShop();
    for (const [payer, advice] of [
      [
        {},
        'You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
      ],
      [
        { customer },
        `To confirm the PaymentIntent with ${customer}, specify a payment method attached to this customer along with the customer ID.`,
      ],
    ] as const) {
      const payment_intent = right(
        engine.call(engineOperations.createIntent, { amount: 800, currency: 'usd', ...payer }),
      );
      const { id } = payment_intent;
      expect(
        refusal(engine.call(engineOperations.confirmIntent, { payment_intent: id })),
      ).to.deep.equal({
        status: 400,
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        doc_url: 'https://stripe.com/docs/error-codes/payment-intent-unexpected-state',
        message: `You cannot confirm this PaymentIntent because it's missing a payment method. ${advice}`,
        payment_intent,
      });
    }
  });

  it('and its charge have the fields of Stripe (04.6, 04.10)', () => {
    const shop = openShop();
    const paid = pay(shop);
    expect(paid).to.deep.include({
      managed_payments: { enabled: false },
      shared_payment_granted_token: null,
    });
    const charge = right(
      shop.engine.call(engineOperations.retrieveCharge, { charge: paid.latest_charge ?? '' }),
    );
    expect(charge).to.deep.include({
      destination: null,
      dispute: null,
      order: null,
      radar_options: {},
    });
    expect(charge.payment_method_details.card).to.deep.include({
      extended_authorization: { status: 'disabled' },
      incremental_authorization: { status: 'unavailable' },
      multicapture: { status: 'unavailable' },
      network_token: { used: false },
    });
  });

  it('of nothing is refused (04.60)', () => {
    const { engine } = openShop();
    const error = refusal(
      engine.call(engineOperations.createIntent, { amount: 0, currency: 'usd' }),
    );
    expect(error).to.deep.equal({
      status: 400,
      type: 'invalid_request_error',
      code: 'parameter_invalid_integer',
      doc_url: 'https://stripe.com/docs/error-codes/parameter-invalid-integer',
      message:
        'The amount must be greater than or equal to the minimum charge amount allowed for your account and the currency set (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).  If you want to save a Payment Method for future use without an immediate payment, use a Setup Intent instead: https://docs.stripe.com/payments/setup-intents',
      param: 'amount',
    });
  });

  it('that does not exist is named by the parameter intent (04.61, 04.63)', () => {
    const { engine } = openShop();
    for (const operation of [
      engineOperations.retrieveIntent,
      engineOperations.confirmIntent,
    ] as const) {
      expect(refusal(engine.call(operation, { payment_intent: 'pi_nope' }))).to.include({
        status: 404,
        code: 'resource_missing',
        message: "No such payment_intent: 'pi_nope'",
        param: 'intent',
      });
    }
  });

  it('cannot be captured beyond its amount, or not at all (04.21, 04.23, 04.25)', () => {
    const shop = openShop();
    const payment_intent = pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    for (const [amount_to_capture, error] of [
      [
        2001,
        {
          code: 'amount_too_large',
          doc_url: 'https://stripe.com/docs/error-codes/amount-too-large',
          message:
            'The payment could not be captured because the requested capture amount is greater than the amount you can capture for this charge. Contact us via https://support.stripe.com/contact/ for help.',
        },
      ],
      [-100, { message: 'Invalid non-negative integer', param: 'amount_to_capture' }],
      [
        0,
        {
          code: 'parameter_invalid_integer',
          doc_url: 'https://stripe.com/docs/error-codes/parameter-invalid-integer',
          message: 'This value must be greater than or equal to 1.',
          param: 'amount',
        },
      ],
    ] as const) {
      const captured = shop.engine.call(engineOperations.captureIntent, {
        payment_intent: payment_intent.id,
        amount_to_capture,
      });
      expect(refusal(captured)).to.deep.equal({
        status: 400,
        type: 'invalid_request_error',
        ...error,
        payment_intent,
      });
    }
  });

  it('refuses the payment method of another customer, with the intent on confirmation (04.38, 04.43)', () => {
    const { engine, customer } = openShop();
    const stranger = right(engine.call(engineOperations.createCustomer, {})).id;
    const { id: theirs } = right(
      engine.call(engineOperations.createSource, { customer: stranger, source: 'tok_visa' }),
    );
    const draft = { amount: 2000, currency: 'eur' };
    for (const [payer, refused] of [
      [
        { customer },
        {
          param: 'payment_method',
          message: `The PaymentMethod ${theirs} does not belong to the Customer you supplied ${customer}. Please use this PaymentMethod with the Customer that it belongs to instead.`,
        },
      ],
      [
        {},
        {
          code: 'parameter_missing',
          doc_url: 'https://stripe.com/docs/error-codes/parameter-missing',
          param: 'source',
          message: `The \`payment_method\` parameter supplied ${theirs} belongs to the Customer ${stranger}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
        },
      ],
    ] as const) {
      const error = { status: 400, type: 'invalid_request_error', ...refused };
      expect(
        refusal(
          engine.call(engineOperations.createIntent, {
            ...draft,
            ...payer,
            payment_method: theirs,
          }),
        ),
      ).to.deep.equal(error);
      const payment_intent = right(
        engine.call(engineOperations.createIntent, { ...draft, ...payer }),
      );
      const confirmed = engine.call(engineOperations.confirmIntent, {
        payment_intent: payment_intent.id,
        payment_method: theirs,
      });
      expect(refusal(confirmed)).to.deep.equal({ ...error, payment_intent });
    }
  });

  it('if declined, has a failed charge, an error with the intent, and can be paid with another card', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id } = created(shop, {
      payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    });
    const types = eventTypes(engine, () => {
      const error = refusal(engine.call(engineOperations.confirmIntent, { payment_intent: id }));
      expect(error).to.include({
        status: 402,
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
        doc_url: 'https://stripe.com/docs/error-codes/card-declined',
      });
      const intent = retrieved(shop, id);
      expect(error.payment_intent).to.deep.equal(intent);
      expect(error.charge).to.equal(intent.latest_charge);
      expect(intent).to.include({ status: 'requires_payment_method', payment_method: null });
      expect(intent.last_payment_error).to.include({ decline_code: 'insufficient_funds' });
      expect(intent.last_payment_error).not.to.have.property('payment_intent');
      const charge = right(
        engine.call(engineOperations.retrieveCharge, { charge: error.charge ?? '' }),
      );
      expect(charge).to.include({ status: 'failed', paid: false, captured: false });
      expect(charge).to.include({
        failure_code: 'card_declined',
        failure_message: 'Your card has insufficient funds.',
      });
      expect(charge.outcome).to.include({
        network_status: 'declined_by_network',
        reason: 'insufficient_funds',
        type: 'issuer_declined',
      });
      expect(
        refusal(engine.call(engineOperations.createRefund, { charge: charge.id })).status,
      ).to.equal(400);
    });
    expect(types).to.deep.equal(['charge.failed', 'payment_intent.payment_failed']);
    const paid = right(
      engine.call(engineOperations.confirmIntent, {
        payment_intent: id,
        payment_method: 'pm_card_visa',
      }),
    );
    expect(paid).to.include({ status: 'succeeded', last_payment_error: null });
    const charges = right(engine.call(engineOperations.listCharges, { payment_intent: id })).data;
    expect(charges.map(({ status }) => status)).to.deep.equal(['succeeded', 'failed']);
  });

  it('if declined, says what the network and the bank answered (04.12 to 04.14)', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id: payment_method } = right(
      engine.call(engineOperations.createPaymentMethod, {
        type: 'card',
        card: cardWithNumber('4000000000000002'),
      }),
    );
    const { id } = created(shop, { payment_method });
    const error = refusal(engine.call(engineOperations.confirmIntent, { payment_intent: id }));
    const said = {
      advice_code: 'try_again_later',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      network_decline_code: '01',
      type: 'card_error',
    };
    expect(error).to.include(said);
    expect(error).not.to.have.property('payment_method_type');
    expect(error.payment_method?.card?.checks.cvc_check).to.equal('pass');
    expect(retrieved(shop, id).last_payment_error).to.deep.include({
      ...said,
      charge: error.charge,
      payment_method: error.payment_method,
      payment_method_type: 'card',
    });
    const { outcome } = right(
      engine.call(engineOperations.retrieveCharge, { charge: error.charge ?? '' }),
    );
    expect(outcome).to.include({
      advice_code: 'try_again_later',
      network_advice_code: null,
      network_decline_code: '01',
      network_status: 'declined_by_network',
      reason: 'generic_decline',
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    });
  });

  // Recorded with 3184 (2021, pay-rails/pay). Stripe's testing page says that the banks of these cards require authentication.
  for (const number of ['4000002500003155', '4000002760003184', '4000008260003178']) {
    it(`off session makes a failed charge with ${number}, whose bank requires authentication`, () => {
      const { engine, customer } = openShop();
      const { id } = right(
        engine.call(engineOperations.createPaymentMethod, {
          type: 'card',
          card: cardWithNumber(number),
        }),
      );
      const error = refusal(
        engine.call(engineOperations.createIntent, {
          amount: 2000,
          currency: 'eur',
          customer,
          payment_method: id,
          confirm: true,
          off_session: true,
        }),
      );
      const [charge] = right(engine.call(engineOperations.listCharges, {})).data;
      expect(error).to.include({ code: 'authentication_required', charge: charge?.id });
      expect(error.payment_intent).to.include({
        status: 'requires_payment_method',
        latest_charge: charge?.id,
      });
      expect(error.payment_intent?.last_payment_error).to.include({ charge: charge?.id });
      expect(charge).to.include({
        status: 'failed',
        failure_code: 'authentication_required',
        failure_message: 'Your card was declined. This transaction requires authentication.',
      });
      expect(charge?.outcome).to.include({
        network_status: 'declined_by_network',
        reason: 'authentication_required',
        seller_message: 'The bank returned the decline code `authentication_required`.',
        type: 'issuer_declined',
      });
    });
  }

  // Recorded in January 2025 with liberapay/liberapay.com.
  it('off session makes a failed charge with 3063, whose bank gives no reason', () => {
    const { engine, customer } = openShop();
    const error = refusal(
      engine.call(engineOperations.createIntent, {
        amount: 2000,
        currency: 'eur',
        customer,
        payment_method: 'pm_card_threeDSecureRequired',
        confirm: true,
        off_session: true,
      }),
    );
    expect(error).to.include({ code: 'card_declined', decline_code: 'generic_decline' });
    expect(error.charge).to.equal(error.payment_intent?.latest_charge);
  });

  it('off session makes no charge with a card for which a rule requires authentication (04.45)', () => {
    const { engine, customer } = openShop();
    const act = () => {
      const error = refusal(
        engine.call(engineOperations.createIntent, {
          amount: 2000,
          currency: 'eur',
          customer,
          payment_method: 'pm_card_threeDSecure2Required',
          confirm: true,
          off_session: true,
        }),
      );
      expect(error).to.include({
        status: 402,
        code: 'authentication_required',
        decline_code: 'authentication_required',
      });
      expect(error).not.to.have.property('charge');
      expect(error.payment_intent).to.include({
        status: 'requires_payment_method',
        latest_charge: null,
      });
      expect(error.payment_intent?.last_payment_error).not.to.have.property('charge');
      expect(error.payment_method?.card?.checks.cvc_check).to.equal('unchecked');
    };
    expect(eventTypes(engine, act)).to.deep.equal([
      'payment_intent.created',
      'payment_intent.payment_failed',
    ]);
    expect(right(engine.call(engineOperations.listCharges, {})).data).to.deep.equal([]);
  });

  it('still exists if its confirmation at creation is declined', () => {
    const { engine, customer } = openShop();
    const error = refusal(
      engine.call(engineOperations.createIntent, {
        amount: 2000,
        currency: 'eur',
        customer,
        payment_method: 'pm_card_visa_chargeDeclined',
        confirm: true,
      }),
    );
    const [intent] = right(engine.call(engineOperations.listIntents, { customer })).data;
    expect(error.payment_intent).to.deep.equal(intent);
  });

  it('with manual confirmation needs a second confirmation after the challenge', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id } = created(shop, { payment_method: 'pm_card_threeDSecure2Required' });
    const confirm = (extra: object = {}) =>
      engine.call(engineOperations.confirmIntent, { payment_intent: id, ...extra });
    expect(right(confirm()).next_action).to.have.property('type', 'use_stripe_sdk');
    expect(right(confirm({ return_url: 'https://shop.example/back' })).next_action).to.deep.equal({
      type: 'redirect_to_url',
      redirect_to_url: {
        return_url: 'https://shop.example/back',
        url: `https://bank.example/${id}`,
      },
    });
    const passed = right(engine.control(controls.completeChallenge, { payment_intent: id }));
    expect(passed).to.include({ status: 'requires_confirmation', next_action: null });
    expect(right(confirm()).status).to.equal('succeeded');
    expect(
      refusal(engine.control(controls.completeChallenge, { payment_intent: id })).status,
    ).to.equal(400);
  });

  it('charges a card without a customer once, also when two challenges wait for it', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id: payment_method } = right(
      engine.call(engineOperations.createPaymentMethod, {
        type: 'card',
        card: { token: 'tok_threeDSecure2Required' },
      }),
    );
    const [first, second] = [pay(shop, payment_method).id, pay(shop, payment_method).id];
    const pass = (payment_intent: string) =>
      engine.control(controls.completeChallenge, { payment_intent });
    expect(right(pass(first)).status).to.equal('succeeded');
    expect(refusal(pass(second)).message).to.match(/may not be used again/);
    expect(right(engine.call(engineOperations.listCharges, {})).data).to.have.length(1);
  });

  it('requires a new challenge for another card', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id } = created(shop, { payment_method: 'pm_card_threeDSecure2Required' });
    right(engine.call(engineOperations.confirmIntent, { payment_intent: id }));
    right(engine.control(controls.completeChallenge, { payment_intent: id }));
    const other = right(
      engine.call(engineOperations.confirmIntent, {
        payment_intent: id,
        payment_method: 'pm_card_threeDSecure2Required',
      }),
    );
    expect(other.status).to.equal('requires_action');
  });

  it('requires a new challenge for the same card after a decline', () => {
    const shop = openShop();
    const { engine } = shop;
    const intent = payWithNumber(shop, '4000008260003178', { confirmation_method: 'manual' });
    const { id } = intent;
    right(engine.control(controls.completeChallenge, { payment_intent: id }));
    const confirm = (extra: object = {}) =>
      engine.call(engineOperations.confirmIntent, { payment_intent: id, ...extra });
    expect(refusal(confirm()).decline_code).to.equal('insufficient_funds');
    const again = right(confirm({ payment_method: intent.payment_method }));
    expect(again.status).to.equal('requires_action');
  });

  it('requires another card after a failed challenge', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id } = pay(shop, 'pm_card_threeDSecure2Required');
    const failed = right(engine.control(controls.failChallenge, { payment_intent: id }));
    expect(failed).to.include({ status: 'requires_payment_method', payment_method: null });
    expect(failed.last_payment_error?.code).to.equal('payment_intent_authentication_failure');
    expect(failed.latest_charge).to.equal(null);
  });

  it('can be canceled until it succeeds', () => {
    const shop = openShop();
    const { engine } = shop;
    const cancel = (payment_intent: string, extra: object = {}) =>
      engine.call(engineOperations.cancelIntent, { payment_intent, ...extra });
    const { id } = created(shop);
    expect(right(cancel(id, { cancellation_reason: 'abandoned' }))).to.include({
      status: 'canceled',
      cancellation_reason: 'abandoned',
      canceled_at: 1_780_000_000,
    });
    // Recordings 04.29 and 04.30.
    const statuses =
      'requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, expired, processing';
    expect(refusal(cancel(pay(shop).id)).message).to.equal(
      `You cannot cancel this PaymentIntent because it has a status of succeeded. Only a PaymentIntent with one of the following statuses may be canceled: ${statuses}.`,
    );
    expect(refusal(cancel(id)).message).to.contain('a status of canceled');
    expect(refusal(cancel('pi_x'))).to.include({ status: 404, param: 'intent' });
    expect(refusal(cancel(created(shop).id, { cancellation_reason: 'mood' }))).to.include({
      status: 400,
      param: 'cancellation_reason',
    });
    expect(
      refusal(engine.call(engineOperations.confirmIntent, { payment_intent: id })).message,
    ).to.contain('a status of canceled');
  });

  it('with manual capture is captured, in part too, or expires', () => {
    const shop = openShop();
    const { engine } = shop;
    const authorized = pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    expect(authorized).to.include({
      status: 'requires_capture',
      amount_capturable: 2000,
      amount_received: 0,
    });
    const capture = (payment_intent: string, amount_to_capture?: number) =>
      engine.call(engineOperations.captureIntent, {
        payment_intent,
        ...(amount_to_capture === undefined ? {} : { amount_to_capture }),
      });
    expect(refusal(capture(authorized.id, 2001)).code).to.equal('amount_too_large');
    const captured = right(capture(authorized.id, 1500));
    expect(captured).to.include({ status: 'succeeded', amount_received: 1500 });
    const charge = right(
      engine.call(engineOperations.retrieveCharge, { charge: captured.latest_charge ?? '' }),
    );
    // Recording 04.19: the part that was released does not count as refunded.
    expect(charge).to.include({ amount_captured: 1500, amount_refunded: 0, refunded: false });
    expect(refusal(capture(authorized.id)).code).to.equal('payment_intent_unexpected_state');

    const other = pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    const expired = right(engine.control(controls.expireIntent, { payment_intent: other.id }));
    expect(expired).to.include({ status: 'canceled', cancellation_reason: 'automatic' });
    expect(
      right(engine.call(engineOperations.retrieveCharge, { charge: other.latest_charge ?? '' })),
    ).to.include({ refunded: true, captured: false });
  });

  it('stays after its customer is deleted, but cannot be confirmed', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const paid = payWithNumber(shop, '4000000000007726');
    const open = created(shop);
    right(engine.call(engineOperations.deleteCustomer, { customer }));
    expect(retrieved(shop, paid.id)).to.deep.equal(paid);
    expect(
      refusal(engine.call(engineOperations.confirmIntent, { payment_intent: open.id })),
    ).to.include({
      status: 400,
      code: 'resource_missing',
    });
    expect(refusal(engine.call(engineOperations.listIntents, { customer })).param).to.equal(
      'customer',
    );
    // Refunds still behave like those of the deleted card.
    expect(
      right(engine.call(engineOperations.createRefund, { payment_intent: paid.id })).status,
    ).to.equal('pending');
  });
});
