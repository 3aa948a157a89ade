import { expect } from 'chai';
import { expectSuccess } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { onService } from '../support/service/use-service.js';

onService('interface: a declined creation with confirm: true', {}, ({ call }) => {
  const newCustomer = async (): Promise<string> => {
    const body = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };
    const { body: created } = await call('POST', '/api/customers', { body });
    return textAt(created, 'data.id');
  };

  it('E16: names the intent and the charge, and another card pays that same intent (P4)', async () => {
    const customer_id = await newCustomer();
    const declined = await call('POST', '/api/payments', {
      body: {
        amount: '19.99',
        customer_id,
        payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
        confirm: true,
      },
    });
    expect(declined.status, declined.text).to.equal(402);
    const paymentId = textAt(declined.body, 'payment_intent');
    expect(paymentId).to.match(/^pi_/);
    expect(at(declined.body, 'charge')).to.match(/^ch_/);

    const body = { paymentId, payment_method: 'pm_card_visa' };
    const paid = expectSuccess(
      await call('POST', '/api/payments/confirm', { body }),
      200,
      'Pago confirmado correctamente',
    );
    expect([at(paid, 'id'), at(paid, 'status')]).to.deep.equal([paymentId, 'succeeded']);

    const list = await call('GET', `/api/payments?userId=${customer_id}`);
    const intents = at(list.body, 'data.data');
    expect(intents, 'nothing is orphaned').to.be.an('array').with.length(1);
  });
});
