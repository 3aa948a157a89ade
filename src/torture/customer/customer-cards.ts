import type { CustomerCard } from '../options/driver.js';
import type { IncidentOf } from '../plan/incident.js';

type DeclineCode = IncidentOf<'declined'>['code'];

/** Accepted, and nothing is asked. */
export const goodCard: CustomerCard = {
  number: '4242424242424242',
  paymentMethod: 'pm_card_visa',
  token: 'tok_visa',
};

/** Accepted once the customer has passed 3D Secure. */
export const challengedCard: CustomerCard = {
  number: '4000000000003220',
  paymentMethod: 'pm_card_threeDSecure2Required',
  token: 'tok_threeDSecure2Required',
};

export const declinedCards: { readonly [C in DeclineCode]: CustomerCard } = {
  generic_decline: {
    number: '4000000000000002',
    paymentMethod: 'pm_card_visa_chargeDeclined',
    token: 'tok_visa_chargeDeclined',
  },
  insufficient_funds: {
    number: '4000000000009995',
    paymentMethod: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    token: 'tok_visa_chargeDeclinedInsufficientFunds',
  },
  expired_card: {
    number: '4000000000000069',
    paymentMethod: 'pm_card_chargeDeclinedExpiredCard',
    token: 'tok_chargeDeclinedExpiredCard',
  },
};

/** Bank accounts for direct debits. The bank answers minutes later, on the clock of the processor. */
export const debitAccounts = {
  paid: 'AT321904300235473204',
  refused: 'AT051904300235473205',
} as const;

/** A telephone for Bizum. Its app waits for the customer. */
export const bizumPhone = '+34600000009';

/** Whether a card is declined, wherever it is used. */
export const isDeclined = ({ number }: CustomerCard): boolean =>
  Object.values(declinedCards).some((card) => card.number === number);
