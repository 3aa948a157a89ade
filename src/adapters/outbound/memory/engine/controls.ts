import { completeChallenge } from './payment-intents/complete-challenge.js';
import { expireIntent } from './payment-intents/expire-intent.js';
import { failChallenge } from './payment-intents/fail-challenge.js';
import { failIntent } from './payment-intents/fail-intent.js';
import { settleIntent } from './payment-intents/settle-intent.js';
import { failRefund } from './refunds/fail-refund.js';
import { settleRefund } from './refunds/settle-refund.js';

/** What the controls do to the processor: the customer, the bank and the clock. */
export const controls = {
  completeChallenge,
  failChallenge,
  settleIntent,
  failIntent,
  expireIntent,
  settleRefund,
  failRefund,
} as const;
