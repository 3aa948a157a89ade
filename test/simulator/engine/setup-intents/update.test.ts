import { expect } from 'chai';
import type { SetupIntentObject } from '../../../../src/simulator/engine/objects/setup-intent.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import {
  eventTypes,
  openShop,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const created = ({ engine }: Shop, extra: object = {}): SetupIntentObject =>
  right(engine.call(engineOperations.createSetupIntent, extra));

const update = ({ engine }: Shop, { id }: SetupIntentObject, change: object) =>
  engine.call(engineOperations.updateSetupIntent, { setup_intent: id, ...change });

const newCustomer = ({ engine }: Shop): string =>
  right(engine.call(engineOperations.createCustomer, {})).id;

/** A card of this customer. */
const savedCard = ({ engine }: Shop, customer: string): string =>
  right(
    engine.call(engineOperations.attachPaymentMethod, { payment_method: 'pm_card_visa', customer }),
  ).id;

describe('updating a setup intent', () => {
  it('changes the given fields, and makes no event', () => {
    const shop = openShop();
    const intent = created(shop, { description: 'before', metadata: { a: '1' } });
    const types = eventTypes(shop.engine, () => {
      const changed = right(
        update(shop, intent, {
          description: '',
          metadata: { b: '2' },
          payment_method_options: { card: { request_three_d_secure: 'challenge' } },
        }),
      );
      expect(changed).to.deep.equal({
        ...intent,
        description: null,
        metadata: { a: '1', b: '2' },
        payment_method_options: {
          card: { mandate_options: null, network: null, request_three_d_secure: 'challenge' },
        },
      });
    });
    expect(types).to.deep.equal([]);
  });

  it('with a card makes it ready for its confirmation', () => {
    const shop = openShop();
    const changed = right(update(shop, created(shop), { payment_method: 'pm_card_visa' }));
    expect(changed).to.include({ status: 'requires_confirmation' });
    expect(changed.payment_method).to.match(/^pm_/);
  });

  it('refuses the card of another customer, also when the customer changes (10.33)', () => {
    const shop = openShop();
    const other = newCustomer(shop);
    const card = savedCard(shop, shop.customer);
    const intent = created(shop, { customer: shop.customer, payment_method: card });
    const refused = refusal(update(shop, intent, { customer: other }));
    expect(refused).to.include({
      status: 400,
      param: 'payment_method',
      message: `The PaymentMethod ${card} does not belong to the Customer you supplied ${other}. Please use this PaymentMethod with the Customer that it belongs to instead.`,
    });
    expect(refused.setup_intent).to.deep.equal(intent);
    const moved = right(
      update(shop, intent, { customer: other, payment_method: savedCard(shop, other) }),
    );
    expect(moved).to.include({ customer: other, status: 'requires_confirmation' });
  });

  it('for another customer cancels an open challenge', () => {
    const shop = openShop();
    const intent = created(shop, {
      customer: shop.customer,
      payment_method: 'pm_card_threeDSecure2Required',
      confirm: true,
    });
    expect(right(update(shop, intent, { customer: shop.customer }))).to.include({
      status: 'requires_action',
    });
    expect(right(update(shop, intent, { customer: newCustomer(shop) }))).to.include({
      status: 'requires_confirmation',
      next_action: null,
    });
  });

  it('after the end changes only what does not matter for the setup (10.13, 10.14)', () => {
    const shop = openShop();
    const { engine } = shop;
    const done = created(shop, { payment_method: 'pm_card_visa', confirm: true });
    const { id } = created(shop);
    const gone = right(engine.call(engineOperations.cancelSetupIntent, { setup_intent: id }));
    for (const [intent, reason] of [
      [done, 'it has already succeeded'],
      [gone, 'it has been canceled'],
    ] as const) {
      for (const change of [
        { customer: shop.customer },
        { payment_method: 'pm_card_visa' },
        { payment_method_options: { card: { network: 'visa' } } },
        { payment_method_types: ['card'] },
        { excluded_payment_method_types: ['link'] },
      ]) {
        expect(refusal(update(shop, intent, change))).to.include({
          status: 400,
          code: 'setup_intent_unexpected_state',
          message: `You cannot update this SetupIntent because ${reason}.`,
        });
      }
      expect(right(update(shop, intent, { description: 'Ana' })).description).to.equal('Ana');
    }
  });

  it('refuses an unknown intent', () => {
    const { engine } = openShop();
    const missing = engine.call(engineOperations.updateSetupIntent, { setup_intent: 'seti_x' });
    expect(refusal(missing)).to.include({
      status: 404,
      message: "No such setupintent: 'seti_x'",
      param: 'intent',
    });
  });
});
