import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentIntentChange } from '../../../src/application/ports/payment-processor.js';
import {
  type UpdatePayment,
  updatePayment,
} from '../../../src/application/use-cases/update-payment.js';
import { PaymentIntentId } from '../../../src/domain/ids.js';
import { AmountMinor } from '../../../src/domain/money/amount.js';
import { CurrencyCode } from '../../../src/domain/money/currency-code.js';
import { AmountOfOther } from '../../../src/domain/money/whole-units.js';
import { decoded } from '../../support/inputs/decoded.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const payment_intent = decoded(PaymentIntentId, 'pi_1');
const jpy = decoded(CurrencyCode, 'JPY');

const sentFor = async (
  asked: Omit<UpdatePayment, 'payment_intent'>,
): Promise<ReadonlyArray<PaymentIntentChange>> => {
  const sent: Array<PaymentIntentChange> = [];
  const intent = { ...processorObjects.intent, currency: 'eur' };
  await updatePayment({
    currencies: ['eur', 'jpy'],
    ceilings: { client: '' },
    retrievePaymentIntent: () => TE.right(intent),
    updatePaymentIntent: (change) => {
      sent.push(change);
      return TE.right(intent);
    },
  })({ payment_intent, ...asked })();
  return sent;
};

describe('updatePayment (decision P18)', () => {
  it('sends whole units with the currency that they were read in, which may change meanwhile', async () => {
    expect(await sentFor({ amount: decoded(AmountOfOther, '19.99') })).to.deep.equal([
      { payment_intent, amount: 1999, currency: 'eur' },
    ]);
    expect(await sentFor({ amount_minor: decoded(AmountMinor, 1999) })).to.deep.equal([
      { payment_intent, amount: 1999 },
    ]);
  });

  it('sends no currency without an amount: 19.99 euros would become 1999 yen', async () => {
    expect(await sentFor({ currency: jpy })).to.deep.equal([]);
    const amount = decoded(AmountOfOther, '3000');
    expect(await sentFor({ currency: jpy, amount })).to.deep.equal([
      { payment_intent, amount: 3000, currency: 'jpy' },
    ]);
  });
});
