import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { rawRequest } from '../support/http/raw-request.js';
import { textAt } from '../support/json/at.js';
import { cardYear } from '../support/processors/card-year.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const message =
  'Este servicio no acepta números de tarjeta: cree el token en el navegador o en la app con Stripe.js o el SDK móvil de Stripe (stripe.createToken) y asígnelo con POST /api/cards/assign';

const visa = { number: '4242424242424242', exp_month: 12, exp_year: cardYear, cvc: '314' };

onService(
  'interface: a service that accepts no card numbers',
  { env: { ACCEPT_CARD_NUMBERS: 'false' } },
  (service) => {
    const { call } = service;
    const given = journeys(call);

    for (const path of ['/api/cards', '/api/cards/create']) {
      it(`A11: POST ${path} is 403 with the way to tokenize on the client`, async () => {
        for (const headers of [{}, { 'idempotency-key': 'a card' }]) {
          expectFailure(await call('POST', path, { body: visa, headers }), {
            status: 403,
            message,
            code: 'card_numbers_not_accepted',
          });
        }
        expect(service.logged()).not.to.include('42424242');
      });

      it(`A11: POST ${path} is refused before its body has arrived`, async () => {
        const head = [
          `POST ${path} HTTP/1.1`,
          `Host: ${new URL(service.address).host}`,
          'Content-Type: application/json',
          'Content-Length: 100',
          'Connection: close',
        ];
        const { status, body } = await rawRequest(
          service.address,
          `${head.join('\r\n')}\r\n\r\n{"number":"4242`,
        );
        expect([status, textAt(JSON.parse(body), 'code')]).to.deep.equal([
          403,
          'card_numbers_not_accepted',
        ]);
      });
    }

    it('A11: tokens of the client are assigned', async () => {
      const userId = await given.customer();
      const body = { userId, source: 'tok_visa' };
      expectSuccess(
        await call('POST', '/api/cards/assign', { body }),
        201,
        'Tarjeta añadida con éxito',
      );
    });
  },
);
