import type { CardDetails, ChargeObject } from '../objects/charge.js';

const secondsToCapture = 7 * 86_400;

/** What an authorized charge says of its card: how much is held, and until when. */
export const withHold = (
  details: CardDetails,
  { amount, created }: Pick<ChargeObject, 'amount' | 'created'>,
): CardDetails => ({
  ...details,
  card: {
    ...details.card,
    amount_authorized: amount,
    capture_before: created + secondsToCapture,
  },
});
