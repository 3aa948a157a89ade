import { chargedTwice } from './charged-twice.js';
import { chargedWithoutOrder } from './charged-without-order.js';
import { orderedTwice, shippedTwice } from './done-twice.js';
import { orderWithoutCharge } from './order-without-charge.js';
import { refundedTooMuch, refundNotMade, refundUnknown } from './refund-rules.js';
import { shopDied } from './shop-died.js';
import { stuck } from './stuck.js';
import { toldFailedButPaid, toldPaidButNotCharged } from './told-wrongly.js';
import type { TortureRule } from './torture-rule.js';
import { webhookRefused } from './webhook-refused.js';
import { wrongAmount, wrongCurrency } from './wrong-amount.js';

/** Every rule, the most expensive to break first. */
export const tortureRules: ReadonlyArray<TortureRule> = [
  chargedTwice,
  chargedWithoutOrder,
  orderWithoutCharge,
  wrongAmount,
  wrongCurrency,
  refundedTooMuch,
  refundNotMade,
  refundUnknown,
  toldFailedButPaid,
  toldPaidButNotCharged,
  orderedTwice,
  shippedTwice,
  stuck,
  webhookRefused,
  shopDied,
];
