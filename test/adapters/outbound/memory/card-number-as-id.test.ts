import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { createMemoryProcessor } from '../../../../src/adapters/outbound/memory/memory-processor.js';
import { CustomerId, TokenId } from '../../../../src/domain/ids.js';
import { decoded } from '../../../support/inputs/decoded.js';

describe('a card number where an id is due', () => {
  it('is neither answered nor kept under the idempotency key', async () => {
    const number = '4242424242424242';
    const processor = createMemoryProcessor({ seed: 'number as id' });
    const customer = await processor.createCustomer({ name: 'Ana' })();
    if (E.isLeft(customer)) throw new Error('there is no customer');
    const assigned = await processor.createCard(
      { customer: decoded(CustomerId, customer.right.id), source: decoded(TokenId, number) },
      { idempotencyKey: 'once' },
    )();
    expect(JSON.stringify(assigned)).to.include("No such token: '[number]'");
    expect(JSON.stringify(processor.controls.snapshot())).not.to.include(number);
  });
});
