import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryProcessor } from '../../../../src/memory.js';
import { expectFailure } from '../../../support/http/expect-answer.js';
import { useService } from '../../../support/service/use-service.js';

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
