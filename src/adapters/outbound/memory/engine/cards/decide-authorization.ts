import type { Decline } from '../errors.js';
import { declineOf } from './declines.js';
import type { CardBehaviour } from './test-cards.js';

/** What a fault does to the charge of a call. */
export type ChargeFailure = { readonly decline: string } | 'processing';

/** What a confirmation comes to. `charged` false: refused before anything was charged. */
export type AuthorizationOutcome =
  | { readonly _tag: 'Approved' }
  | { readonly _tag: 'Authorized' }
  | { readonly _tag: 'Processing' }
  | { readonly _tag: 'RequiresAction' }
  | { readonly _tag: 'Declined'; readonly decline: Decline; readonly charged: boolean };

/** What a confirmation depends on. */
type AuthorizationAttempt = {
  readonly behaviour: CardBehaviour;
  readonly setUp: boolean;
  /** Whether the customer has just authenticated. */
  readonly authenticated: boolean;
  readonly offSession: boolean;
  readonly errorOnRequiresAction: boolean;
  /** Whether the merchant asks for 3D Secure wherever the card supports it. */
  readonly challengeRequested: boolean;
  /** Whether the amount is only to be held first. */
  readonly manualCapture: boolean;
  readonly fault: ChargeFailure | null;
};

const needsChallenge = ({
  behaviour,
  setUp,
  authenticated,
  offSession,
  challengeRequested,
}: AuthorizationAttempt): boolean => {
  if (authenticated) return false;
  switch (behaviour.authentication) {
    case 'none':
      return false;
    case 'optional':
      return challengeRequested && !offSession;
    case 'unless_set_up':
      return !setUp;
    case 'always':
      return true;
  }
};

const declined = (name: string, charged = true): AuthorizationOutcome => ({
  _tag: 'Declined',
  decline: declineOf(name),
  charged,
});

/** What a confirmation comes to. */
export const decideAuthorization = (confirmation: AuthorizationAttempt): AuthorizationOutcome => {
  const { behaviour, fault, offSession, errorOnRequiresAction, manualCapture } = confirmation;
  if (fault !== null && fault !== 'processing') return declined(fault.decline);
  if (needsChallenge(confirmation)) {
    if (offSession) return declined('authentication_required');
    if (errorOnRequiresAction) return declined('authentication_required', false);
    return { _tag: 'RequiresAction' };
  }
  if (behaviour.charge !== null) return declined(behaviour.charge);
  if (fault === 'processing') return { _tag: 'Processing' };
  return { _tag: manualCapture ? 'Authorized' : 'Approved' };
};
