import type { Decline } from '../errors.js';
import { type ChargeFailure, needsChallenge } from './decide-authorization.js';
import { declineOf } from './declines.js';
import type { CardBehaviour } from './test-card.js';

/** The bank's response to setting up a card for later payments. */
export type SetupOutcome =
  | { readonly _tag: 'Approved' }
  | { readonly _tag: 'RequiresAction' }
  | { readonly _tag: 'Declined'; readonly decline: Decline };

const declined = (name: string): SetupOutcome => ({
  _tag: 'Declined',
  decline: declineOf(name),
});

/** Decides how the bank answers. The customer is present. A card that is declined only when charged can be set up. */
export const decideSetup = (attempt: {
  readonly behaviour: CardBehaviour;
  readonly setUp: boolean;
  /** Whether the merchant requests 3D Secure for every card that supports it. */
  readonly challengeRequested: boolean;
  /** The planned failure of the request. */
  readonly failure: ChargeFailure | null;
}): SetupOutcome => {
  const { behaviour, failure } = attempt;
  if (failure !== null && failure !== 'processing') return declined(failure.decline);
  if (needsChallenge({ ...attempt, authenticated: false, offSession: false })) {
    return behaviour.lookup === null ? { _tag: 'RequiresAction' } : declined(behaviour.lookup);
  }
  return behaviour.attach === null ? { _tag: 'Approved' } : declined(behaviour.attach);
};
