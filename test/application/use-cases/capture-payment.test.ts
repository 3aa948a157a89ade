import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type CapturePayment,
  capturePayment,
} from '../../../src/application/use-cases/capture-payment.js';
import { PaymentIntentId } from '../../../src/domain/ids.js';
import { AmountMinor } from '../../../src/domain/money/amount.js';
import { AmountOfOther } from '../../../src/domain/money/whole-units.js';
import type { PaymentIntent } from '../../../src/domain/objects/payment-intent.js';
import type { ProcessorError } from '../../../src/domain/payment-error.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { decoded } from '../../support/inputs/decoded.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const payment_intent = decoded(PaymentIntentId, 'pi_1');

const captureOf = async (
  asked: Omit<CapturePayment, 'payment_intent'>,
  read: TE.TaskEither<ProcessorError, PaymentIntent>,
) => {
  const sent: Array<object> = [];
  const outcome = await capturePayment({
    retrievePaymentIntent: () => read,
    capturePaymentIntent: (capture) => {
      sent.push(capture);
      return TE.right(processorObjects.intent);
    },
  })({ payment_intent, ...asked })();
  return { outcome, sent };
};

const inCurrency = (currency: string) =>
  TE.right<ProcessorError, PaymentIntent>({ ...processorObjects.intent, currency });

const unread = TE.left<ProcessorError>(paymentErrors.ProcessorFailed);

describe('capturePayment (decision P19)', () => {
  it('reads the currency of the payment for an amount in whole units', async () => {
    const amount = decoded(AmountOfOther, '12');
    expect((await captureOf({ amount }, inCurrency('eur'))).sent).to.deep.equal([
      { payment_intent, amount_to_capture: 1200 },
    ]);
    expect((await captureOf({ amount }, inCurrency('jpy'))).sent).to.deep.equal([
      { payment_intent, amount_to_capture: 12 },
    ]);
  });

  it('reads nothing for an amount in minor units, and for everything', async () => {
    const { sent } = await captureOf({ amount_minor: decoded(AmountMinor, 12) }, unread);
    expect(sent).to.deep.equal([{ payment_intent, amount_to_capture: 12 }]);
    expect((await captureOf({}, unread)).sent).to.deep.equal([{ payment_intent }]);
  });

  it('did nothing when the payment could not be read or found', async () => {
    const amount = decoded(AmountOfOther, '12');
    const failed = await captureOf({ amount }, unread);
    expect(failed.sent).to.deep.equal([]);
    expect(failed.outcome).to.have.nested.property('left.outcome', 'not_done');
    const gone = { ...paymentErrors.ProcessorRefused, code: 'resource_missing', param: 'intent' };
    expect((await captureOf({ amount }, TE.left(gone))).outcome).to.deep.equal(
      E.left({ _tag: 'NotFound', resource: 'payment_intent' }),
    );
  });
});
