import { expect } from 'chai';
import type { ElementsOptions } from '../../../../src/simulator/engine/objects/confirmation-token.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const inEuros: ElementsOptions = {
  mode: 'payment',
  currency: 'eur',
  setupFutureUsage: null,
  captureMethod: null,
  methods: 'automatic',
};

const automatic = { enabled: 'true' };
const card = { type: 'card', card: { token: 'tok_visa' } };

const pay = (elements: ElementsOptions, form: WireHash) => {
  const { engine } = openShop();
  const { id, client_secret } = right(
    ask(engine, engineOperations.createIntent, { amount: '2000', currency: 'eur', ...form }),
  );
  return ask(
    engine,
    engineOperations.confirmIntent,
    {
      payment_intent: String(id),
      client_secret: String(client_secret),
      payment_method_data: card,
      use_stripe_sdk: 'true',
    },
    { elements },
  );
};

describe('a payment whose Elements were made before its intent', () => {
  it('is taken if the intent fits, whatever its amount', () => {
    const paid = right(pay(inEuros, { automatic_payment_methods: automatic, amount: '9999' }));
    expect(paid).to.include({ status: 'succeeded', amount: 9999 });
  });

  for (const [what, elements, form, message] of [
    [
      'another currency',
      inEuros,
      { automatic_payment_methods: automatic, currency: 'usd' },
      'The provided currency (usd) does not match the expected currency (eur).',
    ],
    [
      'another future usage',
      inEuros,
      { automatic_payment_methods: automatic, setup_future_usage: 'off_session' },
      'The provided setup_future_usage (off_session) does not match the expected setup_future_usage (null).',
    ],
    [
      'another capture method',
      { ...inEuros, captureMethod: 'automatic' },
      { automatic_payment_methods: automatic, capture_method: 'manual' },
      'The provided capture_method (manual) does not match the expected capture_method (automatic).',
    ],
    [
      'a list of types',
      inEuros,
      { payment_method_types: ['card'] },
      'Payment details were collected through Stripe Elements using automatic payment methods and cannot be confirmed through the API configured with payment_method_types or allowed_payment_method_types.',
    ],
    [
      'no list of types, which the Elements have',
      { ...inEuros, methods: 'listed' },
      { automatic_payment_methods: automatic },
      'Payment details were collected through Stripe Elements using payment_method_types and cannot be confirmed through the API configured with automatic payment methods.',
    ],
  ] as const) {
    it(`is refused if the intent has ${what}`, () => {
      const error = refusal(pay(elements, form));
      expect(error.type).to.equal('invalid_request_error');
      expect(error.message).to.satisfy((text: string) => text.startsWith(message));
    });
  }

  it('may be limited by both sides', () => {
    const limited = { ...inEuros, methods: 'limited' } as const;
    right(pay(limited, { allowed_payment_method_types: ['card'] }));
    right(pay(limited, { automatic_payment_methods: automatic }));
  });

  it('is compared with the confirmation token, when the server confirms', () => {
    const { engine } = openShop();
    const token = right(
      ask(
        engine,
        engineOperations.createConfirmationToken,
        { payment_method_data: card },
        { elements: inEuros },
      ),
    );
    expect(token).not.to.have.property('elements');
    const confirm = (form: WireHash) =>
      ask(engine, engineOperations.createIntent, {
        amount: '2000',
        currency: 'eur',
        automatic_payment_methods: automatic,
        confirm: 'true',
        confirmation_token: String(token['id']),
        ...form,
      });
    expect(refusal(confirm({ currency: 'usd' })).message).to.include('(usd)');
    expect(right(confirm({}))).to.include({ status: 'succeeded' });
  });

  it('is compared by its types only, when a card is saved', () => {
    const { engine } = openShop();
    const elements = { ...inEuros, mode: 'setup', currency: null };
    const save = (form: WireHash) =>
      ask(
        engine,
        engineOperations.createSetupIntent,
        { confirm: 'true', payment_method_data: card, use_stripe_sdk: 'true', ...form },
        { elements },
      );
    expect(right(save({ automatic_payment_methods: automatic }))).to.include({
      status: 'succeeded',
    });
    expect(refusal(save({ payment_method_types: ['card'] })).message).to.include(
      'payment_method_types',
    );
  });
});
