import { momentText } from '../input/moment.js';
import { amountText } from '../money/amount-text.js';
import type { LedgerCase } from './ledger-case.js';
import type { CaseRule } from './ledger-rule.js';
import { moneyOf } from './order-facts.js';

const warnedBefore = 2 * 24 * 60 * 60;

const undone: ReadonlySet<string> = new Set(['canceled', 'failed', 'refunded']);

/** Whether the shop itself says that it does not want the money. Of every other order the goods may be on their way. */
const isNeedless = ({ order, payments }: LedgerCase): boolean =>
  order !== null &&
  order.shared !== true &&
  ((undone.has(order.state) && (order.shipments ?? 0) === 0) ||
    moneyOf(payments).kept >= order.amount);

const orderText = ({ order }: LedgerCase): string => {
  if (order === null) return '';
  const sent = (order.shipments ?? 0) > 0 ? ', and its goods were sent' : '';
  return `; the shop's order ${order.id} is ${order.state}${sent}`;
};

export const authorizationExpires: CaseRule = {
  name: 'authorization_expires',
  explanation:
    'Money is authorized and not captured, and the authorization ends within two days. Then the money goes back to the customer.',
  advice:
    'Capture it if the goods are sent; otherwise release it, so that the customer has the money.',
  severity: 'error',
  judge: (found, { now }) =>
    found.payments.flatMap((payment) => {
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
              ...(found.order === null ? {} : { order: found.order.id }),
              amount: held,
              currency,
              message: `${amountText(held, currency)} is held (${id}), and the authorization ends at ${momentText(captureBefore)}${orderText(found)}`,
              ...(isNeedless(found)
                ? { repair: { _tag: 'ReleaseAuthorization', payment: id } as const }
                : {}),
            },
          ]
        : [];
    }),
};
