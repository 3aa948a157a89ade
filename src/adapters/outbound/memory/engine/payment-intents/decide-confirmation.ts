import type { ChargeFault } from '../call.js';
import type { CardBehaviour } from '../cards/card-behaviour.js';
import { declineOf } from '../cards/decline-of.js';
import type { ConfirmationOutcome } from './confirmation-outcome.js';

/** What a confirmation depends on. */
export type Confirmation = {
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
  readonly fault: ChargeFault | null;
};

const needsChallenge = ({
  behaviour,
  setUp,
  authenticated,
  offSession,
  challengeRequested,
}: Confirmation): boolean => {
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

const declined = (name: string, charged = true): ConfirmationOutcome => ({
  _tag: 'Declined',
  decline: declineOf(name),
  charged,
});

/** What a confirmation comes to. */
export const decideConfirmation = (confirmation: Confirmation): ConfirmationOutcome => {
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
