import { amountText } from '../money/amount-text.js';
import type { CaseRule } from './ledger-rule.js';

export const neverConfirmed: CaseRule = {
  name: 'never_confirmed',
  explanation:
    'The customer passed 3D Secure, and nobody confirmed the payment afterwards. The customer believes that it is paid.',
  advice: 'Confirm the payment, or cancel it and tell the customer.',
  severity: 'error',
  judge: ({ payments }) =>
    payments.flatMap((payment) => {
      const { id, status, events, currency, amount } = payment;
      return status === 'requires_confirmation' && events.includes('payment_intent.requires_action')
        ? [
            {
              _tag: 'Breach',
              about: id,
              payment: id,
              amount,
              currency,
              message: `the customer authenticated ${amountText(amount, currency)} (${id}), and it was never confirmed`,
            },
          ]
        : [];
    }),
};
