import { expect } from 'chai';
import {
  type SubmitCheckoutParams,
  submitCheckout,
} from '../../../../src/simulator/engine/checkout/submit.js';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  retrieveSession,
  shirtSession,
} from '../../../adapters/outbound/memory/support/open-checkout.js';
import { eventTypes, noon, openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const openCheckout = (form: WireHash) => {
  const time = { now: noon };
  const shop = openShop({ clock: () => time.now });
  const { line_items, ...shirt } = shirtSession;
  const created = ask(shop.engine, engineOperations.createCheckoutSession, {
    ...shirt,
    ...(form['mode'] === 'setup' ? {} : { line_items }),
    ...form,
  });
  const session = String(right(created)['id']);
  return {
    ...shop,
    session,
    submit: (extra: Partial<SubmitCheckoutParams>) =>
      shop.engine.call(submitCheckout, {
        session,
        email: 'jenny@example.com',
        name: 'Jenny Rosen',
        ...extra,
      }),
    /** The events of the time that passes. */
    pass: (seconds: number) =>
      eventTypes(shop.engine, () => {
        time.now += seconds;
        shop.engine.call(engineOperations.retrieveBalance, {});
      }),
  };
};

const account = (iban: string): Partial<SubmitCheckoutParams> => ({
  method: { type: 'sepa_debit', sepa_debit: { iban } },
});

const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };

describe('a checkout session that is paid by SEPA direct debit', () => {
  it('is complete and unpaid at first, and paid when the debit arrives', () => {
    const shop = openCheckout({ payment_method_types: ['card', 'sepa_debit'] });
    const types = eventTypes(shop.engine, () => {
      expect(right(shop.submit(account('DE89370400440532013000')))).to.include({
        status: 'complete',
        payment_status: 'unpaid',
      });
    });
    expect(types).to.deep.equal([
      'payment_intent.created',
      'charge.pending',
      'mandate.updated',
      'payment_intent.processing',
      'checkout.session.completed',
    ]);
    expect(shop.pass(60)).to.deep.equal([
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.async_payment_succeeded',
    ]);
    expect(retrieveSession(shop)).to.include({ payment_status: 'paid' });
  });

  it('stays unpaid when the bank refuses the debit', () => {
    const shop = openCheckout({ payment_method_types: ['sepa_debit'] });
    right(shop.submit(account('DE62370400440532013001')));
    expect(shop.pass(60)).to.deep.equal([
      'charge.failed',
      'payment_intent.payment_failed',
      'checkout.session.async_payment_failed',
    ]);
    expect(retrieveSession(shop)).to.include({ status: 'complete', payment_status: 'unpaid' });
  });

  it('asks for the name that the method needs', () => {
    const shop = openCheckout({ payment_method_types: ['sepa_debit'] });
    const { name: _name, ...params } = {
      name: '',
      session: shop.session,
      email: 'jenny@example.com',
      ...account('DE89370400440532013000'),
    };
    expect(refusal(shop.engine.call(submitCheckout, params))).to.include({ param: 'name' });
  });
});

describe('a checkout session that is paid by iDEAL', () => {
  const ideal: Partial<SubmitCheckoutParams> = { method: { type: 'ideal' } };
  const open = () => {
    const shop = openCheckout({ payment_method_types: ['card', 'ideal'] });
    const { payment_intent, status } = right(shop.submit(ideal));
    expect(status).to.equal('open');
    return { ...shop, payment_intent: String(payment_intent) };
  };

  it('is complete when the customer approves', () => {
    const shop = open();
    const { payment_intent } = shop;
    const types = eventTypes(shop.engine, () => {
      right(shop.engine.control(controls.completeChallenge, { payment_intent }));
    });
    expect(types).to.include('checkout.session.completed');
    expect(retrieveSession(shop)).to.include({ status: 'complete', payment_status: 'paid' });
  });

  it('stays open when the customer refuses, and takes a card then', () => {
    const shop = open();
    const { payment_intent } = shop;
    right(shop.engine.control(controls.failChallenge, { payment_intent }));
    expect(retrieveSession(shop)).to.include({ status: 'open', payment_status: 'unpaid' });
    expect(right(shop.submit({ card }))).to.include({
      payment_intent,
      status: 'complete',
      payment_status: 'paid',
    });
  });
});

describe('the method of a customer on the page', () => {
  it('is chosen by the control `completeCheckout`', () => {
    const { processor, session } = openCheckout({ payment_method_types: ['sepa_debit'] });
    const { completeCheckout } = processor.controls;
    expect(completeCheckout(session, { method: 'sepa_debit' })).to.include({
      status: 'complete',
      payment_status: 'unpaid',
    });
  });

  it('takes the account that the control names', () => {
    const { processor, pass, session } = openCheckout({ payment_method_types: ['sepa_debit'] });
    processor.controls.completeCheckout(session, {
      method: 'sepa_debit',
      iban: 'DE62370400440532013001',
    });
    expect(pass(60)).to.include('checkout.session.async_payment_failed');
  });

  it('must be one of the session', () => {
    const shop = openCheckout({ payment_method_types: ['card'] });
    expect(refusal(shop.submit({ method: { type: 'ideal' } }))).to.include({
      param: 'method[type]',
    });
    expect(refusal(shop.submit({})), 'there is none').to.include({ param: 'card' });
  });

  it('can be saved in a session of mode setup', () => {
    const shop = openCheckout({
      mode: 'setup',
      currency: 'eur',
      payment_method_types: ['card', 'sepa_debit'],
    });
    const { setup_intent, status } = right(shop.submit(account('DE89370400440532013000')));
    expect(status).to.equal('complete');
    const intent = right(
      shop.engine.call(engineOperations.retrieveSetupIntent, {
        setup_intent: String(setup_intent),
      }),
    );
    expect(intent).to.deep.include({
      payment_method_types: ['card', 'sepa_debit'],
      status: 'succeeded',
    });
    expect(intent.mandate).to.be.a('string');
  });
});
