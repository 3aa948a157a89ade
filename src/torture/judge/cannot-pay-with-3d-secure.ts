import {
  hasNoMoney,
  lastAnswer,
  outcomeText,
  shopText,
  wasTold,
} from '../../domain/reconciliation/order-facts.js';
import { orderRule } from './torture-rule.js';

// Later the customer comes back with a card that needs nothing.
export const cannotPayWith3dSecure = orderRule(
  {
    name: 'cannot_pay_with_3d_secure',
    explanation:
      'A card that needs 3D Secure can never pay, although its owner passes. In Europe that is most cards.',
  },
  (order, { when }) => {
    const last = lastAnswer(order);
    if (order.onlyChallenged !== true || when !== 'settled' || last?.outcome !== 'failed')
      return null;
    if (order.answers.includes(null) || !hasNoMoney(order)) return null;
    const asked = wasTold(order, 'action') ? 'passed it' : 'was not asked to pass it';
    return `a customer whose card needs 3D Secure ${asked}, and was told ${outcomeText(last)}; ${shopText(order)}`;
  },
);
