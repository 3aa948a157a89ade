import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { calls } from './support/calls.js';
import { left } from './support/outcomes.js';
import { ok, useScriptedStripe } from './support/use-scripted-stripe.js';
import { wire } from './support/wire.js';
import { written } from './support/written.js';

const { retrievePaymentIntent, listPaymentIntents, createRefund, retrieveCustomer } = calls;

describe('responses of Stripe', () => {
  const stripe = useScriptedStripe();

  for (const [name, { run, line, reply }] of Object.entries(calls)) {
    it(`${name} returns only what Stripe sent`, async () => {
      const answer = await run(stripe.processor([ok(reply)]))();
      expect(written(answer)).not.to.include('lastResponse').and.not.to.include('req_answer');
    });

    it(`${name} names the invalid parts of its response, and never shows their values`, async () => {
      const wrong = { object: 'secret thing', data: 'secret data', has_more: false, url: '/' };
      const error = left(await run(stripe.processor([ok(wrong)]))());
      expect(error._tag).to.equal('Unexpected');
      const shown = written(error);
      expect(shown)
        .to.include(name)
        .and.match(/wrong or missing: .*(id|data|available)/);
      expect(shown).not.to.include('secret');
      const asked = stripe.lines().filter((seen) => seen === line);
      expect(asked, 'Stripe would repeat its answer').to.have.lengthOf(1);
      if (line.startsWith('GET')) expect(shown).not.to.include('was made');
      else expect(shown).to.include('the change was made');
    });
  }

  it('an invalid item of a list is named by its index', async () => {
    const wrong = { ...wire.refund, amount: '5.00' };
    const error = left(await calls.listRefunds.run(stripe.processor([ok(wire.list(wrong))]))());
    expect(written(error)).to.include('listRefunds').and.to.include('data.0.amount');
  });

  it('an intent without a charge has an empty list', async () => {
    const answer = await retrievePaymentIntent.run(stripe.processor([ok(wire.unpaid)]))();
    const charges = { object: 'list', data: [], has_more: false };
    expect(answer).to.deep.equal(
      E.right({
        ...wire.unpaid,
        charges: { ...charges, url: '/v1/charges?payment_intent=pi_1' },
      }),
    );
  });

  for (const [what, latest_charge] of [
    ['only as an id', 'ch_1'],
    ['not at all', undefined],
    ['as something else', { id: 'ch_1', object: 'refund' }],
  ] as const) {
    it(`an intent with its charge ${what} is invalid`, async () => {
      const error = left(
        await retrievePaymentIntent.run(
          stripe.processor([ok({ ...wire.intent, latest_charge })]),
        )(),
      );
      expect(written(error)).to.include('latest_charge');
    });
  }

  it('a list of intents has the charges of each', async () => {
    const other = { ...wire.intent, id: 'pi_2', latest_charge: { ...wire.charge, id: 'ch_9' } };
    const answer = await listPaymentIntents.run(
      stripe.processor([ok(wire.list(wire.intent, other))]),
    )();
    expect(answer).to.have.nested.property('right.data[0].charges.data[0].id', 'ch_1');
    expect(answer).to.have.nested.property('right.data[1].charges.data[0].id', 'ch_9');
    expect(answer).to.have.nested.property('right.data[1].latest_charge', 'ch_9');
  });

  it('what is wrong with an intent is named as in the response', async () => {
    const wrong = { ...wire.intent, id: 7, amount: '5.00' };
    const shown = written(left(await retrievePaymentIntent.run(stripe.processor([ok(wrong)]))()));
    expect(shown).to.include('(wrong or missing: id, amount)');
  });

  it('all that is wrong with an intent of a list is named by its index', async () => {
    const wrong = {
      ...wire.intent,
      amount: '5.00',
      latest_charge: { ...wire.charge, paid: 'yes' },
    };
    const list = wire.list(wire.intent, wrong);
    const shown = written(left(await listPaymentIntents.run(stripe.processor([ok(list)]))()));
    expect(shown).to.include('data.1.amount').and.to.include('data.1.latest_charge.paid');
    expect(shown).not.to.include('data.0').and.not.to.include('5.00');
  });

  it('an unknown status is accepted', async () => {
    const answer = await createRefund.run(
      stripe.processor([ok({ ...wire.refund, status: 'on_its_way' })]),
    )();
    expect(answer).to.have.nested.property('right.status', 'on_its_way');
  });

  it('a deleted customer is returned as deleted', async () => {
    const answer = await retrieveCustomer.run(stripe.processor([ok(wire.deletedCustomer)]))();
    expect(answer).to.deep.equal(E.right(wire.deletedCustomer));
  });
});
