import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { eraseCustomerEvents } from '../../../src/application/use-cases/erase-events.js';
import { customerId } from '../../../src/domain/branded.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';

const customer = customerId('cus_1');

describe('eraseCustomerEvents', () => {
  it('continues while there may be more events, and returns their number', async () => {
    const batches = [
      { erased: 0, more: true },
      { erased: 200, more: true },
      { erased: 3, more: false },
    ];
    const erase = eraseCustomerEvents({
      eventStore: {
        eraseCustomer: () => async () => E.right(batches.shift() ?? { erased: 999, more: false }),
      },
    });
    expect(await erase(customer)()).to.deep.equal(E.right(203));
    expect(batches).to.deep.equal([]);
  });

  it('stops when the store fails', async () => {
    const { StoreUnavailable } = paymentErrors;
    const eraseCustomer = () => TE.left(StoreUnavailable);
    const erase = eraseCustomerEvents({ eventStore: { eraseCustomer } });
    expect(await erase(customer)()).to.deep.equal(E.left(StoreUnavailable));
  });
});
