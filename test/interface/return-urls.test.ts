import { expect } from 'chai';
import { expectFailure } from '../support/http/expect-answer.js';
import { textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const notUrl =
  'return_url debe ser una URL absoluta, por ejemplo https://tienda.example/pedidos/42';

const refused: ReadonlyArray<string> = [
  'javascript:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data://text/html,a',
  'vbscript://a',
  'file:///etc/passwd',
  '//shop.example/back',
  '/back',
  '\\\\shop.example/back',
  'https:/\\shop.example',
  'https:\\\\shop.example',
  'https://shop.example\\@other.example/',
  'https://shop.example\\.other.example/',
  'https://ana:secret@shop.example/back',
  'https://shop.example@other.example/',
  'http://@shop.example/',
  'myapp://ana@paid',
  'https://shop.example/\u0000back',
  'https://shop.example/\u007fback',
  'https://shop.example/a\u00a0b',
  '\ufeffhttps://shop.example/',
  'https://shop.example/\r\nSet-Cookie: a=b',
];

onService('interface: return_url', { env: { RETURN_URL_SCHEMES: 'myapp' } }, ({ call }) => {
  const given = journeys(call);

  const requests = (return_url: string) => {
    const confirm = { payment_method: 'pm_card_visa', confirm: true, return_url };
    return [
      ['/api/payments', { ...confirm, amount: 10, customer_id: 'cus_1' }],
      ['/api/payments/confirm', { paymentId: 'pi_1', return_url }],
      ['/api/setup-intents', { ...confirm, customer_id: 'cus_1' }],
      ['/api/setup-intents/confirm', { setupIntentId: 'seti_1', return_url }],
    ] as const;
  };

  for (const url of refused) {
    it(`A8: ${JSON.stringify(url)} is 400 before it reaches the processor`, async () => {
      for (const [path, body] of requests(url)) {
        const answer = await call('POST', path, { body });
        expectFailure(answer, {
          status: 400,
          message: notUrl,
          code: 'invalid_field',
          field: 'return_url',
        });
      }
    });
  }

  it('A8: the scheme of an app that is not configured is 400', async () => {
    for (const [path, body] of requests('other-app://paid')) {
      expectFailure(await call('POST', path, { body }), {
        status: 400,
        message: 'return_url debe empezar por https:// o http:// o myapp://',
        code: 'invalid_field',
        field: 'return_url',
      });
    }
  });

  for (const url of ['myapp://paid?order=42', 'http://127.0.0.1:3000/@back?order=42']) {
    it(`A8: the customer returns to ${url}`, async () => {
      const customer_id = await given.customer();
      const payment_method = await given.card(customer_id, '4000002760003184');
      const body = { amount: 10, customer_id, payment_method, confirm: true, return_url: url };
      const { body: made } = await call('POST', '/api/payments', { body });
      const answer = await fetch(textAt(made, 'data.next_action.redirect_to_url.url'), {
        method: 'POST',
        body: new URLSearchParams({ outcome: 'approve' }),
        redirect: 'manual',
      });
      expect(answer.status).to.equal(303);
      expect(answer.headers.get('location')?.startsWith(`${url}&payment_intent=pi_`)).to.equal(
        true,
      );
    });
  }
});
