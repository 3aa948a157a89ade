import type { PaymentIntentStatus } from '../../domain/payment-intent.js';

/** The status of an intent, and when it was said: the `created` of its event, Unix seconds. */
export type IntentStatusAt = { readonly status: string; readonly at: number };

// How far along, and what can be left behind. An intent that waits for the customer or the bank may go to and fro;
// an authorized one only ends, and one that has ended stays.
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
 * Which of two statuses of one intent holds, whatever the order in which they were heard of: an ended intent stays so,
 * an authorized one only ends, and of the others the newer holds; in one second the one further along.
 */
export const advanceIntentStatus = (
  known: IntentStatusAt | undefined,
  heard: IntentStatusAt,
): IntentStatusAt => (known === undefined || compare(heard, known) > 0 ? heard : known);
