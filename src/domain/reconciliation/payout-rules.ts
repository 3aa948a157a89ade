import { amountText } from '../money/amount-text.js';
import { listText } from '../text/words.js';
import type { CaseRule, PayoutRule } from './ledger-rule.js';

// The processor may need a day more than it says.
const patience = 2 * 24 * 60 * 60;

export const paidOutTwice: CaseRule = {
  name: 'paid_out_twice',
  explanation: 'The same transaction is in more than one payout. The processor will take it back.',
  advice: 'Send both payouts to the support of the processor, and do not spend the money.',
  severity: 'error',
  judge: ({ payments }) =>
    payments.flatMap(({ id: payment, entries }) =>
      entries
        .filter(({ payouts }) => payouts.length > 1)
        .map(({ id, net, currency, payouts }) => ({
          _tag: 'Breach' as const,
          about: id,
          payment,
          amount: net,
          currency,
          message: `${amountText(net, currency)} of ${payment} (${id}) is in ${listText(payouts)}`,
        })),
    ),
};

export const neverPaidOut: CaseRule = {
  name: 'never_paid_out',
  explanation: 'Money was available before an automatic payout, and is in no payout.',
  advice: 'Ask the support of the processor where it is.',
  severity: 'error',
  judge: ({ payments }, { lastPayout }) =>
    payments.flatMap(({ id: payment, entries }) =>
      entries
        .filter(({ payouts, availableOn, currency }) => {
          const last = lastPayout(currency);
          return payouts.length === 0 && last !== null && availableOn + patience < last;
        })
        .map(({ id, net, currency }) => ({
          _tag: 'Breach' as const,
          about: id,
          payment,
          amount: net,
          currency,
          message: `${amountText(net, currency)} of ${payment} (${id}) was available, and later payouts left it out`,
        })),
    ),
};

export const payoutSumWrong: PayoutRule = {
  name: 'payout_sum_wrong',
  explanation:
    'A payout is not the sum of its charges, refunds, fees and disputes. The books cannot be closed.',
  advice: 'Compare the payout with the report of the processor, and ask its support.',
  severity: 'error',
  judge: ({ id, amount, currency, sum, status }) =>
    sum === null || status === 'failed' || status === 'canceled' || sum.net === amount
      ? []
      : [
          {
            _tag: 'Breach',
            about: id,
            amount: amount - sum.net,
            currency,
            message: `the payout ${id} is ${amountText(amount, currency)}, but its ${sum.count} transactions add up to ${amountText(sum.net, currency)}`,
          },
        ],
};
