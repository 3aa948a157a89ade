import { accounts } from './areas/accounts.js';
import { cancellations } from './areas/cancellations.js';
import { captures } from './areas/captures.js';
import { cardList } from './areas/card-list.js';
import { cardTokens } from './areas/card-tokens.js';
import { cards } from './areas/cards.js';
import { checkoutSessions } from './areas/checkout-sessions.js';
import { confirmationTokens } from './areas/confirmation-tokens.js';
import { confirmations } from './areas/confirmations.js';
import { customerActions } from './areas/customer-actions.js';
import { customerList } from './areas/customer-list.js';
import { customers } from './areas/customers.js';
import { cardDeclines } from './areas/declines.js';
import { disputes } from './areas/disputes.js';
import { faults } from './areas/faults.js';
import { idempotency } from './areas/idempotency.js';
import { laziness } from './areas/laziness.js';
import { allLedgers, balances } from './areas/ledgers.js';
import { lookUps } from './areas/look-ups.js';
import { methodChoice } from './areas/method-choice.js';
import { passThrough } from './areas/pass-through.js';
import { paymentIntentList } from './areas/payment-intent-list.js';
import { paymentIntents } from './areas/payment-intents.js';
import { refundList } from './areas/refund-list.js';
import { refunds } from './areas/refunds.js';
import { savedCards } from './areas/saved-cards.js';
import { setupIntents } from './areas/setup-intents.js';
import { updates } from './areas/updates.js';
import type { Area } from './suite.js';

/** The clauses that every processor must pass. */
export const portAreas: ReadonlyArray<Area> = [
  customers,
  customerList,
  cardTokens,
  cards,
  cardList,
  paymentIntents,
  paymentIntentList,
  confirmations,
  cardDeclines,
  customerActions,
  methodChoice,
  confirmationTokens,
  updates,
  captures,
  cancellations,
  setupIntents,
  savedCards,
  checkoutSessions,
  refunds,
  refundList,
  allLedgers,
  balances,
  disputes,
  idempotency,
  faults,
  laziness,
  lookUps,
  passThrough,
  accounts,
];
