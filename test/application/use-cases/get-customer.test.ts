import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { getCustomer } from '../../../src/application/use-cases/get-customer.js';
import { CustomerId } from '../../../src/domain/ids.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { decoded } from '../../support/inputs/decoded.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const asked = { customer: decoded(CustomerId, 'cus_1') };

const notFound = E.left({ _tag: 'NotFound', resource: 'customer' });

describe('getCustomer (decision E12)', () => {
  it('returns the customer as the processor has it', async () => {
    const { customer } = processorObjects;
    const outcome = await getCustomer({ retrieveCustomer: () => TE.right(customer) })(asked)();
    expect(E.isRight(outcome) && outcome.right).to.equal(customer);
  });

  it('does not find a deleted customer, although the processor returns it', async () => {
    const { deletedCustomer } = processorObjects;
    const get = getCustomer({ retrieveCustomer: () => TE.right(deletedCustomer) });
    expect(await get(asked)()).to.deep.equal(notFound);
  });

  it('does not find an unknown customer', async () => {
    const get = getCustomer({
      retrieveCustomer: () =>
        TE.left({
          _tag: 'ProcessorRefused',
          status: 404,
          message: "No such customer: 'cus_1'",
          code: 'resource_missing',
          param: 'id',
        }),
    });
    expect(await get(asked)()).to.deep.equal(notFound);
  });

  it('passes every other error on', async () => {
    const { ProcessorUnavailable } = paymentErrors;
    const get = getCustomer({ retrieveCustomer: () => TE.left(ProcessorUnavailable) });
    expect(await get(asked)()).to.deep.equal(E.left(ProcessorUnavailable));
  });
});
