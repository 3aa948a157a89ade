import type { PaymentIntentStatus } from '../../domain/objects/payment-intent.js';

/** A status of a payment intent or a setup intent, and the `created` of the event that reported it, Unix seconds. */
export type IntentStatusAt = { readonly status: string; readonly at: number };

// An intent never returns to an earlier stage. Within the first stage its status may change in any order while it waits for
// the customer or the bank. The rank decides between events of the same second. A setup intent has some of these statuses,
// in the same order.
const standing: { readonly [S in PaymentIntentStatus]: readonly [stage: number, rank: number] } = {
  requires_payment_method: [0, 1],
  requires_confirmation: [0, 2],
  requires_action: [0, 3],
  processing: [0, 4],
  requires_capture: [1, 0],
  canceled: [2, 0],
  succeeded: [3, 0],
};

const isKnown = (status: string): status is PaymentIntentStatus => Object.hasOwn(standing, status);

const later = (a: string, b: string): number => Number(a > b) - Number(a < b);

const compare = (a: IntentStatusAt, b: IntentStatusAt): number => {
  const [stageA, rankA] = isKnown(a.status) ? standing[a.status] : [0, 0];
  const [stageB, rankB] = isKnown(b.status) ? standing[b.status] : [0, 0];
  return stageA - stageB || a.at - b.at || rankA - rankB || later(a.status, b.status);
};

/**
 * Returns the current one of two statuses of an intent, whatever the order of their events. A final status never changes, and
 * an authorized intent can only change to a final status. Otherwise the newer status is current; within one second, the
 * status with the higher rank.
 */
export const advanceIntentStatus = (
  known: IntentStatusAt | undefined,
  heard: IntentStatusAt,
): IntentStatusAt => (known === undefined || compare(heard, known) > 0 ? heard : known);
