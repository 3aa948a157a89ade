import { expect } from 'chai';
import { useProcessors } from './support/processors.js';

describe('the processor of a torture test', () => {
  const start = useProcessors();

  it('offers the methods by which its customers pay, besides cards and Link', async () => {
    const offered = async (given: Parameters<typeof start>[0]) => {
      const test = await start(given);
      const intent = await test.stripe().paymentIntents.create({
        amount: 1001,
        currency: 'eur',
        automatic_payment_methods: { enabled: true },
      });
      return intent.payment_method_types;
    };
    expect(await offered({})).to.deep.equal(['card', 'link']);
    const more = await offered({ methods: ['card', 'sepa_debit', 'sepa_debit'] });
    expect(more).to.have.members(['card', 'link', 'sepa_debit']);
  });
});
