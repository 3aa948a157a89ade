import type { JsonObject } from './json-object.js';
import type { Metadata } from './metadata.js';

/** A dispute, as its one event shows it. `amount` is minor units. */
export type DisputeObject = {
  readonly id: string;
  readonly object: 'dispute';
  readonly amount: number;
  readonly balance_transactions: ReadonlyArray<JsonObject>;
  readonly charge: string;
  readonly created: number;
  readonly currency: string;
  readonly evidence: JsonObject;
  readonly evidence_details: JsonObject;
  readonly is_charge_refundable: boolean;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly payment_intent: string;
  readonly reason: 'fraudulent';
  readonly status: 'needs_response';
};
