import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Answer } from '../support/http/call.js';
import { at, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const needsChallenge = '4000002760003184';

const confirmWithNewKey = {
  advice:
    'Esta es la respuesta guardada de la primera petición, cuando el pago aún no estaba completo. Si el cliente ya se ha autenticado, confirme el pago con una Idempotency-Key nueva: con la misma no se cobrará nunca',
  advice_code: 'confirm_with_new_key',
};
const confirmWithNewKeyInEnglish =
  'This is the stored response of the first request, when the payment was not complete yet. Once the customer has authenticated, confirm the payment with a new Idempotency-Key: with the same key it will never be charged';
const readAgain = {
  advice:
    'Esta es la respuesta guardada de la primera petición, cuando aún faltaba el cliente. Consulte el estado actual: cuando el cliente se autentica, continúa sin otra confirmación',
  advice_code: 'read_again',
};
const readAgainInEnglish =
  'This is the stored response of the first request, when the customer was still needed. Read the current status: once the customer has authenticated, it continues without another confirmation';

const adviceOf = ({ body }: Answer) => ({
  advice: at(body, 'advice'),
  advice_code: at(body, 'advice_code'),
});
const none = { advice: undefined, advice_code: undefined };

const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

onService(
  'interface: repeating an answer that waits for the customer',
  {
    env: { LOCALE: 'es,en' },
  },
  (service) => {
    const given = journeys(service.call);
    const send = (path: string, key: string, body: object, language = 'es') =>
      service.call('POST', path, {
        body,
        headers: { 'idempotency-key': key, 'accept-language': language },
      });
    const confirm = (key: string, paymentId: string, language?: string) =>
      send('/api/payments/confirm', key, { paymentId }, language);
    const payer = async () => {
      const customer_id = await given.customer();
      return { customer_id, payment_method: await given.card(customer_id, needsChallenge) };
    };

    it('I10: a confirmation with the key from before the authentication says that it never charges', async () => {
      const paymentId = await given.payment(await payer());
      const first = await confirm('order-42 confirm', paymentId);
      expect(textAt(first.body, 'data.status')).to.equal('requires_action');
      expect(adviceOf(first)).to.deep.equal(none);
      await service.controls.challenge(paymentId, 'approve');

      const again = await confirm('order-42 confirm', paymentId);
      expect([again.status, isReplay(again)]).to.deep.equal([200, true]);
      expect(adviceOf(again)).to.deep.equal(confirmWithNewKey);
      expect(at(again.body, 'data')).to.deep.equal(at(first.body, 'data'));
      const inEnglish = await confirm('order-42 confirm', paymentId, 'en');
      expect(adviceOf(inEnglish)).to.deep.equal({
        ...confirmWithNewKey,
        advice: confirmWithNewKeyInEnglish,
      });

      const paid = await confirm('order-42 confirm after authentication', paymentId);
      expect([textAt(paid.body, 'data.status'), isReplay(paid)]).to.deep.equal([
        'succeeded',
        false,
      ]);
      const paidAgain = await confirm('order-42 confirm after authentication', paymentId);
      expect([adviceOf(paidAgain), isReplay(paidAgain)]).to.deep.equal([none, true]);
    });

    it('I10: the log has a line with the hash of the key', async () => {
      const paymentId = await given.payment(await payer());
      await confirm('order-43', paymentId);
      await confirm('order-43', paymentId);
      const hash = createHash('sha256').update('order-43').digest('hex');
      const lines = service
        .logged()
        .split('\n')
        .filter((line) => line.includes(hash))
        .map((line): unknown => JSON.parse(line));
      expect(lines.map((line) => [at(line, 'level'), at(line, 'operation')])).to.deep.equal([
        ['warn', 'confirmPayment'],
      ]);
      expect(at(lines[0], 'msg')).to.equal(
        'repeated a stored response in which the payment was not complete: with this idempotency key it is never charged; after the customer has authenticated, confirm it with a new key',
      );
    });

    it('I10: a creation with confirm true says the same', async () => {
      const body = { ...(await payer()), amount: 10, confirm: true };
      await send('/api/payments', 'order-44', body);
      const again = await send('/api/payments/create', 'order-44', body);
      expect([isReplay(again), adviceOf(again)]).to.deep.equal([true, confirmWithNewKey]);
    });

    it('I10: a creation that was not to be confirmed has no advice', async () => {
      const body = { ...(await payer()), amount: 10 };
      await send('/api/payments', 'order-45', body);
      const again = await send('/api/payments', 'order-45', body);
      expect(textAt(again.body, 'data.status')).to.equal('requires_confirmation');
      expect([isReplay(again), adviceOf(again)]).to.deep.equal([true, none]);
    });

    it('I10 S2: a setup intent is to be read again, because it needs no other confirmation', async () => {
      const body = { ...(await payer()), confirm: true };
      const first = await send('/api/setup-intents', 'card-1', body);
      const setupIntentId = textAt(first.body, 'data.id');
      expect([textAt(first.body, 'data.status'), adviceOf(first)]).to.deep.equal([
        'requires_action',
        none,
      ]);
      const again = await send('/api/setup-intents', 'card-1', body);
      expect([isReplay(again), adviceOf(again)]).to.deep.equal([true, readAgain]);

      const other = await send('/api/setup-intents', 'card-2', { ...body, confirm: false });
      const asked = { setupIntentId: textAt(other.body, 'data.id') };
      await send('/api/setup-intents/confirm', 'card-2 confirm', asked);
      const confirmed = await send('/api/setup-intents/confirm', 'card-2 confirm', asked, 'en');
      expect(adviceOf(confirmed)).to.deep.equal({ ...readAgain, advice: readAgainInEnglish });
      expect(setupIntentId).to.match(/^seti_/);
    });
  },
);

onService(
  'interface: repeating such an answer where the client finishes',
  {
    env: { CONFIRMATION_METHOD: 'automatic' },
  },
  (service) => {
    const given = journeys(service.call);

    it('I10 P6: a payment that continues by itself is to be read again', async () => {
      const customer_id = await given.customer();
      const payment_method = await given.card(customer_id, needsChallenge);
      const paymentId = await given.payment({ customer_id, payment_method });
      const confirm = () =>
        service.call('POST', '/api/payments/confirm', {
          body: { paymentId },
          headers: { 'idempotency-key': 'order-46' },
        });
      expect(adviceOf(await confirm())).to.deep.equal(none);
      expect(adviceOf(await confirm())).to.deep.equal(readAgain);
    });
  },
);
