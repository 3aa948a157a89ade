import { amountText } from '../money/amount-text.js';
import { lostToBank } from './dispute-rules.js';
import type { CaseRule } from './ledger-rule.js';
import { moneyOf } from './order-facts.js';

/** A refund and a lost dispute of one charge give the same money back twice. */
export const returnedMoreThanTaken: CaseRule = {
  name: 'refunded_more_than_taken',
  explanation:
    'The customer got more back than was charged, usually by a refund and a lost dispute for the same money.',
  advice: 'Send the refund as evidence while the dispute is open; afterwards, ask the customer.',
  severity: 'error',
  judge: ({ payments }) =>
    payments.flatMap((payment) => {
      const { captured, refunded } = moneyOf([payment]);
      const lost = lostToBank(payment);
      return captured > 0 && refunded + lost > captured
        ? [
            {
              _tag: 'Breach',
              about: payment.id,
              payment: payment.id,
              amount: refunded + lost - captured,
              currency: payment.currency,
              message: `${amountText(captured, payment.currency)} was charged (${payment.id}), but ${amountText(refunded, payment.currency)} was refunded and ${amountText(lost, payment.currency)} lost in disputes`,
            },
          ]
        : [];
    }),
};
