import type { Attempt } from './attempt.js';
import type { ConfirmIntentParams } from './intent-params.js';

/** What a confirmation says of the attempt that it starts. */
export type AttemptParams = Pick<
  ConfirmIntentParams,
  'error_on_requires_action' | 'off_session' | 'radar_options' | 'return_url' | 'use_stripe_sdk'
>;

/** An attempt to pay an intent by confirming it. */
export const newAttempt = (
  { intent, instrument }: Pick<Attempt, 'intent' | 'instrument'>,
  params: AttemptParams,
  authenticated: boolean,
): Attempt => ({
  intent,
  instrument,
  via: 'confirm',
  authenticated,
  offSession: (params.off_session ?? false) !== false,
  errorOnRequiresAction: params.error_on_requires_action ?? false,
  returnUrl: params.use_stripe_sdk === true ? null : (params.return_url ?? null),
  radarSession: params.radar_options?.session ?? null,
});
