import { strict as assert } from 'node:assert';
import { PaymentIntentId } from '../../domain/ids.js';
import type { CardError } from '../../domain/payment-error.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { proven } from '../support/ids.js';
import { newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { intentFields, intentsOf, newIntent } from '../support/new-payment.js';
import { hasPrefix } from './profile-facts.js';
import { cardByNumber } from './test-cards.js';

type Decline = Partial<Pick<CardError, 'code' | 'decline_code'>>;

const declined = (decline_code: string): Decline => ({ code: 'card_declined', decline_code });

const declinedMethods: ReadonlyArray<readonly [string, Decline]> = [
  ['pm_card_visa_chargeDeclined', declined('generic_decline')],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', declined('insufficient_funds')],
  ['pm_card_visa_chargeDeclinedLostCard', declined('lost_card')],
  ['pm_card_visa_chargeDeclinedStolenCard', declined('stolen_card')],
  ['pm_card_chargeDeclinedExpiredCard', { code: 'expired_card' }],
  ['pm_card_chargeDeclinedIncorrectCvc', { code: 'incorrect_cvc' }],
  ['pm_card_chargeDeclinedProcessingError', { code: 'processing_error' }],
  ['pm_card_chargeCustomerFail', { code: 'card_declined' }],
];

const declinedNumbers: ReadonlyArray<readonly [string, Decline]> = [
  ['4100000000000019', declined('fraudulent')],
  ['4000000000000341', { code: 'card_declined' }],
];

const generic = 'pm_card_visa_chargeDeclined';

const isDeclined = async (
  processor: Subject,
  payment_intent: PaymentIntentId,
  decline: Decline,
): Promise<void> => {
  const task = processor.confirmPaymentIntent({ payment_intent });
  const error = await failWith('confirmPaymentIntent', task, 'CardError', {
    ...decline,
    payment_intent,
  });
  assert.notEqual(error.message, '', "a decline has the processor's own text");
  hasPrefix('the charge of a decline', error.charge, 'ch_');
  const intent = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
  assert.deepEqual(
    [intent.status, intent.payment_method, intent.latest_charge],
    ['requires_payment_method', null, error.charge],
    'after a decline the intent needs another payment method and names the failed charge',
  );
  assert.equal(
    fieldOf(intent, 'last_payment_error.code'),
    error.code,
    'last_payment_error has the same code',
  );
  const charge = intent.charges?.data[0];
  assert.deepEqual(
    [charge?.status, charge?.paid, charge?.amount],
    ['failed', false, 1999],
    'charges hold the failed charge',
  );
};

/** Confirmations that the card's bank declines. */
export const stripeDeclinesArea = ({ describe, it, itWith }: Suite): void => {
  describe("declines of Stripe's test cards", () => {
    for (const [payment_method, decline] of declinedMethods) {
      const reason = decline.decline_code ?? decline.code;
      it(`confirmPaymentIntent is declined for ${payment_method}: ${reason}`, async (processor) => {
        const { id } = await newIntent(processor, { payment_method });
        await isDeclined(processor, id, decline);
      });
    }

    for (const [number, decline] of declinedNumbers) {
      const reason = decline.decline_code ?? decline.code;
      itWith(
        ['fixtures.card'],
        `confirmPaymentIntent is declined for …${number.slice(-4)}: ${reason}`,
        async (processor) => {
          const customer = await newCustomer(processor);
          const payment_method = await cardByNumber(processor, customer, number);
          const intent = await mustSucceed(processor).createPaymentIntent(
            await intentFields(processor, { customer, payment_method }),
          );
          await isDeclined(processor, proven(PaymentIntentId, intent.id), decline);
        },
      );
    }

    it('confirmPaymentIntent is declined for the card of tok_chargeCustomerFail', async (processor) => {
      const customer = await newCustomer(processor);
      const card = await newCard(processor, customer, 'tok_chargeCustomerFail');
      const intent = await mustSucceed(processor).createPaymentIntent(
        await intentFields(processor, { customer, payment_method: card.id }),
      );
      await isDeclined(processor, proven(PaymentIntentId, intent.id), { code: 'card_declined' });
    });

    it('createPaymentIntent with confirm: true is declined with the same code, and keeps the intent', async (processor) => {
      const customer = await newCustomer(processor);
      const task = processor.createPaymentIntent(
        await intentFields(processor, { customer, payment_method: generic, confirm: true }),
      );
      const error = await failWith(
        'createPaymentIntent',
        task,
        'CardError',
        declined('generic_decline'),
      );
      const kept = (await intentsOf(processor, customer)).map(({ id, status, latest_charge }) => ({
        id,
        status,
        latest_charge,
      }));
      assert.deepEqual(
        kept,
        [
          {
            id: error.payment_intent,
            status: 'requires_payment_method',
            latest_charge: error.charge,
          },
        ],
        'the error names the intent, which another card may still pay, and the failed charge',
      );
    });

    it('confirmPaymentIntent refuses a declined intent without another card', async (processor) => {
      const { id: payment_intent } = await newIntent(processor, { payment_method: generic });
      await failWith(
        'confirmPaymentIntent',
        processor.confirmPaymentIntent({ payment_intent }),
        'CardError',
      );
      const task = processor.confirmPaymentIntent({ payment_intent });
      await failWith('confirmPaymentIntent again', task, 'ProcessorRefused', { status: 400 });
    });
  });
};
