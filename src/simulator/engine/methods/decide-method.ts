import type { AuthorizationOutcome, ChargeFailure } from '../cards/decide-authorization.js';
import { declineOf } from '../cards/declines.js';
import type { MethodInstrument } from './instrument.js';
import { behaviourOfMethod, methods } from './methods.js';

/** Everything that the answer to a payment depends on, besides the method. */
type MethodAttempt = {
  /** Whether the customer has approved: this payment, or later ones when the method was set up. */
  readonly approved: boolean;
  /** Whether the amount is only authorized, to be captured later. */
  readonly manualCapture: boolean;
  readonly failure: ChargeFailure | null;
};

/** Decides how a payment with a method that is not a card goes on. */
export const decideMethod = (
  instrument: MethodInstrument,
  { approved, manualCapture, failure }: MethodAttempt,
): AuthorizationOutcome => {
  const { confirmation } = methods[instrument.face.type];
  const { decline, secondsInProcessing } = behaviourOfMethod(instrument);
  if (failure !== null && failure !== 'processing') {
    return { _tag: 'Declined', decline: declineOf(failure.decline), charged: true };
  }
  const needsApproval = confirmation === 'redirect' || confirmation === 'app';
  if (needsApproval && !approved) return { _tag: 'RequiresAction' };
  if (failure === 'processing') return { _tag: 'Processing' };
  if (confirmation === 'delayed') return { _tag: 'Processing', seconds: secondsInProcessing };
  // A payment that its provider refuses after the approval makes no charge.
  if (decline !== null) return { _tag: 'Declined', decline, charged: !needsApproval };
  return { _tag: manualCapture ? 'Authorized' : 'Approved' };
};
