import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { NewRefund } from '../../../src/application/ports/payment-processor.js';
import {
  type RefundCharge,
  refundCharge,
} from '../../../src/application/use-cases/refund-charge.js';
import { ChargeId } from '../../../src/domain/ids.js';
import { AmountMinor } from '../../../src/domain/money/amount.js';
import { AmountOfOther } from '../../../src/domain/money/whole-units.js';
import type { Charge } from '../../../src/domain/objects/charge.js';
import type { ProcessorError } from '../../../src/domain/payment-error.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { decoded } from '../../support/inputs/decoded.js';
import { processorObjects } from '../../support/processors/processor-objects.js';
import { withoutCeilings } from '../../support/processors/without-ceilings.js';

const charge = decoded(ChargeId, 'ch_1');
const { currency: _currency, ...withoutCurrency } = processorObjects.charge;

/** The outcome of a refund of this charge, and the refunds that were sent. */
const refundOf = async (
  asked: Omit<RefundCharge, 'charge'>,
  read: TE.TaskEither<ProcessorError, Charge>,
  largestRefund?: number,
) => {
  const sent: Array<NewRefund> = [];
  const outcome = await refundCharge({
    ...withoutCeilings,
    ceilings: { ...withoutCeilings.ceilings, largestRefund },
    retrieveCharge: () => read,
    createRefund: (refund) => {
      sent.push(refund);
      return TE.right(processorObjects.refund);
    },
  })({ charge, ...asked })();
  return { outcome, sent };
};

const inCurrency = (currency: string) =>
  TE.right<ProcessorError, Charge>({ ...processorObjects.charge, currency });

const unread = TE.left<ProcessorError>(paymentErrors.ProcessorFailed);

describe('refundCharge (decision P19)', () => {
  it('reads the currency of the charge for an amount in whole units', async () => {
    const amount = decoded(AmountOfOther, '20');
    for (const [currency, minor] of [
      ['eur', 2000],
      ['jpy', 20],
      ['kwd', 20_000],
    ] as const) {
      const { sent } = await refundOf({ amount, reason: 'duplicate' }, inCurrency(currency));
      expect(sent).to.deep.equal([{ charge, amount: minor, reason: 'duplicate' }]);
    }
  });

  it('reads nothing for an amount in minor units, and for everything', async () => {
    const { sent } = await refundOf({ amount_minor: decoded(AmountMinor, 20) }, unread);
    expect(sent).to.deep.equal([{ charge, amount: 20 }]);
    expect((await refundOf({}, unread)).sent).to.deep.equal([{ charge }]);
  });

  it('refuses decimals of a currency without any, and sends nothing', async () => {
    const { outcome, sent } = await refundOf(
      { amount: decoded(AmountOfOther, '19.99') },
      inCurrency('jpy'),
    );
    expect(sent).to.deep.equal([]);
    expect(outcome).to.deep.equal(
      E.left({
        _tag: 'InvalidInput',
        field: 'amount',
        refusal: {
          _tag: 'NotA',
          expected: 'whole-amount',
          read: { unit: 'whole', given: '19.99', currency: 'jpy' },
        },
      }),
    );
  });

  const amount = decoded(AmountOfOther, '20');
  for (const error of [
    paymentErrors.ProcessorFailed,
    paymentErrors.Unexpected,
    { ...paymentErrors.ProcessorUnavailable, outcome: 'unknown' as const },
  ]) {
    it(`did nothing when the read of the charge ends with ${error._tag}`, async () => {
      const { outcome, sent } = await refundOf({ amount }, TE.left(error));
      expect(sent).to.deep.equal([]);
      expect(outcome).to.deep.include({ _tag: 'Left' });
      expect(outcome).to.have.nested.property('left._tag', 'ProcessorUnavailable');
      expect(outcome).to.have.nested.property('left.outcome', 'not_done');
      expect(outcome).to.have.nested.property('left.cause', error.cause);
    });
  }

  it('passes on why the processor refused the read', async () => {
    const { outcome } = await refundOf({ amount }, TE.left(paymentErrors.ProcessorRefused));
    expect(outcome).to.deep.equal(E.left(paymentErrors.ProcessorRefused));
    const missing = { ...paymentErrors.ProcessorRefused, code: 'resource_missing', param: 'id' };
    expect((await refundOf({ amount }, TE.left(missing))).outcome).to.deep.equal(
      E.left({ _tag: 'NotFound', resource: 'charge' }),
    );
  });

  for (const [situation, read, currency] of [
    ['reads the currency of the charge', inCurrency('jpy'), 'jpy'],
    ['does without the currency of a charge that cannot be read', unread, null],
    ['does without a currency that the charge does not have', TE.right(withoutCurrency), null],
  ] as const) {
    it(`${situation} to refuse a refund above the ceiling, and sends nothing`, async () => {
      const { outcome, sent } = await refundOf(
        { amount_minor: decoded(AmountMinor, 201) },
        read,
        200,
      );
      expect(outcome).to.deep.equal(
        E.left({
          _tag: 'RefundTooLarge',
          per: 'refund',
          largest: 200,
          given: 201,
          before: 0,
          currency,
        }),
      );
      expect(sent).to.deep.equal([]);
    });
  }

  it('refuses whole units of a charge without a currency', async () => {
    const { outcome, sent } = await refundOf({ amount }, TE.right(withoutCurrency));
    expect(outcome).to.have.nested.property('left.refusal.expected', 'known-decimals');
    expect(sent).to.deep.equal([]);
  });
});
