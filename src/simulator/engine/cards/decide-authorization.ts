import type { Decline } from '../errors.js';
import { declineOf } from './declines.js';
import type { CardBehaviour } from './test-card.js';

/** A planned failure of a charge: a decline code, or a charge that stays in processing. */
export type ChargeFailure = { readonly decline: string } | 'processing';

/** The bank's response to a charge. `charged` false: declined before a charge was made. */
export type AuthorizationOutcome =
  | { readonly _tag: 'Approved' }
  | { readonly _tag: 'Authorized' }
  /** `seconds`: after how long it ends by itself; absent: when a control ends it. */
  | { readonly _tag: 'Processing'; readonly seconds?: number }
  | { readonly _tag: 'RequiresAction' }
  | { readonly _tag: 'Declined'; readonly decline: Decline; readonly charged: boolean };

/** Everything that the bank's response depends on. */
type AuthorizationAttempt = {
  readonly behaviour: CardBehaviour;
  readonly setUp: boolean;
  /** Whether the customer has authenticated this payment. */
  readonly authenticated: boolean;
  readonly offSession: boolean;
  readonly errorOnRequiresAction: boolean;
  /** Whether the merchant requests 3D Secure for every card that supports it. */
  readonly challengeRequested: boolean;
  /** Whether the amount is only authorized, to be captured later. */
  readonly manualCapture: boolean;
  readonly failure: ChargeFailure | null;
};

/** Whether the bank wants the customer to authenticate. */
export const needsChallenge = ({
  behaviour,
  setUp,
  authenticated,
  offSession,
  challengeRequested,
}: Pick<
  AuthorizationAttempt,
  'behaviour' | 'setUp' | 'authenticated' | 'offSession' | 'challengeRequested'
>): boolean => {
  if (authenticated) return false;
  switch (behaviour.authentication) {
    case 'none':
      return false;
    case 'optional':
      return challengeRequested && !offSession;
    case 'unless_set_up':
      return !(setUp && offSession);
    case 'on_session':
      return !offSession;
    case 'always':
      return true;
  }
};

const declined = (name: string, charged = true): AuthorizationOutcome => ({
  _tag: 'Declined',
  decline: declineOf(name),
  charged,
});

/** Decides how the bank answers a charge. */
export const decideAuthorization = (attempt: AuthorizationAttempt): AuthorizationOutcome => {
  const { behaviour, failure, offSession, errorOnRequiresAction, manualCapture } = attempt;
  if (failure !== null && failure !== 'processing') return declined(failure.decline);
  if (needsChallenge(attempt)) {
    if (behaviour.lookup !== null) return declined(behaviour.lookup);
    if (offSession && behaviour.unauthenticated !== null)
      return declined(behaviour.unauthenticated);
    if (offSession || errorOnRequiresAction) return declined('authentication_required', false);
    return { _tag: 'RequiresAction' };
  }
  if (behaviour.charge !== null) return declined(behaviour.charge);
  if (failure === 'processing') return { _tag: 'Processing' };
  return { _tag: manualCapture ? 'Authorized' : 'Approved' };
};
