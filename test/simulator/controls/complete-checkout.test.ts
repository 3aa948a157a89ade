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
