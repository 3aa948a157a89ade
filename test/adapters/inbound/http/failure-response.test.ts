import { expect } from 'chai';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryProcessor } from '../../../../src/memory.js';
import { expectFailure } from '../../../support/http/expect-answer.js';
import { useService } from '../../../support/service/use-service.js';

describe('a webhook without a configured secret', () => {
  const service = useService();

  it('is logged once a minute, however often it comes', async () => {
    for (let n = 0; n < 5; n += 1) {
      const answer = await service.call('POST', '/api/webhooks', {
        raw: '{}',
        headers: { 'stripe-signature': 't=1,v1=0' },
      });
      expect(answer.status).to.equal(500);
    }
    expect(service.logged().match(/"request failed"/g)).to.have.length(1);
  });
});

describe('a processor whose objects JSON cannot represent', () => {
  const { createCustomer } = createMemoryProcessor({ seed: 'bigint' });
  const service = useService({
    processor: {
      retrieveCustomer: () =>
        pipe(
          createCustomer({ name: 'Ana' }),
          TE.map((customer) => ({ ...customer, balance_in_wei: 10n })),
        ),
    },
  });

  it('gets an error in the envelope', async () => {
    expectFailure(await service.call('GET', '/api/customers/cus_1'), {
      status: 500,
      message: 'Error interno del servidor',
      code: null,
      outcome: 'not_done',
    });
  });
});
