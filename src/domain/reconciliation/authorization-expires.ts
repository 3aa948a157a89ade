import { amountText } from '../money/amount-text.js';
import type { CaseRule } from './ledger-rule.js';
import { moneyOf } from './order-facts.js';

const warnedBefore = 2 * 24 * 60 * 60;

const dayOf = (seconds: number): string => `${Math.max(Math.floor(seconds / 3600), 0)} hours`;

export const authorizationExpires: CaseRule = {
  name: 'authorization_expires',
  explanation:
    'Money is authorized and not captured, and the authorization ends within two days. Then the money goes back to the customer.',
  advice:
    'Capture it if the goods are sent; otherwise release it, so that the customer has the money.',
  severity: 'error',
  judge: ({ payments }, { now }) =>
    payments.flatMap((payment) => {
      const { held } = moneyOf([payment]);
      const { captureBefore, currency, id } = payment;
      return held > 0 &&
        captureBefore !== null &&
        captureBefore > now &&
        captureBefore - now <= warnedBefore
        ? [
            {
              _tag: 'Breach',
              about: id,
              payment: id,
              amount: held,
              currency,
              message: `${amountText(held, currency)} is held (${id}), and the authorization ends in ${dayOf(captureBefore - now)}`,
              repair: { _tag: 'ReleaseAuthorization', payment: id },
            },
          ]
        : [];
    }),
};
