import { chargedTwice } from '../../domain/reconciliation/charged-twice.js';
import { orderWithoutCharge } from '../../domain/reconciliation/order-without-charge.js';
import {
  refundedTooMuch,
  refundNotMade,
  refundUnknown,
} from '../../domain/reconciliation/refund-rules.js';
import { toldFailedButPaid } from '../../domain/reconciliation/told-failed-but-paid.js';
import { wrongCurrency } from '../../domain/reconciliation/wrong-amount.js';
import { cannotPayWith3dSecure } from './cannot-pay-with-3d-secure.js';
import { chargedWithoutOrder } from './charged-without-order.js';
import { orderedTwice, shippedTwice } from './done-twice.js';
import { forgedEventAccepted } from './forged-event-accepted.js';
import { shopDied } from './shop-died.js';
import { shopHung } from './shop-hung.js';
import { stuck } from './stuck.js';
import { toldFailedButRefunded, toldPaidButNotCharged } from './told-wrongly.js';
import { sharedRule, type TortureRule } from './torture-rule.js';
import { webhookRefused } from './webhook-refused.js';
import { wrongAmountOnly, wrongCurrencyUnits } from './wrong-currency-units.js';

/** Every rule, the most expensive to break first. */
export const tortureRules: ReadonlyArray<TortureRule> = [
  sharedRule(chargedTwice),
  chargedWithoutOrder,
  sharedRule(orderWithoutCharge),
  wrongCurrencyUnits,
  wrongAmountOnly,
  sharedRule(wrongCurrency),
  sharedRule(refundedTooMuch),
  sharedRule(refundNotMade),
  sharedRule(refundUnknown),
  toldFailedButRefunded,
  sharedRule(toldFailedButPaid),
  toldPaidButNotCharged,
  orderedTwice,
  shippedTwice,
  stuck,
  cannotPayWith3dSecure,
  forgedEventAccepted,
  webhookRefused,
  shopDied,
  shopHung,
];
