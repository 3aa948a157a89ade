import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop, type Shop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const enabled = { intentDefaults: { methods: 'enabled', captureMethod: 'automatic' } } as const;

const create = ({ engine }: Shop, form: WireHash = {}, options: object = enabled) =>
  ask(engine, engineOperations.createIntent, { amount: '2000', currency: 'eur', ...form }, options);

const update = ({ engine }: Shop, id: unknown, form: WireHash) =>
  ask(engine, engineOperations.updateIntent, { payment_intent: String(id), ...form });

describe('intents that take cards alone', () => {
  it('share one list of their types, also if they name it', () => {
    const shop = openShop();
    const [one, other] = [{ payment_method_types: ['card'] }, {}].map((form) =>
      right(create(shop, form, {})),
    );
    expect(one?.['payment_method_types']).to.deep.equal(['card']);
    expect(one?.['payment_method_types']).to.equal(other?.['payment_method_types']);
  });
});

// Source: https://docs.stripe.com/changelog/dahlia/2026-07-29/allowed-payment-method-types-parameter.
describe('an intent that takes the payment methods of the account', () => {
  it('leaves out the types that are excluded, until none is', () => {
    const shop = openShop();
    const intent = right(create(shop, { excluded_payment_method_types: ['link', 'klarna'] }));
    expect(intent).to.deep.include({
      automatic_payment_methods: { allow_redirects: 'always', enabled: true },
      excluded_payment_method_types: ['link', 'klarna'],
      payment_method_types: ['card'],
    });
    expect(intent['payment_method_options']).not.to.have.property('link');
    const all = right(update(shop, intent['id'], { excluded_payment_method_types: '' }));
    expect(all).to.deep.include({
      excluded_payment_method_types: null,
      payment_method_types: ['card', 'link'],
    });
    expect(all['payment_method_options']).to.have.deep.property('link', {
      persistent_token: null,
    });
  });

  it('takes the types that a later request allows, in place of those it excluded', () => {
    const shop = openShop();
    const { id } = right(create(shop, { excluded_payment_method_types: ['link'] }));
    expect(
      right(update(shop, id, { allowed_payment_method_types: ['link', 'card', 'klarna'] })),
    ).to.deep.include({
      allowed_payment_method_types: ['link', 'card', 'klarna'],
      automatic_payment_methods: null,
      excluded_payment_method_types: null,
      payment_method_types: ['card', 'link'],
    });
  });

  it('must take a type that is simulated', () => {
    const shop = openShop();
    for (const form of [
      { excluded_payment_method_types: ['card', 'link'] },
      { allowed_payment_method_types: ['pix'] },
      { payment_method_types: ['pix'] },
    ]) {
      const [param] = Object.keys(form);
      expect(refusal(create(shop, form))).to.include({ status: 400, param });
    }
  });

  for (const [one, other] of [
    ['allowed_payment_method_types', 'excluded_payment_method_types'],
    ['allowed_payment_method_types', 'payment_method_types'],
    ['excluded_payment_method_types', 'payment_method_types'],
  ] as const) {
    it(`refuses ${one} together with ${other}`, () => {
      expect(refusal(create(openShop(), { [one]: ['card'], [other]: ['card'] }))).to.include({
        message: `You may only specify one of these parameters: ${one}, ${other}.`,
        param: other,
      });
    });
  }
});

it('an intent for cards alone has no type less when others are excluded', () => {
  const intent = right(create(openShop(), { excluded_payment_method_types: ['klarna'] }, {}));
  expect(intent).to.deep.include({
    automatic_payment_methods: null,
    excluded_payment_method_types: ['klarna'],
    payment_method_types: ['card'],
  });
});
