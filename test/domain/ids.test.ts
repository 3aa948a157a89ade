import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import {
  CardId,
  ChargeId,
  CustomerId,
  cursorOf,
  EventId,
  PaymentIntentId,
  PaymentMethodId,
  RefundId,
  TokenId,
} from '../../src/domain/ids.js';
import { arbitrarySafeId } from '../support/inputs/arbitraries.js';
import { seed } from '../support/inputs/seed.js';

const unsafe: ReadonlyArray<string> = [
  '',
  ' ',
  'cus_1/../cus_2',
  'cus_1/',
  '..',
  '../v1/charges',
  'cus_1?expand=1',
  'cus_1#a',
  'cus%2F1',
  'cus_1 ',
  ' cus_1',
  'cus_1\n',
  'cus_1\r\nHost: x',
  'cus_\u0000',
  'cus_ñ',
  'cus_１',
  'cus.1',
  'cus:1',
  "cus_1' OR '1'='1",
  '<script>',
  'cus_\u202e1',
  '😀',
];

const ids = {
  customer: CustomerId,
  payment_intent: PaymentIntentId,
  payment_method: PaymentMethodId,
  card: CardId,
  token: TokenId,
  charge: ChargeId,
  refund: RefundId,
  event: EventId,
};

describe('ids (decision E13)', () => {
  for (const [resource, id] of Object.entries(ids)) {
    it(`of a ${resource} can be any safe string`, () => {
      fc.assert(
        fc.property(arbitrarySafeId(), (text) => {
          expect(id.refine(text)).to.deep.equal(E.right(text));
        }),
        { seed },
      );
    });

    it(`of a ${resource} with other characters are not found`, () => {
      for (const text of unsafe) {
        expect(id.refine(text), JSON.stringify(text)).to.deep.equal(
          E.left({ _tag: 'UnsafeId', resource }),
        );
      }
    });

    it(`of a ${resource} that are not strings are refused`, () => {
      for (const value of [1, true, null, undefined, [], ['cus_1'], {}]) {
        expect(id.refine(value)).to.deep.equal(E.left({ _tag: 'NotA', expected: 'text' }));
      }
    });
  }

  it('are safe exactly when a URL does not change them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        if (E.isRight(CustomerId.refine(text))) {
          expect(new URL(`https://processor.example/v1/customers/${text}`).pathname).to.equal(
            `/v1/customers/${text}`,
          );
        }
      }),
      { seed, numRuns: 2_000 },
    );
  });
});

describe('cursors (decision P10)', () => {
  const cursor = cursorOf('payment_intent', 'The page after this one');

  it('can be ids', () => expect(cursor.refine('pi_1')).to.deep.equal(E.right('pi_1')));

  it('with unsafe characters are unknown', () => {
    for (const text of unsafe) {
      expect(cursor.refine(text)).to.deep.equal(E.left({ _tag: 'UnknownCursor' }));
    }
  });

  it('given twice are refused', () => {
    expect(cursor.refine(['pi_1', 'pi_2'])).to.deep.equal(
      E.left({ _tag: 'NotA', expected: 'text' }),
    );
  });
});
