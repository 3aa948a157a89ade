import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

describe('lists of setup intents', () => {
  const shop = openShop();
  const { engine } = shop;
  const other = right(engine.call(engineOperations.createCustomer, {})).id;
  const create = (params: object = {}) =>
    right(engine.call(engineOperations.createSetupIntent, params));
  const first = create({ customer: shop.customer, payment_method: 'pm_card_visa' });
  const shared = { payment_method: first.payment_method ?? '' };
  const second = create({ customer: other, ...shared });
  const third = create();

  const list = (page: object) => engine.call(engineOperations.listSetupIntents, page);
  const idsOf = (page: object): ReadonlyArray<string> => right(list(page)).data.map(({ id }) => id);

  it('select by customer, payment method and time', () => {
    expect(idsOf({})).to.deep.equal([third.id, second.id, first.id]);
    expect(idsOf({ customer: other })).to.deep.equal([second.id]);
    expect(idsOf(shared)).to.deep.equal([second.id, first.id]);
    expect(idsOf({ customer: shop.customer, ...shared })).to.deep.equal([first.id]);
    expect(idsOf({ created: { gt: first.created } })).to.deep.equal([]);
    expect(idsOf({ limit: 1, starting_after: third.id })).to.deep.equal([second.id]);
  });

  it('refuse what does not exist', () => {
    expect(refusal(list({ customer: 'cus_x' })).message).to.equal("No such customer: 'cus_x'");
    expect(refusal(list({ payment_method: 'pm_x' })).message).to.equal(
      "No such PaymentMethod: 'pm_x'",
    );
    expect(refusal(list({ starting_after: 'seti_x' })).message).to.equal(
      "No such setupintent: 'seti_x'",
    );
    const attempts = engine.call(engineOperations.listSetupAttempts, { setup_intent: 'seti_x' });
    expect(refusal(attempts)).to.include({
      status: 400,
      message: "No such setupintent: 'seti_x'",
      param: 'setup_intent',
    });
  });

  it('of attempts have pages of their own', () => {
    const { id } = create({ payment_method: 'pm_card_visa_chargeDeclined' });
    const confirm = (payment_method: string) =>
      engine.call(engineOperations.confirmSetupIntent, { setup_intent: id, payment_method });
    refusal(confirm('pm_card_visa_chargeDeclined'));
    right(confirm('pm_card_visa'));
    const page = (extra: object) =>
      right(engine.call(engineOperations.listSetupAttempts, { setup_intent: id, ...extra }));
    const [latest] = page({ limit: 1 }).data;
    expect(page({ limit: 1 }).has_more).to.equal(true);
    expect(page({ starting_after: latest?.id }).data.map(({ status }) => status)).to.deep.equal([
      'failed',
    ]);
  });
});

describe('retrieving a setup intent', () => {
  it('with a client secret needs the right one', () => {
    const { engine } = openShop();
    const { id: setup_intent, client_secret } = right(
      engine.call(engineOperations.createSetupIntent, {}),
    );
    const retrieve = (secret: string) =>
      engine.call(engineOperations.retrieveSetupIntent, { setup_intent, client_secret: secret });
    expect(right(retrieve(client_secret)).id).to.equal(setup_intent);
    expect(refusal(retrieve('seti_x_secret_y'))).to.include({
      status: 400,
      code: 'setup_intent_invalid_parameter',
      param: 'client_secret',
      message:
        'The client_secret provided does not match the client_secret associated with the SetupIntent.',
    });
  });
});
