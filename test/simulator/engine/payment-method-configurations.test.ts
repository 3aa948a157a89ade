import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { createEngine, type Engine } from '../../../src/simulator/engine/engine.js';
import type { RequestOptions } from '../../../src/simulator/engine/kernel/operation.js';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../src/simulator/engine/params/param.js';
import { noon, openShop } from '../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../adapters/outbound/memory/support/outcomes.js';

const of2026: RequestOptions = {
  intentDefaults: { methods: 'enabled', captureMethod: 'automatic_async' },
};

const configurationOf = (engine: Engine) => {
  const { data } = right(engine.call(engineOperations.listPaymentMethodConfigurations, {}));
  const [first, ...others] = data;
  if (first === undefined) throw new Error('the account has no configuration');
  expect(others).to.deep.equal([]);
  return first;
};

const update = (engine: Engine, form: WireHash) => {
  const { id } = configurationOf(engine);
  const read = engineOperations.updatePaymentMethodConfiguration.read({
    configuration: id,
    ...form,
  });
  return E.isLeft(read)
    ? E.left({ _tag: 'Answered', error: read.left } as const)
    : engine.respond(read.right).answer;
};

const switched = (preference: string) => ({ display_preference: { preference } });

const newIntent = (engine: Engine, params: object = {}) =>
  right(
    engine.call(
      engineOperations.createIntent,
      { amount: 2000, currency: 'eur', ...params },
      of2026,
    ),
  );

describe("the account's configuration of payment methods", () => {
  it('offers cards, Link and wallets at first, and lists every other method as off', () => {
    const { engine } = openShop();
    const configuration = configurationOf(engine);
    const on = Object.entries(configuration)
      .filter(([, setting]) => typeof setting === 'object' && setting?.available === true)
      .map(([name]) => name);
    expect(on).to.have.members(['card', 'link', 'apple_pay', 'google_pay']);
    expect(configuration).to.deep.include({
      object: 'payment_method_configuration',
      active: true,
      application: null,
      is_default: true,
      livemode: false,
      name: 'Default',
      parent: null,
      card: {
        available: true,
        display_preference: { overridable: null, preference: 'on', value: 'on' },
      },
      alipay: {
        available: false,
        display_preference: { overridable: null, preference: 'off', value: 'off' },
      },
    });
    const { id } = configuration;
    expect(
      right(
        engine.call(engineOperations.retrievePaymentMethodConfiguration, { configuration: id }),
      ),
    ).to.deep.equal(configuration);
    expect(newIntent(engine).payment_method_configuration_details).to.deep.equal({
      id,
      parent: null,
    });
  });

  it('can be paged over, and has no other', () => {
    const { engine } = openShop();
    const { id } = configurationOf(engine);
    const list = engineOperations.listPaymentMethodConfigurations;
    expect(right(engine.call(list, { starting_after: id })).data).to.deep.equal([]);
    expect(refusal(engine.call(list, { ending_before: 'pmc_1' }))).to.deep.include({
      status: 400,
      code: 'resource_missing',
      param: 'ending_before',
    });
    expect(
      refusal(
        engine.call(engineOperations.retrievePaymentMethodConfiguration, {
          configuration: 'pmc_1',
        }),
      ),
    ).to.deep.include({
      status: 404,
      message: "No such payment_method_configuration: 'pmc_1'",
    });
  });

  it('decides what intents and checkout sessions take from then on', () => {
    const { engine } = openShop();
    const before = newIntent(engine);
    expect(before.payment_method_types).to.deep.equal(['card', 'link']);
    const after = right(update(engine, { link: switched('off') }));
    expect(after['link']).to.deep.equal({
      available: false,
      display_preference: { overridable: null, preference: 'off', value: 'off' },
    });
    expect(newIntent(engine).payment_method_types).to.deep.equal(['card']);
    expect(
      right(
        engine.call(
          engineOperations.createIntent,
          {
            amount: 2000,
            currency: 'eur',
            allowed_payment_method_types: ['card', 'link', 'klarna'],
          },
          of2026,
        ),
      ).payment_method_types,
    ).to.deep.equal(['card']);
    expect(
      right(engine.call(engineOperations.createSetupIntent, {}, of2026)).payment_method_types,
    ).to.deep.equal(['card']);
    const item = { currency: 'eur', unit_amount: 2000, product_data: { name: 'Lamp' } };
    const session = {
      mode: 'payment',
      success_url: 'https://shop.example/paid',
      line_items: [{ price_data: item, quantity: 1 }],
    } as const;
    expect(
      right(engine.call(engineOperations.createCheckoutSession, session, of2026))
        .payment_method_types,
    ).to.deep.equal(['card']);
    // An intent keeps its types until its terms change.
    const intent = { payment_intent: before.id };
    expect(
      right(engine.call(engineOperations.updateIntent, { ...intent, description: 'Lamp' }))
        .payment_method_types,
    ).to.deep.equal(['card', 'link']);
    expect(
      right(engine.call(engineOperations.updateIntent, { ...intent, amount: 3000 }))
        .payment_method_types,
    ).to.deep.equal(['card']);
  });

  it('goes back to the default with the preference none', () => {
    const { engine } = openShop({ methods: ['card'] });
    expect(right(update(engine, { link: switched('on') }))['link']).to.deep.include({
      available: true,
    });
    expect(right(update(engine, { link: switched('none') }))['link']).to.deep.equal({
      available: false,
      display_preference: { overridable: null, preference: 'none', value: 'off' },
    });
  });

  it('switches nothing on that is not simulated, and says so', () => {
    const { engine } = openShop();
    expect(refusal(update(engine, { alipay: switched('on') }))).to.deep.include({
      message: 'This simulator does not simulate the payment method: alipay',
      param: 'alipay[display_preference][preference]',
    });
    right(update(engine, { alipay: switched('off') }));
    expect(refusal(update(engine, { link: switched('yes') })).message).to.equal(
      'Invalid link[display_preference][preference]: must be one of none, off, or on',
    );
    expect(refusal(update(engine, { lynk: switched('on') })).code).to.equal('parameter_unknown');
  });

  it('leaves an intent without payment methods if all are off', () => {
    const { engine } = openShop();
    right(update(engine, { card: switched('off'), link: switched('off') }));
    expect(
      refusal(engine.call(engineOperations.createIntent, { amount: 2000, currency: 'eur' }, of2026))
        .message,
    ).to.match(/^No valid payment method types for this Payment Intent\. /);
  });

  it('refuses a list of allowed types of which none is on, and says how to switch one on', () => {
    const { engine } = openShop();
    const ideal = {
      amount: 2000,
      currency: 'eur',
      allowed_payment_method_types: ['ideal'],
    } as const;
    expect(refusal(engine.call(engineOperations.createIntent, ideal, of2026)).message)
      .to.match(/^No valid payment method types for this Payment Intent\. /)
      .and.to.include('--methods');
    right(update(engine, { ideal: switched('on') }));
    const { payment_method_types } = right(
      engine.call(engineOperations.createIntent, ideal, of2026),
    );
    expect(payment_method_types).to.deep.equal(['ideal']);
  });

  it('is kept in a snapshot, and begun anew by a reset', () => {
    const { engine } = openShop();
    right(update(engine, { link: switched('off') }));
    const other = createEngine({
      account: 'acct_1',
      seed: 'other',
      clock: () => noon,
      keepEvents: 10,
      cardTokens: true,
      searchDelay: 0,
      fees: null,
      challengeUrl: (intent) => intent,
      checkoutUrl: (session) => session,
      onListenerError: () => undefined,
    });
    other.restore(engine.snapshot());
    expect(configurationOf(other)).to.deep.equal(configurationOf(engine));
    engine.reset();
    expect(configurationOf(engine).link.available).to.equal(true);
  });
});
