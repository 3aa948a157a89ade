import type { Instrument } from '../cards/stored-card.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';

/** An attempt to pay an intent. */
export type Attempt = {
  readonly intent: PaymentIntentObject;
  readonly instrument: Instrument;
  /** What the attempt followed: a confirmation, or a challenge after which it goes on by itself. */
  readonly via: 'confirm' | 'challenge_passed';
  readonly authenticated: boolean;
  readonly offSession: boolean;
  readonly errorOnRequiresAction: boolean;
  /** Where the customer comes back to after a challenge; `null`: the client's library takes care of it. */
  readonly returnUrl: string | null;
  readonly radarSession: string | null;
};
