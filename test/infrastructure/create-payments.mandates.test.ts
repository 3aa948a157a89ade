import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { NewPaymentIntent } from '../../src/application/ports/payment-processor.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { createMemoryProcessor } from '../../src/memory.js';

describe('a direct debit whose answer was lost, repeated from another address', () => {
  it('is sent again with the first mandate, which the processor takes for the same request', async () => {
    const processor = createMemoryProcessor({ seed: 3 });
    const sent: Array<NewPaymentIntent> = [];
    const payments = createPayments({
      processor: {
        ...processor,
        createPaymentIntent: (intent, options) => {
          sent.push(intent);
          return processor.createPaymentIntent(intent, options);
        },
      },
    });
    const confirmation_token = processor.controls.createConfirmationToken('pm_success_de');
    const from = (ip_address: string) =>
      payments.withIdempotencyKey('order-6735').taskEither.createPaymentIntent({
        amount: '19.99',
        payment_methods: ['sepa_debit'],
        confirm: true,
        confirmation_token,
        mandate: { ip_address, user_agent: 'Firefox' },
      })();
    processor.controls.failNext({ on: 'createPaymentIntent', with: 'timeout_after' });
    expect(await from('203.0.113.7')).to.have.nested.property('left.outcome', 'unknown');
    const repeated = await from('198.51.100.9');
    expect(E.isRight(repeated) && repeated.right.status).to.equal('processing');
    expect(sent.map(({ mandate }) => mandate?.ip_address)).to.deep.equal([
      '203.0.113.7',
      '203.0.113.7',
    ]);
    const id = E.isRight(repeated) ? repeated.right.id : '';
    expect((await payments.getPayment({ payment_intent: id })).amount).to.equal(1999);
    await payments.stop();
  });
});
