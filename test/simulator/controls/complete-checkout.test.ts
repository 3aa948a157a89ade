import { expect } from 'chai';
import { openCheckout } from '../../adapters/outbound/memory/support/open-checkout.js';
import { thrown } from '../../adapters/outbound/memory/support/outcomes.js';

describe('completing a checkout in place of the customer', () => {
  it('pays with a test card and the given details', () => {
    const { session, processor } = openCheckout();
    const paid = processor.controls.completeCheckout(session, {
      card: '378282246310005',
      email: 'eva@example.com',
      name: 'Eva Gil',
      phone: '+34600000001',
    });
    expect(paid).to.have.nested.include({
      status: 'complete',
      payment_status: 'paid',
      'customer_details.email': 'eva@example.com',
      'customer_details.name': 'Eva Gil',
      // The page does not ask for it.
      'customer_details.phone': null,
    });
  });

  it('returns the open session after a decline, and while a challenge waits', () => {
    const { session, processor } = openCheckout();
    const { completeCheckout, completeChallenge } = processor.controls;
    const declined = completeCheckout(session, { card: '4000000000000002' });
    expect(declined).to.include({ status: 'open', payment_status: 'unpaid' });
    const waiting = completeCheckout(session, { card: '4000002760003184' });
    expect(waiting).to.include({ status: 'open', payment_intent: declined.payment_intent });
    expect(completeChallenge(waiting.payment_intent ?? '').status).to.equal('succeeded');
  });

  it('meets the planned failures of a confirmation', () => {
    const { session, processor } = openCheckout();
    const { completeCheckout, failNext } = processor.controls;
    failNext({ on: 'confirm', with: { decline: 'insufficient_funds' } });
    expect(completeCheckout(session)).to.include({ status: 'open' });
    failNext({ on: 'confirm', with: 'server_error' });
    expect(thrown(() => completeCheckout(session))).to.include({ _tag: 'ProcessorFailed' });
    expect(completeCheckout(session)).to.include({ status: 'complete' });
  });

  it('pays by Bizum once the customer has had time to approve', () => {
    const { session, processor } = openCheckout({ payment_method_types: ['card', 'bizum'] });
    const { clock, completeCheckout } = processor.controls;
    const waiting = completeCheckout(session, { method: 'bizum' });
    expect(waiting).to.include({ status: 'open', payment_status: 'unpaid' });
    clock.advance(5);
    const { data } = processor.controls.events({ limit: 1 });
    expect(data[0]).to.have.nested.include({
      type: 'checkout.session.completed',
      'data.object.id': session,
      'data.object.payment_status': 'paid',
    });
  });

  it('gives Bizum the phone number whose bank declines', () => {
    const { session, processor } = openCheckout({ payment_method_types: ['bizum'] });
    const { clock, completeCheckout, completeChallenge } = processor.controls;
    const { payment_intent } = completeCheckout(session, {
      method: 'bizum',
      phone: '+34600000002',
    });
    clock.advance(5);
    expect(thrown(() => completeChallenge(String(payment_intent))).message).to.include(
      'requires_payment_method',
    );
    expect(thrown(() => completeCheckout(session)).message).to.equal(
      'This Checkout Session takes no card: it takes bizum',
    );
  });

  it('pays by SEPA direct debit days later, and refuses an account that is not for tests', () => {
    const { session, processor } = openCheckout({ payment_method_types: ['sepa_debit'] });
    const { clock, completeCheckout, events } = processor.controls;
    const sepa = { method: 'sepa_debit', iban: 'DE75512108001245126199' } as const;
    expect(thrown(() => completeCheckout(session, sepa))).to.include({
      _tag: 'ProcessorRefused',
      param: 'method[sepa_debit][iban]',
    });
    const paid = completeCheckout(session, { ...sepa, iban: 'DE08 3704 0044 0532 0130 03' });
    expect(paid).to.include({ status: 'complete', payment_status: 'unpaid' });
    clock.advance(180);
    expect(events({ limit: 1 }).data[0]?.type).to.equal('checkout.session.async_payment_succeeded');
  });

  it('throws for an unknown session, one that is over, and wrong details', () => {
    const { session, processor } = openCheckout();
    const { completeCheckout } = processor.controls;
    expect(thrown(() => completeCheckout('pi_1')).message).to.equal(
      "id must be the id of a checkout session (cs_...), not 'pi_1'",
    );
    expect(thrown(() => completeCheckout('cs_none')).message).to.equal(
      "No such checkout.session: 'cs_none'",
    );
    const wrong = JSON.parse('{"cart": "4242424242424242", "email": 7}');
    expect(thrown(() => completeCheckout(session, wrong)).message).to.equal(
      'customer.email must be a non-empty string; there is no option customer.cart (did you mean customer.card?)',
    );
    completeCheckout(session);
    expect(thrown(() => completeCheckout(session)).message).to.match(/has a status of `complete`/);
  });
});
