import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { type OpenWord, openWord } from '../../../src/domain/input/primitives.js';
import type { PaymentIntent } from '../../../src/domain/objects/payment-intent.js';

describe('openWord', () => {
  const status = openWord(['open', 'complete'], 'Status');

  it('takes words that are not known yet', () => {
    const decoded: E.Either<unknown, OpenWord<'open' | 'complete'>> = status.decode('paused');
    expect(decoded).to.deep.equal(E.right('paused'));
    expect(E.isLeft(status.decode(1))).to.equal(true);
  });

  it('has its known words in the type and in the schema', () => {
    const known: Extract<PaymentIntent['status'], 'succeeded'> = 'succeeded';
    const other: PaymentIntent['status'] = 'of_tomorrow';
    expect([known, other]).to.deep.equal(['succeeded', 'of_tomorrow']);
    expect(status.schema).to.deep.equal({
      type: 'string',
      description: 'Status',
      examples: ['open', 'complete'],
    });
  });
});
