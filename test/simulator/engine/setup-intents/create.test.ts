import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const redirects = { automatic_payment_methods: { enabled: 'true' } };

const refused: ReadonlyArray<
  readonly [string, WireHash, { readonly message: string; readonly param?: string }]
> = [
  [
    'a return_url without a confirmation',
    { return_url: 'https://shop.example' },
    {
      message:
        'The parameter `return_url` cannot be passed when creating a SetupIntent unless `confirm` is set to true.',
      param: 'return_url',
    },
  ],
  [
    'a confirmation without a payment method',
    { confirm: 'true' },
    {
      message:
        "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    },
  ],
  [
    'a confirmation without the page to return to',
    { ...redirects, confirm: 'true', payment_method: 'pm_card_visa' },
    {
      message:
        "This SetupIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    },
  ],
  [
    'both automatic and named payment methods',
    { ...redirects, payment_method_types: ['card'] },
    {
      message:
        'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
      param: 'automatic_payment_methods',
    },
  ],
  [
    'a usage that does not exist',
    { usage: 'later' },
    { message: 'Invalid usage: must be one of off_session or on_session', param: 'usage' },
  ],
  [
    'an unknown customer',
    { customer: 'cus_none' },
    { message: "No such customer: 'cus_none'", param: 'customer' },
  ],
  [
    'an unknown payment method',
    { payment_method: 'pm_none' },
    { message: "No such PaymentMethod: 'pm_none'", param: 'payment_method' },
  ],
  [
    'a parameter of payment intents',
    { amount: '100' },
    { message: 'Received unknown parameter: amount', param: 'amount' },
  ],
  [
    'money movements of the account',
    { flow_directions: ['inbound'] },
    {
      message: 'This simulator does not simulate the parameter: flow_directions',
      param: 'flow_directions',
    },
  ],
];

describe('creating a setup intent', () => {
  const shop = openShop();
  const create = (form: WireHash) => ask(shop.engine, engineOperations.createSetupIntent, form);

  for (const [what, form, error] of refused) {
    it(`refuses ${what}, and changes nothing`, () => {
      const before = shop.engine.snapshot();
      expect(refusal(create(form))).to.include({ status: 400, ...error });
      expect(shop.engine.snapshot()).to.deep.equal(before);
    });
  }

  it('keeps what is asked for, but not the number of a card', () => {
    const number = '4242424242424242';
    const intent = right(
      create({
        customer: shop.customer,
        description: 'Tarjeta de Ana',
        metadata: { order: '7' },
        payment_method_data: {
          type: 'card',
          card: { number, exp_month: '12', exp_year: '2040', cvc: '123' },
          billing_details: { name: 'Ana' },
        },
        payment_method_options: {
          card: { network: 'visa', request_three_d_secure: 'any' },
        },
        confirm: 'true',
        return_url: 'https://shop.example',
      }),
    );
    expect(intent).to.deep.include({
      customer: shop.customer,
      description: 'Tarjeta de Ana',
      metadata: { order: '7' },
      payment_method_options: {
        card: { mandate_options: null, network: 'visa', request_three_d_secure: 'any' },
      },
      status: 'succeeded',
    });
    expect(JSON.stringify(shop.engine.snapshot())).not.to.contain(number);
  });

  it('takes a confirmation token, once', () => {
    const { id } = right(
      shop.engine.call(engineOperations.createTestConfirmationToken, {
        payment_method: 'pm_card_visa',
        return_url: 'https://shop.example',
      }),
    );
    const intent = right(create({ ...redirects, confirmation_token: id, confirm: 'true' }));
    expect(intent).to.include({ status: 'succeeded' });
    const again = create({ ...redirects, confirmation_token: id, confirm: 'true' });
    expect(refusal(again)).to.include({ param: 'confirmation_token' });
    const blank = right(create({}));
    const used = ask(shop.engine, engineOperations.confirmSetupIntent, {
      setup_intent: String(blank['id']),
      confirmation_token: id,
    });
    expect(refusal(used)).to.include({ param: 'confirmation_token' });
  });
});
