import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { cardWithNumber } from '../../../adapters/outbound/memory/support/card-payments.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

type Row = readonly [
  number: string,
  code: string,
  decline_code: string,
  advice_code: string,
  network_decline_code: string,
  network_advice_code: string | undefined,
  param: string | undefined,
  message: string,
];

// Recorded in 2025-02-24.acacia, 2025-09-30.clover, 2026-05-27.dahlia and 2026-06-24.dahlia, from November 2025 to August
// 2026: openfoodfoundation/openfoodnetwork, spec/fixtures/vcr_cassettes.
const declined = 'Your card was declined.';
const rows: ReadonlyArray<Row> = [
  [
    '4000000000000002',
    'card_declined',
    'generic_decline',
    'try_again_later',
    '01',
    undefined,
    undefined,
    declined,
  ],
  [
    '4000000000009995',
    'card_declined',
    'insufficient_funds',
    'try_again_later',
    '51',
    '02',
    undefined,
    'Your card has insufficient funds.',
  ],
  [
    '4000000000009987',
    'card_declined',
    'lost_card',
    'do_not_try_again',
    '41',
    '01',
    undefined,
    declined,
  ],
  [
    '4000000000009979',
    'card_declined',
    'stolen_card',
    'do_not_try_again',
    '43',
    '01',
    undefined,
    declined,
  ],
  [
    '4000000000006975',
    'card_declined',
    'card_velocity_exceeded',
    'try_again_later',
    '61',
    '02',
    undefined,
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
  [
    '4000000000000069',
    'expired_card',
    'expired_card',
    'confirm_card_data',
    '54',
    '03',
    'exp_month',
    'Your card has expired.',
  ],
  [
    '4000000000000127',
    'incorrect_cvc',
    'incorrect_cvc',
    'confirm_card_data',
    'N7',
    '03',
    'cvc',
    "Your card's security code is incorrect.",
  ],
  [
    '4000000000000119',
    'processing_error',
    'processing_error',
    'try_again_later',
    '06',
    undefined,
    undefined,
    'An error occurred while processing your card. Try again in a little bit.',
  ],
];

describe('the codes of a decline', () => {
  for (const [number, code, decline_code, advice, network, networkAdvice, param, message] of rows) {
    it(`are in the error, the intent and the charge of ${number}`, () => {
      const { engine } = openShop();
      const { id } = right(
        engine.call(engineOperations.createPaymentMethod, {
          type: 'card',
          card: cardWithNumber(number),
        }),
      );
      const { payment_intent, ...error } = refusal(
        engine.call(engineOperations.createIntent, {
          amount: 2000,
          currency: 'eur',
          payment_method: id,
          confirm: true,
        }),
      );
      const expected = {
        type: 'card_error',
        code,
        decline_code,
        advice_code: advice,
        network_decline_code: network,
        network_advice_code: networkAdvice,
        param,
        message,
      };
      const shown = (one: Partial<typeof expected> | null | undefined) => ({
        type: one?.type,
        code: one?.code,
        decline_code: one?.decline_code,
        advice_code: one?.advice_code,
        network_decline_code: one?.network_decline_code,
        network_advice_code: one?.network_advice_code,
        param: one?.param,
        message: one?.message,
      });
      expect(shown(error)).to.deep.equal(expected);
      expect(shown(payment_intent?.last_payment_error)).to.deep.equal(expected);
      const charge = right(
        engine.call(engineOperations.retrieveCharge, { charge: error.charge ?? '' }),
      );
      expect(charge.outcome).to.include({
        advice_code: advice,
        network_decline_code: network,
        network_advice_code: networkAdvice ?? null,
        reason: decline_code,
      });
    });
  }
});
