import { expect } from 'chai';
import { textAt } from '../../../../../support/json/at.js';
import { journeys } from '../../../../../support/service/journeys.js';
import { useService } from '../../../../../support/service/use-service.js';

describe('the way back from a 3D Secure challenge', () => {
  const service = useService();
  const { customer, payment } = journeys((...request) => service.call(...request));

  const approve = async (return_url: string): Promise<Response> => {
    const customer_id = await customer();
    const payment_method = 'pm_card_authenticationRequired';
    const paymentId = await payment({ customer_id, payment_method, amount: 20 });
    const { body } = await service.call('POST', '/api/payments/confirm', {
      body: { paymentId, return_url },
    });
    return fetch(textAt(body, 'data.next_action.redirect_to_url.url'), {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'approve' }),
      redirect: 'manual',
    });
  };

  it('may lead into an application', async () => {
    const { status, headers } = await approve('shop-app://orders/42');
    expect(status).to.equal(303);
    expect(headers.get('location')).to.match(/^shop-app:\/\/orders\/42\?payment_intent=pi_/);
  });

  for (const url of ['https://[1', 'https://shop.example:99999/', 'https://%zz/']) {
    it(`ends here when ${url} is no address after all`, async () => {
      const answer = await approve(url);
      expect(answer.status).to.equal(200);
      expect(await answer.text()).to.include('Autenticación terminada');
    });
  }
});
